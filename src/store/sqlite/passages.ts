/**
 * Memories as a search reads them: each with what it shows, and with its neighbours where it stands in a conversation.
 * An answer often stands a turn or two beside the words that were asked for.
 */
import type { Candidate, MemoryKind, MemoryRef, Passage } from '../../memory/recall.ts';
import { numberOrNull, text, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqlRow } from './sqlConnection.ts';

/** Per kind: what a candidate shows. A column that a kind lacks is absent, and null in the candidate. */
const selects: Record<MemoryKind, string> = {
  fact: `SELECT f.id, f.fact AS text, f.tags AS keywords, f.source_session AS session_id, f.project_id,
      p.name AS project_name, f.created_at, f.source_ref, coalesce(f.confidence, 1.0) AS confidence,
      (SELECT group_concat(n.id) FROM links l JOIN facts n ON n.uid = l.from_uid
       WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'contradicts' AND l.amount <> 0
         AND coalesce(n.deprecated, 0) = 0 AND n.id > f.id) AS contradicted_by
    FROM facts f LEFT JOIN projects p ON p.id = f.project_id WHERE f.id = ?`,
  chunk: `SELECT c.id, c.content AS text, coalesce(c.flag_reason, '') || ' ' || coalesce(c.tags, '') AS keywords, c.session_id,
      c.seq, s.project_id, p.name AS project_name, c.created_at, c.source_ref, c.role, c.speaker
    FROM conversation_chunks c LEFT JOIN sessions s ON s.id = c.session_id LEFT JOIN projects p ON p.id = s.project_id
    WHERE c.id = ?`,
  session: `SELECT s.id, s.one_liner AS title, trim(coalesce(s.topics, '') || char(10) || coalesce(s.outcome, '') || char(10) ||
      coalesce(d.summary, '') || char(10) || coalesce(d.key_facts, '') || char(10) || coalesce(d.code_refs, ''),
      char(10)) AS text, s.id AS session_id, s.project_id, p.name AS project_name, s.started_at AS created_at, s.importance
    FROM sessions s LEFT JOIN session_summaries d ON d.id = s.id LEFT JOIN projects p ON p.id = s.project_id
    WHERE s.id = ?`,
  knowledge: `SELECT k.id, k.title, k.content AS text, k.source_session AS session_id, k.created_at, k.importance,
      coalesce(k.status, 'pending') AS status
    FROM global_knowledge k WHERE k.id = ?`,
  message: `SELECT m.id, m.content AS text, m.session_id, m.seq, s.project_id, p.name AS project_name, m.created_at,
      m.source_ref, m.role, m.speaker
    FROM messages m LEFT JOIN sessions s ON s.id = m.session_id LEFT JOIN projects p ON p.id = s.project_id
    WHERE m.id = ?`,
};

/** Where the memories of a kind stand in a conversation. */
const conversations: Partial<Record<MemoryKind, string>> = { chunk: 'conversation_chunks', message: 'messages' };

export function readPassages(db: SqlConnection, refs: readonly MemoryRef[], reach: number): Passage[] {
  const alone: Passage[] = [];
  const talks = new Map<string, Candidate[]>();
  for (const ref of refs) {
    const memory = readCandidate(db, ref);
    // A document whose memory is gone is an orphan; `inspect` reports it, and a search must not stumble over it.
    if (memory === undefined) continue;
    if (conversations[memory.kind] === undefined || memory.sessionId === null) alone.push([memory]);
    else addTo(talks, `${memory.kind} ${memory.sessionId}`, memory);
  }
  return [...alone, ...[...talks.values()].flatMap((found) => stretchesAround(db, found, reach))];
}

function addTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The found memories of one conversation with their neighbours; stretches that overlap become one. */
function stretchesAround(db: SqlConnection, found: Candidate[], reach: number): Passage[] {
  found.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const passages: Passage[] = [];
  for (const memory of found) {
    const before = neighbours(db, memory, reach, '<').reverse();
    const stretch = [...before, memory, ...neighbours(db, memory, reach, '>')];
    const last = passages.at(-1);
    if (last === undefined || isBefore(last.at(-1), stretch[0])) passages.push(stretch);
    else join(last, stretch);
  }
  return passages;
}

/** Both are in order and overlap, and `stretch` ends later or together. */
function join(passage: Passage, stretch: Passage): void {
  const end = passage.at(-1);
  passage.push(...stretch.filter((memory) => isBefore(end, memory)));
}

/** Whether one stands before the other in their conversation. Merged stores may bring several exchanges of one place. */
function isBefore(one: Candidate | undefined, other: Candidate | undefined): boolean {
  return ((one?.seq ?? 0) - (other?.seq ?? 0) || Number(one?.id) - Number(other?.id)) < 0;
}

function neighbours(db: SqlConnection, memory: Candidate, reach: number, side: '<' | '>'): Candidate[] {
  const table = conversations[memory.kind];
  if (table === undefined || reach < 1) return [];
  const order = side === '<' ? 'DESC' : 'ASC';
  const sql = `SELECT id FROM ${table} WHERE session_id = ? AND (seq, id) ${side} (?, ?)
    ORDER BY seq ${order}, id ${order} LIMIT ?`;
  return db.all(sql, [memory.sessionId, memory.seq, Number(memory.id), reach]).flatMap((row) => {
    const neighbour = readCandidate(db, { kind: memory.kind, id: text(row, 'id') });
    return neighbour === undefined ? [] : [neighbour];
  });
}

function readCandidate(db: SqlConnection, { kind, id }: MemoryRef): Candidate | undefined {
  const row = db.get(selects[kind], [kind === 'session' ? id : Number(id)]);
  return row === undefined ? undefined : candidateFromRow(kind, row);
}

function candidateFromRow(kind: MemoryKind, row: SqlRow): Candidate {
  const held = (column: string): string | null => (column in row ? textOrNull(row, column) : null);
  const counted = (column: string): number | null => (column in row ? numberOrNull(row, column) : null);
  return {
    kind,
    id: text(row, 'id'),
    title: held('title'),
    text: text(row, 'text'),
    keywords: held('keywords') ?? '',
    sessionId: held('session_id'),
    seq: counted('seq'),
    projectId: held('project_id'),
    projectName: held('project_name'),
    createdAt: held('created_at') ?? '',
    sourceRef: held('source_ref'),
    role: held('role'),
    speaker: held('speaker'),
    confidence: counted('confidence'),
    importance: counted('importance'),
    contradictedBy: held('contradicted_by')?.split(',') ?? [],
    status: held('status'),
  };
}
