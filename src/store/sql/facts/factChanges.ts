/** Changes of facts, each in the caller's transaction: add, edit, deprecate, restore and supersede. */
import { amongRows } from '../connection/among.ts';
import type { JudgeFacts } from '../../../memory/facts/factJudge.ts';
import type { Fact, RelatedFact } from '../../../memory/facts/facts.ts';
import type { FactChange, FactEdit, FactStore, NewFact } from '../../../memory/facts/factStore.ts';
import type { Actor } from '../../../memory/shared/audit.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import {
  factsInScope,
  forgetContradictionsOf,
  restoreConfidence,
  judgeAlike,
  judgeEdited,
  judgeGiven,
  judgeReturning,
} from './factConfidence.ts';
import { findFact, requireFact } from './factRow.ts';
import { factAuthor } from './factAudit.ts';
import { FactTrace } from './factTrace.ts';
import { decisionColumns, insertOrConfirm, activeDuplicate } from './storeFact.ts';
import { findFactsAlike } from '../index/factWords.ts';
import { chainUids, isNotDeprecated, olderUids } from '../index/liveFacts.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { number, textOr } from '../connection/rowReader.ts';
import type { SqlConnection } from '../connection/sqlConnection.ts';
import { tagsColumn } from '../shared/textLists.ts';
import { allAtOnce, mapInTurn } from '../connection/inTurn.ts';

export async function addFact(
  db: SqlConnection,
  indexText: IndexText,
  fact: NewFact,
  judge: JudgeFacts,
): Promise<Awaited<ReturnType<FactStore['add']>>> {
  const [twin, found] = await allAtOnce([activeDuplicate(db, fact), findFactsAlike(db, fact.userId, fact.words)]);
  const trace = await FactTrace.open(db, twin === undefined ? [] : [twin]);
  const others = found.filter((id) => id !== twin);
  const [added, alike] = await allAtOnce([insertOrConfirm(db, indexText, fact, twin), factsInScope(db, others, fact)]);
  const related = await judgeGiven(db, added.fact, { alike, now: fact.now }, trace.watch(judge));
  const lowered = await trace.close(
    { by: factAuthor(fact), now: fact.now },
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
  await restoreConfidence(db, id, now);
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
  const twin = await activeDuplicate(db, { userId: before.userId, projectId, contentHash, fact: edit.fact }, id);
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
  const twin = await activeDuplicate(db, { ...before, contentHash }, id);
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
  const twin = await activeDuplicate(db, fact);
  if (twin === old.id) return 'same';
  if (twin !== undefined && (await isOlder(db, twin, before.uid))) return 'cycle';
  const trace = await FactTrace.open(db, twin === undefined ? [old.id] : [twin, old.id]);
  const added = await insertOrConfirm(db, indexText, fact, twin);
  const reason = `superseded by #${String(added.fact.id)}`;
  if (!before.deprecated) await hideFact(db, indexText, { ...old, reason, now: fact.now });
  await linkSuccessor(db, { uid: old.linkUid, successor: added.fact.id, old: old.id, now: fact.now });
  const related = await judgeAlike(db, added.fact, fact, trace.watch(judge));
  const lowered = await trace.close(
    { by: factAuthor(fact), now: fact.now },
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
  const sql = `SELECT id FROM facts WHERE uid ${amongRows(chainUids('?'))} AND ${isNotDeprecated('facts')} AND id <> ?`;
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
  const sql = `SELECT 1 FROM facts WHERE id = ? AND uid ${amongRows(olderUids('?'))}`;
  return (await db.get(sql, [id, uid])) !== undefined;
}

export async function isProject(db: SqlConnection, id: string | null): Promise<boolean> {
  return id === null || (await db.get('SELECT 1 FROM projects WHERE id = ?', [id])) !== undefined;
}

async function hashOf(db: SqlConnection, id: number): Promise<string> {
  return textOr((await db.get('SELECT content_hash FROM facts WHERE id = ?', [id])) ?? {}, 'content_hash', '');
}
