/** Storing a fact: the row, its words and its links, or the confirmation of the fact with the same statement. */
import { otherDetails } from '../../../memory/facts/factOutcome.ts';
import type { DecisionDetails, Fact, StoredStatus } from '../../../memory/facts/facts.ts';
import type { NewFact } from '../../../memory/facts/factStore.ts';
import { evidenceColumn } from '../../../memory/facts/evidence.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { worseOrigin } from '../../../memory/trust/origin.ts';
import { forgetContradictionsOf } from './factConfidence.ts';
import { newFactFromRow, requireFact, returnedFact } from './factRow.ts';
import { addFactWords } from '../index/factWords.ts';
import { isNotDeprecated } from '../index/liveFacts.ts';
import { documentOfFact, returnedFactDocument } from '../index/memoryDocuments.ts';
import { indexNewDocument, refreshDocument } from '../index/memoryIndex.ts';
import { number } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';
import { saysSame } from '../shared/sameStatements.ts';
import { tagsColumn } from '../shared/textLists.ts';
import { allAtOnce } from '../connection/inTurn.ts';

/**
 * The id of the fact with the same statement that is not deprecated, other than `except`; undefined if there is none.
 * It may have expired: stating it again renews it.
 */
export async function activeDuplicate(
  db: SqlConnection,
  { userId, projectId, contentHash, fact }: Pick<NewFact, 'userId' | 'projectId' | 'contentHash' | 'fact'>,
  except = -1,
): Promise<number | undefined> {
  const rows = await db.all(
    `SELECT id, fact FROM facts WHERE user_id = ? AND content_hash = ? AND project_id IS NOT DISTINCT FROM ? AND ${isNotDeprecated('facts')}
       AND id <> ? ORDER BY id`,
    [userId, contentHash, projectId, except],
  );
  const row = saysSame(rows, 'facts', { fact });
  return row === undefined ? undefined : number(row, 'id');
}

/** Whether both say different things about who decided, why, or what was rejected. */
export function hasOtherDetails(known: DecisionDetails, given: DecisionDetails): boolean {
  return JSON.stringify(decisionColumns(given)) !== JSON.stringify(decisionColumns(known));
}

/** Stores a fact, or confirms `twin`, the one with the same statement. */
export async function insertOrConfirm(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
  twin: number | undefined,
): Promise<{ status: StoredStatus; fact: Fact; isQueued?: boolean }> {
  if (twin === undefined) return { status: 'stored', ...(await insertFact(db, indexText, fact)) };
  const before = await requireFact(db, twin);
  const { decision = null } = fact;
  if (decision !== null && before.decision !== null && hasOtherDetails(before.decision, decision))
    throw otherDetails(twin);
  await linkSources(db, twin, fact);
  const confirmed = await confirmFact(db, indexText, before, fact);
  return {
    status: before.decision === null && confirmed.decision !== null ? 'completed' : 'duplicate',
    fact: confirmed,
  };
}

/** Links a fact to the memories that it rests on. */
async function linkSources(db: SqlConnection, id: number, { informedBy = [], now }: NewFact): Promise<void> {
  for (const { kind, uid, linkUid } of informedBy) {
    await db.run(
      `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, created_at)
       SELECT ?, 'fact', uid, ?, ?, 'informed_by', ? FROM facts WHERE id = ?
       ON CONFLICT (from_kind, from_uid, to_kind, to_uid, relation) DO NOTHING`,
      [linkUid, kind, uid, now, id],
    );
  }
}

