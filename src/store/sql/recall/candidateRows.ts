/** The rows of memories as a search reads them: the same columns for each kind, so that one statement reads several. */
import { amongKeys, amongNumbers, amongRows } from '../connection/among.ts';
import { evidenceFrom, wordsOfEvidence } from '../../../memory/facts/evidence.ts';
import type { Candidate } from '../../../memory/recall/recall.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { numberOrNull, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlRow } from '../connection/sqlConnection.ts';
import { typeFromRow } from '../facts/factRow.ts';
import { authorOf, chainUids, isLiveAt, isNotDeprecated, olderUids } from '../index/liveFacts.ts';
import { entrySource, entryText } from '../index/memoryDocuments.ts';
import { firstRequest } from '../index/sessionDocument.ts';
import { knowledgeApprover, knowledgeAuthor } from '../knowledge/knowledgeRow.ts';
import { originFrom, sessionOrigin } from '../shared/originColumn.ts';
import { projectNameOf } from '../shared/projectScope.ts';
import { tagsFromColumn } from '../shared/textLists.ts';

/** All but the kind, which is text; those that a kind lacks are null. */
const columnTypes = {
  id: 'TEXT',
  title: 'TEXT',
  text: 'TEXT',
  keywords: 'TEXT',
  category: 'TEXT',
  flag_reason: 'TEXT',
  memory_type: 'TEXT',
  session_id: 'TEXT',
  seq: 'BIGINT',
  project_id: 'TEXT',
  project_name: 'TEXT',
  created_at: 'TEXT',
  source_ref: 'TEXT',
  cited_lines: 'TEXT',
  origin: 'TEXT',
  role: 'TEXT',
  speaker: 'TEXT',
  tags: 'TEXT',
  evidence: 'TEXT',
  decided_by: 'TEXT',
  alternatives: 'TEXT',
  status: 'TEXT',
  confidence: 'DOUBLE PRECISION',
  importance: 'BIGINT',
  agent_name: 'TEXT',
  author: 'TEXT',
  approver: 'TEXT',
  owner_id: 'TEXT',
  supersedes_count: 'BIGINT',
  contradicted_by: 'TEXT',
} as const;

/** SQL expressions. */
export type CandidateColumns = Partial<Record<keyof typeof columnTypes, string>>;

export function selectCandidates(kind: MemoryKind, columns: CandidateColumns): string {
  const values: readonly (readonly [string, string])[] = Object.entries({ ...nulls, ...columns });
  return `SELECT '${kind}' AS kind, ${values.map(([name, value]) => `${value} AS ${name}`).join(', ')}`;
}

const nulls = Object.fromEntries(Object.entries(columnTypes).map(([name, type]) => [name, `CAST(NULL AS ${type})`]));

/** Few facts have links, and following them takes longer than everything else. */
const isLinked = `EXISTS (SELECT 1 FROM links l
  WHERE (l.from_kind = 'fact' AND l.from_uid = f.uid) OR (l.to_kind = 'fact' AND l.to_uid = f.uid))`;

/** Live facts of the same owner that are newer than `f` and contradict it, or a fact of its chain. */
const newerFacts = (now: string): string => {
  const newer = `n.id > f.id AND ${isLiveAt('n', now)}`;
  return `SELECT n.id FROM links l JOIN facts n ON n.uid = l.from_uid AND n.user_id = f.user_id
      WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'contradicts' AND l.amount <> 0 AND ${newer}
    UNION SELECT n.id FROM facts n WHERE n.uid ${amongRows(chainUids('f.uid'))} AND +n.user_id = f.user_id AND ${newer}`;
};

export type LoneKind = Exclude<MemoryKind, 'message' | 'chunk'>;

const ofFact = (now: string): CandidateColumns => ({
  id: 'CAST(f.id AS TEXT)',
  text: `f.fact || coalesce('\n' || f.rationale, '')`,
  keywords: `coalesce(f.tags || ' ', '') || coalesce(f.alternatives, '')`,
  category: 'f.category',
  memory_type: 'f.memory_type',
  session_id: 'f.source_session',
  project_id: 'f.project_id',
  project_name: projectNameOf('f'),
  created_at: 'f.created_at',
  source_ref: 'f.source_ref',
  cited_lines: 'f.cited_lines',
  origin: 'f.origin',
  tags: 'f.tags',
  evidence: 'f.evidence',
  decided_by: 'f.decided_by',
  alternatives: 'f.alternatives',
  status: `iif(${isNotDeprecated('f')}, NULL, 'superseded')`,
  confidence: 'coalesce(f.confidence, 1.0)',
  agent_name: 'a.name',
  author: authorOf('f'),
  owner_id: 'f.user_id',
  supersedes_count: `CASE WHEN ${isLinked} THEN (SELECT count(*) FROM (${olderUids('f.uid')}) AS older) ELSE 0 END`,
  contradicted_by: `CASE WHEN ${isLinked} THEN (SELECT group_concat(id) FROM (${newerFacts(now)}) AS newer) END`,
});

