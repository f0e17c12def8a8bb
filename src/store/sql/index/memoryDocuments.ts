/**
 * The content of the full-text index for each kind of memory. One SELECT per kind serves writing, rebuilding and
 * checking, so that these never disagree. Deprecated facts and knowledge have no document; expired facts keep theirs,
 * because nothing happens when they expire, and reads leave them out.
 */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import { evidenceFrom, wordsOfEvidence } from '../../../memory/facts/evidence.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { isNotDeprecated } from './liveFacts.ts';
import { sessionBody, sessionSource } from './sessionDocument.ts';

export interface MemoryDocument {
  kind: MemoryKind;
  memoryId: string;
  /** Null if every user may find it. */
  userId: string | null;
  projectId: string | null;
  sessionId: string | null;
  createdAt: string | null;
  title: string;
  body: string;
  /** Words by which it is also found, which are no part of what it says. */
  keywords: string;
}

interface DocumentSource {
  select: string;
  from: string;
  key: string;
  where: string;
}

/** The words of a fact, for an alias of facts; also of a deprecated one, which has no document. */
const bodyOfFact = (f: string): string => `${f}.fact || '\n' || coalesce(${f}.rationale || '\n', '') ||
               coalesce(${f}.alternatives || '\n', '') || coalesce(${f}.tags, '') AS body`;
export const factBody = bodyOfFact('f');

/** The text of an entry, for an alias `e`, with what a later line of its file adds to it. */
export const entryText = `e.text || ${unlessSaid('e.reason')} || ${unlessSaid('e.resolution', 'Resolved: ')}`;

/** `.mind/MEMORY.md#L12`, or a commit, for the aliases `e` and `f` of an entry and its file. */
export const entrySource = `coalesce(e.commit_id, f.path || '#L' || e.line)`;

/** What the document of a fact has besides the columns of its row. */
const ofFact = (f: string): string =>
  `${f}.id AS memory_id, ${f}.source_session AS session_id, NULL AS title, ${f}.evidence, ${bodyOfFact(f)}`;

/** The same for the RETURNING of an INSERT, which knows no alias: with `*`, a row for `documentOfFact`. */
export const returnedFactDocument = ofFact('facts');

const sources: Record<MemoryKind, DocumentSource> = {
  fact: {
    select: `${ofFact('f')}, f.user_id, f.project_id, f.created_at`,
    from: 'facts f',
    key: 'f.id',
    where: isNotDeprecated('f'),
  },
  chunk: {
    select: `c.id AS memory_id, c.user_id, s.project_id, c.session_id, c.created_at,
             coalesce(c.flag_reason, '') || '\n' || coalesce(c.speaker, '') AS title,
             c.content || '\n' || coalesce(c.tags, '') AS body`,
    from: 'conversation_chunks c LEFT JOIN sessions s ON s.id = c.session_id',
    key: 'c.id',
    where: 'TRUE',
  },
  session: sessionSource,
  knowledge: {
    select: `k.id AS memory_id, CASE k.status WHEN 'approved' THEN NULL ELSE coalesce(k.promoted_by, '') END AS user_id,
             NULL AS project_id, k.source_session AS session_id, k.created_at, k.title, k.content AS body`,
    from: 'global_knowledge k',
    key: 'k.id',
    where: `coalesce(k.status, 'pending') <> 'deprecated'`,
  },
  message: {
    select: `m.id AS memory_id, m.user_id, s.project_id, m.session_id, m.created_at,
             coalesce(m.speaker, '') AS title, m.content AS body`,
    from: 'messages m LEFT JOIN sessions s ON s.id = m.session_id',
    key: 'm.id',
    // Thoughts and tool input and output are read within their conversation; in the index they would drown the spoken
    // text.
    where: `m.type = 'text'`,
  },
  entry: {
    select: `e.id AS memory_id, f.user_id, f.project_id, NULL AS session_id, e.created_at, e.kind AS title,
             ${entryText} || coalesce('\n' || e.alternatives, '') AS body`,
    from: 'mind_entries e JOIN mind_files f ON f.id = e.file_id',
    key: 'e.id',
    where: 'TRUE',
  },
};

/** On a line of its own. */
function unlessSaid(column: string, label = ''): string {
  return `coalesce(iif(instr(e.text, ${column}) > 0, '', '\n' || '${label}' || ${column}), '')`;
}

/** The current documents of memories, without those that searches must not find, ordered by their ids. */
export async function readDocuments(
  db: SqlConnection,
  kind: MemoryKind,
  ids: readonly (string | number)[],
): Promise<MemoryDocument[]> {
  const { select, from, key, where } = sources[kind];
  const [one, ...more] = ids;
  if (one === undefined) return [];
  const among = more.length === 0 ? '= ?' : kind === 'session' ? amongKeys() : amongNumbers();
  const sql = `SELECT ${select} FROM ${from} WHERE ${key} ${among} AND ${where} ORDER BY ${key}`;
  const rows = await db.all(sql, [more.length === 0 ? one : JSON.stringify(ids)]);
  return mapInTurn(rows, (row) => documentFromRow(db, kind, row));
}

