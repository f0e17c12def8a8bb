/** Decisions over SQL: facts with details, their outcomes, and the exchanges that wait to become decisions. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import { isDecision, reasonOfReversal, withStatusAt } from '../../../memory/decisions/decisionStatus.ts';
import type { Decision } from '../../../memory/decisions/decisionStatus.ts';
import type {
  DecisionFilter,
  DecisionStore,
  KeptDecision,
  NewOutcome,
  Outcome,
  PastApproach,
  ReplacedStatement,
  StoredDecision,
  Successor,
} from '../../../memory/decisions/decisionStore.ts';
import { failureOf, rejectedBy } from '../../../memory/decisions/pastApproach.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { verdicts } from '../../../memory/shared/vocabulary.ts';
import { insertRow, number, oneOf, text, textOr, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { noteFact } from '../facts/factAudit.ts';
import { deprecateFact } from '../facts/factChanges.ts';
import { findFact, selectFacts } from '../facts/factRow.ts';
import { hasType, isSeenBy } from '../index/liveFacts.ts';
import type { Condition } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { noteMemory } from '../shared/auditRows.ts';
import type { Undoer } from '../shared/changeImages.ts';
import { keepImages, undoneReason } from '../shared/changeImages.ts';
import { originFrom } from '../shared/originColumn.ts';
import { projectNameOf, scopeCondition } from '../shared/projectScope.ts';

export function createSqlDecisions(engine: SqlEngine, indexText: IndexText, now: () => Date): DecisionStore {
  return {
    list: (filter) => engine.read((db) => listDecisions(db, filter, isSeenBy('f', filter.userId))),
    replacedStatements: (filter) => engine.read((db) => listReplaced(db, filter)),
    progress: (uid) => engine.read(async (db) => (await progressOf(db, [uid]))(uid)),
    addOutcome: (outcome) => engine.write((db) => addOutcome(db, indexText, outcome)),
    pastApproaches: (query) =>
      engine.read(async (db) =>
        [...(await approachesOfDecisions(db, query, now().toISOString())), ...(await rejectedExchanges(db, query))]
          .toSorted((one, other) => other.at.localeCompare(one.at))
          .slice(0, query.limit),
      ),
    kept: ({ userId, scope, limit }) =>
      engine.read(async (db) => {
        const project = scopeCondition(scope, 's.project_id');
        const where = `c.user_id = ? AND ${project.sql} AND ${isOpenDraft.sql}`;
        const params = [userId, ...project.params, ...isOpenDraft.params];
        const rows = await db.all(
          `${selectKept} WHERE ${where} ORDER BY c.created_at DESC NULLS LAST, c.id DESC LIMIT ?`,
          [...params, limit],
        );
        return {
          kept: rows.map(keptFromRow),
          total: await count(db, `SELECT count(*) AS n FROM ${keptTables} WHERE ${where}`, params),
        };
      }),
    keptChunk: (userId, chunkId) =>
      engine.read(async (db) => {
        const row = await db.get(`${selectKept} WHERE c.user_id = ? AND c.id = ?`, [userId, chunkId]);
        return row === undefined ? undefined : { ...keptFromRow(row), uid: text(row, 'uid') };
      }),
    dismiss: ({ userId, chunkIds, now: at, by }) =>
      engine.write(async (db) => {
        const chosen = `c.user_id = ? AND c.id ${amongNumbers()} AND ${isOpenDraft.sql}`;
        const params = [userId, JSON.stringify(chunkIds), ...isOpenDraft.params];
        const ids = (await db.all(`SELECT c.id FROM conversation_chunks c WHERE ${chosen}`, params)).map((row) =>
          number(row, 'id'),
        );
        await keepImages(
          db,
          { by, now: at },
          ids.map((id) => ({
            kind: 'draft',
            key: String(id),
            before: { dismissed_at: null },
            after: { dismissed_at: at },
          })),
        );
        for (const id of ids) {
          await db.run('UPDATE conversation_chunks SET dismissed_at = ?, version = version + 1 WHERE id = ?', [at, id]);
          await noteMemory(db, { at, by, action: 'edit', kind: 'chunk' }, id);
        }
        return ids.length;
      }),
  };
}

/** `readable` is a condition on facts, an alias `f`. */
async function listDecisions(
  db: SqlConnection,
  { scope, limit }: Omit<DecisionFilter, 'userId'>,
  readable: Condition,
): Promise<{ decisions: StoredDecision[]; total: number }> {
  const project = scopeCondition(scope, 'f.project_id');
  // A decision whose storing was undone was never made.
  const where = `${readable.sql} AND f.decided_by IS NOT NULL AND f.deprecation_reason IS DISTINCT FROM ? AND ${project.sql}`;
  const params = [...readable.params, undoneReason, ...project.params];
  const newest = `WHERE ${where} ORDER BY f.created_at DESC NULLS LAST, f.id DESC LIMIT ?`;
  const facts = (await selectFacts(db, newest, [...params, limit])).filter(isDecision);
  const progress = await progressOf(
    db,
    facts.map(({ uid }) => uid),
  );
  return {
    decisions: facts.map((fact) => ({ fact, ...progress(fact.uid) })),
    total:
      facts.length < limit ? facts.length : await count(db, `SELECT count(*) AS n FROM facts f WHERE ${where}`, params),
  };
}

