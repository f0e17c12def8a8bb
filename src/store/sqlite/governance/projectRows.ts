/**
 * The row of a project: found by any spelling of its key, of a folder above it, or of what the user joined it with, and
 * created when it is first seen.
 */
import type { Project, ProjectRef, Visitor } from '../../../memory/shared/identity.ts';
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import { maxDetailLength } from '../../../memory/shared/audit.ts';
import { comparableFolder, isWindowsFolder } from '../../../util/paths.ts';
import { text } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { effectiveMode } from '../shared/accessRights.ts';

const selectProject = 'SELECT id, key, name FROM projects WHERE key = ?';

/** The visitor's project, for a reader; undefined if it is not stored. */
export async function knownProject(
  db: SqlConnection,
  { username, project }: Visitor,
  mode: Mode,
): Promise<Project | undefined> {
  if (project === undefined) return undefined;
  const isTeam = mode === 'team';
  const around = isTeam ? undefined : await projectAround(db, username, project);
  if (around !== undefined) return around;
  const row = await db.get(selectProject, await storedKeys(db, [project.key]));
  if (row === undefined) return undefined;
  return isTeam ? projectFromRow(row) : joinedInto(db, username, projectFromRow(row));
}

export async function projectOfVisitor(
  db: SqlConnection,
  { username, project }: Visitor,
  freshId: string,
  now: string,
  mode: Mode,
): Promise<Project | null> {
  if (project === undefined) return null;
  // The folders of a team are on several machines.
  const isTeam = mode === 'team' || (await effectiveMode(db)) === 'team';
  const around = isTeam ? undefined : await projectAround(db, username, project);
  if (around !== undefined) return around;
  const seen = await seeProject(db, project, freshId, now);
  return isTeam ? seen : joinedInto(db, username, seen);
}

/** Creates the row if it is missing. The name of another spelling, which may have lost its capitals, is not taken. */
export async function seeProject(db: SqlConnection, project: ProjectRef, id: string, now: string): Promise<Project> {
  const [key = project.key] = await storedKeys(db, [project.key]);
  await db.run(
    `INSERT INTO projects (id, key, name, created_at, last_seen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET last_seen = excluded.last_seen
       ${key === project.key ? ', name = excluded.name' : ''}`,
    [id, key, project.name, now, now],
  );
  return projectFromRow((await db.get(selectProject, [key])) ?? {});
}

/** The keys as the store has them. Of several spellings of one Windows folder, the one with most capitals counts. */
async function storedKeys(db: SqlConnection, keys: readonly string[]): Promise<string[]> {
  if (!keys.some(isWindowsFolder)) return [...keys];
  const rows = await db.all(`SELECT key FROM projects WHERE substr(key, 2, 1) = ':' OR substr(key, 1, 2) = '\\\\'`);
  const stored = rows.map((row) => text(row, 'key')).sort();
  const spelled = new Map(stored.toReversed().map((key) => [comparableFolder(key), key]));
  return keys.map((key) => (isWindowsFolder(key) ? (spelled.get(comparableFolder(key)) ?? key) : key));
}

/** The user's project of a folder above; undefined if there is none, or the folder itself has memories of its own. */
async function projectAround(
  db: SqlConnection,
  username: string,
  { key, above = [] }: ProjectRef,
): Promise<Project | undefined> {
  if (above.length === 0) return undefined;
  const own = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id AND u.username = ?2)`;
  const keys = await storedKeys(db, [key, ...above]);
  const row = await db.get(
    `SELECT p.id, p.key, p.name FROM projects p
     WHERE p.key IN (SELECT value FROM json_each(?1)) AND (${own('sessions')} OR ${own('facts')})
     ORDER BY p.key = ?3 DESC, length(p.key) DESC LIMIT 1`,
    [JSON.stringify(keys), username, keys[0] ?? key],
  );
  return row === undefined ? undefined : projectFromRow(row);
}

/** The project to which the user joined this one, unless it was taken apart since. The audit may have cut its key. */
async function joinedInto(db: SqlConnection, username: string, project: Project): Promise<Project> {
  const met = new Set([project.id]);
  for (let place = project; ;) {
    const row = await db.get(
      `SELECT p.id, p.key, p.name FROM projects p WHERE substr(p.key, 1, ${String(maxDetailLength)}) = (
         SELECT CASE a.action WHEN 'merge' THEN a.detail END FROM audit a JOIN users u ON u.id = a.user_id
         WHERE a.memory_uid = ? AND a.kind = 'project' AND a.action IN ('merge', 'split') AND u.username = ?
         ORDER BY a.id DESC LIMIT 1)`,
      [place.id, username],
    );
    const into = row === undefined ? place : projectFromRow(row);
    if (met.has(into.id)) return place;
    met.add(into.id);
    place = into;
  }
}

export function projectFromRow(row: SqlRow): Project {
  return { id: text(row, 'id'), key: text(row, 'key'), name: text(row, 'name') };
}
