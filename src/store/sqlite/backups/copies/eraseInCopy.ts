/**
 * Removes erased data from a copy of a store, by the store's tombstones. The copy can have any schema from version 4
 * on, the first with permanent names for memories, and keeps it. Its full-text index is derived, so it is dropped, and
 * rebuilt when the copy is opened as a store.
 */
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import type { Hash } from '../../../../memory/shared/ports.ts';
import { tables } from '../../../../schema/tables.ts';
import { commitOrRollBack } from '../../../sql/connection/commitOrRollBack.ts';
import { dropVirtualTable } from '../../../sql/connection/dropVirtualTable.ts';
import { columnNames, tableNames } from '../../../sql/connection/pragmas.ts';
import { text, textOrNull } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../../sql/connection/sqlConnection.ts';
import { goesWithSession, isHandOff, isTaughtBy } from '../../../sql/index/liveFacts.ts';
import { count } from '../../../sql/index/memoryDocuments.ts';
import { wordIndexes } from '../../../sql/index/wordIndexes.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import { dropUnusedProjects } from '../../../sql/shared/projectScope.ts';
import { bulletsFromList, listFromBullets } from '../../../sql/shared/textLists.ts';
import { forgetFilesOf } from '../../../sql/shared/transcriptFiles.ts';
import { someInTurn } from '../../../sql/connection/inTurn.ts';

/** The first schema version whose memories have permanent names. */
export const firstNamed = 4;

const named = (kind: string): string => `(SELECT uid FROM temp.gone WHERE kind = '${kind}')`;
const sessions = named('session');

/** The rows to erase of each table, as a condition on it. */
const goes = {
  messages: `session_id IN ${sessions} OR uid IN ${named('message')}`,
  conversation_chunks: `session_id IN ${sessions} OR uid IN ${named('chunk')}`,
  facts: `uid IN ${named('fact')}`,
  hypotheses: `uid IN ${named('hypothesis')}`,
  global_knowledge: `uid IN ${named('knowledge')}`,
  sessions: `id IN ${sessions}`,
} as const;
/** Memory files of which nothing may stay; a copy that is rewritten loses all of them. */
const affectedFiles = `user_id IN ${named('user')} OR project_id IN ${named('project')}`;
type ErasableTable = keyof typeof goes;
const erasableTables: readonly ErasableTable[] = [
  'messages',
  'conversation_chunks',
  'facts',
  'hypotheses',
  'global_knowledge',
  'sessions',
];
/**
 * Erased text may stay in free pages until the file is compacted. `too_old`: the memories of this copy have no names.
 * Changes nothing for `too_old` and `clean`.
 */
export async function eraseInCopy(
  db: SqlConnection,
  hash: Hash,
  tombstones: readonly SqlRow[],
): Promise<'erased' | 'clean' | 'too_old'> {
  const reason = await reasonToLeave(db);
  if (reason !== undefined) return reason;
  await db.exec('PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON');
  await db.run('BEGIN IMMEDIATE');
  return commitOrRollBack(db, async () => {
    await nameGone(db, tombstones);
    if (!(await holdsGone(db))) return 'clean';
    await dropIndex(db);
    await unpin(db, hash);
    await eraseRows(db);
    if ((await tableNames(db)).has('tombstones')) {
      for (const row of tombstones) {
        const values = ['uid', 'kind', 'until', 'erased_at'].map((name) => row[name] ?? null);
        await db.run('INSERT OR IGNORE INTO tombstones (uid, kind, until, erased_at) VALUES (?, ?, ?, ?)', values);
      }
    }
    return 'erased';
  });
}

/**
 * SQL for the slow part of an erasure in this copy, which the caller can run in advance, on another thread. Undefined
 * if there is nothing to erase. Changes nothing.
 */
export async function slowPartOf(db: SqlConnection, tombstones: readonly SqlRow[]): Promise<string | undefined> {
  if ((await reasonToLeave(db)) !== undefined) return undefined;
  await nameGone(db, tombstones);
  if (!(await holdsGone(db))) return undefined;
  const there = await tableNames(db);
  const emptied = derivedTables.filter((table) => there.has(table)).map((table) => `DELETE FROM ${table};`);
  const dropped = wordIndexes.map((index) => `DROP TABLE IF EXISTS ${index};`);
  return `BEGIN IMMEDIATE; ${[...dropped, ...emptied].join(' ')} COMMIT`;
}

async function reasonToLeave(db: SqlConnection): Promise<'clean' | 'too_old' | undefined> {
  const version = await readSchemaVersion(db);
  // An empty database.
  if (version === 0) return 'clean';
  return version < firstNamed ? 'too_old' : undefined;
}

