/** Changes of facts, each in the caller's transaction: add, confirm, edit, deprecate, restore and supersede. */
import type { JudgeFacts } from '../../../memory/facts/factJudge.ts';
import { otherDetails } from '../../../memory/facts/factOutcome.ts';
import type { DecisionDetails, Fact, RelatedFact, StoredStatus } from '../../../memory/facts/facts.ts';
import type { FactChange, FactEdit, FactStore, NewFact } from '../../../memory/facts/factStore.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import { worseOrigin } from '../../../memory/trust/origin.ts';
import { forgetContradictionsOf, giveBack, judgeAlike, judgeEdited, judgeReturning } from './factConfidence.ts';
import { findFact, requireFact } from './factRow.ts';
import { sayerOf } from './factAudit.ts';
import { FactTrace } from './factTrace.ts';
import { addFactWords } from '../index/factWords.ts';
import { chainUids, isNotDeprecated, olderUids } from '../index/liveFacts.ts';
import { indexNewMemory, refreshDocument } from '../index/memoryIndex.ts';
import { insertRow, number, textOr } from '../engine/rowReader.ts';
import type { SqlConnection, SqlValue } from '../engine/sqlConnection.ts';
import { tagsColumn } from '../shared/textLists.ts';
import { allAtOnce, mapInTurn } from '../engine/inTurn.ts';

export async function addFact(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
  judge: JudgeFacts,
): Promise<Awaited<ReturnType<FactStore['add']>>> {
  const twin = await liveTwin(db, fact);
  const trace = await FactTrace.open(db, twin === undefined ? [] : [twin]);
  const added = await insertOrConfirm(db, indexText, fact, twin);
  const related = await judgeAlike(db, added.fact, fact, trace.watch(judge));
  const lowered = await trace.close(
    { by: sayerOf(fact), now: fact.now },
    twin === undefined ? added.fact.id : undefined,
  );
  return { ...added, related, lowered };
}

interface Deprecation {
  id: number;
  version: number;
  reason: string;
  now: string;
  by: Actor | undefined;
}

export async function deprecateFact(
  db: SqlConnection,
  indexText: IndexText,
  deprecation: Deprecation,
): Promise<Awaited<ReturnType<FactStore['deprecate']>>> {
  const trace = await FactTrace.open(db, [deprecation.id]);
  if (!(await hideFact(db, indexText, deprecation))) return 'conflict';
  await trace.close(deprecation);
  return 'deprecated';
}

async function hideFact(
  db: SqlConnection,
  indexText: IndexText,
  { id, version, reason, now }: Omit<Deprecation, 'by'>,
): Promise<boolean> {
  const sql = `UPDATE facts SET deprecated = 1, deprecation_reason = ?, updated_at = ?, version = version + 1
               WHERE id = ? AND version = ?`;
  if ((await db.run(sql, [reason, now, id, version])).changes === 0) return false;
  await giveBack(db, id, now);
  await refreshDocument(db, indexText, 'fact', id);
  return true;
}

export async function editFact(
  db: SqlConnection,
  indexText: IndexText,
  edit: FactEdit,
  judge: JudgeFacts,
): Promise<FactChange> {
  const { id, now, projectId, contentHash } = edit;
  const before = await findFact(db, id);
  if (before?.version !== edit.version || before.deprecated || !(await isProject(db, projectId))) return 'conflict';
  const twin = await liveTwin(db, { userId: before.userId, projectId, contentHash }, id);
  if (twin !== undefined) return { duplicateOf: twin };
  const isSame = before.projectId === projectId && (await hashOf(db, id)) === contentHash;
  const trace = await FactTrace.open(db, [id]);
  const values = {
    category: edit.category,
    fact: edit.fact,
    tags: tagsColumn(edit.tags),
    project_id: projectId,
    content_hash: contentHash,
    updated_at: now,
    ...(edit.type !== undefined && { memory_type: edit.type }),
    ...(edit.visibility !== undefined && { visibility: edit.visibility }),
    ...(edit.expiresAt !== undefined && { expires_at: edit.expiresAt }),
    ...(edit.decision !== undefined && decisionColumns(edit.decision)),
    ...(edit.byPerson === true && { origin: 'person' }),
  };
  const sets = Object.keys(values).map((column) => `${column} = ?`);
  await db.run(`UPDATE facts SET ${sets.join(', ')}, version = version + 1 WHERE id = ?`, [
    ...Object.values(values),
    id,
  ]);
  const related = isSame ? [] : await judgeEdited(db, await requireFact(db, id), edit, trace.watch(judge));
  if (edit.confidence !== undefined) await giveConfidence(db, before, edit.confidence);
  await refreshDocument(db, indexText, 'fact', id);
  const lowered = await trace.close({ by: edit.by, now });
  return { fact: await requireFact(db, id), related, lowered };
}

