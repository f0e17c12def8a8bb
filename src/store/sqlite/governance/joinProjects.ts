/** Moves all that a user has in one project to another, and back. In a file only: on a server, triggers keep the counts. */
import type { ProjectMove } from '../../../memory/governance/identities.ts';
import { text } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import { noteAudit } from '../shared/auditRows.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { RowImage, Undoer } from '../shared/changeImages.ts';

/** Every table with rows of a project, and what names a row in it. */
const keys = {
  sessions: 'id',
  facts: 'id',
  hypotheses: 'id',
  eras: 'id',
  transcript_files: 'path',
  mind_files: 'id',
  memory_documents: 'id',
} as const;
type MovedTable = keyof typeof keys;
const movedTables = Object.keys(keys) as MovedTable[];

export async function joinProjects(db: SqlConnection, { userId, from, into, now, by }: ProjectMove): Promise<void> {
  const images: RowImage[] = [];
  for (const table of movedTables) {
    const sql = `SELECT ${keys[table]} AS row_key FROM ${table} WHERE user_id = ? AND project_id = ?`;
    const rows = JSON.stringify((await db.all(sql, [userId, from])).map(({ row_key: key }) => key));
    await move(db, { table, userId, rows, to: into });
    images.push({ kind: 'project', key: table, before: { project_id: from, rows }, after: { project_id: into, rows } });
  }
  await countAgain(db, userId, [from, into]);
  // Made from the memories of one project; the next run of the sleep cycle makes them again.
  await db.run('UPDATE syntheses SET is_current = 0 WHERE user_id = ? AND project_id IN (?, ?)', [userId, from, into]);
  await noteAudit(db, { at: now, by, action: 'merge', kind: 'project', uid: from });
  await keepImages(db, { by, now }, images);
}

export const projectUndoer: Undoer = {
  kinds: ['project'],
  async undo(db, images, { userId, now, by }) {
    for (const { key, before, after } of images) {
      const table = movedTables.find((known) => known === key);
      if (table === undefined || before === null || after === null) continue;
      const [from, into] = [text(before, 'project_id'), text(after, 'project_id')];
      await move(db, { table, userId, rows: text(before, 'rows'), to: from });
      if (table !== 'memory_documents') continue;
      await countAgain(db, userId, [from, into]);
      await noteAudit(db, { at: now, by, action: 'split', kind: 'project', uid: from });
    }
    return 'undone';
  },
};

async function move(
  db: SqlConnection,
  { table, userId, rows, to }: { table: MovedTable; userId: string; rows: string; to: string },
): Promise<void> {
  const key = keys[table];
  const sql = `UPDATE ${table} SET project_id = ? WHERE user_id = ? AND ${key} IN (SELECT value FROM json_each(?))`;
  await db.run(sql, [to, userId, rows]);
}

async function countAgain(db: SqlConnection, userId: string, projects: readonly string[]): Promise<void> {
  const among = 'user_id = ? AND project_id IN (SELECT value FROM json_each(?))';
  const params = [userId, JSON.stringify(projects)];
  await db.run(`DELETE FROM memory_counts WHERE ${among}`, params);
  await db.run(
    `INSERT INTO memory_counts (kind, user_id, project_id, documents)
     SELECT kind, user_id, project_id, count(*) FROM memory_documents WHERE ${among} GROUP BY kind, user_id, project_id`,
    params,
  );
}
