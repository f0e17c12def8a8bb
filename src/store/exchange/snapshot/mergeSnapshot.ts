/**
 * Import: adds missing rows and changes no existing ones, but a fact without details gets those of a decision. Users match by id or name, projects by key, agents by name,
 * sessions by id or conversation, most others by uid or content (`mergeCounterpart.ts`). Links are mapped to the ids of
 * the matching rows. A dangling link becomes null if the schema allows it, because the memory is worth more than its
 * link; otherwise the import is refused. Data that was erased here stays erased, with everything that belongs to it.
 */
import { amongKeys } from '../../sql/connection/among.ts';
import { statementHash } from '../../../memory/shared/contentHash.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { nameOfKey } from '../../../memory/shared/identity.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import type { SnapshotReport } from '../../../memory/upkeep/portability.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import { snapshotTables } from '../../../memory/upkeep/snapshot.ts';
import { hasTextIds, tables } from '../../../schema/tables.ts';
import { recordOfTablesInTurn } from './tablesInTurn.ts';
import { insertRow } from '../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { placeAlias } from '../../sql/graph/entityAliases.ts';
import { olderUids } from '../../sql/index/liveFacts.ts';
import { refreshDocuments } from '../../sql/index/memoryIndex.ts';
import { latestVersion } from '../../sqlite/schema/migrations/migrations.ts';
import { erasedRole } from '../../sql/shared/accessRights.ts';
import { putIntoHeaps } from '../../sql/shared/heapRows.ts';
import { usesOfProjects } from '../../sql/shared/projectScope.ts';
import { dismissedElsewhere, learnedThoughDismissed } from '../../sql/facts/dismissedFacts.ts';
import { isOfItsSession, messageOf } from '../../sql/facts/sessionFacts.ts';
import { hasTombstone } from '../../sql/shared/tombstones.ts';
import { lowerHandOffs } from '../../sql/trust/webOrigin.ts';
import { noteWebReads } from '../../sql/trust/webReads.ts';
import { findCounterpart } from './mergeCounterpart.ts';
import { completeFact, retiredCopy } from './mergeDecision.ts';
import { badRow, checkRow, links, linkTargets, snapshotColumns, uidColumnsOf } from './snapshotColumns.ts';
import type { Link, LinkTarget } from './snapshotColumns.ts';
import { someInTurn } from '../../sql/connection/inTurn.ts';
import { groupBy } from '../../../util/groupBy.ts';

type Outcome = 'added' | 'duplicates' | 'conflicts' | 'erased';

export interface MergePorts {
  indexText: IndexText;
  newId: NewId;
  hash: Hash;
  now: () => Date;
}

interface Merge extends Pick<MergePorts, 'indexText' | 'newId' | 'now'> {
  db: SqlConnection;
  /**
   * Id in the file to id in the store; null for a row that imported rows must not refer to (erased, or another user's).
   */
  ids: Record<LinkTarget, Map<string, string | null>>;
  /** Keys (`keyOf`) of the file's rows that were erased here or belong to erased rows. */
  erased: Set<string>;
  /** Uids of these rows: what describes them or leads to them is left out too. */
  erasedUids: Set<string>;
  /** Uid in the file to uid in the store, if the store had the same memory under another uid. */
  uids: Map<string, string>;
  /** Uids that this import added: equal memories within one file are all kept, as in their source. */
  added: Set<string>;
  touched: Map<string, { kind: MemoryKind; id: string | number }>;
}