/**
 * Sets the given confidence, whatever the edit took or returned. Raising a fact removes the contradictions against it.
 */
async function giveConfidence(db: SqlConnection, { id, confidence: before }: Fact, given: number): Promise<void> {
  if (given > Math.min(before, (await requireFact(db, id)).confidence)) await forgetContradictionsOf(db, id);
  await db.run('UPDATE facts SET confidence = ? WHERE id = ?', [given, id]);
}

export async function restoreFact(
  db: SqlConnection,
  indexText: IndexText,
  restored: Parameters<FactStore['restore']>[0],
  judge: JudgeFacts,
): Promise<FactChange> {
  const { id, now } = restored;
  const before = await findFact(db, id);
  if (before?.version !== restored.version) return 'conflict';
  const contentHash = await hashOf(db, id);
  const twin = await liveTwin(db, { userId: before.userId, projectId: before.projectId, contentHash }, id);
  if (twin !== undefined) return { duplicateOf: twin };
  const trace = await FactTrace.open(db, [id]);
  await db.run(
    `UPDATE facts SET deprecated = 0, deprecation_reason = NULL, updated_at = ?, version = version + 1 WHERE id = ?`,
    [now, id],
  );
  await db.run(
    `DELETE FROM links WHERE to_kind = 'fact' AND to_uid = (SELECT uid FROM facts WHERE id = ?) AND relation = 'supersedes'`,
    [id],
  );
  await refreshDocument(db, indexText, 'fact', id);
  const related = await judgeReturning(db, await requireFact(db, id), restored, trace.watch(judge));
  const lowered = await trace.close({ by: restored.by, now });
  return { fact: await requireFact(db, id), related, lowered };
}

export async function supersedeFact(
  db: SqlConnection,
  indexText: IndexText,
  old: Parameters<FactStore['supersede']>[0],
  { fact, judge }: { fact: NewFact; judge: JudgeFacts },
): Promise<Awaited<ReturnType<FactStore['supersede']>>> {
  const before = await findFact(db, old.id);
  if (before?.version !== old.version || (before.deprecated && !(await wasReplaced(db, before.uid)))) return 'conflict';
  const twin = await liveTwin(db, fact);
  if (twin === old.id) return 'same';
  if (twin !== undefined && (await isOlder(db, twin, before.uid))) return 'cycle';
  const trace = await FactTrace.open(db, twin === undefined ? [old.id] : [twin, old.id]);
  const added = await insertOrConfirm(db, indexText, fact, twin);
  const reason = `superseded by #${String(added.fact.id)}`;
  if (!before.deprecated) await hideFact(db, indexText, { ...old, reason, now: fact.now });
  await linkSuccessor(db, { uid: old.linkUid, successor: added.fact.id, old: old.id, now: fact.now });
  const related = await judgeAlike(db, added.fact, fact, trace.watch(judge));
  const lowered = await trace.close(
    { by: sayerOf(fact), now: fact.now },
    twin === undefined ? added.fact.id : undefined,
  );
  const rivals = await rivalsOf(db, before.uid, added.fact.id);
  return {
    lowered,
    status: added.status,
    fact: await requireFact(db, added.fact.id),
    replaced: await requireFact(db, old.id),
    rivals,
    related: withRivals(related, rivals),
  };
}

/** Live facts that replaced the same one: both cannot be the newest. */
async function rivalsOf(db: SqlConnection, uid: string, id: number): Promise<Fact[]> {
  const sql = `SELECT id FROM facts WHERE uid IN (${chainUids('?')}) AND ${isNotDeprecated('facts')} AND id <> ?`;
  return await mapInTurn(await db.all(sql, [uid, id]), (row) => requireFact(db, number(row, 'id')));
}

