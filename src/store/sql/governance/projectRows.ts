/**
 * The project that a user means: found by any spelling of its key, of a folder above it, or of what the user joined it
 * with, and created when it is first seen. Only the user's own projects are looked at, so that naming a project neither
 * tells what others have nor changes it for them.
 */
import { amongKeys } from '../connection/among.ts';
import type { Project, ProjectRef, Visitor } from '../../../memory/shared/identity.ts';
import { nameOfKey } from '../../../memory/shared/identity.ts';
import type { Mode } from '../../../memory/shared/vocabulary.ts';
import { maxDetailLength } from '../../../memory/shared/audit.ts';
import { comparableFolder, isWindowsFolder } from '../../../util/paths.ts';
import { text } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { effectiveMode } from '../shared/accessRights.ts';
import { ownProjects } from '../shared/projectScope.ts';

/** The visitor's project, for a reader; undefined if the visitor was never seen in it. */
export async function knownProject(
  db: SqlConnection,
  { project }: Visitor,
  userId: string,
  mode: Mode,
): Promise<Project | undefined> {
  if (project === undefined) return undefined;
  const isTeam = mode === 'team';
  const around = isTeam ? undefined : await projectAround(db, userId, project);
  if (around !== undefined) return around;
  const [key = project.key] = await storedKeys(db, userId, [project.key]);
  const found = await findOwn(db, userId, { column: 'key', value: key });
  return isTeam || found === undefined ? found : joinedInto(db, userId, found);
}

export async function projectOfVisitor(
  db: SqlConnection,
  { project }: Visitor,
  userId: string,
  fresh: { id: string; now: string },
  mode: Mode,
): Promise<Project | null> {
  if (project === undefined) return null;
  // The folders of a team are on several machines.
  const isTeam = mode === 'team' || (await effectiveMode(db)) === 'team';
  const around = isTeam ? undefined : await projectAround(db, userId, project);
  if (around !== undefined) return around;
  const seen = await seeProject(db, userId, project, fresh);
  return isTeam ? seen : joinedInto(db, userId, seen);
}

/**
 * Makes the project the user's own, under the given name. The name of another spelling of its key, which may have lost
 * its capitals, is not taken.
 */
async function seeProject(
  db: SqlConnection,
  userId: string,
  project: ProjectRef,
  fresh: { id: string; now: string },
): Promise<Project> {
  const [key = project.key] = await storedKeys(db, userId, [project.key]);
  const id = await idOfKey(db, key, fresh);
  const known = await findOwn(db, userId, { column: 'id', value: id });
  if (known !== undefined && (known.name === project.name || key !== project.key)) return known;
  return nameProject(db, userId, { id, key, name: project.name });
}

/** A project that the user named: an own one by its id or key, one that others share by its id, or a new one. */
export async function projectFor(
  db: SqlConnection,
  userId: string,
  { knownId, ref }: { knownId: string | null; ref: ProjectRef },
  fresh: { id: string; now: string },
): Promise<Project> {
  const own = await findOwn(
    db,
    userId,
    knownId === null ? { column: 'key', value: ref.name } : { column: 'id', value: knownId },
  );
  if (own !== undefined) return own;
  const row = await db.get('SELECT id, key FROM projects WHERE id = ?', [knownId]);
  if (row === undefined) return seeProject(db, userId, ref, fresh);
  const [id, key] = [text(row, 'id'), text(row, 'key')];
  return nameProject(db, userId, {
    ...{ id, key },
    name: key.toLowerCase() === ref.name.toLowerCase() ? nameOfKey(key) : ref.name,
  });
}

/** From the first project that anybody had with this key; nobody else learns who that was, or what they call it. */
export async function idOfKey(
  db: SqlConnection,
  key: string,
  { id, now }: { id: string; now: string },
): Promise<string> {
  // A login may see only its own projects (`postgres/security/guards.ts`).
  if (db.dialect === 'postgres') return text((await db.get('SELECT bigmind_project_id(?) AS id', [key])) ?? {}, 'id');
  const insert =
    'INSERT INTO projects (id, key, name, created_at, last_seen) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
  await db.run(insert, [id, key, nameOfKey(key), now, now]);
  return text((await db.get('SELECT id FROM projects WHERE key = ?', [key])) ?? {}, 'id');
}

async function nameProject(db: SqlConnection, userId: string, project: Project): Promise<Project> {
  await db.run(
    `INSERT INTO own_projects (user_id, project_id, name) VALUES (?, ?, ?)
     ON CONFLICT (user_id, project_id) DO UPDATE SET name = excluded.name`,
    [userId, project.id, project.name],
  );
  return project;
}

async function findOwn(
  db: SqlConnection,
  userId: string,
  { column, value }: { column: 'id' | 'key'; value: string },
): Promise<Project | undefined> {
  const row = await db.get(`${ownProjects('?')} AND p.${column} = ?`, [userId, value]);
  return row === undefined ? undefined : projectFromRow(row);
}

/**
 * The keys as the user's projects have them. Of several spellings of one Windows folder, the one with most capitals counts.
 */
async function storedKeys(db: SqlConnection, userId: string, keys: readonly string[]): Promise<string[]> {
  if (!keys.some(isWindowsFolder)) return [...keys];
  const rows = await db.all(
    `SELECT key FROM (${ownProjects('?')}) p WHERE substr(key, 2, 1) = ':' OR substr(key, 1, 2) = '\\\\'`,
    [userId],
  );
  const stored = rows.map((row) => text(row, 'key')).sort();
  const spelled = new Map(stored.toReversed().map((key) => [comparableFolder(key), key]));
  return keys.map((key) => (isWindowsFolder(key) ? (spelled.get(comparableFolder(key)) ?? key) : key));
}

/** The user's project of a folder above; undefined if there is none, or the folder itself has memories of its own. */
async function projectAround(
  db: SqlConnection,
  userId: string,
  { key, above = [] }: ProjectRef,
): Promise<Project | undefined> {
  if (above.length === 0) return undefined;
  const holds = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} m WHERE m.project_id = p.id AND m.user_id = ?2)`;
  const keys = await storedKeys(db, userId, [key, ...above]);
  const row = await db.get(
    `SELECT p.id, p.key, p.name FROM (${ownProjects('?2')}) p
     WHERE p.key ${amongKeys('?1')} AND (${holds('sessions')} OR ${holds('facts')})
     ORDER BY p.key = ?3 DESC, length(p.key) DESC LIMIT 1`,
    [JSON.stringify(keys), userId, keys[0] ?? key],
  );
  return row === undefined ? undefined : projectFromRow(row);
}

/** The project to which the user joined this one, unless it was taken apart since. The audit may have cut its key. */
async function joinedInto(db: SqlConnection, userId: string, project: Project): Promise<Project> {
  const met = new Set([project.id]);
  for (let place = project; ;) {
    const row = await db.get(
      `SELECT p.id, p.key, p.name FROM (${ownProjects('?2')}) p WHERE substr(p.key, 1, ${String(maxDetailLength)}) = (
         SELECT CASE a.action WHEN 'merge' THEN a.detail END FROM audit a
         WHERE a.memory_uid = ?1 AND a.kind = 'project' AND a.action IN ('merge', 'split') AND a.user_id = ?2
         ORDER BY a.id DESC LIMIT 1)`,
      [place.id, userId],
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