/** Of an inserted row with `returnedFactDocument`. */
export const documentOfFact = (row: SqlRow): MemoryDocument => documentWith('fact', row, textOr(row, 'body', ''));

/** The current document of one memory; undefined if searches must not find it. */
export async function readDocument(
  db: SqlConnection,
  kind: MemoryKind,
  id: string | number,
): Promise<MemoryDocument | undefined> {
  return (await readDocuments(db, kind, [id]))[0];
}

/** Every document, read in batches, so that a large store is never entirely in memory. */
export async function* readAllDocuments(db: SqlConnection): AsyncGenerator<MemoryDocument> {
  for (const kind of memoryKinds) yield* readDocumentsAfter(db, kind, kind === 'session' ? '' : -1);
}

/** The documents of one user's messages with ids greater than `last`, ordered by id. */
export function readNewMessages(db: SqlConnection, userId: string, last: number): AsyncGenerator<MemoryDocument> {
  // Others may store messages at the same time. The plus keeps SQLite to the ids.
  return readDocumentsAfter(db, 'message', last, { sql: '+m.user_id = ?', params: [userId] });
}

/** The documents of one kind with ids greater than `last`, ordered by id. */
async function* readDocumentsAfter(
  db: SqlConnection,
  kind: MemoryKind,
  last: string | number,
  among: { sql: string; params: SqlValue[] } = { sql: 'TRUE', params: [] },
): AsyncGenerator<MemoryDocument> {
  const batch = 500;
  const { select, from, key, where } = sources[kind];
  const sql = `SELECT ${select} FROM ${from} WHERE ${key} > ? AND ${among.sql} AND ${where} ORDER BY ${key} LIMIT ${String(batch)}`;
  await readInOrder(db, 'off');
  for (let after = last; ;) {
    const rows = await db.all(sql, [after, ...among.params]);
    for (const row of rows) yield await documentFromRow(db, kind, row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < batch) break;
    after = kind === 'session' ? text(end, 'memory_id') : Number(text(end, 'memory_id'));
  }
  await readInOrder(db, 'on');
}

/** Without statistics, PostgreSQL would read the whole table and sort it for each batch (`security/guards.ts`). */
async function readInOrder(db: SqlConnection, sorts: 'on' | 'off'): Promise<void> {
  if (db.dialect !== 'postgres') return;
  await db.exec(`SET LOCAL enable_sort = ${sorts}; SET LOCAL enable_bitmapscan = ${sorts}`);
}

/** `missing`: memories without a document; `orphans`: documents without a memory. */
export async function compareDocuments(db: SqlConnection): Promise<{ missing: number; orphans: number }> {
  let missing = 0;
  let orphans = 0;
  for (const kind of memoryKinds) {
    const { from, key, where } = sources[kind];
    const wanted = `SELECT CAST(${key} AS TEXT) FROM ${from} WHERE ${where}`;
    const held = `SELECT memory_id FROM memory_documents WHERE kind = '${kind}'`;
    missing += await count(db, `SELECT count(*) AS n FROM (${wanted} EXCEPT ${held}) AS missing`);
    orphans += await count(db, `SELECT count(*) AS n FROM (${held} EXCEPT ${wanted}) AS orphans`);
  }
  return { missing, orphans };
}

export async function count(db: SqlConnection, sql: string, params: readonly SqlValue[] = []): Promise<number> {
  return Number(text((await db.get(sql, params)) ?? {}, 'n'));
}

async function documentFromRow(db: SqlConnection, kind: MemoryKind, row: SqlRow): Promise<MemoryDocument> {
  return documentWith(kind, row, kind === 'session' ? await sessionBody(db, row) : textOr(row, 'body', ''));
}

/** A learned fact is also found by the situations in which one would need it, and by what it is about. */
function keywordsFrom(row: SqlRow): string {
  return 'evidence' in row ? wordsOfEvidence(evidenceFrom(textOrNull(row, 'evidence'))).join('\n') : '';
}

function documentWith(kind: MemoryKind, row: SqlRow, body: string): MemoryDocument {
  return {
    kind,
    memoryId: text(row, 'memory_id'),
    userId: textOrNull(row, 'user_id'),
    projectId: textOrNull(row, 'project_id'),
    sessionId: textOrNull(row, 'session_id'),
    createdAt: textOrNull(row, 'created_at'),
    title: textOr(row, 'title', ''),
    body,
    keywords: keywordsFrom(row),
  };
}
