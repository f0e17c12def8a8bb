/** The map in the page, without a browser: the list of entities, what the drawing shows, and what is kept. */
import assert from 'node:assert/strict';
import type { EntityKindCard, EntityRow, GraphCard } from '../../src/protocol/graph/graph.ts';
import { graphModel, type GraphModel } from '../../webview/views/graph/model/graphModel.ts';
import {
  graphFrom,
  hidden,
  reset,
  started,
  toggled,
  withFold,
  type KeptGraph,
} from '../../webview/views/graph/model/keptGraph.ts';
import { mapRows, mapTree, nodesAbove, type MapNode } from '../../webview/views/graph/model/mapTree.ts';

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

  it('has at most 300 entities, and all connections between them', () => {
    const many = Object.fromEntries(Array.from({ length: 299 }, (_, place) => [`n${String(place)}`, 1]));
    assert.equal(model([expanded('a', many)]).isCut, false);
    const { nodes, links, isCut } = model([expanded('a', many), expanded('n0', { a: 1, z: 1, n1: 1 })]);
    assert.deepEqual([nodes.length, links.length, isCut], [300, 300, true]);
  });

  it('is empty if the start is mentioned nowhere', () => {
    assert.deepEqual(model([]).nodes, []);
  });
});

describe('the list of the map', () => {
  const entity = (kind: EntityKindCard, name: string, memories: number): EntityRow => {
    return { key: name.toLowerCase(), name, kind, memories, firstAt: '', lastAt: '' };
  };
  const tree = (entities: EntityRow[], counts: { kind: EntityKindCard; count: number }[] = []): MapNode[] =>
    mapTree({ entities, counts });
  const files = (...named: [name: string, memories: number][]): MapNode[] =>
    tree(named.map(([name, memories]) => entity('file', name, memories)));
  const atFirst = ({ isOpenAtFirst }: MapNode): boolean => isOpenAtFirst;
  const shown = (nodes: MapNode[], isOpen = (): boolean => true): string[] =>
    mapRows(nodes, isOpen).map(
      ({ node, level }) => `${'-'.repeat(level)}${node.name === '' ? node.kind : node.name} ${String(node.count)}`,
    );

  it('has files by folder first, then the other kinds, and what is used most first', () => {
    const nodes = tree([
      entity('symbol', 'flushQueue', 9),
      entity('service', 'Redis', 5),
      entity('file', 'README.md', 4),
      entity('file', 'src/relay.ts', 3),
      entity('file', 'src/queue.ts', 2),
      entity('service', 'Kafka', 2),
      entity('person', 'Ada', 1),
    ]);
    assert.deepEqual(shown(nodes), [
      ...['-file 3', '--src 2', '---relay.ts 3', '---queue.ts 2', '--README.md 4'],
      ...['-service 2', '--Redis 5', '--Kafka 2', '-person 1', '--Ada 1', '-symbol 1', '--flushQueue 9'],
    ]);
  });

  it('shows a folder with one child in one row with it', () => {
    assert.deepEqual(shown(files(['a/b/c/one.ts', 2], ['a/b/c/two.ts', 1], ['lib/only.ts', 1], ['/etc/hosts', 1])), [
      ...['-file 4', '--a/b/c 2', '---one.ts 2', '---two.ts 1', '--lib/only.ts 1', '--/etc/hosts 1'],
    ]);
  });

  it('says how many entities of a kind there are, also if fewer are listed', () => {
    assert.deepEqual(shown(tree([entity('symbol', 'flush', 2)], [{ kind: 'symbol', count: 900 }]))[0], '-symbol 900');
  });

  it('starts with the folders unfolded that most memories are about', () => {
    const nodes = files(['src/a.ts', 9], ['src/b.ts', 8], ['test/a.ts', 2], ['test/b.ts', 1]);
    assert.deepEqual(
      mapRows(nodes, atFirst).map(({ node, isOpen }) => `${node.name} ${String(isOpen)}`),
      [' true', 'src true', 'a.ts undefined', 'b.ts undefined', 'test false'],
    );
  });

  it('starts with a kind of many entities folded, but for files', () => {
    const many = (kind: EntityKindCard): EntityRow[] =>
      Array.from({ length: 21 }, (_, n) => entity(kind, `${kind}${String(n)}`, 1));
    const nodes = tree([...many('file'), ...many('symbol')]);
    assert.deepEqual(nodes.map(atFirst), [true, false]);
  });

  it('names the place of a row among its siblings, and the row above', () => {
    assert.deepEqual(
      mapRows(files(['src/a.ts', 3], ['src/b.ts', 1], ['c.ts', 1]), () => true).map(
        ({ node, place, siblings, parent }) => [node.name, place, siblings, parent],
      ),
      [
        ['', 1, 1, undefined],
        ['src', 1, 2, 0],
        ['a.ts', 1, 2, 1],
        ['b.ts', 2, 2, 1],
        ['c.ts', 2, 2, 0],
      ],
    );
  });

  it('knows what an entity is in', () => {
    const nodes = files(['src/store/a.ts', 3], ['src/store/b.ts', 1], ['src/c.ts', 1]);
    assert.deepEqual(
      nodesAbove(nodes, 'src/store/b.ts').map(({ name }) => name),
      ['', 'src', 'store'],
    );
    assert.deepEqual(nodesAbove(nodes, 'src/d.ts'), []);
  });
});

describe('the kept state of the graph', () => {
  const opened: KeptGraph = started(graphFrom(undefined), 'a');

  it('survives a restart, and is ignored if another version kept it', () => {
    assert.deepEqual(graphFrom(JSON.parse(JSON.stringify(opened))), opened);
    assert.deepEqual(graphFrom({ ...opened, isDrawn: 'yes' }), graphFrom(undefined));
  });

  it('keeps what is expanded as long as the start is the same', () => {
    const grown = toggled(opened, 'b');
    assert.deepEqual(started(grown, 'a').expanded, ['a', 'b']);
    assert.deepEqual(started(grown, 'b').expanded, ['b']);
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

  it('remembers rows that were folded and unfolded, the newest ones', () => {
    const folded = withFold(withFold(opened, 'x', true), 'x', false);
    assert.deepEqual([folded.folded, folded.unfolded], [['x'], []]);
    let kept = opened;
    for (let count = 0; count < 400; count += 1) kept = withFold(kept, `n${String(count)}`, true);
    assert.deepEqual([kept.unfolded.length <= 301, kept.unfolded.at(-1)], [true, 'n399']);
  });

  it('expands at most 50 entities, and gives up the oldest ones first', () => {
    let kept = opened;
    for (let count = 0; count < 80; count += 1) kept = toggled(kept, `n${String(count)}`);
    assert.deepEqual([kept.expanded.length, kept.expanded[0], kept.expanded.at(-1)], [50, 'a', 'n79']);
  });
});