function withRivals(related: readonly RelatedFact[], rivals: readonly Fact[]): RelatedFact[] {
  const isRival = ({ fact }: RelatedFact): boolean => rivals.some(({ id }) => id === fact.id);
  const contradicted = rivals.map((fact): RelatedFact => ({ fact, relation: 'contradicts', similarity: 1 }));
  return [...contradicted, ...related.filter((one) => !isRival(one))];
}

/** Links a fact to the one that it replaces. */
export async function linkSuccessor(
  db: SqlConnection,
  { uid, successor, old, now }: { uid: string; successor: number; old: number; now: string },
): Promise<void> {
  await db.run(
    `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, created_at)
     SELECT ?, 'fact', a.uid, 'fact', b.uid, 'supersedes', ? FROM facts a, facts b WHERE a.id = ? AND b.id = ?
     ON CONFLICT (from_kind, from_uid, to_kind, to_uid, relation) DO NOTHING`,
    [uid, now, successor, old],
  );
}

/** Whether another fact replaced this one. */
async function wasReplaced(db: SqlConnection, uid: string): Promise<boolean> {
  const sql = `SELECT 1 FROM links WHERE to_kind = 'fact' AND to_uid = ? AND relation = 'supersedes' LIMIT 1`;
  return (await db.get(sql, [uid])) !== undefined;
}

/** Whether the fact with this uid replaced the other one, directly or through others. */
async function isOlder(db: SqlConnection, id: number, uid: string): Promise<boolean> {
  const sql = `SELECT 1 FROM facts WHERE id = ? AND uid IN (${olderUids('?')})`;
  return (await db.get(sql, [id, uid])) !== undefined;
}

/**
 * The id of the fact with the same statement that is not deprecated, other than `except`; undefined if there is none.
 * It may have expired: stating it again renews it.
 */
export async function liveTwin(
  db: SqlConnection,
  { userId, projectId, contentHash }: Pick<NewFact, 'userId' | 'projectId' | 'contentHash'>,
  except = -1,
): Promise<number | undefined> {
  const row = await db.get(
    `SELECT id FROM facts WHERE user_id = ? AND content_hash = ? AND project_id IS NOT DISTINCT FROM ? AND ${isNotDeprecated('facts')}
       AND id <> ? ORDER BY id LIMIT 1`,
    [userId, contentHash, projectId, except],
  );
  return row === undefined ? undefined : number(row, 'id');
}

export async function isProject(db: SqlConnection, id: string | null): Promise<boolean> {
  return id === null || (await db.get('SELECT 1 FROM projects WHERE id = ?', [id])) !== undefined;
}

async function hashOf(db: SqlConnection, id: number): Promise<string> {
  return textOr((await db.get('SELECT content_hash FROM facts WHERE id = ?', [id])) ?? {}, 'content_hash', '');
}

/** Whether both say different things about who decided, why, or what was rejected. */
export function hasOtherDetails(known: DecisionDetails, given: DecisionDetails): boolean {
  return JSON.stringify(decisionColumns(given)) !== JSON.stringify(decisionColumns(known));
}

async function insertOrConfirm(
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
  const inserted = await insertRow(
    db,
    `INSERT INTO facts (user_id, category, fact, source_session, confidence, created_at, updated_at,
                        uid, project_id, agent_id, content_hash, tags, source_ref, origin, memory_type, expires_at,
                        visibility, cited_lines, decided_by, assisted_by, rationale, alternatives)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      fact.userId,
      fact.category,
      fact.fact,
      fact.sourceSession,
      fact.confidence,
      fact.now,
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
      ...Object.values(decisionColumns(fact.decision ?? null)),
    ],
  );
  const [stored, isQueued] = await allAtOnce([
    requireFact(db, inserted),
    indexNewMemory(db, indexText, 'fact', inserted),
    addFactWords(db, fact.userId, inserted, fact.words),
    linkSources(db, inserted, fact),
  ]);
  return { fact: stored, isQueued };
}

/** In this order: `decided_by`, `assisted_by`, `rationale`, `alternatives`. */
function decisionColumns(decision: DecisionDetails | null): Record<string, string | null> {
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
