/**
 * Removes erased data from a copy of a store, by the store's tombstones. The copy can have any schema from version 4
 * on, the first with permanent names for memories, and keeps it. Its full-text index is derived, so it is dropped, and
 * rebuilt when the copy is opened as a store.
 */
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import type { Hash } from '../../../../memory/shared/ports.ts';
import { commitOrRollBack } from '../../engine/commitOrRollBack.ts';
import { dropVirtualTable } from '../../engine/dropVirtualTable.ts';
import { columnNames, tableNames } from '../../engine/pragmas.ts';
import { text, textOrNull } from '../../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../engine/sqlConnection.ts';
import { isHandOff } from '../../index/liveFacts.ts';
import { count } from '../../index/memoryDocuments.ts';
import { wordIndexes } from '../../index/memoryIndex.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import { bulletsFromList, listFromBullets } from '../../shared/textLists.ts';
import { forgetFilesOf } from '../../shared/transcriptFiles.ts';

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
const goesOfFiles = `user_id IN ${named('user')} OR project_id IN ${named('project')}`;
type ErasableTable = keyof typeof goes;
const erasableTables: readonly ErasableTable[] = [
  'messages',
  'conversation_chunks',
  'facts',
  'hypotheses',
  'global_knowledge',
  'sessions',
];
const kindOf: Partial<Record<ErasableTable, string>> = {
  messages: 'message',
  conversation_chunks: 'chunk',
  facts: 'fact',
  global_knowledge: 'knowledge',
  sessions: 'session',
};

/**
 * Erased text may stay in free pages until the file is compacted. `too_old`: the memories of this copy have no names.
 * Changes nothing for `too_old` and `clean`.
 */
export function eraseInCopy(
  db: SqlConnection,
  hash: Hash,
  tombstones: readonly SqlRow[],
): 'erased' | 'clean' | 'too_old' {
  const reason = reasonToLeave(db);
  if (reason !== undefined) return reason;
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON');
  db.run('BEGIN IMMEDIATE');
  return commitOrRollBack(db, () => {
    nameGone(db, tombstones);
    if (!holdsGone(db)) return 'clean';
    dropIndex(db);
    unpin(db, hash);
    eraseRows(db);
    if (tableNames(db).has('tombstones')) {
      for (const row of tombstones) {
        const values = ['uid', 'kind', 'until', 'erased_at'].map((name) => row[name] ?? null);
        db.run('INSERT OR IGNORE INTO tombstones (uid, kind, until, erased_at) VALUES (?, ?, ?, ?)', values);
      }
    }
    return 'erased';
  });
}

/**
 * SQL for the slow part of an erasure in this copy, which the caller can run in advance, on another thread. Undefined
 * if there is nothing to erase. Changes nothing.
 */
export function slowPartOf(db: SqlConnection, tombstones: readonly SqlRow[]): string | undefined {
  if (reasonToLeave(db) !== undefined) return undefined;
  nameGone(db, tombstones);
  if (!holdsGone(db)) return undefined;
  const there = tableNames(db);
  const emptied = derivedTables.filter((table) => there.has(table)).map((table) => `DELETE FROM ${table};`);
  const dropped = wordIndexes.map((index) => `DROP TABLE IF EXISTS ${index};`);
  return `BEGIN IMMEDIATE; ${[...dropped, ...emptied].join(' ')} COMMIT`;
}

function reasonToLeave(db: SqlConnection): 'clean' | 'too_old' | undefined {
  const version = readSchemaVersion(db);
  // An empty database.
  if (version === 0) return 'clean';
  return version < firstNamed ? 'too_old' : undefined;
}

