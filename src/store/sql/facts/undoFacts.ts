/** Restores facts, the links between them and their confidences to the state before a change. */
import type { UndoOutcome } from '../../../memory/governance/changes.ts';
import { findFact } from './factRow.ts';
import { factState, linkEndsFrom, stateColumns, strengthOf } from './factTrace.ts';
import type { LinkEnds } from './factTrace.ts';
import { isProject } from './factChanges.ts';
import { activeDuplicate } from './storeFact.ts';
import { noteFact } from './factAudit.ts';
import { number, numberOrNull, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../connection/sqlConnection.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import type { RowImage, UndoContext, Undoer } from '../shared/changeImages.ts';

export const factUndoer: Undoer = { kinds: ['fact', 'link', 'confidence'], undo: undoFacts };

async function undoFacts(db: SqlConnection, images: readonly RowImage[], context: UndoContext): Promise<UndoOutcome> {
  const changed = images.filter(({ kind }) => kind === 'fact');
  const facts = changed.filter((image) => !isTrustOnly(image));
  for (const image of facts) {
    const outcome = await refusalOf(db, image, context);
    if (outcome !== undefined) return outcome;
  }
  for (const image of changed.filter(isTrustOnly)) await putBackTrust(db, image, context);
  for (const { key, before } of facts) if (before !== null) await putBackFact(db, Number(key), before, context);
  const settled = new Set<number>();
  for (const image of images) if (image.kind === 'link') await putBackLink(db, image, context, settled);
  for (const image of images) if (image.kind === 'confidence') await putBackConfidence(db, image, context, settled);
  return 'undone';
}

/**
 * Why a fact cannot be restored: it was changed again, its project was deleted, or another fact has the same statement.
 */
async function refusalOf(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId }: UndoContext,
): Promise<UndoOutcome | undefined> {
  const id = Number(key);
  const now = await factState(db, id);
  if (before === null || after === null || now === undefined || (await findFact(db, id))?.userId !== userId)
    return 'conflict';
  const projectId = textOrNull(before, 'project_id');
  if (!isAsLeft(now, after) || !(await isProject(db, projectId))) return 'conflict';
  if (number(before, 'deprecated') !== 0) return undefined;
  const said = { contentHash: text(before, 'content_hash'), fact: text(before, 'fact') };
  const twin = await activeDuplicate(db, { userId, projectId, ...said }, id);
  return twin === undefined ? undefined : { duplicateOf: twin, kind: 'fact' };
}

/** Ignores the confidence and the origin. */
function isAsLeft(now: SqlRow, left: SqlRow): boolean {
  // An image of an older version lacks the columns that were added since.
  return stateColumns.every((column) => left[column] === undefined || now[column] === left[column]);
}

/** Whether only the origin changed, as by a pin. */
function isTrustOnly({ before, after }: RowImage): boolean {
  return before !== null && after !== null && isAsLeft(before, after);
}

/** Skips a fact that was changed or erased since; its origin then belongs to the later change. */
async function putBackTrust(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, by, now }: UndoContext,
): Promise<void> {
  const id = Number(key);
  const current = await factState(db, id);
  if (current === undefined || after === null || !isAsLeft(current, after)) return;
  if (current['origin'] !== after['origin'] || (await findFact(db, id))?.userId !== userId) return;
  await db.run('UPDATE facts SET origin = ? WHERE id = ?', [before?.['origin'] ?? null, id]);
  await noteFact(db, 'take_back', id, { by, now });
}

/** An origin that has become `web` since stays. */
async function putBackFact(
  db: SqlConnection,
  id: number,
  before: SqlRow,
  { indexText, by, now }: UndoContext,
): Promise<void> {
  // An image of an older version lacks the columns that were added since; they stay.
  const columns = stateColumns.filter((column) => before[column] !== undefined);
  const values = [...columns, 'origin'].map((column): SqlValue => before[column] ?? null);
  await db.run(
    `UPDATE facts SET ${columns.map((column) => `${column} = ?`).join(', ')},
       origin = iif(origin = 'web', 'web', ?), updated_at = ?, version = version + 1 WHERE id = ?`,
    [...values, now, id],
  );
  await refreshDocument(db, indexText, 'fact', id);
  await noteFact(db, 'take_back', id, { by, now });
}

const tableOf = { fact: 'facts', chunk: 'conversation_chunks' } as const;

/**
 * A condition on `links`; ?1 is the id at the start, ?2 the one at the end, ?3 the relation, ?4 the user. The end may be
 * another user's fact, on which this one rests.
 */
function between({ toKind }: LinkEnds): string {
  return `from_kind = 'fact' AND from_uid = (SELECT uid FROM facts WHERE id = ?1 AND user_id = ?4) AND to_kind = '${toKind}'
    AND to_uid = (SELECT uid FROM ${tableOf[toKind]} WHERE id = ?2) AND relation = ?3`;
}

/** Restores a link and adds the fact that it points to to `settled`. A link that was changed again stays as it is. */
async function putBackLink(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, newId, now }: UndoContext,
  settled: Set<number>,
): Promise<void> {
  const ends = linkEndsFrom(key);
  const { from, relation, to, toKind } = ends;
  const params = [from, to, relation, userId];
  const row = await db.get(`SELECT amount FROM links WHERE ${between(ends)}`, params);
  const strength = row === undefined ? null : strengthOf(numberOrNull(row, 'amount'), relation);
  if (strength !== numberOrNull(after ?? {}, 'strength')) return;
  if (relation !== 'informed_by') settled.add(to);
  const restored = numberOrNull(before ?? {}, 'strength');
  const amount = relation === 'contradicts' ? restored : null;
  if (restored === null) {
    await db.run(`DELETE FROM links WHERE ${between(ends)}`, params);
  } else if (row !== undefined) {
    await db.run(`UPDATE links SET amount = ?5 WHERE ${between(ends)}`, [...params, amount]);
  } else {
    await db.run(
      `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
       SELECT ?5, 'fact', a.uid, '${toKind}', b.uid, ?3, ?6, ?7 FROM facts a, ${tableOf[toKind]} b
       WHERE a.id = ?1 AND a.user_id = ?4 AND b.id = ?2`,
      [...params, newId(), amount, now],
    );
  }
}

/**
 * A confidence that has changed since gets only the difference, if a restored link explains the change. Otherwise a
 * user has set the confidence, and it stays.
 */
async function putBackConfidence(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, now }: UndoContext,
  settled: ReadonlySet<number>,
): Promise<void> {
  const id = Number(key);
  const fact = await findFact(db, id);
  const [was, left] = [number(before ?? {}, 'confidence'), number(after ?? {}, 'confidence')];
  if (fact?.userId !== userId || (fact.confidence !== left && !settled.has(id))) return;
  const moved = Math.round((fact.confidence + was - left) * 100) / 100;
  const confidence = fact.confidence === left ? was : Math.min(1, Math.max(0, moved));
  await db.run('UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?', [
    confidence,
    now,
    id,
  ]);
}
