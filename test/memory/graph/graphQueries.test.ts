/** What the traversals say about what was not read. */
import assert from 'node:assert/strict';
import { Graph } from '../../../src/memory/graph/graph.ts';
import type { GraphStore } from '../../../src/memory/graph/graphStore.ts';
import type { GraphAnswer } from '../../../src/memory/graph/traversal/graphAnswer.ts';
import { answerGraph } from '../../../src/memory/graph/traversal/graphQueries.ts';
import type { GraphInput } from '../../../src/memory/graph/traversal/graphInput.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';

describe('the answers of the graph', () => {
  let open: TestMemory;
  beforeEach(() => {
    open = openTestMemory();
  });
  afterEach(() => open.close());

  const unused = (): never => assert.fail('The traversal does not need this.');
  /** A graph that mentions each entity once and connects none. */
  const storeThat = ({ isCut, memories = 1 }: { isCut: boolean; memories?: number }): GraphStore => ({
    scan: () => Promise.resolve({ scanned: 0, waiting: false, isOwnWaiting: false }),
    entities: (_query, keys) =>
      Promise.resolve(keys.map((key) => ({ key, name: key, kind: 'concept', memories, firstAt: '', lastAt: '' }))),
    aliases: () => Promise.resolve(new Map()),
    neighbours: () => Promise.resolve({ neighbours: [], isCut }),
    relations: () => Promise.resolve({ relations: [], isCut }),
    mentions: () => Promise.resolve([{ ref: { kind: 'chunk', id: '1' }, role: 'text', name: 'relay', createdAt: '' }]),
    settle: unused,
    find: unused,
    ofMemories: unused,
    merge: unused,
    split: unused,
  });
  const ask = async (store: GraphStore, input: GraphInput): Promise<GraphAnswer> => {
    const { catalogue, saveStates, consolidation, identities } = open.memory;
    const graph = new Graph(store, open.ports);
    return answerGraph({ graph, catalogue, saveStates, consolidation, identities }, await open.caller(), input, 9);
  };
  const notices = (store: GraphStore, inputs: readonly GraphInput[]): Promise<(string | undefined)[]> =>
    Promise.all(inputs.map(async (input) => (await ask(store, input)).notice));
  const inputs: GraphInput[] = [
    { query: 'by_relation', relation: 'uses' },
    { query: 'neighbours', entity: 'relay' },
    { query: 'path', entity: 'relay', to: 'queue' },
    { query: 'lineage', entity: 'relay' },
  ];

  it('say that nothing is there if all was read', async () => {
    assert.deepEqual(await notices(storeThat({ isCut: false }), inputs), [
      'No memory in scope states such a relation.',
      undefined,
      'No memories connect them.',
      'No decision or fact in scope mentions it.',
    ]);
  });

  it('say that older memories were not read', async () => {
    assert.deepEqual(await notices(storeThat({ isCut: true, memories: 2 }), inputs), [
      'Only newer statements were read.',
      'Only newer memories were read.',
      'No connection was found within the limits of the search.',
      'No decision or fact in scope mentions it. Only newer memories were read.',
    ]);
  });
});