async function nameGone(db: SqlConnection, tombstones: readonly SqlRow[]): Promise<void> {
  await db.exec('CREATE TEMP TABLE gone (uid TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (kind, uid))');
  for (const row of tombstones) {
    await db.run('INSERT OR IGNORE INTO temp.gone (uid, kind) VALUES (?, ?)', [text(row, 'uid'), text(row, 'kind')]);
  }
  const users = named('user');
  const add = async (kind: string, select: string): Promise<void> => {
    await db.run(
      `INSERT OR IGNORE INTO temp.gone (uid, kind) SELECT uid, '${kind}' FROM (${select}) WHERE uid IS NOT NULL`,
    );
  };
  await add('session', `SELECT id AS uid FROM sessions WHERE user_id IN ${users}`);
  await add('fact', `SELECT uid FROM facts WHERE user_id IN ${users}`);
  // What only the copy has, because an older state of the store was restored since, has no tombstone.
  const columns = await columnNames(db, 'facts');
  const goes = columns.has('evidence') ? goesWithSession('facts') : isHandOff('facts');
  if (columns.has('memory_type'))
    await add('fact', `SELECT uid FROM facts WHERE source_session IN ${sessions} AND ${goes}`);
  const taught = `EXISTS (SELECT 1 FROM temp.gone WHERE gone.kind = 'message' AND ${isTaughtBy('facts', 'gone.uid')})`;
  if (columns.has('evidence')) await add('fact', `SELECT uid FROM facts WHERE ${taught}`);
  await add('hypothesis', `SELECT uid FROM hypotheses WHERE user_id IN ${users}`);
  const unshared = `coalesce(status, 'pending') = 'pending' OR (status = 'deprecated' AND approved_by IS NULL)`;
  await add('knowledge', `SELECT uid FROM global_knowledge WHERE promoted_by IN ${users} AND (${unshared})`);
}