export async function mergeSnapshot(
  db: SqlConnection,
  { indexText, newId, hash, now }: MergePorts,
  snapshot: Snapshot,
  importer: string,
): Promise<SnapshotReport> {
  if (snapshot.schema_version > latestVersion) throw newerSnapshot(snapshot.schema_version);
  const merge: Merge = {
    db,
    indexText,
    newId,
    now,
    ids: {
      users: new Map(),
      projects: new Map(),
      agents: new Map(),
      sessions: new Map(),
      eras: new Map(),
      heaps: new Map(),
    },
    erased: new Set(),
    erasedUids: new Set(),
    uids: new Map(),
    added: new Set(),
    touched: new Map(),
  };
  const users = withRolesFor(importer, snapshot.tables.users);
  const hypotheses = withHashes(hash, snapshot.tables.hypotheses);
  const tables = { ...snapshot.tables, users, hypotheses };
  const report = await recordOfTablesInTurn((table) => mergeTable(merge, table, tables[table]));
  if (db.dialect === 'postgres') await continueNumbers(db);
  await putIntoHeaps(db, newId);
  await nameProjects(merge, snapshot.tables.projects);
  await noteWebReads(db);
  await lowerHandOffs(db, null);
  await retireDismissed(merge);
  if (merge.erased.size > 0) await deleteEmptyEras(merge);
  for (const [kind, touched] of groupBy(merge.touched.values(), ({ kind }) => kind)) {
    await refreshDocuments(
      db,
      indexText,
      kind,
      touched.map(({ id }) => id),
    );
  }
  return report;
}

/** A project without a name by its user gets that of the file, for the users of the file. */
async function nameProjects({ db, ids }: Merge, projects: readonly SnapshotRow[]): Promise<void> {
  const users = JSON.stringify([...ids.users.values()].filter((id) => id !== null));
  for (const { id, name } of projects) {
    const here = ids.projects.get(String(id)) ?? null;
    if (here === null || typeof name !== 'string') continue;
    await db.run(
      `INSERT INTO own_projects (user_id, project_id, name)
       SELECT used.user_id, used.project_id, ? FROM (${usesOfProjects}) AS used
       WHERE used.project_id = ? AND used.user_id ${amongKeys()} ON CONFLICT DO NOTHING`,
      [name, here, users],
    );
  }
}

/** Of what was learned here and there, what somebody dismissed here or there. */
async function retireDismissed(merge: Merge): Promise<void> {
  const ids = Array.from(merge.touched.values()).flatMap(({ kind, id }) => (kind === 'fact' ? [id] : []));
  for (const touched of ids) {
    for (const id of await learnedThoughDismissed(merge.db, merge.indexText, Number(touched))) {
      const sql = 'UPDATE facts SET deprecated = 1, deprecation_reason = ?, version = version + 1 WHERE id = ?';
      await merge.db.run(sql, [dismissedElsewhere, id]);
      await touch(merge, 'facts', id);
    }
  }
}

