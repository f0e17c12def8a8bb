/** Recall over SQL: the memories that contain the words of a query, and their neighbors. */
import type { RecallReader, RecallStore, SessionMatch, WordQuery } from '../../../memory/recall/recall.ts';
import { maxCounted } from '../../../memory/recall/recall.ts';
import type { MemoryFilter, MemoryRef } from '../../../memory/shared/memoryRef.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { lookUp } from '../connection/lookUp.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { filterForShared, filterFromQuery } from '../index/documentFilter.ts';
import type { Condition } from '../index/liveFacts.ts';
import { hasTags, hasType, isNotExpiredAt } from '../index/liveFacts.ts';
import { countPassing, documentGroups } from '../index/memoryCounts.ts';
import { factBody } from '../index/memoryDocuments.ts';
import { openingsOf } from '../index/sessionDocument.ts';
import type { WordIndex } from '../index/wordIndexes.ts';
import { wordIndexOf } from '../index/wordIndexes.ts';
import type { StoreWords } from '../index/rankDocuments.ts';
import { countHolding, rankDocuments, wordsOfStore } from '../index/rankDocuments.ts';
import { wordsFrom } from '../index/vocabulary.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import { readPassages } from './passages.ts';
import { toolCalls } from './toolCalls.ts';

/** Rows that are read at once. */
const batchSize = 500;

interface Reader {
  indexText: IndexText;
  /** ISO 8601; facts that expired by then are left out. */
  now: string;
}

export function createSqlRecall(engine: Pick<SqlEngine, 'read'>, indexText: IndexText, now: () => Date): RecallStore {
  return {
    read: (work) => engine.read((db) => work(createReader(db, { indexText, now: now().toISOString() }))),
  };
}

function createReader(db: SqlConnection, reader: Reader): RecallReader {
  const { now } = reader;
  const words = wordsOfStore(db);
  return {
    statistics: (terms) => countHolding(words, terms, maxCounted),
    wordsFrom: (prefixes) => wordsFrom(db, prefixes),
    find: (query) => find(words, query, now),
    findSessions: (query) => findSessions(words, query, now),
    openings: (sessionIds) => openingsOf(db, sessionIds),
    findSuperseded: (query) => findSuperseded(db, query, reader),
    newest: (filter, limit) => newest(db, { filter, limit, now }),
    count: (filter) => countPassing(db, filter, now),
    passages: (refs, reach) => readPassages(db, refs, { reach, now }),
    toolCalls: (filter, wanted) => toolCalls(db, filter, wanted),
  };
}

async function find(words: StoreWords, query: WordQuery, now: string): Promise<MemoryRef[]> {
  return (await ranked(words, 'memory_index', query, now)).map(({ ref }) => ref);
}

async function findSessions(words: StoreWords, query: WordQuery, now: string): Promise<SessionMatch[]> {
  return (await ranked(words, 'session_index', query, now)).map(({ ref, bm25 }) => ({ id: ref.id, bm25 }));
}

