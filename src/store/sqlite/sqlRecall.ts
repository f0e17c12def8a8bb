/** Candidates for an answer: ranked documents joined to the rows that they stand for, filtered before they are cut. */
import type { Candidate, MemoryKind, RecallStore } from '../../memory/recall.ts';
import { memoryKinds } from '../../memory/recall.ts';
import { filterFromQuery } from './documentFilter.ts';
import { count } from './memoryDocuments.ts';
import { rankDocuments } from './rankDocuments.ts';
import { number, numberOrNull, text, textOr, textOrNull } from './rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from './sqlConnection.ts';

/** Per kind: what a candidate shows, keyed by the document's id in `document`. */
const selects: Record<MemoryKind, string> = {
  fact: `SELECT NULL AS title, f.fact AS text, coalesce(f.tags, '') AS keywords, f.source_session AS session_id, NULL AS seq, p.name AS project_name,
      f.created_at, f.source_ref, NULL AS speaker, coalesce(f.confidence, 1.0) AS confidence
    FROM facts f LEFT JOIN projects p ON p.id = f.project_id WHERE f.id = ?`,
  chunk: `SELECT NULL AS title, c.content AS text,
      coalesce(c.flag_reason, '') || ' ' || coalesce(c.tags, '') AS keywords, c.session_id, c.seq, p.name AS project_name,
      c.created_at, c.source_ref, c.speaker, NULL AS confidence
    FROM conversation_chunks c LEFT JOIN sessions s ON s.id = c.session_id LEFT JOIN projects p ON p.id = s.project_id
    WHERE c.id = ?`,
  session: `SELECT s.one_liner AS title, trim(coalesce(s.topics, '') || char(10) || coalesce(s.outcome, '') || char(10) ||
      coalesce(d.summary, '') || char(10) || coalesce(d.key_facts, '') || char(10) || coalesce(d.code_refs, ''),
      char(10)) AS text, '' AS keywords, s.id AS session_id, NULL AS seq, p.name AS project_name, s.started_at AS created_at,
      NULL AS source_ref, NULL AS speaker, NULL AS confidence
    FROM sessions s LEFT JOIN session_summaries d ON d.id = s.id LEFT JOIN projects p ON p.id = s.project_id
    WHERE s.id = ?`,
  knowledge: `SELECT k.title, k.content AS text, '' AS keywords, k.source_session AS session_id, NULL AS seq, NULL AS project_name,
      k.created_at, NULL AS source_ref, NULL AS speaker, NULL AS confidence, coalesce(k.status, 'pending') AS status
    FROM global_knowledge k WHERE k.id = ?`,
  message: `SELECT NULL AS title, m.content AS text, '' AS keywords, m.session_id, m.seq, p.name AS project_name,
      m.created_at, m.source_ref, m.speaker, NULL AS confidence
    FROM messages m LEFT JOIN sessions s ON s.id = m.session_id LEFT JOIN projects p ON p.id = s.project_id
    WHERE m.id = ?`,
};

export function createSqlRecall(engine: SqliteEngine): RecallStore {
  return {
    candidates: (query) =>
      engine.read((db) => {
        const filter = filterFromQuery(query);
        const candidates = rankDocuments(db, query.terms, filter, query.limit).flatMap(({ id, bm25 }) => {
          const candidate = readCandidate(db, id, bm25);
          return candidate === undefined ? [] : [candidate];
        });
        const searched = `SELECT count(*) AS n FROM memory_documents d WHERE ${filter.sql}`;
        return { candidates, searched: count(db, searched, filter.params) };
      }),
  };
}

function readCandidate(db: SqlConnection, documentId: number, bm25: number): Candidate | undefined {
  const document = db.get('SELECT kind, memory_id FROM memory_documents WHERE id = ?', [documentId]) ?? {};
  const kind = memoryKinds.find((known) => known === text(document, 'kind'));
  if (kind === undefined) return undefined;
  const id = text(document, 'memory_id');
  const row = db.get(selects[kind], [kind === 'session' ? id : Number(id)]);
  // A document whose memory is gone is an orphan; `inspect` reports it, and a search must not stumble over it.
  return row === undefined ? undefined : candidateFromRow(kind, id, bm25, row);
}

function candidateFromRow(kind: MemoryKind, id: string, bm25: number, row: SqlRow): Candidate {
  return {
    kind,
    id,
    title: textOrNull(row, 'title'),
    text: text(row, 'text'),
    keywords: text(row, 'keywords'),
    bm25,
    sessionId: textOrNull(row, 'session_id'),
    seq: numberOrNull(row, 'seq'),
    projectName: textOrNull(row, 'project_name'),
    createdAt: textOr(row, 'created_at', ''),
    sourceRef: textOrNull(row, 'source_ref'),
    speaker: textOrNull(row, 'speaker'),
    confidence: kind === 'fact' ? number(row, 'confidence') : null,
    status: kind === 'knowledge' ? text(row, 'status') : null,
  };
}
