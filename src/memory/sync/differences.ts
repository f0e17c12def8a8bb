/** What differs between the two versions of a conflict, for people. */
import type { SyncConflict } from './syncStore.ts';

export interface Difference {
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
