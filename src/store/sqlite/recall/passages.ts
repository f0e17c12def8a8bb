/**
 * Memories as a search reads them, with their neighbors if they are part of a conversation. An answer is often a turn
 * or two away from the words of the query.
 */
import type { Candidate, Passage } from '../../../memory/recall/recall.ts';
import type { MemoryRef } from '../../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { numberOrNull, text, textOrNull } from '../engine/rowReader.ts';
import { typeFromRow } from '../facts/factRow.ts';
import { projectNameOf } from '../shared/projectScope.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { entrySource, entryText } from '../index/memoryDocuments.ts';
import { knowledgeUsers } from '../knowledge/knowledgeRow.ts';
import { authorOf, chainUids, isLiveAt, isNotDeprecated, olderUids } from '../index/liveFacts.ts';
import { firstRequest } from '../index/sessionDocument.ts';
import { originFrom, sessionOrigin } from '../shared/originColumn.ts';
import { evidenceFrom, wordsOfEvidence } from '../../../memory/facts/evidence.ts';
import { tagsFromColumn } from '../shared/textLists.ts';
import { mapInTurn } from '../engine/inTurn.ts';

/** A live fact that is newer than `f`. */
const newer = `n.id > f.id AND ${isLiveAt('n', '?2')}`;

/** Few facts have links, and following them takes longer than everything else. */
const isLinked = `EXISTS (SELECT 1 FROM links l
  WHERE (l.from_kind = 'fact' AND l.from_uid = f.uid) OR (l.to_kind = 'fact' AND l.to_uid = f.uid))`;

/**
 * Memories outside conversations, by their ids in a JSON list. Columns that a kind lacks are absent, and null in the
 * candidate. For facts, ?1 is the list and ?2 the time.
 */
const alone = {
  fact: `SELECT f.id, f.fact || coalesce('\n' || f.rationale, '') AS text,
      coalesce(f.tags || ' ', '') || coalesce(f.alternatives, '') AS keywords, f.category, f.memory_type,
      f.source_session AS session_id, f.project_id, ${projectNameOf('f')} AS project_name, f.created_at, f.source_ref, f.cited_lines, f.origin, f.tags,
      f.evidence, f.decided_by, f.alternatives, iif(${isNotDeprecated('f')}, NULL, 'superseded') AS status,
      coalesce(f.confidence, 1.0) AS confidence, a.name AS agent_name,
      f.user_id AS owner_id, ${authorOf('f')} AS author,
      CASE WHEN ${isLinked} THEN (SELECT count(*) FROM (${olderUids('f.uid')}) AS older) ELSE 0 END AS supersedes_count,
      CASE WHEN ${isLinked} THEN (SELECT group_concat(id) FROM (
         SELECT n.id FROM links l JOIN facts n ON n.uid = l.from_uid AND n.user_id = f.user_id
         WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'contradicts' AND l.amount <> 0
           AND ${newer}
         UNION SELECT n.id FROM facts n
         WHERE n.uid IN (${chainUids('f.uid')}) AND +n.user_id = f.user_id AND ${newer}) AS newer) END AS contradicted_by
    FROM facts f LEFT JOIN agents a ON a.id = f.agent_id WHERE f.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))`,
  session: `SELECT s.id, s.one_liner AS title, coalesce(nullif(trim(coalesce(s.topics, '') || '\n' || coalesce(s.outcome, '') ||
      '\n' || coalesce(d.summary, '') || '\n' || coalesce(d.key_facts, '') || '\n' || coalesce(d.code_refs, ''),
      '\n'), ''), ${firstRequest}, '') AS text, s.id AS session_id, s.project_id, ${projectNameOf('s')} AS project_name, s.started_at AS created_at,
      s.importance, s.external_id AS source_ref, ${sessionOrigin('s')} AS origin
    FROM sessions s LEFT JOIN session_summaries d ON d.id = s.id WHERE s.id IN (SELECT value FROM json_each(?))`,
  knowledge: `SELECT k.id, k.title, k.content AS text, k.category, k.source_session AS session_id, k.created_at, k.importance, k.origin,
      coalesce(k.status, 'pending') AS status, ${knowledgeUsers}
    FROM global_knowledge k WHERE k.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
  entry: `SELECT e.id, e.kind AS title, ${entryText} AS text, coalesce(e.alternatives, '') AS keywords, f.project_id, ${projectNameOf('f')} AS project_name, e.created_at,
      ${entrySource} AS source_ref, e.origin, e.confidence, e.status, f.user_id AS owner_id, e.alternatives
    FROM mind_entries e JOIN mind_files f ON f.id = e.file_id
    WHERE e.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
} as const;