/** Superseded facts have no document, so their words are compared here, newest first, in batches. */
async function findSuperseded(db: SqlConnection, query: WordQuery, { indexText, now }: Reader): Promise<MemoryRef[]> {
  if (query.kinds?.includes('fact') === false) return [];
  const terms = new Set(query.terms);
  const where = supersededCondition(query, now);
  const sql = `SELECT f.id, ${factBody} FROM facts f WHERE ${where.sql} AND f.id < ? ORDER BY f.id DESC LIMIT ?`;
  const found: MemoryRef[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; found.length < query.limit;) {
    const rows = await db.all(sql, [...where.params, before, batchSize]);
    const matching = rows.filter((row) =>
      indexText(text(row, 'body'))
        .split(' ')
        .some((word) => terms.has(word)),
    );
    found.push(...matching.map((row): MemoryRef => ({ kind: 'fact', id: text(row, 'id') })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
    before = number(last, 'id');
  }
  return found.slice(0, query.limit);
}

function supersededCondition(query: WordQuery, now: string): Condition {
  const { userId, scope, types, tags, agent, since, until, minConfidence, sessionId } = query;
  const conditions: Condition[] = [
    { sql: 'f.user_id = ? AND f.deprecated = 1', params: [userId] },
    { sql: isNotExpiredAt('f', '?'), params: [now] },
    {
      sql: `EXISTS (SELECT 1 FROM links l WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'supersedes')`,
      params: [],
    },
    scopeCondition(scope, 'f.project_id'),
    ...(types === undefined ? [] : [hasType('f', types)]),
    ...(tags === undefined ? [] : [hasTags('f', tags)]),
    ...optional('f.agent_id = (SELECT id FROM agents WHERE name = ?)', agent),
    ...optional('f.created_at >= ?', since),
    ...optional('f.created_at < ?', until),
    ...optional('coalesce(f.confidence, 1.0) >= ?', minConfidence),
    ...optional('f.source_session = ?', sessionId),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

function optional(sql: string, value: SqlValue | undefined): Condition[] {
  return value === undefined ? [] : [{ sql, params: [value] }];
}

async function ranked(
  words: StoreWords,
  index: WordIndex,
  query: WordQuery,
  now: string,
): Promise<{ ref: MemoryRef; bm25: number }[]> {
  const kinds = query.kinds ?? memoryKinds;
  if (!kinds.some((kind) => wordIndexOf(kind) === index)) return [];
  const documents = await rankDocuments(words, index, query.terms, filterFromQuery(query, now), query.limit);
  return documents.flatMap(({ kind, memoryId, bm25 }) => refOf(kind, memoryId).map((ref) => ({ ref, bm25 })));
}

function refFromRow(row: SqlRow): MemoryRef[] {
  return refOf(text(row, 'kind'), text(row, 'memory_id'));
}

function refOf(named: string, id: string): MemoryRef[] {
  const kind = memoryKinds.find((known) => known === named);
  return kind === undefined ? [] : [{ kind, id }];
}

/**
 * The newest memories of each owner, kind and project, merged. The index starts with these columns; without them, every
 * document of the user would be read. One statement, because a user may have hundreds of such groups.
 */
async function newest(
  db: SqlConnection,
  { filter: query, limit, now }: { filter: MemoryFilter; limit: number; now: string },
): Promise<MemoryRef[]> {
  const { sql, params } = filterFromQuery(query, now);
  const limited = 'ORDER BY d.created_at DESC NULLS LAST, d.id DESC LIMIT ?';
  const columns = 'SELECT d.id, d.kind, d.memory_id, d.created_at';
  const ofGroups = documentGroups(query.userId).map(({ group, document }) => {
    const where = `${document.join(' AND ')} AND ${sql}`;
    const documents = lookUp(db, { table: 'memory_documents', alias: 'd', where, limited });
    return {
      sql: `${columns} FROM memory_counts g ${documents} WHERE ${group.sql}`,
      params: [...params, limit, ...group.params],
    };
  });
  const shared = filterForShared(query, now);
  const ofOthers = {
    sql: `SELECT * FROM (${columns} FROM memory_documents d WHERE ${shared.sql} ${limited}) AS others`,
    params: [...shared.params, limit],
  };
  const parts = [...ofGroups, ...(query.sharedOnly === true ? [] : [ofOthers])];
  const rows = await db.all(
    parts.map((part) => part.sql).join(' UNION ALL '),
    parts.flatMap((part) => part.params),
  );
  return rows.sort(newerFirst).slice(0, limit).flatMap(refFromRow);
}

function newerFirst(one: SqlRow, other: SqlRow): number {
  const [its, theirs] = [textOrNull(one, 'created_at') ?? '', textOrNull(other, 'created_at') ?? ''];
  return its === theirs ? number(other, 'id') - number(one, 'id') : its < theirs ? 1 : -1;
}
