/** The drawing of a graph, without a browser: where entities, labels and the camera are. */
import assert from 'node:assert/strict';
import type { GraphCard } from '../../src/protocol/graph/graph.ts';
import { fitted, panned, viewBoxOf, zoomed } from '../../webview/views/graph/layout/camera.ts';
import { labelsFor, maxLabel, shortLabel } from '../../webview/views/graph/layout/labels.ts';
import { layOut, type Layout, type PlacedNode } from '../../webview/views/graph/layout/layout.ts';
import { nextNode } from '../../webview/views/graph/layout/nextNode.ts';
import { graphModel, type GraphModel } from '../../webview/views/graph/model/graphModel.ts';

const size = { width: 800, height: 600 };

describe('the camera of a drawing', () => {
  const camera = { x: 10, y: -20, scale: 2 };

  it('has its point in the middle', () => {
    assert.equal(viewBoxOf(camera, size), '-190 -170 400 300');
  });

  it('keeps the point under the mouse in place when it zooms, within limits', () => {
    const at = { x: 100, y: 500 };
    const { x, y, scale } = zoomed(camera, 1.5, at);
    assert.equal(scale, 3);
    assert.ok(Math.abs(camera.x + at.x / 2 - (x + at.x / 3)) < 1e-9);
    assert.ok(Math.abs(camera.y + at.y / 2 - (y + at.y / 3)) < 1e-9);
    assert.equal(zoomed(camera, 1e9, at).scale, zoomed(camera, 1e12, at).scale);
    assert.ok(zoomed(camera, 1e-12, at).scale > 0);
  });

  it('moves with the content', () => {
    assert.deepEqual(panned(camera, { x: 30, y: -5 }), { x: -5, y: -17.5, scale: 2 });
  });

  it('fits all points, and magnifies a few only a little', () => {
    const points = [
      { x: -3_000, y: 0 },
      { x: 3_000, y: 500 },
    ];
    const [left = 0, top = 0, width = 0, height = 0] = viewBoxOf(fitted(points, size), size).split(' ').map(Number);
    for (const { x, y } of points) assert.ok(x > left && x < left + width && y > top && y < top + height);
    assert.ok(fitted([{ x: 1, y: 1 }], size).scale <= 1.5);
  });
});

describe('an arrow key in a drawing', () => {
  const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
  const [center, right, farRight, above, below] = [at(0, 0), at(50, 10), at(90, 0), at(5, -60), at(-200, 210)];
  const all = [center, right, farRight, above, below];

  it('moves to the nearest entity in its direction', () => {
    assert.equal(nextNode(center, all, at(1, 0)), right);
    assert.equal(nextNode(right, all, at(1, 0)), farRight);
    assert.equal(nextNode(right, all, at(-1, 0)), center);
    assert.equal(nextNode(center, all, at(0, -1)), above);
    assert.equal(nextNode(center, all, at(0, 1)), below);
  });

  it('stops where there is no entity', () => {
    assert.equal(nextNode(farRight, all, at(1, 0)), undefined);
  });
});

describe('the labels of a drawing', () => {
  const placed = (name: string, x: number, y = 0, degree = 1): PlacedNode => {
    const kind = 'concept';
    return {
      x,
      y,
      radius: 6,
      node: { ...{ key: name, name, kind, degree }, ...{ isStart: false, isExpanded: false, hasMore: false } },
    };
  };
  const camera = { x: 0, y: 0, scale: 1 };
  const textsOf = (nodes: PlacedNode[], first: PlacedNode[] = [], scale = 1): string =>
    labelsFor(nodes, first, { camera: { ...camera, scale }, size })
      .map(({ text }) => text)
      .join(' ');

  it('do not cover each other, and the one with more connections wins', () => {
    const crowd = [placed('first', 0), placed('second', 14, 0, 3), placed('third', 28), placed('far', 300)];
    assert.equal(textsOf(crowd), 'second first far');
  });

  it('do not cover an entity', () => {
    assert.equal(textsOf([placed('a', 0, 0, 5), placed('b', 0, 18), placed('c', 0, -18)]), 'b c');
  });

  it('find room when the drawing is zoomed', () => {
    const near = [placed('one', 0), placed('two', 14), placed('three', 28)];
    assert.equal(textsOf(near, [], 4), 'one two three');
  });

  it('are shown in any case for what is selected', () => {
    const [one, two, three] = [placed('one', 0), placed('two', 1), placed('three', 2)];
    assert.equal(textsOf([one, two, three], [two, three, one]), 'two three one');
  });

  it('are left out beyond the picture', () => {
    assert.equal(textsOf([placed('gone', 900), placed('here', 0)]), 'here');
  });

  it('are short, and keep the end of a path', () => {
    assert.equal(shortLabel('api'), 'api');
    assert.equal(shortLabel(`src/${'folder/'.repeat(20)}file.ts`), '…/file.ts');
    assert.match(shortLabel('A long name '.repeat(20)), /^A long.*…$/u);
    for (const name of ['x'.repeat(500), `a/${'x'.repeat(500)}`, '👩‍👩‍👧'.repeat(100)])
      assert.ok(Array.from(shortLabel(name)).length <= maxLabel);
  });
});

describe('the layout of a drawing', () => {
  const concept = (key: string): { key: string; name: string; kind: 'concept' } => ({
    key,
    name: key,
    kind: 'concept',
  });
  const star = (count: number): GraphModel => {
    const neighbours = Array.from({ length: count }, (_, place) => ({ ...concept(`n${String(place)}`), together: 1 }));
    const card: GraphCard['expanded'] = [{ ...concept('start'), neighbours, hasMore: false }];
    return graphModel({ expanded: card }, []);
  };
  const placesOf = ({ nodes }: Layout): Map<string, PlacedNode> =>
    new Map(nodes.map((placed) => [placed.node.key, placed]));
  const end = (model: GraphModel, before?: Layout): { layout: Layout; pauses: number } => {
    const steps = layOut(model, before === undefined ? new Map() : placesOf(before));
    for (let pauses = 0; ; pauses += 1) {
      const step = steps.next();
      if (step.done === true) return { layout: step.value, pauses };
    }
  };

  it('has the start in the middle and no entity upon another, and is always the same', () => {
    const { layout, pauses } = end(star(40));
    const { nodes } = layout;
    assert.deepEqual([nodes[0]?.x, nodes[0]?.y], [0, 0]);
    for (const one of nodes) {
      for (const other of nodes) {
        if (one === other) continue;
        const gap = Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius;
        assert.ok(gap > 0, `${one.node.key} ${other.node.key} ${String(gap)}`);
      }
    }
    assert.deepEqual(end(star(40)).layout, layout);
    assert.ok(pauses > 100);
  });

  it('leaves entities where they are if none is new', () => {
    const { layout } = end(star(5));
    const { layout: next, pauses } = end(star(4), layout);
    assert.equal(pauses, 0);
    const place = ({ x, y }: PlacedNode): number[] => [x, y];
    assert.deepEqual(next.nodes.map(place), layout.nodes.slice(0, 5).map(place));
  });

  it('lets entities about where they are if others are new', () => {
    const { layout } = end(star(30));
    const now = placesOf(end(star(31), layout).layout);
    for (const { x, y, node } of layout.nodes) {
      const moved = now.get(node.key);
      assert.ok(moved !== undefined && Math.hypot(moved.x - x, moved.y - y) < 80, node.key);
    }
  });
});