/** Memories that are part of a conversation. */
const inTalk = {
  chunk: {
    columns: `id, content AS text, coalesce(flag_reason, '') || ' ' || coalesce(tags, '') AS keywords, flag_reason, session_id, seq,
      created_at, source_ref, role, speaker, origin`,
    from: 'conversation_chunks',
    where: 'TRUE',
  },
  message: {
    columns: `id, content AS text, session_id, seq, created_at, source_ref, role, speaker, 'transcript' AS origin`,
    from: 'messages',
    where: `type = 'text'`,
  },
} as const;
type TalkKind = keyof typeof inTalk;

/** `reach` is the number of neighbors on either side; facts that expired by `now` do not contradict others. */
export async function readPassages(
  db: SqlConnection,
  refs: readonly MemoryRef[],
  { reach, now }: { reach: number; now: string },
): Promise<Passage[]> {
  const projects = new Projects(db);
  const singles: Passage[] = [];
  const talks = new Map<string, Found[]>();
  for (const found of await readFound(db, projects, refs, now)) {
    const { kind, sessionId } = found.memory;
    if (!isTalk(kind) || sessionId === null) singles.push([found.memory]);
    else addTo(talks, `${kind} ${sessionId}`, found);
  }
  return [
    ...singles,
    ...(await mapInTurn([...talks.values()], (found) => stretchesAround({ db, projects, reach }, found))).flat(),
  ];
}

/** A requested memory and its owner; null for kinds without neighbors. */
interface Found {
  memory: Candidate;
  userId: string | null;
}

interface Surroundings {
  db: SqlConnection;
  projects: Projects;
  /** The number of neighbors on either side. */
  reach: number;
}

function isTalk(kind: MemoryKind): kind is TalkKind {
  return kind in inTalk;
}

function addTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The requested memories of one conversation with their neighbors; overlapping stretches are joined. */
async function stretchesAround(surroundings: Surroundings, talk: Found[]): Promise<Passage[]> {
  talk.sort((one, other) => (isBefore(one.memory, other.memory) ? -1 : 1));
  const passages: Passage[] = [];
  for (const found of talk) {
    const stretch = await stretchAround(surroundings, found);
    const last = passages.at(-1);
    if (last === undefined || isBefore(last.at(-1), stretch[0])) passages.push(stretch);
    else join(last, stretch);
  }
  return passages;
}

/** Both must be in order and overlap, and `stretch` must not end first. */
function join(passage: Passage, stretch: Passage): void {
  const end = passage.at(-1);
  passage.push(...stretch.filter((memory) => isBefore(end, memory)));
}

/** Whether the first is earlier in the conversation. Merged stores may have several exchanges with the same `seq`. */
function isBefore(one: Candidate | undefined, other: Candidate | undefined): boolean {
  return ((one?.seq ?? 0) - (other?.seq ?? 0) || Number(one?.id) - Number(other?.id)) < 0;
}

/**
 * One query reads both sides, bounded by the outermost `seq` on each. Memories that share such a `seq` may exceed
 * `reach`, so the result is cut.
 */
async function stretchAround({ db, projects, reach }: Surroundings, { memory, userId }: Found): Promise<Passage> {
  const { kind, sessionId, id, seq } = memory;
  if (!isTalk(kind) || reach < 1) return [memory];
  const { columns, from, where } = inTalk[kind];
  const talk = `FROM ${from} WHERE ${where} AND session_id = ?1 AND user_id = ?2`;
  const first = `SELECT seq ${talk} AND (seq, id) < (?3, ?4) ORDER BY seq DESC, id DESC LIMIT 1 OFFSET ?5`;
  const last = `SELECT seq ${talk} AND (seq, id) > (?3, ?4) ORDER BY seq, id LIMIT 1 OFFSET ?5`;
  const sql = `SELECT ${columns} ${talk} AND seq >= coalesce((${first}), ?6) AND seq <= coalesce((${last}), ?7) AND id <> ?4 ORDER BY seq, id`;
  const ends = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const rows = await db.all(sql, [sessionId, userId, seq, Number(id), reach - 1, ...ends]);
  const around = await mapInTurn(rows, (row) => projects.addTo(candidateFromRow(kind, row)));
  const before = around.filter((other) => isBefore(other, memory));
  return [...before.slice(-reach), memory, ...around.slice(before.length, before.length + reach)];
}

