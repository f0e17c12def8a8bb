/** What differs between the two versions of a conflict, for people. */
import type { SyncTable } from './records.ts';
import type { SyncConflict } from './syncStore.ts';

interface Difference {
  column: string;
  current: string | number | null;
  lost: string | number | null;
}

/** Without hashes, and without times other than that of an expiry, which follow from the rest. */
export function differencesIn({ content, current }: Pick<SyncConflict, 'content' | 'current'>): Difference[] {
  const columns = Object.keys({ ...content, ...current });
  return columns
    .map((column) => ({ column, current: current?.[column] ?? null, lost: content?.[column] ?? null }))
    .filter((one) => one.current !== one.lost && !/hash$|(?<!expires)_at$/u.test(one.column));
}

/** The current text of the memory, or the other one if it is gone; empty for a table without one. */
export function titleOf({ table, content, current }: Pick<SyncConflict, 'table' | 'content' | 'current'>): string {
  const column = titleColumn[table];
  return column === undefined ? '' : String((current ?? content)?.[column] ?? '');
}

const titleColumn: Partial<Record<SyncTable, string>> = {
  sessions: 'one_liner',
  session_summaries: 'summary',
  conversation_chunks: 'content',
  facts: 'fact',
  hypotheses: 'hypothesis',
  global_knowledge: 'title',
};
