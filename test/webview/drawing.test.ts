/** The drawing of a graph, without a browser: where entities, labels and the camera are. */
import assert from 'node:assert/strict';
import type { GraphCard } from '../../src/protocol/graph/graph.ts';
import { fitted, panned, showing, toScreen, toWorld, zoomed } from '../../webview/views/graph/layout/camera.ts';
import { maxLabel, placedLabels, shortLabel } from '../../webview/views/graph/layout/labels.ts';
import { Layout } from '../../webview/views/graph/layout/layout.ts';
import { nextNode } from '../../webview/views/graph/layout/nextNode.ts';
import { graphModel, type GraphModel } from '../../webview/views/graph/model/graphModel.ts';

const size = { width: 800, height: 600 };
const middle = { x: 400, y: 300 };

describe('the camera of a drawing', () => {
  const camera = { x: 10, y: -20, scale: 2 };

  it('converts between the canvas and the plane', () => {
    const at = { x: 123, y: 456 };
    assert.deepEqual(toScreen(toWorld(at, camera, size), camera, size), at);
    assert.deepEqual(toScreen(camera, camera, size), middle);
  });

  it('keeps the point under the mouse in place when it zooms, within limits', () => {
    const at = { x: 100, y: 500 };
    const before = toWorld(at, camera, size);
    const after = toWorld(at, zoomed(camera, 1.5, at, size), size);
    assert.ok(Math.hypot(before.x - after.x, before.y - after.y) < 1e-9);
    assert.equal(zoomed(camera, 1e9, at, size).scale, zoomed(camera, 1e12, at, size).scale);
    assert.ok(zoomed(camera, 1e-12, at, size).scale > 0);
  });

  it('moves with the content', () => {
    const point = { x: 0, y: 0 };
    const [before, after] = [toScreen(point, camera, size), toScreen(point, panned(camera, { x: 30, y: -5 }), size)];
    assert.deepEqual([after.x - before.x, after.y - before.y], [30, -5]);
  });

  it('fits all points, and magnifies a few only a little', () => {
    const points = [
      { x: -3_000, y: 0 },
      { x: 3_000, y: 500 },
    ];
    const fit = fitted(points, size);
    for (const point of points) {
      const { x, y } = toScreen(point, fit, size);
      assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= size.height, `${String(x)} ${String(y)}`);
    }
    assert.ok(fitted([{ x: 1, y: 1 }], size).scale <= 1.5);
  });

  it('follows a point that leaves the canvas, and stays otherwise', () => {
    assert.equal(showing({ x: 10, y: -20 }, camera, size), camera);
    const { x } = toScreen({ x: 900, y: 0 }, showing({ x: 900, y: 0 }, camera, size), size);
    assert.ok(x < size.width && x > size.width / 2);
  });
});

describe('an arrow key in a drawing', () => {
  const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
  const [center, right, farRight, above, below] = [at(0, 0), at(50, 10), at(90, 0), at(5, -60), at(-200, 210)];
  const all = [center, right, farRight, above, below];

  it('moves to the nearest entity in its direction', () => {
    assert.equal(nextNode(center, all, 'right'), right);
    assert.equal(nextNode(right, all, 'right'), farRight);
    assert.equal(nextNode(center, all, 'up'), above);
    assert.equal(nextNode(center, all, 'down'), below);
  });

  it('stops where there is no entity', () => {
    assert.equal(nextNode(farRight, all, 'right'), undefined);
  });
});

describe('the labels of a drawing', () => {
  const wish = (
    key: string,
    x: number,
    isForced = false,
  ): Parameters<typeof placedLabels>[0] extends Iterable<infer W> ? W : never => ({
    ...{ key, text: key, x, y: 100, width: 60, isForced },
  });

  it('do not cover each other, and the more important one wins', () => {
    const placed = placedLabels([wish('a', 100), wish('b', 120), wish('c', 300)], size, 10);
    assert.deepEqual(
      placed.map(({ key }) => key),
      ['a', 'c'],
    );
  });

  it('are shown in any case for what is selected', () => {
    assert.equal(placedLabels([wish('a', 100), wish('b', 120, true)], size, 10).length, 2);
  });

  it('are limited in number, and to the canvas', () => {
    assert.equal(placedLabels([wish('a', -5), wish('b', 100), wish('c', 300)], size, 1).length, 1);
  });

  it('are short, and keep the end of a path', () => {
    assert.equal(shortLabel('api'), 'api');
    assert.match(shortLabel(`src/${'folder/'.repeat(20)}file.ts`), /^….*file\.ts$/u);
    assert.match(shortLabel('A long name '.repeat(20)), /^A long.*…$/u);
    for (const name of ['x'.repeat(500), '👩‍👩‍👧'.repeat(100)]) assert.ok(Array.from(shortLabel(name)).length <= maxLabel);
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
  /** Time passes by one with each look at the clock. */
  const settle = (layout: Layout): void => {
    let now = 0;
    for (let runs = 0; !layout.isSettled && runs < 10_000; runs += 1) layout.run(50, () => (now += 1));
    assert.ok(layout.isSettled);
  };

  it('ends, with the start in the middle and no entity upon another', () => {
    const layout = new Layout();
    layout.show(star(40));
    settle(layout);
    const start = layout.byKey.get('start');
    assert.deepEqual([start?.x, start?.y], [0, 0]);
    for (const one of layout.nodes) {
      for (const other of layout.nodes) {
        if (one === other) continue;
        const gap = Math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius;
        assert.ok(gap > 0, `${one.node.key} ${other.node.key} ${String(gap)}`);
      }
    }
  });

  it('pauses within a step of a large graph', () => {
    const layout = new Layout();
    layout.show(star(1_200));
    const places = (): number[] => layout.nodes.map(({ x }) => x);
    const before = places();
    let pauses = 0;
    for (; String(places()) === String(before) && pauses < 1_000; pauses += 1) layout.run(0, () => 0);
    assert.ok(pauses > 5 && pauses < 1_000, String(pauses));
    assert.ok(layout.nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  });

  it('keeps still when the same graph is read again', () => {
    const layout = new Layout();
    layout.show(star(5));
    settle(layout);
    layout.show(star(5));
    assert.ok(layout.isSettled);
  });

  it('keeps positions when entities are added', () => {
    const layout = new Layout();
    layout.show(star(5));
    settle(layout);
    const before = layout.byKey.get('n3');
    const place = [before?.x, before?.y];
    layout.show(star(6));
    assert.ok(!layout.isSettled);
    assert.deepEqual([layout.byKey.get('n3')?.x, layout.byKey.get('n3')?.y], place);
  });

  it('leaves an entity where it was dragged', () => {
    const layout = new Layout();
    layout.show(star(5));
    settle(layout);
    const dragged = layout.byKey.get('n2');
    assert.ok(dragged !== undefined);
    layout.drag(dragged, { x: 777, y: 5 });
    settle(layout);
    assert.deepEqual([dragged.x, dragged.y], [777, 5]);
  });
});
