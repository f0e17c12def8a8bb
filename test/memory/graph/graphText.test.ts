/** An answer of the graph as lines. */
import assert from 'node:assert/strict';
import type { GraphAnswer, StructuredEdge } from '../../../src/memory/graph/traversal/graphAnswer.ts';
import { graphLines } from '../../../src/memory/graph/traversal/graphText.ts';

describe('the lines of a graph answer', () => {
  const sessionId = '64b04b82-1c5e-4f5e-9a52-3a3d3d0f2a11';
  const memory = (kind: 'fact' | 'session', id: string, text: string): NonNullable<StructuredEdge['memory']> => ({
    kind,
    id,
    text,
    created_at: '2026-03-30T10:00:00.000Z',
  });
  const lines = (query: GraphAnswer['query'], edges: StructuredEdge[], names: string[] = []): string[] =>
    graphLines(
      { query, about: [], entities: names.map((name) => ({ name, kind: 'service' })), edges, memories: [] },
      (time) => time.slice(0, 10),
    );
  const edge = (relation: string, to: string, of: StructuredEdge['memory'], together?: number): StructuredEdge => ({
    from: 'relay',
    relation,
    to,
    ...(together !== undefined && { together }),
    ...(of !== undefined && { memory: of }),
  });

  it('show a memory once, with all that it connects', () => {
    const shared = memory('fact', '7', 'The relay waits for Redis and Kafka');
    const other = memory('fact', '9', 'The relay stores in S3');
    const together = 'mentioned_together';
    const edges = [
      edge(together, 'Redis', shared, 3),
      edge(together, 'S3', other, 2),
      edge(together, 'Kafka', shared, 1),
      edge(together, 'Erased', undefined, 1),
      edge(together, 'Gone', undefined, 1),
    ];
    assert.deepEqual(lines('neighbours', edges, ['Redis', 'S3', 'Kafka']), [
      '- Redis (service), together in 3 memories; Kafka (service), together in 1 memory: [fact #7 · 2026-03-30] The relay waits for Redis and Kafka',
      '- S3 (service), together in 2 memories: [fact #9 · 2026-03-30] The relay stores in S3',
      '- Erased, together in 1 memory',
      '- Gone, together in 1 memory',
    ]);
    const stated = [edge('uses', 'Redis', shared), edge('depends_on', 'Kafka', shared)];
    assert.deepEqual(lines('by_relation', stated), [
      '- relay uses Redis; relay depends on Kafka: [fact #7 · 2026-03-30] The relay waits for Redis and Kafka',
    ]);
  });

  it('keep the steps of a path apart, and name a session by its short id', () => {
    const session = memory('session', sessionId, 'Fixed the lost lock');
    const steps = [edge('mentioned_together', 'Redis', session), edge('mentioned_together', 'S3', session)];
    assert.deepEqual(lines('path', steps), [
      '1. relay together with Redis: [session 64b04b82… · 2026-03-30] Fixed the lost lock',
      '2. relay together with S3: [session 64b04b82… · 2026-03-30] Fixed the lost lock',
    ]);
  });
});