async function holdsGone(db: SqlConnection): Promise<boolean> {
  const isThere = async (table: string, condition: string): Promise<boolean> =>
    (await db.get(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`)) !== undefined;
  const files = (await tableNames(db)).has('mind_files') && (await isThere('mind_files', affectedFiles));
  return (
    files ||
    (await isThere('users', `id IN ${named('user')}`)) ||
    (await someInTurn(erasableTables, (table) => isThere(table, goes[table])))
  );
}

const derivedTables = [
  'synthesis_sources',
  'syntheses',
  'sleep_runs',
  'mentions',
  'relations',
  'memory_documents',
  'memory_counts',
  'fact_words',
];

/** Drops the full-text index of a copy. It is rebuilt when the copy is opened as a store. */
export async function dropIndex(db: SqlConnection): Promise<void> {
  for (const index of wordIndexes) await dropVirtualTable(db, index);
  const there = await tableNames(db);
  for (const table of derivedTables) {
    if (there.has(table)) await db.exec(`DELETE FROM ${table}`);
  }
}

/** Removes pinned lines that state the same as an erased fact. */
async function unpin(db: SqlConnection, hash: Hash): Promise<void> {
  const facts = await db.all(`SELECT user_id, fact FROM facts WHERE ${goes.facts}`);
  const said = new Set(facts.map((row) => `${text(row, 'user_id')} ${statementHash(hash, text(row, 'fact'))}`));
  for (const row of await db.all('SELECT user_id, pinned_facts FROM identity_profile WHERE pinned_facts IS NOT NULL')) {
    const userId = text(row, 'user_id');
    const lines = listFromBullets(textOrNull(row, 'pinned_facts'));
    const left = lines.filter((line) => !said.has(`${userId} ${statementHash(hash, line)}`));
    if (left.length === lines.length) continue;
    await db.run('UPDATE identity_profile SET pinned_facts = ? WHERE user_id = ?', [bulletsFromList(left), userId]);
  }
}

/** Runs statements if the copy has their table. */
type RunIfThere = (table: string, ...statements: string[]) => Promise<void>;

/** In this order: the rows that refer to others come first, because their conditions read what they refer to. */
async function eraseRows(db: SqlConnection): Promise<void> {
  const there = await tableNames(db);
  const among: RunIfThere = async (table, ...statements) => {
    if (there.has(table)) for (const statement of statements) await db.exec(statement);
  };
  await eraseDerivedRows(among);
  if (there.has('transcript_files')) await forgetFilesOf(db, { where: goes.sessions, params: [] });
  // Version 10 added this table together with the project of a transcript file.
  await among('muted_memories', `DELETE FROM transcript_files WHERE project_id IN ${named('project')}`);
  await eraseReferences(among);
  await forgetSyncOf(among);
  await eraseMemories(db, among);
  await eraseUsers(db, there);
  await eraseProjects(db, there);
}

async function eraseDerivedRows(among: RunIfThere): Promise<void> {
  for (const table of erasableTables) {
    const { kind } = tables[table];
    if (kind === undefined) continue;
    const ids = `SELECT CAST(id AS TEXT) FROM ${table} WHERE ${goes[table]}`;
    for (const derived of ['embeddings', 'embedding_queue', 'offers']) {
      await among(derived, `DELETE FROM ${derived} WHERE kind = '${kind}' AND memory_id IN (${ids})`);
    }
  }
  await among('offers', `DELETE FROM offers WHERE session_id IN ${sessions}`);
  // Texts sent to a model and the images of changes may quote any erased memory.
  await among('hook_runs', 'DELETE FROM hook_runs');
  await among('changes', 'DELETE FROM changes');
  // Rebuilt from the files that they come from.
  for (const derived of ['embeddings', 'embedding_queue'])
    await among(derived, `DELETE FROM ${derived} WHERE kind = 'entry'`);
  await among('mind_entries', 'DELETE FROM mind_entries');
  await among('mind_files', 'DELETE FROM mind_files');
}

async function eraseReferences(among: RunIfThere): Promise<void> {
  const chunks = `SELECT uid FROM conversation_chunks WHERE ${goes.conversation_chunks}`;
  await among(
    'muted_memories',
    `DELETE FROM muted_memories WHERE memory_uid IN (SELECT uid FROM temp.gone) OR memory_uid IN (${chunks})`,
  );
  const [facts, knowledge] = [named('fact'), named('knowledge')];
  await among(
    'links',
    `DELETE FROM links WHERE (from_kind = 'fact' AND from_uid IN ${facts}) OR (to_kind = 'fact' AND to_uid IN ${facts})`,
    `DELETE FROM links WHERE to_kind = 'chunk' AND to_uid IN (${chunks})`,
    `DELETE FROM links WHERE (from_kind = 'knowledge' AND from_uid IN ${knowledge}) OR (to_kind = 'knowledge' AND to_uid IN ${knowledge})`,
  );
  await among('outcomes', `DELETE FROM outcomes WHERE decision_uid IN ${facts} OR user_id IN ${named('user')}`);
  await among(
    'knowledge_reviews',
    `DELETE FROM knowledge_reviews WHERE knowledge_uid IN ${knowledge} OR user_id IN ${named('user')}`,
  );
}

/** Versions that lost may quote anything. Of erased records, no hash may stay. */
async function forgetSyncOf(among: RunIfThere): Promise<void> {
  await among('sync_conflicts', 'DELETE FROM sync_conflicts');
  const inSessions = ['messages', 'conversation_chunks'].map(
    (table) => `SELECT uid FROM ${table} WHERE session_id IN ${sessions}`,
  );
  const gone = ['SELECT uid FROM temp.gone', ...inSessions].join(' UNION ');
  await among('sync_stamps', `UPDATE sync_stamps SET hash = NULL WHERE record_key IN (${gone})`);
}

async function eraseMemories(db: SqlConnection, among: RunIfThere): Promise<void> {
  for (const table of ['messages', 'conversation_chunks', 'facts', 'hypotheses', 'global_knowledge'] as const) {
    await db.exec(`DELETE FROM ${table} WHERE ${goes[table]}`);
  }
  await among('heaps', `DELETE FROM heaps WHERE session_id IN ${sessions}`);
  await among('eras', 'DELETE FROM eras WHERE NOT EXISTS (SELECT 1 FROM heaps WHERE era_id = eras.id)');
  await db.exec(`UPDATE facts SET source_session = NULL WHERE source_session IN ${sessions}`);
  await db.exec(`UPDATE hypotheses SET session_id = NULL WHERE session_id IN ${sessions}`);
  await db.exec(`UPDATE global_knowledge SET source_session = NULL WHERE source_session IN ${sessions}`);
  await db.exec(`DELETE FROM session_summaries WHERE id IN ${sessions}`);
  await db.exec(`DELETE FROM sessions WHERE ${goes.sessions}`);
}

/** Projects that no remaining row names. */
async function eraseProjects(db: SqlConnection, there: ReadonlySet<string>): Promise<void> {
  // Since version 5, which added reviews, hypotheses have a project. Version 7 added eras.
  const projects = [
    'sessions',
    'facts',
    ...(there.has('knowledge_reviews') ? ['hypotheses'] : []),
    ...(there.has('eras') ? ['eras'] : []),
  ];
  const used = projects.map((table) => `SELECT project_id FROM ${table} WHERE project_id IS NOT NULL`).join(' UNION ');
  if (there.has('own_projects')) return dropUnusedProjects(db, named('project').slice(1, -1));
  await db.exec(`DELETE FROM projects WHERE id IN ${named('project')} AND id NOT IN (${used})`);
}

async function eraseUsers(db: SqlConnection, there: ReadonlySet<string>): Promise<void> {
  const users = named('user');
  if ((await count(db, `SELECT count(*) AS n FROM users WHERE id IN ${users}`)) === 0) return;
  const signing = ['promoted_by', 'approved_by', ...(there.has('knowledge_reviews') ? ['reviewed_by'] : [])];
  if (there.has('instances'))
    await db.exec(`UPDATE global_knowledge SET instance = NULL WHERE promoted_by IN ${users}`);
  for (const column of signing)
    await db.exec(`UPDATE global_knowledge SET ${column} = NULL WHERE ${column} IN ${users}`);
  for (const table of [
    'transcript_files',
    'eras',
    'identity_profile',
    'own_projects',
    'muted_memories',
    'entity_aliases',
    'instances',
    'hook_runs',
    'tokens',
  ]) {
    if (there.has(table)) await db.exec(`DELETE FROM ${table} WHERE user_id IN ${users}`);
  }
  if (there.has('audit')) await db.exec(`UPDATE audit SET detail = NULL WHERE user_id IN ${users}`);
  await db.exec(`DELETE FROM users WHERE id IN ${users}`);
}
