/**
 * Which statements are the same. Rows of one content hash can say different things, because the hash ignores case: "use
 * -v" and "use -V". Another spelling of a pinned statement counts as pinned.
 */
import { statementHash, statementKey } from '../../../memory/shared/contentHash.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { listFromBullets } from './textLists.ts';

/** The content hashes of a user's pinned statements. */
export async function readPinned(db: SqlConnection, userId: string, hash: Hash): Promise<Set<string>> {
  const row = await db.get('SELECT pinned_facts FROM identity_profile WHERE user_id = ?', [userId]);
  const lines = row === undefined ? [] : listFromBullets(textOrNull(row, 'pinned_facts'));
  return new Set(lines.map((line) => statementHash(hash, line)));
}

type Said = Readonly<Record<string, SqlValue | undefined>>;

const statementColumns: Readonly<Record<string, readonly string[]>> = {
  facts: ['fact'],
  hypotheses: ['hypothesis'],
  global_knowledge: ['title', 'content'],
};

/** The first of the rows that says what `said` says; each has the text columns of the table. Quotations are equal. */
export function saysSame<Row extends SqlRow>(rows: readonly Row[], table: string, said: Said): Row | undefined {
  return sameStatements(rows, table, said)[0];
}

/** All rows that say what `said` says. */
export function sameStatements<Row extends SqlRow>(rows: readonly Row[], table: string, said: Said): readonly Row[] {
  const columns = statementColumns[table];
  if (columns === undefined || rows.length === 0) return rows;
  const keyOf = (row: Said): string => columns.map((name) => statementKey(String(row[name] ?? ''))).join('\n');
  const key = keyOf(said);
  return rows.filter((row) => keyOf(row) === key);
}
