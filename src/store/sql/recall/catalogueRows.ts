/** The fields of a memory that the catalogue shows, with the same columns for every kind. */
import { amongKeys, amongNumbers, amongRows } from '../connection/among.ts';
import type { LinkedFact, ListedMemory, MemoryDetail } from '../../../memory/recall/catalogue.ts';
import { evidenceFrom, stateOf } from '../../../memory/facts/evidence.ts';
import { judgedCharacters, listedCharacters } from '../../../memory/recall/catalogue.ts';
import { statusOfFact } from '../../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { memoryKinds, memoryStatuses, visibilities } from '../../../memory/shared/vocabulary.ts';
import { trustOf } from '../../../memory/trust/trust.ts';
import { flag, number, numberOrNull, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { decisionFromRow, typeFromRow } from '../facts/factRow.ts';
import { entrySource, entryText } from '../index/memoryDocuments.ts';
import { knowledgeUsers } from '../knowledge/knowledgeRow.ts';
import { authorOf, chainUids, isLiveAt, isNotDeprecated, olderUids } from '../index/liveFacts.ts';
import { originFrom, sessionOrigin } from '../shared/originColumn.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import { filterInTurn } from '../connection/inTurn.ts';
import { projectNameOf } from '../shared/projectScope.ts';

/** Linked facts that a detail lists of each sort. */
const maxLinked = 100;

interface RowSource {
  /** Columns in addition to those that all kinds share; `body` is the text. */
  columns: string;
  body: string;
  from: string;
  key: string;
}

const sources: Record<MemoryKind, RowSource> = {
  fact: {
    columns: `f.id, NULL AS title, f.category, ${projectNameOf('f')} AS project_name, a.name AS agent_name, coalesce(f.confidence, 1.0) AS confidence,
      NULL AS importance, CASE WHEN ${isNotDeprecated('f')} THEN 'live' ELSE 'deprecated' END AS status, f.content_hash,
      f.source_session AS session_id, NULL AS speaker, f.source_ref, f.created_at, f.updated_at, f.version, f.tags,
      f.deprecation_reason, f.user_id, f.origin, f.uid, f.memory_type, f.expires_at, f.visibility, f.cited_lines,
      ${authorOf('f')} AS author,
      f.decided_by, f.assisted_by, f.rationale, f.alternatives, f.evidence,
      (SELECT count(*) FROM (${olderUids('f.uid')}) AS older) AS supersedes_count`,
    body: 'f.fact',
    from: 'facts f LEFT JOIN agents a ON a.id = f.agent_id',
    key: 'f.id',
  },
  chunk: {
    columns: `c.id, NULL AS title, NULL AS category, ${projectNameOf('s')} AS project_name, a.name AS agent_name, NULL AS confidence, NULL AS importance,
      'live' AS status, NULL AS content_hash, c.session_id, coalesce(c.speaker, c.role) AS speaker, c.source_ref, c.created_at,
      c.created_at AS updated_at, c.version, c.tags, NULL AS deprecation_reason, c.user_id, c.origin`,
    body: 'c.content',
    from: `conversation_chunks c LEFT JOIN sessions s ON s.id = c.session_id
      LEFT JOIN agents a ON a.id = c.agent_id`,
    key: 'c.id',
  },
  session: {
    columns: `s.id, s.one_liner AS title, NULL AS category, ${projectNameOf('s')} AS project_name, a.name AS agent_name, NULL AS confidence,
      coalesce(s.importance, 5) AS importance, 'live' AS status, NULL AS content_hash, s.id AS session_id, NULL AS speaker,
      NULL AS source_ref, s.started_at AS created_at, coalesce(s.ended_at, s.started_at) AS updated_at, s.version, NULL AS tags,
      NULL AS deprecation_reason, s.user_id, ${sessionOrigin('s')} AS origin`,
    body: `trim(coalesce(s.outcome, '') || '\n' || coalesce(d.summary, '') || '\n' || coalesce(d.key_facts, '') || '\n' ||
      coalesce(d.code_refs, ''), '\n')`,
    from: `sessions s LEFT JOIN session_summaries d ON d.id = s.id
      LEFT JOIN agents a ON a.id = s.agent_id`,
    key: 's.id',
  },
  knowledge: {
    columns: `k.id, k.title, k.category, NULL AS project_name, a.name AS agent_name, NULL AS confidence,
      coalesce(k.importance, 5) AS importance,
      CASE coalesce(k.status, 'pending') WHEN 'approved' THEN 'live' WHEN 'deprecated' THEN 'deprecated' ELSE 'pending' END AS status,
      NULL AS content_hash, k.source_session AS session_id, NULL AS speaker, NULL AS source_ref, k.created_at, k.updated_at, k.version,
      NULL AS tags, CASE WHEN k.status = 'deprecated' THEN k.review_notes END AS deprecation_reason, k.promoted_by AS user_id, k.origin, k.instance,
      ${knowledgeUsers}`,
    body: 'k.content',
    from: 'global_knowledge k LEFT JOIN agents a ON a.id = k.agent_id',
    key: 'k.id',
  },
  message: {
    columns: `m.id, NULL AS title, NULL AS category, ${projectNameOf('s')} AS project_name, a.name AS agent_name, NULL AS confidence, NULL AS importance,
      'live' AS status, NULL AS content_hash, m.session_id, coalesce(m.speaker, m.role) AS speaker, m.source_ref, m.created_at,
      m.created_at AS updated_at, 1 AS version, NULL AS tags, NULL AS deprecation_reason, m.user_id, 'transcript' AS origin`,
    body: 'm.content',
    from: `messages m LEFT JOIN sessions s ON s.id = m.session_id
      LEFT JOIN agents a ON a.id = s.agent_id`,
    key: 'm.id',
  },
  entry: {
    columns: `e.id, NULL AS title, e.kind AS category, ${projectNameOf('f')} AS project_name, NULL AS agent_name, NULL AS confidence, NULL AS importance,
      'live' AS status, NULL AS content_hash, NULL AS session_id, NULL AS speaker, ${entrySource} AS source_ref, e.created_at,
      f.read_at AS updated_at, 1 AS version, NULL AS tags, NULL AS deprecation_reason, f.user_id, e.origin`,
    body: entryText,
    from: 'mind_entries e JOIN mind_files f ON f.id = e.file_id',
    key: 'e.id',
  },
};

/**
 * The memories with these ids, in no particular order. Missing ones, and those for which `isSeen` is false, are left
 * out.
 */
export async function readListed(
  db: SqlConnection,
  kind: MemoryKind,
  ids: readonly string[],
  read: ListedRead,
  isSeen: (row: WholeRow) => boolean | Promise<boolean> = () => true,
): Promise<ListedMemory[]> {
  if (ids.length === 0) return [];
  const { columns, body, from, key } = sources[kind];
  const shown = `substr(${body}, 1, ${String(listedCharacters)}) AS text, length(${body}) AS length,
    substr(${body}, 1, ${String(judgedCharacters[kind])}) AS judged`;
  const wanted = JSON.stringify(kind === 'session' ? ids : ids.map(Number));
  const sql = `SELECT ${columns}, ${shown} FROM ${from} WHERE ${key} ${kind === 'session' ? amongKeys() : amongNumbers()}`;
  const rows = await filterInTurn(await db.all(sql, [wanted]), (row) =>
    isSeen({ row, userId: textOrNull(row, 'user_id') }),
  );
  return rows.map((row) => listedFromRow(kind, row, read));
}

/** What the state of a listed memory depends on, besides its row. */
export interface ListedRead {
  /** Hashes of the statements in the profile. */
  pinned: ReadonlySet<string>;
  /** ISO 8601 in UTC. */
  now: string;
}

export interface WholeRow {
  row: SqlRow;
  /** The owner; null for knowledge whose proposer is unknown. */
  userId: string | null;
}

export async function readWhole(db: SqlConnection, kind: MemoryKind, id: string): Promise<WholeRow | undefined> {
  if (kind !== 'session' && !/^\d{1,15}$/u.test(id)) return undefined;
  const { columns, body, from, key } = sources[kind];
  const sql = `SELECT ${columns}, ${body} AS text, length(${body}) AS length, ${body} AS judged FROM ${from} WHERE ${key} = ?`;
  const row = await db.get(sql, [kind === 'session' ? id : Number(id)]);
  return row === undefined ? undefined : { row, userId: textOrNull(row, 'user_id') };
}

export async function detailFromRow(
  db: SqlConnection,
  kind: MemoryKind,
  { row, userId }: WholeRow,
  seen: ListedRead & { by: string; mayChange: boolean },
): Promise<MemoryDetail> {
  const listed = listedFromRow(kind, row, seen);
  const sourceSession = kind === 'session' ? null : await readSession(db, listed.sessionId, seen.by);
  const linked = async (which: Linked): Promise<LinkedFact[]> =>
    kind === 'fact' ? await readLinked(db, Number(listed.id), which, seen) : [];
  return {
    ...listed,
    sessionId: kind === 'session' ? listed.id : (sourceSession?.id ?? null),
    tags: tagsFromColumn(textOrNull(row, 'tags')),
    deprecationReason: textOrNull(row, 'deprecation_reason'),
    uid: kind === 'fact' ? textOrNull(row, 'uid') : null,
    instance: kind === 'knowledge' ? textOrNull(row, 'instance') : null,
    visibility: kind === 'fact' ? oneOf(row, 'visibility', visibilities, 'private') : null,
    decision: kind === 'fact' ? decisionFromRow(row) : null,
    contradicts: await linked('contradicts'),
    contradictedBy: await linked('contradictedBy'),
    supersedes: await linked('older'),
    supersededBy: (await linked('successors'))[0] ?? null,
    informedBy: await linked('informedBy'),
    informs: await linked('informs'),
    sourceSession,
    userName: await nameOf(db, userId),
    mayChange: seen.mayChange,
  };
}

function listedFromRow(kind: MemoryKind, row: SqlRow, { pinned, now }: ListedRead): ListedMemory {
  const origin = originFrom(row);
  const expiresAt = kind === 'fact' ? textOrNull(row, 'expires_at') : null;
  const status = oneOf(row, 'status', memoryStatuses, 'live');
  const texts = [textOrNull(row, 'title'), text(row, 'judged'), textOrNull(row, 'category')];
  return {
    kind,
    id: text(row, 'id'),
    title: textOrNull(row, 'title'),
    text: text(row, 'text'),
    length: number(row, 'length'),
    category: textOrNull(row, 'category'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    author: 'author' in row ? textOrNull(row, 'author') : null,
    approver: 'approver' in row ? textOrNull(row, 'approver') : null,
    confidence: numberOrNull(row, 'confidence'),
    importance: numberOrNull(row, 'importance'),
    status: kind === 'fact' ? statusOfFact({ deprecated: status === 'deprecated', expiresAt }, now) : status,
    type: kind === 'fact' ? typeFromRow(row) : null,
    expiresAt,
    supersedesCount: kind === 'fact' ? number(row, 'supersedes_count') : 0,
    citedLines: kind === 'fact' ? textOrNull(row, 'cited_lines') : null,
    decision: kind === 'fact' ? decidersFrom(row) : null,
    learned: kind === 'fact' ? learnedFrom(row, status === 'deprecated') : null,
    isPinned: pinned.has(textOr(row, 'content_hash', '')),
    sessionId: textOrNull(row, 'session_id'),
    speaker: textOrNull(row, 'speaker'),
    sourceRef: textOrNull(row, 'source_ref'),
    createdAt: textOr(row, 'created_at', ''),
    updatedAt: textOr(row, 'updated_at', ''),
    version: number(row, 'version'),
    origin,
    readsLikeOrders: trustOf({ origin, texts }).marks.length > 0,
  };
}

function decidersFrom(row: SqlRow): ListedMemory['decision'] {
  const decision = decisionFromRow(row);
  return decision === null ? null : { decidedBy: decision.decidedBy, assistedBy: decision.assistedBy };
}

function learnedFrom(row: SqlRow, deprecated: boolean): ListedMemory['learned'] {
  const evidence = evidenceFrom(textOrNull(row, 'evidence'));
  if (evidence === null) return null;
  const deprecationReason = textOrNull(row, 'deprecation_reason');
  const state = stateOf({ deprecated, deprecationReason, origin: originFrom(row) });
  return { type: evidence.type, value: evidence.value, state, sessions: evidence.also.length + 1 };
}

/** The facts that a detail lists, each as a condition on `n` for a fact `f`. ?2 is the time. */
const isLiveNow = isLiveAt('n', '?2');
const inLinks = (near: 'from' | 'to', relation: string, condition = 'TRUE'): string => {
  const far = near === 'from' ? 'to' : 'from';
  return `n.uid IN (SELECT l.${far}_uid FROM links l WHERE l.${near}_kind = 'fact' AND l.${near}_uid = f.uid
    AND l.${far}_kind = 'fact' AND l.relation = '${relation}' AND ${condition})`;
};
const replacedTheSame = `n.uid ${amongRows(chainUids('f.uid'))} AND n.id <> f.id AND ${isNotDeprecated('f')}`;
const links = {
  /** Confidence was taken, or both replaced the same fact. */
  contradicts: `(${inLinks('from', 'contradicts', 'l.amount > 0')} OR (${replacedTheSame} AND n.id < f.id)) AND ${isLiveNow}`,
  contradictedBy: `(${inLinks('to', 'contradicts', 'l.amount > 0')} OR (${replacedTheSame} AND n.id > f.id)) AND ${isLiveNow}`,
  /** The whole chain, not only the direct predecessors. */
  older: `n.uid ${amongRows(olderUids('f.uid'))}`,
  successors: inLinks('to', 'supersedes'),
  informedBy: inLinks('from', 'informed_by'),
  informs: inLinks('to', 'informed_by'),
} as const;
type Linked = keyof typeof links;

/** Newest first. Of another user's fact, only what that user shares too. */
async function readLinked(
  db: SqlConnection,
  id: number,
  which: Linked,
  { now, by }: { now: string; by: string },
): Promise<LinkedFact[]> {
  const rows = await db.all(
    `SELECT n.id, substr(n.fact, 1, ${String(listedCharacters)}) AS text, n.created_at, n.decided_by IS NOT NULL AS is_decision,
       NOT (${isLiveNow}) AS is_over
     FROM facts f JOIN facts n ON +n.user_id = f.user_id AND ${links[which]}
     WHERE f.id = ?1 AND (n.user_id = ?3 OR n.visibility = 'workspace') ORDER BY n.id DESC LIMIT ${String(maxLinked)}`,
    [id, now, by],
  );
  return rows.map((row) => ({
    id: number(row, 'id'),
    text: text(row, 'text'),
    isDeprecated: flag(row, 'is_over'),
    isDecision: flag(row, 'is_decision'),
    createdAt: textOr(row, 'created_at', ''),
  }));
}

/** Null for another user's session: shared memories come from sessions that other users must not see. */
async function readSession(
  db: SqlConnection,
  id: string | null,
  userId: string,
): Promise<MemoryDetail['sourceSession']> {
  const own = 'SELECT id, one_liner FROM sessions WHERE id = ? AND user_id = ?';
  const row = id === null ? undefined : await db.get(own, [id, userId]);
  return row === undefined ? null : { id: text(row, 'id'), headline: textOr(row, 'one_liner', '') };
}

async function nameOf(db: SqlConnection, userId: string | null): Promise<string | null> {
  const row = userId === null ? undefined : await db.get('SELECT username FROM users WHERE id = ?', [userId]);
  return row === undefined ? null : text(row, 'username');
}

/** The kind of a document; undefined for one that this version does not know. */
export function kindFromRow(row: SqlRow): MemoryKind | undefined {
  return memoryKinds.find((kind) => kind === text(row, 'kind'));
}