const ofSession: CandidateColumns = {
  id: 's.id',
  title: 's.one_liner',
  text: `coalesce(nullif(trim(coalesce(s.topics, '') || '\n' || coalesce(s.outcome, '') || '\n' || coalesce(d.summary, '') ||
    '\n' || coalesce(d.key_facts, '') || '\n' || coalesce(d.code_refs, ''), '\n'), ''), ${firstRequest}, '')`,
  session_id: 's.id',
  project_id: 's.project_id',
  project_name: projectNameOf('s'),
  created_at: 's.started_at',
  importance: 's.importance',
  source_ref: 's.external_id',
  origin: sessionOrigin('s'),
};

const ofKnowledge: CandidateColumns = {
  id: 'CAST(k.id AS TEXT)',
  title: 'k.title',
  text: 'k.content',
  category: 'k.category',
  session_id: 'k.source_session',
  created_at: 'k.created_at',
  importance: 'k.importance',
  origin: 'k.origin',
  status: `coalesce(k.status, 'pending')`,
  author: knowledgeAuthor,
  approver: knowledgeApprover,
};

const ofEntry: CandidateColumns = {
  id: 'CAST(e.id AS TEXT)',
  title: 'e.kind',
  text: entryText,
  keywords: `coalesce(e.alternatives, '')`,
  project_id: 'f.project_id',
  project_name: projectNameOf('f'),
  created_at: 'e.created_at',
  source_ref: entrySource,
  origin: 'e.origin',
  confidence: 'e.confidence',
  status: 'e.status',
  owner_id: 'f.user_id',
  alternatives: 'e.alternatives',
};

const fromFacts = 'FROM facts f LEFT JOIN agents a ON a.id = f.agent_id';
const fromSessions = 'FROM sessions s LEFT JOIN session_summaries d ON d.id = s.id';

/** Memories outside conversations. `ids` is the parameter with their ids as a JSON list, and `now` that with the time. */
export function selectLone(kind: LoneKind, ids: string, now: string): string {
  const numbers = amongNumbers(ids);
  switch (kind) {
    case 'fact':
      return `${selectCandidates(kind, ofFact(now))} ${fromFacts} WHERE f.id ${numbers}`;
    case 'session':
      return `${selectCandidates(kind, ofSession)} ${fromSessions} WHERE s.id ${amongKeys(ids)}`;
    case 'knowledge':
      return `${selectCandidates(kind, ofKnowledge)} FROM global_knowledge k WHERE k.id ${numbers}`;
    case 'entry':
      return `${selectCandidates(kind, ofEntry)} FROM mind_entries e JOIN mind_files f ON f.id = e.file_id WHERE e.id ${numbers}`;
  }
}

export function candidateFromRow(row: SqlRow): Candidate {
  const held = (column: keyof typeof columnTypes): string | null => textOrNull(row, column);
  const evidence = evidenceFrom(held('evidence'));
  const kind = oneOf(row, 'kind', memoryKinds, 'message');
  return {
    kind,
    id: text(row, 'id'),
    title: held('title'),
    text: text(row, 'text'),
    keywords: [held('keywords') ?? '', ...wordsOfEvidence(evidence)].join(' ').trim(),
    category: held('category'),
    flagReason: held('flag_reason'),
    sessionId: held('session_id'),
    seq: numberOrNull(row, 'seq'),
    projectId: held('project_id'),
    projectName: held('project_name'),
    createdAt: held('created_at') ?? '',
    sourceRef: held('source_ref'),
    origin: originFrom(row),
    role: held('role'),
    speaker: held('speaker'),
    confidence: numberOrNull(row, 'confidence'),
    importance: numberOrNull(row, 'importance'),
    contradictedBy: held('contradicted_by')?.split(',') ?? [],
    status: held('status'),
    ownerId: held('owner_id'),
    type: kind === 'fact' ? typeFromRow(row) : null,
    agentName: held('agent_name'),
    author: held('author'),
    approver: held('approver'),
    tags: tagsFromColumn(held('tags')),
    citedLines: held('cited_lines'),
    decidedBy: held('decided_by'),
    alternatives: tagsFromColumn(held('alternatives')),
    supersedesCount: numberOrNull(row, 'supersedes_count') ?? 0,
    evidence,
  };
}
