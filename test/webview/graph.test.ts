/** The graph in the page, without a browser: what is shown, as a drawing and as a list, and where things are. */
import assert from 'node:assert/strict';
import type { GraphCard } from '../../src/protocol/graph/graph.ts';
import { graphModel, type GraphModel } from '../../webview/views/graph/model/graphModel.ts';
import {
  graphFrom,
  hidden,
  reset,
  started,
  toggled,
  type KeptGraph,
} from '../../webview/views/graph/model/keptGraph.ts';
import { treeRows } from '../../webview/views/graph/model/treeRows.ts';

type Expanded = GraphCard['expanded'][number];

const concept = (key: string): Pick<Expanded, 'key' | 'name' | 'kind'> => ({ key, name: key, kind: 'concept' });
const expanded = (key: string, neighbours: Record<string, number>, hasMore = false): Expanded => ({
  ...concept(key),
  neighbours: Object.entries(neighbours).map(([other, together]) => ({ ...concept(other), together })),
  hasMore,
});
const model = (card: Expanded[], hiddenKeys: string[] = []): GraphModel => graphModel({ expanded: card }, hiddenKeys);
const keysOf = ({ nodes }: GraphModel): string => nodes.map(({ key }) => key).join(' ');
const linksOf = ({ links }: GraphModel): string[] =>
  links.map(({ from, to, together }) => `${from}-${to} ${String(together)}`).sort();

describe('a graph', () => {
  it('has each entity and each connection once', () => {
    const shown = model([expanded('a', { b: 3, c: 1 }), expanded('b', { a: 3, c: 2 })]);
    assert.equal(keysOf(shown), 'a b c');
    assert.deepEqual(linksOf(shown), ['a-b 3', 'a-c 1', 'b-c 2']);
    assert.deepEqual(
      shown.nodes.map(({ degree, isStart, isExpanded }) => [degree, isStart, isExpanded]),
      [
        [2, true, true],
        [2, false, true],
        [2, false, false],
      ],
    );
  });

  it('leaves out hidden entities, and what is connected only through them', () => {
    const card = [expanded('a', { b: 3, c: 1 }), expanded('b', { a: 3, d: 2 })];
    assert.equal(keysOf(model(card, ['b'])), 'a c');
    assert.equal(keysOf(model(card, ['c'])), 'a b d');
  });

  it('leaves out an expanded entity that the start no longer leads to', () => {
    assert.equal(keysOf(model([expanded('a', { b: 1 }), expanded('z', { y: 1 })])), 'a b');
  });

  it('is empty if the start is mentioned nowhere', () => {
    assert.deepEqual(model([]).nodes, []);
  });
});

describe('the list of a graph', () => {
  const rowsOf = (shown: GraphModel): string[] =>
    treeRows(shown).map(
      ({ level, node, together, isOpen }) =>
        `${'-'.repeat(level)}${node.key} ${String(together)}${isOpen === true ? ' open' : isOpen === undefined ? ' elsewhere' : ''}`,
    );

  it('has neighbors below each expanded entity, with most common memories first', () => {
    assert.deepEqual(rowsOf(model([expanded('a', { b: 1, c: 5 }), expanded('c', { a: 5, d: 2 })])), [
      '-a 0 open',
      '--c 5 open',
      '---d 2',
      '--b 1',
    ]);
  });

  it('opens an entity once, and shows every connection', () => {
    const shown = model([expanded('a', { b: 3, c: 2 }), expanded('b', { a: 3, c: 1 }), expanded('c', { a: 2, b: 1 })]);
    assert.deepEqual(rowsOf(shown), ['-a 0 open', '--b 3 open', '---c 1 elsewhere', '--c 2 open', '---b 1 elsewhere']);
    const ids = treeRows(shown).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names the place of a row among its siblings, and the row above', () => {
    const rows = treeRows(model([expanded('a', { b: 3, c: 2 }), expanded('b', { a: 3, d: 1 })]));
    assert.deepEqual(
      rows.map(({ node, place, siblings, parent }) => [node.key, place, siblings, parent]),
      [
        ['a', 1, 1, undefined],
        ['b', 1, 2, 0],
        ['d', 1, 1, 1],
        ['c', 2, 2, 0],
      ],
    );
  });
});

describe('the kept state of the graph', () => {
  const start = { key: 'a', name: 'A' };
  const opened: KeptGraph = started(graphFrom(undefined), start);

  it('survives a restart, and is ignored if another version kept it', () => {
    assert.deepEqual(graphFrom(JSON.parse(JSON.stringify(opened))), opened);
    assert.deepEqual(graphFrom({ ...opened, kinds: ['planet'] }), graphFrom(undefined));
  });

  it('keeps what is expanded as long as the start is the same', () => {
    const grown = toggled(opened, 'b');
    assert.deepEqual(started(grown, start).expanded, ['a', 'b']);
    assert.deepEqual(started(grown, { key: 'b', name: 'B' }).expanded, ['b']);
  });

  it('expands, collapses, hides and resets, but never the start', () => {
    const grown = toggled(toggled(opened, 'b'), 'c');
    assert.deepEqual(toggled(grown, 'b').expanded, ['a', 'c']);
    assert.deepEqual(toggled(opened, 'a'), opened);
    const without = hidden({ ...grown, selected: 'b' }, 'b');
    assert.deepEqual([without.expanded, without.hidden, without.selected], [['a', 'c'], ['b'], 'a']);
    assert.deepEqual(hidden(opened, 'a'), opened);
    assert.deepEqual(reset(without), opened);
  });

  it('expands at most 50 entities, and gives up the oldest ones first', () => {
    let kept = opened;
    for (let count = 0; count < 80; count += 1) kept = toggled(kept, `n${String(count)}`);
    assert.deepEqual([kept.expanded.length, kept.expanded[0], kept.expanded.at(-1)], [50, 'a', 'n79']);
  });
});