/** Returns the new fact, and whether it waits for an embedding model. */
export async function insertFact(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
): Promise<{ fact: Fact; isQueued: boolean }> {
  const row = await db.get(
    `INSERT INTO facts (user_id, category, fact, source_session, confidence, created_at, updated_at,
                        uid, project_id, agent_id, content_hash, tags, source_ref, origin, memory_type, expires_at,
                        visibility, cited_lines, evidence, decided_by, assisted_by, rationale, alternatives)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     RETURNING *, ${returnedFact}, ${returnedFactDocument}`,
    [
      fact.userId,
      fact.category,
      fact.fact,
      fact.sourceSession,
      fact.confidence,
      fact.createdAt ?? fact.now,
      fact.now,
      fact.uid,
      fact.projectId,
      fact.agentId,
      fact.contentHash,
      tagsColumn(fact.tags),
      fact.sourceRef,
      fact.origin ?? null,
      fact.type ?? null,
      fact.expiresAt ?? null,
      fact.visibility ?? 'private',
      fact.citedLines ?? null,
      evidenceColumn(fact.evidence ?? null),
      ...Object.values(decisionColumns(fact.decision ?? null)),
    ],
  );
  if (row === undefined) throw new Error('The database returned no row for a new fact.');
  const stored = newFactFromRow(row);
  const [isQueued] = await allAtOnce([
    indexNewDocument(db, indexText, documentOfFact(row)),
    addFactWords(db, fact.userId, stored.id, fact.words),
    linkSources(db, stored.id, fact),
  ]);
  return { fact: stored, isQueued };
}

/** In this order: `decided_by`, `assisted_by`, `rationale`, `alternatives`. */
export function decisionColumns(decision: DecisionDetails | null): Record<string, string | null> {
  return {
    decided_by: decision?.decidedBy ?? null,
    assisted_by: tagsColumn(decision?.assistedBy ?? []),
    rationale: decision?.rationale ?? null,
    alternatives: tagsColumn(decision?.alternatives ?? []),
  };
}

/** What a fact takes over from a fact with the same statement. */
type Confirmation = Pick<
  NewFact,
  | 'category'
  | 'type'
  | 'confidence'
  | 'tags'
  | 'sourceRef'
  | 'citedLines'
  | 'expiresAt'
  | 'visibility'
  | 'decision'
  | 'origin'
  | 'now'
>;

/** As `FactStore.add` says for a statement that is known, without tracing the change. */
export async function confirmFact(
  db: SqlConnection,
  indexText: IndexText,
  before: Fact,
  fact: Confirmation,
): Promise<Fact> {
  const { id } = before;
  const { decision = null, expiresAt = null } = fact;
  const confidence = Math.max(before.confidence, fact.confidence);
  const values = {
    ...(fact.origin === 'person' && before.origin !== 'person' && { origin: 'person' }),
    ...(fact.visibility === 'workspace' && before.visibility === 'private' && { visibility: fact.visibility }),
    // A statement made again without details says nothing about how long a decision applies.
    ...((before.decision === null || decision !== null) && before.expiresAt !== expiresAt && { expires_at: expiresAt }),
    ...(fact.type !== undefined && !(await hasOwnType(db, id)) && { memory_type: fact.type }),
    ...(decision !== null && before.decision === null && completing(before, fact, decision)),
    ...((before.confidence < fact.confidence || before.updatedAt !== fact.now) && { confidence, updated_at: fact.now }),
  };
  if (Object.keys(values).length === 0) return before;
  const sets = [...Object.keys(values).map((column) => `${column} = ?`), 'version = version + 1'];
  await db.run(`UPDATE facts SET ${sets.join(', ')} WHERE id = ?`, [...Object.values(values), id]);
  if (fact.confidence > before.confidence) await forgetContradictionsOf(db, id);
  if ('rationale' in values) await refreshDocument(db, indexText, 'fact', id);
  return requireFact(db, id);
}

/** The columns of a fact that becomes a decision. Its text is trusted only as much as the new details. */
function completing(before: Fact, fact: Confirmation, decision: DecisionDetails): Record<string, SqlValue> {
  const tags = [...new Set([...before.tags, ...fact.tags])];
  const origin = fact.origin ?? 'agent';
  return {
    ...decisionColumns(decision),
    category: fact.category,
    memory_type: 'decision',
    tags: tagsColumn(tags),
    ...(before.sourceRef === null && { source_ref: fact.sourceRef, cited_lines: fact.citedLines ?? null }),
    origin: origin === 'person' ? origin : worseOrigin(before.origin ?? 'agent', origin),
  };
}

/** A fact stored without a type has that of its category. */
async function hasOwnType(db: SqlConnection, id: number): Promise<boolean> {
  return (await db.get('SELECT 1 FROM facts WHERE id = ? AND memory_type IS NOT NULL', [id])) !== undefined;
}