function nameGone(db: SqlConnection, tombstones: readonly SqlRow[]): void {
  db.exec('CREATE TEMP TABLE gone (uid TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (kind, uid))');
  for (const row of tombstones) {
    db.run('INSERT OR IGNORE INTO temp.gone (uid, kind) VALUES (?, ?)', [text(row, 'uid'), text(row, 'kind')]);
  }
  const users = named('user');
  const add = (kind: string, select: string): void => {
    db.run(`INSERT OR IGNORE INTO temp.gone (uid, kind) SELECT uid, '${kind}' FROM (${select}) WHERE uid IS NOT NULL`);
  };
  add('session', `SELECT id AS uid FROM sessions WHERE user_id IN ${users}`);
  add('fact', `SELECT uid FROM facts WHERE user_id IN ${users}`);
  // A hand-off that only the copy has, because an older state of the store was restored since, has no tombstone.
  if (columnNames(db, 'facts').has('memory_type'))
    add('fact', `SELECT uid FROM facts WHERE source_session IN ${sessions} AND ${isHandOff('facts')}`);
  add('hypothesis', `SELECT uid FROM hypotheses WHERE user_id IN ${users}`);
  const unshared = `coalesce(status, 'pending') = 'pending' OR (status = 'deprecated' AND approved_by IS NULL)`;
  add('knowledge', `SELECT uid FROM global_knowledge WHERE promoted_by IN ${users} AND (${unshared})`);
}