/** In the order of `refs`. One statement for each kind, because on a server each costs the time to it and back. */
async function readFound(
  db: SqlConnection,
  projects: Projects,
  refs: readonly MemoryRef[],
  now: string,
): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const kind of new Set(refs.map((ref) => ref.kind))) {
    const ids = JSON.stringify(refs.filter((ref) => ref.kind === kind).map(({ id }) => id));
    const rows = isTalk(kind) ? await readTalk(db, kind, ids) : await readAlone(db, kind, ids, now);
    for (const row of rows) {
      const memory = await projects.addTo(candidateFromRow(kind, row));
      found.set(`${kind} ${memory.id}`, { memory, userId: isTalk(kind) ? textOrNull(row, 'user_id') : null });
    }
  }
  // Without orphaned documents, which `inspect` reports. A search must not fail because of them.
  return refs.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? []);
}

/** `ids` is a JSON list. */
function readAlone(db: SqlConnection, kind: keyof typeof alone, ids: string, now: string): Promise<SqlRow[]> {
  return db.all(alone[kind], kind === 'fact' ? [ids, now] : [ids]);
}

function readTalk(db: SqlConnection, kind: TalkKind, ids: string): Promise<SqlRow[]> {
  const { columns, from, where } = inTalk[kind];
  const named = 'id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
  return db.all(`SELECT user_id, ${columns} FROM ${from} WHERE ${named} AND ${where}`, [ids]);
}

/** The projects of sessions, each looked up once. */
class Projects {
  readonly #db: SqlConnection;
  readonly #ofSession = new Map<string, Pick<Candidate, 'projectId' | 'projectName'>>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  async addTo(memory: Candidate): Promise<Candidate> {
    const { kind, sessionId } = memory;
    return isTalk(kind) && sessionId !== null ? { ...memory, ...(await this.#projectOf(sessionId)) } : memory;
  }

  async #projectOf(sessionId: string): Promise<Pick<Candidate, 'projectId' | 'projectName'>> {
    const known = this.#ofSession.get(sessionId);
    if (known !== undefined) return known;
    const sql = `SELECT s.project_id, ${projectNameOf('s')} AS project_name FROM sessions s WHERE s.id = ?`;
    const row = (await this.#db.get(sql, [sessionId])) ?? { project_id: null, project_name: null };
    const found = { projectId: textOrNull(row, 'project_id'), projectName: textOrNull(row, 'project_name') };
    this.#ofSession.set(sessionId, found);
    return found;
  }
}

function candidateFromRow(kind: MemoryKind, row: SqlRow): Candidate {
  const held = (column: string): string | null => (column in row ? textOrNull(row, column) : null);
  const counted = (column: string): number | null => (column in row ? numberOrNull(row, column) : null);
  const evidence = evidenceFrom(held('evidence'));
  return {
    kind,
    id: text(row, 'id'),
    title: held('title'),
    text: text(row, 'text'),
    keywords: [held('keywords') ?? '', ...wordsOfEvidence(evidence)].join(' ').trim(),
    category: held('category'),
    flagReason: held('flag_reason'),
    sessionId: held('session_id'),
    seq: counted('seq'),
    projectId: held('project_id'),
    projectName: held('project_name'),
    createdAt: held('created_at') ?? '',
    sourceRef: held('source_ref'),
    origin: 'origin' in row ? originFrom(row) : null,
    role: held('role'),
    speaker: held('speaker'),
    confidence: counted('confidence'),
    importance: counted('importance'),
    contradictedBy: held('contradicted_by')?.split(',') ?? [],
    status: held('status'),
    ownerId: held('owner_id'),
    type: 'memory_type' in row ? typeFromRow(row) : null,
    agentName: held('agent_name'),
    author: held('author'),
    approver: held('approver'),
    tags: tagsFromColumn(held('tags')),
    citedLines: held('cited_lines'),
    decidedBy: held('decided_by'),
    alternatives: tagsFromColumn(held('alternatives')),
    supersedesCount: counted('supersedes_count') ?? 0,
    evidence,
  };
}
