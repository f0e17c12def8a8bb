/**
 * Data that survives a restore or a repair: the audit, the tokens of agents, and which data was erased. All are read
 * from the store that is replaced. What was erased after the backup was made is erased from it before it becomes the store.
 */
import type { Hash, IndexText, NewId } from '../../../../memory/shared/ports.ts';
import { tableNames } from '../../../sql/connection/pragmas.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../../sql/connection/sqlConnection.ts';
import { forgetMindFiles } from '../../../sql/entries/forgetMindFiles.ts';
import { eraseMemory } from '../../../sql/governance/erasure/sqlErasure.ts';
import { eraseUserAgain } from '../../../sql/governance/erasure/sqlScopeErasure.ts';
import { scrubbing } from '../../../sql/index/scrubbing.ts';
import { mapInTurn } from '../../../sql/connection/inTurn.ts';

const carriedTables = ['tombstones', 'erasures', 'audit', 'tokens'] as const;
export type CarriedRows = Record<(typeof carriedTables)[number], SqlRow[]>;

export const nothingCarried: CarriedRows = { tombstones: [], erasures: [], audit: [], tokens: [] };

/** Empty for a table that an older schema lacks. */
export async function readCarried(db: SqlConnection): Promise<CarriedRows> {
  const there = await tableNames(db);
  const rowsOf = async (table: keyof CarriedRows): Promise<SqlRow[]> =>
    there.has(table) ? await db.all(`SELECT * FROM ${table} ORDER BY rowid`) : [];
  return {
    tombstones: await rowsOf('tombstones'),
    erasures: await rowsOf('erasures'),
    audit: await rowsOf('audit'),
    tokens: await rowsOf('tokens'),
  };
}

/** Keeps rows that already exist, but takes over the state of a token: a revoked one must stay revoked. */
export async function writeCarried(db: SqlConnection, rows: CarriedRows): Promise<void> {
  for (const table of carriedTables) {
    for (const row of rows[table]) {
      if (table === 'tokens' && !(await isUserThere(db, row))) continue;
      if (table === 'tokens') await db.run('DELETE FROM tokens WHERE id = ?', [text(row, 'id')]);
      const names = Object.keys(row);
      const values = names.map((name) => row[name] ?? null);
      await db.run(
        `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        values,
      );
    }
  }
}

async function isUserThere(db: SqlConnection, token: SqlRow): Promise<boolean> {
  return (await db.get('SELECT 1 FROM users WHERE id = ?', [text(token, 'user_id')])) !== undefined;
}

const erasable = [
  ['session', 'sessions', 'id'],
  ['message', 'messages', 'uid'],
  ['chunk', 'conversation_chunks', 'uid'],
  ['fact', 'facts', 'uid'],
  ['hypothesis', 'hypotheses', 'uid'],
  ['knowledge', 'global_knowledge', 'uid'],
] as const;

/**
 * Erases all data that has a tombstone, free pages included, and returns the number of memories and users. The erasures
 * keep their original time: what a conversation or user added after it is not covered.
 */
export async function eraseAgain(
  db: SqlConnection,
  ports: { indexText: IndexText; hash: Hash; newId: NewId },
): Promise<number> {
  const gone = async (table: string, column: string, kind: string): Promise<{ id: string; erasedAt: string }[]> =>
    (
      await db.all(
        `SELECT o.id, t.erased_at FROM ${table} o JOIN tombstones t ON t.uid = o.${column} WHERE t.kind = ? ORDER BY o.id`,
        [kind],
      )
    ).map((row) => ({ id: text(row, 'id'), erasedAt: text(row, 'erased_at') }));
  const refs = (
    await mapInTurn(erasable, async ([kind, table, column]) =>
      (await gone(table, column, kind)).map((row) => ({ kind, ...row })),
    )
  ).flat();
  const users = await gone('users', 'id', 'user');
  const files = { where: `project_id IN (SELECT uid FROM tombstones WHERE kind = 'project')`, params: [] };
  const hasFiles = (await db.get(`SELECT 1 FROM mind_files WHERE ${files.where}`)) !== undefined;
  if (refs.length + users.length === 0 && !hasFiles) return 0;
  await scrubbing(db, async () => {
    await forgetMindFiles(db, ports.indexText, files);
    for (const { kind, id, erasedAt } of refs) {
      if (await isThere(db, { kind, id })) await eraseMemory(db, ports, { kind, id }, erasedAt);
    }
    for (const { id, erasedAt } of users) await eraseUserAgain(db, ports, id, erasedAt);
  });
  return refs.length + users.length;
}

/** Parts of a session are erased with it. */
async function isThere(
  db: SqlConnection,
  { kind, id }: { kind: (typeof erasable)[number][0]; id: string },
): Promise<boolean> {
  const table = erasable.find(([name]) => name === kind)?.[1] ?? 'sessions';
  return (
    number(
      (await db.get(`SELECT count(*) AS n FROM ${table} WHERE id = ?`, [kind === 'session' ? id : Number(id)])) ?? {},
      'n',
    ) > 0
  );
}
