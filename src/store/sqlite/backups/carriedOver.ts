/**
 * What outlives a restoring and a repair: who did what, and what was erased for good. Both are taken from the store that is
 * replaced, and what was erased after the backup was made is erased from it before it takes the store's place.
 */
import type { Hash, IndexText, NewId } from '../../../memory/ports.ts';
import { number } from '../rowReader.ts';
import { tableNames } from '../schemaVersion.ts';
import { scrubbing } from '../scrubbing.ts';
import type { SqlConnection, SqlRow } from '../sqlConnection.ts';
import { eraseMemory } from '../sqlErasure.ts';
import { eraseUserAgain } from '../sqlScopeErasure.ts';

const carriedTables = ['tombstones', 'erasures', 'audit'] as const;
export type CarriedRows = Record<(typeof carriedTables)[number], SqlRow[]>;

export const nothingCarried: CarriedRows = { tombstones: [], erasures: [], audit: [] };

/** None of a table that an older schema has not. */
export function readCarried(db: SqlConnection): CarriedRows {
  const there = tableNames(db);
  const rowsOf = (table: keyof CarriedRows): SqlRow[] =>
    there.has(table) ? db.all(`SELECT * FROM ${table} ORDER BY rowid`) : [];
  return { tombstones: rowsOf('tombstones'), erasures: rowsOf('erasures'), audit: rowsOf('audit') };
}

/** Rows that are there already stay as they are. */
export function writeCarried(db: SqlConnection, rows: CarriedRows): void {
  for (const table of carriedTables) {
    for (const row of rows[table]) {
      const names = Object.keys(row);
      const values = names.map((name) => row[name] ?? null);
      db.run(
        `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        values,
      );
    }
  }
}

const erasable = [
  ['session', 'sessions', 'id'],
  ['message', 'messages', 'uid'],
  ['chunk', 'conversation_chunks', 'uid'],
  ['fact', 'facts', 'uid'],
  ['hypothesis', 'hypotheses', 'uid'],
  ['knowledge', 'global_knowledge', 'uid'],
] as const;

/** Erases for good, free pages included, what has a tombstone. Answers with how many memories that were. */
export function eraseAgain(
  db: SqlConnection,
  ports: { indexText: IndexText; hash: Hash; newId: NewId },
  now: string,
): number {
  const refs = erasable.flatMap(([kind, table, column]) =>
    db
      .all(`SELECT id FROM ${table} WHERE ${column} IN (SELECT uid FROM tombstones WHERE kind = ?)`, [kind])
      .map((row) => ({ kind, id: String(row['id']) })),
  );
  const users = db
    .all(`SELECT id FROM users WHERE id IN (SELECT uid FROM tombstones WHERE kind = 'user')`)
    .map((row) => String(row['id']));
  if (refs.length + users.length === 0) return 0;
  scrubbing(db, () => {
    for (const ref of refs) {
      if (isThere(db, ref)) eraseMemory(db, ports, ref, now);
    }
    for (const user of users) eraseUserAgain(db, ports, user, now);
  });
  return refs.length + users.length;
}

/** Parts of a session went with it. */
function isThere(db: SqlConnection, { kind, id }: { kind: (typeof erasable)[number][0]; id: string }): boolean {
  const table = erasable.find(([name]) => name === kind)?.[1] ?? 'sessions';
  return (
    number(
      db.get(`SELECT count(*) AS n FROM ${table} WHERE id = ?`, [kind === 'session' ? id : Number(id)]) ?? {},
      'n',
    ) > 0
  );
}