/** In PostgreSQL, a sequence does not notice the numbers that an import brings. */
async function continueNumbers(db: SqlConnection): Promise<void> {
  for (const table of snapshotTables.filter((name) => !hasTextIds(name))) {
    await db.all(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) AS last FROM ${table} HAVING max(id) > 0`,
    );
  }
}

/**
 * Importing a team store's export into an empty store creates a team store, if the importer is its admin. Any other
 * importer would be locked out of their own store, so all users become members.
 */
function withRolesFor(importer: string, users: readonly SnapshotRow[]): SnapshotRow[] {
  const admins = users.filter(({ role }) => role === 'admin');
  const keeps = admins.length === 0 || admins.some(({ username }) => username === importer);
  return users.map((user) => (keeps && user['role'] !== erasedRole ? user : { ...user, role: 'member' }));
}

/** Hypotheses have no hash in version 4. */
function withHashes(hash: Hash, hypotheses: readonly SnapshotRow[]): SnapshotRow[] {
  return hypotheses.map((row) => {
    const statement = row['hypothesis'];
    const known = row['content_hash'] ?? (typeof statement === 'string' ? statementHash(hash, statement) : null);
    return { ...row, content_hash: known };
  });
}

async function mergeTable(
  merge: Merge,
  table: SnapshotTable,
  rows: readonly SnapshotRow[],
): Promise<Record<Outcome, number>> {
  const counts = { added: 0, duplicates: 0, conflicts: 0, erased: 0 };
  for (const [index, row] of rows.entries()) {
    counts[await mergeRow(merge, table, checkRow(table, row, index + 1), index + 1)] += 1;
  }
  return counts;
}

async function mergeRow(merge: Merge, table: SnapshotTable, original: SnapshotRow, place: number): Promise<Outcome> {
  if (await isErased(merge, table, original)) return leaveErased(merge, table, original);
  const row = { ...original };
  for (const link of links[table]) {
    const followed = await follow(merge, table, row, link, place);
    if (followed === 'lost')
      return merge.erased.has(keyOf(link.target, original[link.column]))
        ? leaveErased(merge, table, original)
        : 'conflicts';
  }
  for (const column of uidColumnsOf(table)) {
    const uid = row[column];
    if (typeof uid === 'string') row[column] = merge.uids.get(uid) ?? uid;
  }
  // A session is named by its id, which may differ in this store.
  if (table === 'muted_memories' && row['kind'] === 'session')
    row['memory_uid'] = merge.ids.sessions.get(String(row['memory_uid'])) ?? row['memory_uid'] ?? null;
  // A profile has the id of its user.
  if (table === 'identity_profile' && original['id'] === original['user_id']) row['id'] = row['user_id'] ?? null;
  if (table === 'links' && (await closesCycle(merge.db, row))) return 'conflicts';
  if (table === 'entity_aliases' && !(await placeAlias(merge.db, row))) return 'conflicts';
  const counterpart = await findCounterpart(merge.db, table, row, merge.added);
  if (counterpart === undefined && table === 'projects' && (await hasTombstone(merge.db, String(original['id']))))
    return leaveErased(merge, table, original);
  if (counterpart === undefined) {
    await addRow(merge, table, original, row);
    return 'added';
  }
  if (counterpart.outcome === 'differs') {
    await addRow(merge, table, original, retiredCopy(row, counterpart.row));
    return 'conflicts';
  }
  remember(merge, table, original, counterpart.usable ? String(counterpart.row['id']) : null);
  const [theirs, ours] = [original['uid'], counterpart.row['uid']];
  if (typeof theirs === 'string' && typeof ours === 'string' && theirs !== ours) merge.uids.set(theirs, ours);
  if (counterpart.outcome !== 'completes') return counterpart.outcome;
  await completeFact(merge.db, merge, Number(counterpart.row['id']), row);
  return 'added';
}

/** A fact must not have faded here before anybody could use it. Names of projects are their users' (`nameProjects`). */
function ofThisStore(table: SnapshotTable, row: SnapshotRow, now: string): SnapshotRow {
  if (table === 'facts') return { unused_since: now };
  return table === 'projects' ? { name: nameOfKey(String(row['key'])) } : {};
}

async function addRow(merge: Merge, table: SnapshotTable, original: SnapshotRow, row: SnapshotRow): Promise<void> {
  const id = await writeRow(merge, table, { ...row, ...ofThisStore(table, row, merge.now().toISOString()) });
  remember(merge, table, original, String(id));
  await touch(merge, table, id);
  if (table === 'messages') await touch(merge, 'sessions', String(row['session_id']));
}

/** Whether a fact would replace itself, through others. */
async function closesCycle(db: SqlConnection, row: SnapshotRow): Promise<boolean> {
  if (row['relation'] !== 'supersedes') return false;
  const [from, to] = [row['from_uid'] ?? null, row['to_uid'] ?? null];
  return (
    from === to ||
    (await db.get(`SELECT 1 FROM (${olderUids('?1')}) AS older WHERE uid = ?2`, [to, from])) !== undefined
  );
}

const keyOf = (table: SnapshotTable, id: SnapshotRow[string] | undefined): string => `${table} ${String(id)}`;

/** By its permanent name, or that of the memory it describes; some facts belong to their session. */
async function isErased({ db, erasedUids }: Merge, table: SnapshotTable, row: SnapshotRow): Promise<boolean> {
  const names = table === 'users' || table === 'sessions' ? ['id'] : ['uid', ...uidColumnsOf(table)];
  if (table === 'facts' && isOfItsSession(row)) names.push('source_session');
  const message = table === 'facts' ? messageOf(row) : undefined;
  const values = [...names.map((name) => row[name]), message].filter((value) => typeof value === 'string');
  return someInTurn(values, async (value) => erasedUids.has(value) || (await hasTombstone(db, value)));
}

function leaveErased(merge: Merge, table: SnapshotTable, original: SnapshotRow): Outcome {
  merge.erased.add(keyOf(table, original['id']));
  if (typeof original['uid'] === 'string') merge.erasedUids.add(original['uid']);
  remember(merge, table, original, null);
  return 'erased';
}

/** Deletes imported eras that are empty because their content was erased. */
async function deleteEmptyEras({ db, ids }: Merge): Promise<void> {
  const added = JSON.stringify([...ids.eras.values()]);
  await db.run(
    `DELETE FROM eras WHERE id ${amongKeys()}
       AND NOT EXISTS (SELECT 1 FROM heaps WHERE era_id = eras.id)`,
    [added],
  );
}

/** Maps one link of the row to the store's id. */
async function follow(
  merge: Merge,
  table: SnapshotTable,
  row: SnapshotRow,
  link: Link,
  place: number,
): Promise<'kept' | 'lost'> {
  const { column, target } = link;
  const id = row[column];
  if (typeof id !== 'string') return 'kept';
  const known = merge.ids[target].get(id);
  const mapped = known === undefined && (await isThere(merge.db, target, id)) ? id : known;
  if (typeof mapped === 'string') {
    row[column] = mapped;
    return 'kept';
  }
  if (link.isLoose && mapped === undefined) return 'kept';
  const nullable = snapshotColumns[table].some((spec) => spec.name === column && spec.nullable);
  if (nullable) {
    row[column] = null;
    return 'kept';
  }
  if (mapped === null) return 'lost';
  throw badRow(table, place, column, `names a row that is neither in the table ${target} nor in the database`);
}

async function isThere(db: SqlConnection, target: LinkTarget, id: string): Promise<boolean> {
  return (await db.get(`SELECT 1 FROM ${target} WHERE id = ?`, [id])) !== undefined;
}

function withoutId({ id: _id, ...row }: SnapshotRow): SnapshotRow {
  return row;
}

async function writeRow(merge: Merge, table: SnapshotTable, row: SnapshotRow): Promise<string | number> {
  const taken = (await merge.db.get(`SELECT 1 FROM ${table} WHERE id = ?`, [row['id'] ?? null])) !== undefined;
  const numbered = typeof row['id'] === 'number';
  const values: SnapshotRow = taken ? (numbered ? withoutId(row) : { ...row, id: merge.newId() }) : row;
  const names = Object.keys(values);
  const params: SqlValue[] = names.map((name) => values[name] ?? null);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const id = numbered ? await insertRow(merge.db, sql, params) : String(values['id']);
  if (!numbered) await merge.db.run(sql, params);
  const uid = values['uid'];
  if (typeof uid === 'string') merge.added.add(uid);
  return id;
}

function remember(merge: Merge, table: SnapshotTable, original: SnapshotRow, id: string | null): void {
  const target = linkTargets.find((candidate) => candidate === table);
  if (target !== undefined) merge.ids[target].set(String(original['id']), id);
}

async function touch(merge: Merge, table: SnapshotTable, id: string | number): Promise<void> {
  const kind = tables[table].kind;
  if (kind !== undefined) merge.touched.set(refKey({ kind, id: String(id) }), { kind, id });
  if (table === 'session_summaries')
    await merge.db.run('UPDATE sessions SET has_tier2 = 1 WHERE id = ? AND has_tier2 = 0', [id]);
}

function newerSnapshot(version: number): BigMindError {
  const known = `this BigMind supports versions up to ${String(latestVersion)}`;
  return new BigMindError('bad_import', `The export has schema version ${String(version)}, and ${known}.`, {
    remedy: 'Update BigMind here, then import again. Nothing was imported.',
    details: { version },
  });
}
