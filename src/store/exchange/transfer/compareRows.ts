/** The rows of one range of keys in both stores. */
import type { Row } from './rows.ts';
import { keyText } from './rows.ts';

interface RowDifferences {
  /** Rows that only the source has. */
  missing: Row[];
  /** Rows of the source that differ in the target. */
  changed: Row[];
  /** Rows that only the target has. */
  extra: Row[];
}

export function compareRows(source: readonly Row[], target: readonly Row[]): RowDifferences {
  const known = new Map(target.map((row) => [keyText(row), row]));
  const differences: RowDifferences = { missing: [], changed: [], extra: [] };
  for (const row of source) {
    const key = keyText(row);
    const found = known.get(key);
    known.delete(key);
    if (found === undefined) differences.missing.push(row);
    else if (found.text !== row.text) differences.changed.push(row);
  }
  differences.extra.push(...known.values());
  return differences;
}
