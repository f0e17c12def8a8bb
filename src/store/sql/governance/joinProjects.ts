/** Moves all that a user has in one project to another, and back. */
import { amongKeys, amongRows } from '../connection/among.ts';
import type { ProjectMoves } from '../../../memory/governance/identities.ts';
import { count } from '../index/memoryDocuments.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { noteAudit } from '../shared/auditRows.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { RowImage, Undoer } from '../shared/changeImages.ts';

/** Every table whose rows name their project, and what names a row in it. */
const keys = { sessions: 'id', facts: 'id', hypotheses: 'id', eras: 'id', transcript_files: 'path', mind_files: 'id' };
type MovedTable = keyof typeof keys;
const movedTables = Object.keys(keys) as MovedTable[];

/** In the given order, all or none. */
export async function joinProjects(db: SqlConnection, { userId, moves, now, by }: ProjectMoves): Promise<void> {
  const images: RowImage[] = [];
  for (const { from, into } of moves) {
    for (const table of movedTables) {
      const sql = `SELECT ${keys[table]} AS row_key FROM ${table} WHERE user_id = ? AND project_id = ?`;
      const rows = JSON.stringify((await db.all(sql, [userId, from])).map(({ row_key: key }) => key));
      const image = { table, rows, from, into };
      await move(db, userId, image);
      images.push({
        kind: 'project',
        key: from,
        before: { ...image, project: from },
        after: { ...image, project: into },
      });
    }
    await placeDocuments(db, userId, [from, into]);
    // What is joined again, the other way round, is no longer joined the first way.
    if ((await projectsLast('merge', db, userId)).includes(into))
      await noteAudit(db, { at: now, by, action: 'split', kind: 'project', uid: into });
    const { key: detail } = (await db.get('SELECT key FROM projects WHERE id = ?', [into])) ?? {};
    await noteAudit(db, { at: now, by, action: 'merge', kind: 'project', uid: from, detail: String(detail) });
  }
  await keepImages(db, { by, now }, images);
}

export const projectUndoer: Undoer = {
  kinds: ['project'],
  async undo(db, images, { userId, now, by }) {
    const apart = new Set<string>();
    for (const { key, before } of images) {
      const table = movedTables.find((known) => known === before?.['table']);
      if (table === undefined || before === null) continue;
      const [rows, from, into] = [text(before, 'rows'), text(before, 'from'), text(before, 'into')];
      const among = `user_id = ? AND ${isAmong(table)}`;
      const elsewhere = `SELECT count(*) AS n FROM ${table} WHERE ${among} AND project_id IS DISTINCT FROM ?`;
      // A later join moved them on; that one is undone first.
      if ((await count(db, elsewhere, [userId, rows, into])) > 0) return 'conflict';
      await move(db, userId, { table, rows, from: into, into: from });
      await placeDocuments(db, userId, [from, into]);
      apart.add(key);
    }
    for (const uid of apart) await noteAudit(db, { at: now, by, action: 'split', kind: 'project', uid });
    return 'undone';
  },
};

/** Ids of projects whose last join was undone. */
export function takenApart(db: SqlConnection, userId: string): Promise<string[]> {
  return projectsLast('split', db, userId);
}

/** Ids of the user's projects that were last joined, or last taken apart. */
async function projectsLast(action: 'merge' | 'split', db: SqlConnection, userId: string): Promise<string[]> {
  const rows = await db.all(
    `SELECT a.memory_uid AS id FROM audit a WHERE a.user_id = ? AND a.kind = 'project' AND a.action = ?
       AND NOT EXISTS (SELECT 1 FROM audit b WHERE b.user_id = a.user_id AND b.kind = 'project'
         AND b.action IN ('merge', 'split') AND b.memory_uid = a.memory_uid AND b.id > a.id)`,
    [userId, action],
  );
  return rows.map((row) => text(row, 'id'));
}

/** Numbers are compared as text, because a server does not compare them with the text of a list. */
function isAmong(table: MovedTable): string {
  return `CAST(${keys[table]} AS TEXT) ${amongRows('SELECT CAST(value AS TEXT) FROM json_each(?)')}`;
}

async function move(
  db: SqlConnection,
  userId: string,
  { table, rows, from, into }: { table: MovedTable; rows: string; from: string; into: string },
): Promise<void> {
  const sql = `UPDATE ${table} SET project_id = ? WHERE user_id = ? AND project_id = ?
               AND ${isAmong(table)}`;
  await db.run(sql, [into, userId, from, rows]);
}

/** Documents follow the rows that they are made from, and what was made from one project alone is made again. */
async function placeDocuments(db: SqlConnection, userId: string, projects: readonly string[]): Promise<void> {
  const among = `user_id = ? AND project_id ${amongKeys()}`;
  const params = [userId, JSON.stringify(projects)];
  const owners = {
    fact: '(SELECT f.project_id FROM facts f WHERE f.id = CAST(memory_documents.memory_id AS INTEGER))',
    session: '(SELECT s.project_id FROM sessions s WHERE s.id = memory_documents.memory_id)',
    chunk: '(SELECT s.project_id FROM sessions s WHERE s.id = memory_documents.session_id)',
    message: '(SELECT s.project_id FROM sessions s WHERE s.id = memory_documents.session_id)',
    entry: `(SELECT m.project_id FROM mind_files m JOIN mind_entries e ON e.file_id = m.id
             WHERE e.id = CAST(memory_documents.memory_id AS INTEGER))`,
  };
  for (const [kind, owner] of Object.entries(owners))
    await db.run(`UPDATE memory_documents SET project_id = ${owner} WHERE kind = '${kind}' AND ${among}`, params);
  await db.run(`DELETE FROM memory_counts WHERE ${among}`, params);
  await db.run(
    `INSERT INTO memory_counts (kind, user_id, project_id, documents)
     SELECT kind, user_id, project_id, count(*) FROM memory_documents WHERE ${among} GROUP BY kind, user_id, project_id`,
    params,
  );
  await db.run(`UPDATE syntheses SET is_current = 0 WHERE ${among}`, params);
}
