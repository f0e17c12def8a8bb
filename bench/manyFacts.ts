/** An export for `bigmind import` with the requested number of facts, the same in each run. */
import { createHash } from 'node:crypto';
import { recordOfTables } from '../src/memory/upkeep/snapshot.ts';
import type { Snapshot, SnapshotRow } from '../src/memory/upkeep/snapshot.ts';
import { syntheticTalk } from './syntheticTalk.ts';

const categories = ['decision', 'codebase', 'constraint', 'preference', 'identity'];
const longest = 240;

export function manyFacts(count: number): Snapshot {
  const began = Date.UTC(2025, 0, 1);
  const time = (index: number): string => new Date(began + index * 3_600_000).toISOString();
  const facts = [...syntheticTalk(count, 10_000)].map(({ content }, index): SnapshotRow => {
    const fact = `${content.slice(0, longest)} ${String(index)}`;
    return {
      id: index + 1,
      uid: `fact-${String(index)}`,
      user_id: 'u-bench',
      category: categories[index % categories.length] ?? null,
      fact,
      confidence: 1 - (index % 5) / 10,
      deprecated: 0,
      content_hash: createHash('sha256').update(fact).digest('hex'),
      created_at: time(index),
      updated_at: time(index),
      version: 1,
    };
  });
  const users: SnapshotRow[] = [{ id: 'u-bench', username: 'bench', role: 'member', created_at: time(0) }];
  const tables = recordOfTables((table): SnapshotRow[] => {
    if (table === 'facts') return facts;
    return table === 'users' ? users : [];
  });
  return { format: 'bigmind', schema_version: 6, exported_at: time(count), tables };
}