async function listReplaced(
  db: SqlConnection,
  { userId, scope, since, limit }: DecisionFilter & { since: string },
): Promise<ReplacedStatement[]> {
  const [readable, project] = [isSeenBy('f', userId), scopeCondition(scope, 'f.project_id')];
  const type = hasType('f', ['decision']);
  const known = await selectFacts(
    db,
    `WHERE ${readable.sql} AND f.decided_by IS NULL AND coalesce(f.deprecated, 0) <> 0 AND f.updated_at >= ?
       AND ${type.sql} AND ${project.sql}
       AND EXISTS (SELECT 1 FROM links l WHERE l.to_kind = 'fact' AND l.to_uid = f.uid AND l.relation = 'supersedes')
     ORDER BY f.updated_at DESC, f.id DESC LIMIT ?`,
    [...readable.params, since, ...type.params, ...project.params, limit],
  );
  const successors = await successorsOf(
    db,
    known.map(({ uid }) => uid),
  );
  return known.flatMap((fact) => {
    const successor = successors.get(fact.uid);
    return successor === undefined ? [] : [{ fact, successor }];
  });
}

/** What happened since to each of these decisions, by its uid. */
async function progressOf(
  db: SqlConnection,
  uids: readonly string[],
): Promise<(uid: string) => Omit<StoredDecision, 'fact'>> {
  const [outcomes, successors] = [await outcomesOf(db, uids), await successorsOf(db, uids)];
  return (uid) => ({ outcomes: outcomes.get(uid) ?? [], successor: successors.get(uid) ?? null });
}

/** The newest successor of each. */
async function successorsOf(db: SqlConnection, uids: readonly string[]): Promise<Map<string, Successor>> {
  if (uids.length === 0) return new Map();
  const rows = await db.all(
    `SELECT l.to_uid, f.id, f.fact FROM links l JOIN facts f ON f.uid = l.from_uid
     WHERE l.to_kind = 'fact' AND l.to_uid ${amongKeys()} AND l.from_kind = 'fact'
       AND l.relation = 'supersedes' ORDER BY l.id`,
    [JSON.stringify(uids)],
  );
  return new Map(rows.map((row) => [text(row, 'to_uid'), { id: number(row, 'id'), fact: text(row, 'fact') }]));
}

const selectOutcomes = `SELECT o.*, u.username AS user_name, a.name AS agent_name FROM outcomes o
  LEFT JOIN users u ON u.id = o.user_id LEFT JOIN agents a ON a.id = o.agent_id`;