function holdsGone(db: SqlConnection): boolean {
  const isThere = (table: string, condition: string): boolean =>
    db.get(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`) !== undefined;
  const files = tableNames(db).has('mind_files') && isThere('mind_files', goesOfFiles);
  return (
    files || isThere('users', `id IN ${named('user')}`) || erasableTables.some((table) => isThere(table, goes[table]))
  );
}

const derivedTables = ['memory_documents', 'memory_counts', 'fact_words'];

/** Drops the full-text index of a copy. It is rebuilt when the copy is opened as a store. */
export function dropIndex(db: SqlConnection): void {
  for (const index of wordIndexes) dropVirtualTable(db, index);
  const there = tableNames(db);
  for (const table of derivedTables) {
    if (there.has(table)) db.exec(`DELETE FROM ${table}`);
  }
}

/** Removes pinned lines that state the same as an erased fact. */
function unpin(db: SqlConnection, hash: Hash): void {
  const facts = db.all(`SELECT user_id, fact FROM facts WHERE ${goes.facts}`);
  const said = new Set(facts.map((row) => `${text(row, 'user_id')} ${statementHash(hash, text(row, 'fact'))}`));
  for (const row of db.all('SELECT user_id, pinned_facts FROM identity_profile WHERE pinned_facts IS NOT NULL')) {
    const userId = text(row, 'user_id');
    const lines = listFromBullets(textOrNull(row, 'pinned_facts'));
    const left = lines.filter((line) => !said.has(`${userId} ${statementHash(hash, line)}`));
    if (left.length === lines.length) continue;
    db.run('UPDATE identity_profile SET pinned_facts = ? WHERE user_id = ?', [bulletsFromList(left), userId]);
  }
}

/** Runs statements if the copy has their table. */
type RunIfThere = (table: string, ...statements: string[]) => void;

/** In this order: the rows that refer to others come first, because their conditions read what they refer to. */
function eraseRows(db: SqlConnection): void {
  const there = tableNames(db);
  const among: RunIfThere = (table, ...statements) => {
    if (there.has(table)) for (const statement of statements) db.exec(statement);
  };
  eraseDerivedRows(among);
  if (there.has('transcript_files')) forgetFilesOf(db, { where: goes.sessions, params: [] });
  // Version 10 added this table together with the project of a transcript file.
  among('muted_memories', `DELETE FROM transcript_files WHERE project_id IN ${named('project')}`);
  eraseReferences(among);
  eraseMemories(db, among);
  eraseUsers(db, there);
  eraseProjects(db, there);
}

function eraseDerivedRows(among: RunIfThere): void {
  for (const [table, kind] of Object.entries(kindOf)) {
    const ids = `SELECT CAST(id AS TEXT) FROM ${table} WHERE ${goes[table as ErasableTable]}`;
    for (const derived of ['embeddings', 'embedding_queue', 'offers']) {
      among(derived, `DELETE FROM ${derived} WHERE kind = '${kind}' AND memory_id IN (${ids})`);
    }
  }
  among('offers', `DELETE FROM offers WHERE session_id IN ${sessions}`);
  // Texts sent to a model and the images of changes may quote any erased memory.
  among('hook_runs', 'DELETE FROM hook_runs');
  among('changes', 'DELETE FROM changes');
  // Rebuilt from the files that they come from.
  for (const derived of ['embeddings', 'embedding_queue'])
    among(derived, `DELETE FROM ${derived} WHERE kind = 'entry'`);
  among('mind_entries', 'DELETE FROM mind_entries');
  among('mind_files', 'DELETE FROM mind_files');
}

function eraseReferences(among: RunIfThere): void {
  const chunks = `SELECT uid FROM conversation_chunks WHERE ${goes.conversation_chunks}`;
  among(
    'muted_memories',
    `DELETE FROM muted_memories WHERE memory_uid IN (SELECT uid FROM temp.gone) OR memory_uid IN (${chunks})`,
  );
  const [facts, knowledge] = [named('fact'), named('knowledge')];
  among(
    'links',
    `DELETE FROM links WHERE (from_kind = 'fact' AND from_uid IN ${facts}) OR (to_kind = 'fact' AND to_uid IN ${facts})`,
    `DELETE FROM links WHERE to_kind = 'chunk' AND to_uid IN (${chunks})`,
    `DELETE FROM links WHERE (from_kind = 'knowledge' AND from_uid IN ${knowledge}) OR (to_kind = 'knowledge' AND to_uid IN ${knowledge})`,
  );
  among('outcomes', `DELETE FROM outcomes WHERE decision_uid IN ${facts} OR user_id IN ${named('user')}`);
  among(
    'knowledge_reviews',
    `DELETE FROM knowledge_reviews WHERE knowledge_uid IN ${knowledge} OR user_id IN ${named('user')}`,
  );
}

function eraseMemories(db: SqlConnection, among: RunIfThere): void {
  for (const table of ['messages', 'conversation_chunks', 'facts', 'hypotheses', 'global_knowledge'] as const) {
    db.exec(`DELETE FROM ${table} WHERE ${goes[table]}`);
  }
  among('heaps', `DELETE FROM heaps WHERE session_id IN ${sessions}`);
  among('eras', 'DELETE FROM eras WHERE NOT EXISTS (SELECT 1 FROM heaps WHERE era_id = eras.id)');
  db.exec(`UPDATE facts SET source_session = NULL WHERE source_session IN ${sessions}`);
  db.exec(`UPDATE hypotheses SET session_id = NULL WHERE session_id IN ${sessions}`);
  db.exec(`UPDATE global_knowledge SET source_session = NULL WHERE source_session IN ${sessions}`);
  db.exec(`DELETE FROM session_summaries WHERE id IN ${sessions}`);
  db.exec(`DELETE FROM sessions WHERE ${goes.sessions}`);
}

/** Projects that no remaining row names. */
function eraseProjects(db: SqlConnection, there: ReadonlySet<string>): void {
  // Since version 5, which added reviews, hypotheses have a project. Version 7 added eras.
  const projects = [
    'sessions',
    'facts',
    ...(there.has('knowledge_reviews') ? ['hypotheses'] : []),
    ...(there.has('eras') ? ['eras'] : []),
  ];
  const used = projects.map((table) => `SELECT project_id FROM ${table} WHERE project_id IS NOT NULL`).join(' UNION ');
  db.exec(`DELETE FROM projects WHERE id IN ${named('project')} AND id NOT IN (${used})`);
}

function eraseUsers(db: SqlConnection, there: ReadonlySet<string>): void {
  const users = named('user');
  if (count(db, `SELECT count(*) AS n FROM users WHERE id IN ${users}`) === 0) return;
  const signing = ['promoted_by', 'approved_by', ...(there.has('knowledge_reviews') ? ['reviewed_by'] : [])];
  for (const column of signing) db.exec(`UPDATE global_knowledge SET ${column} = NULL WHERE ${column} IN ${users}`);
  for (const table of ['transcript_files', 'eras', 'identity_profile', 'muted_memories', 'hook_runs']) {
    if (there.has(table)) db.exec(`DELETE FROM ${table} WHERE user_id IN ${users}`);
  }
  if (there.has('audit')) db.exec(`UPDATE audit SET detail = NULL WHERE user_id IN ${users}`);
  db.exec(`DELETE FROM users WHERE id IN ${users}`);
}