/** By the uid of the decision, latest first. */
async function outcomesOf(db: SqlConnection, uids: readonly string[]): Promise<Map<string, Outcome[]>> {
  const byDecision = new Map<string, Outcome[]>();
  if (uids.length === 0) return byDecision;
  const sql = `${selectOutcomes} WHERE o.decision_uid ${amongKeys()} ORDER BY o.observed_at DESC, o.id DESC`;
  for (const row of await db.all(sql, [JSON.stringify(uids)])) {
    const uid = text(row, 'decision_uid');
    byDecision.set(uid, [...(byDecision.get(uid) ?? []), outcomeFromRow(row)]);
  }
  return byDecision;
}

function outcomeFromRow(row: SqlRow): Outcome {
  return {
    id: number(row, 'id'),
    uid: text(row, 'uid'),
    rating: number(row, 'rating'),
    verdict: oneOf(row, 'verdict', verdicts, 'open'),
    notes: text(row, 'notes'),
    sourceRef: textOrNull(row, 'source_ref'),
    origin: originFrom(row),
    userName: textOrNull(row, 'user_name'),
    agentName: textOrNull(row, 'agent_name'),
    observedAt: text(row, 'observed_at'),
  };
}

async function addOutcome(
  db: SqlConnection,
  indexText: IndexText,
  outcome: NewOutcome,
): Promise<{ outcome: Outcome; isRetired: boolean } | 'conflict'> {
  const decision = await findFact(db, outcome.decisionId);
  if (decision?.userId !== outcome.userId || decision.decision === null) return 'conflict';
  const columns = {
    uid: outcome.uid,
    decision_uid: decision.uid,
    user_id: outcome.userId,
    agent_id: outcome.agentId,
    rating: outcome.rating,
    verdict: outcome.verdict,
    notes: outcome.notes,
    source_ref: outcome.sourceRef,
    origin: outcome.origin,
    observed_at: outcome.observedAt,
    created_at: outcome.now,
  };
  const names = Object.keys(columns);
  const sql = `INSERT INTO outcomes (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const inserted = await insertRow(db, sql, Object.values(columns));
  const { by, now } = outcome;
  await keepImages(db, { by, now }, [
    { kind: 'outcome', key: outcome.uid, before: null, after: { rating: outcome.rating } },
  ]);
  await noteFact(db, 'rate', decision.id, { by, now });
  const isLatest = (await outcomesOf(db, [decision.uid])).get(decision.uid)?.[0]?.uid === outcome.uid;
  const isRetired = outcome.verdict === 'reversed' && isLatest && !decision.deprecated;
  if (isRetired) {
    await deprecateFact(db, indexText, {
      id: decision.id,
      version: decision.version,
      reason: reasonOfReversal(outcome.notes),
      now,
      by,
    });
    await noteFact(db, 'deprecate', decision.id, { by, now });
  }
  return {
    outcome: outcomeFromRow((await db.get(`${selectOutcomes} WHERE o.id = ?`, [inserted])) ?? {}),
    isRetired,
  };
}

/** Undoes the recording of an outcome, and the discarding of drafts. */
export const decisionUndoer: Undoer = {
  kinds: ['outcome', 'draft'],
  undo: async (db, images, { userId, by, now }) => {
    for (const { kind, key } of images) {
      if (kind === 'outcome') {
        const row = await db.get('SELECT f.id FROM outcomes o JOIN facts f ON f.uid = o.decision_uid WHERE o.uid = ?', [
          key,
        ]);
        if ((await db.run('DELETE FROM outcomes WHERE uid = ? AND user_id = ?', [key, userId])).changes === 0)
          return 'conflict';
        if (row !== undefined) await noteFact(db, 'take_back', number(row, 'id'), { by, now });
      } else {
        const sql =
          'UPDATE conversation_chunks SET dismissed_at = NULL, version = version + 1 WHERE id = ? AND user_id = ?';
        if ((await db.run(sql, [Number(key), userId])).changes === 0) return 'conflict';
        await noteMemory(db, { at: now, by, action: 'take_back', kind: 'chunk' }, Number(key));
      }
    }
    return 'undone';
  },
};

interface ApproachQuery {
  userId: string;
  projectId: string | null;
  limit: number;
}

/** Only the user's own: what others share is not sent to a model automatically. */
async function approachesOfDecisions(
  db: SqlConnection,
  { userId, projectId, limit }: ApproachQuery,
  now: string,
): Promise<PastApproach[]> {
  const own = { sql: 'f.user_id = ?', params: [userId] };
  const { decisions } = await listDecisions(db, { scope: { projectId }, limit }, own);
  return decisions.map(withStatusAt(now)).flatMap(approachesOf);
}

function approachesOf(decision: Decision): PastApproach[] {
  const failure = failureOf(decision);
  return [...rejectedBy(decision), ...(failure === undefined ? [] : [failure])];
}

/** Exchanges that a rule or an assistant kept because they reject an approach. */
async function rejectedExchanges(
  db: SqlConnection,
  { userId, projectId, limit }: ApproachQuery,
): Promise<(PastApproach & { role: string })[]> {
  const scope = scopeCondition({ projectId }, 's.project_id');
  const rows = await db.all(
    `SELECT c.id, c.content, c.role, c.created_at, c.origin FROM ${keptTables}
     WHERE c.user_id = ? AND ${scope.sql} AND c.flag_reason LIKE 'rejected approach%' AND c.origin IS DISTINCT FROM 'web'
     ORDER BY c.created_at DESC NULLS LAST, c.id DESC LIMIT ?`,
    [userId, ...scope.params, limit],
  );
  return rows.map((row) => ({
    ref: { kind: 'chunk', id: text(row, 'id') },
    approach: text(row, 'content'),
    reason: null,
    chosen: null,
    at: textOr(row, 'created_at', ''),
    origin: originFrom(row),
    why: 'rejected',
    role: text(row, 'role'),
  }));
}

const keptTables = 'conversation_chunks c LEFT JOIN sessions s ON s.id = c.session_id';
const selectKept = `SELECT c.id, c.uid, c.content, c.role, c.session_id, c.created_at, s.one_liner, s.project_id,
    ${projectNameOf('s')} AS project_name, coalesce(a.name, b.name) AS agent_name
  FROM ${keptTables} LEFT JOIN agents a ON a.id = s.agent_id
  LEFT JOIN agents b ON b.id = c.agent_id`;

/**
 * An exchange that waits to become a decision, for an alias `c`: kept by a rule as one, not from the web, neither
 * dismissed nor approved. A decision that failed or was replaced was approved; one whose storing was undone was not.
 */
const isOpenDraft: Condition = {
  sql: `c.flag_reason = 'decision, kept by rule' AND c.dismissed_at IS NULL AND c.origin IS DISTINCT FROM 'web'
    AND NOT EXISTS (SELECT 1 FROM links l JOIN facts f ON f.uid = l.from_uid WHERE l.to_kind = 'chunk'
      AND l.to_uid = c.uid AND l.relation = 'informed_by' AND f.deprecation_reason IS DISTINCT FROM ?)`,
  params: [undoneReason],
};

function keptFromRow(row: SqlRow): KeptDecision {
  return {
    chunkId: number(row, 'id'),
    content: text(row, 'content'),
    role: text(row, 'role'),
    sessionId: textOr(row, 'session_id', ''),
    sessionHeadline: textOr(row, 'one_liner', ''),
    projectId: textOrNull(row, 'project_id'),
    projectName: textOrNull(row, 'project_name'),
    agentName: textOrNull(row, 'agent_name'),
    createdAt: textOr(row, 'created_at', ''),
  };
}
