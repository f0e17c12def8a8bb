/** Restores facts, the links between them and their confidences to the state before a change. */
import type { UndoOutcome } from '../../../memory/governance/changes.ts';
import { findFact } from './factRow.ts';
import { factRelations, factState, stateColumns, strengthOf } from './factTrace.ts';
import { isProject, liveTwin } from './factChanges.ts';
import { noteFact } from './factAudit.ts';
import { number, numberOrNull, text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow, SqlValue } from '../engine/sqlConnection.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import type { RowImage, UndoContext, Undoer } from '../shared/changeImages.ts';

export const factUndoer: Undoer = { kinds: ['fact', 'link', 'confidence'], undo: undoFacts };

function undoFacts(db: SqlConnection, images: readonly RowImage[], context: UndoContext): UndoOutcome {
  const changed = images.filter(({ kind }) => kind === 'fact');
  const facts = changed.filter((image) => !isTrustOnly(image));
  for (const image of facts) {
    const outcome = refusalOf(db, image, context);
    if (outcome !== undefined) return outcome;
  }
  for (const image of changed.filter(isTrustOnly)) putBackTrust(db, image, context);
  for (const { key, before } of facts) if (before !== null) putBackFact(db, Number(key), before, context);
  const settled = new Set<number>();
  for (const image of images) if (image.kind === 'link') putBackLink(db, image, context, settled);
  for (const image of images) if (image.kind === 'confidence') putBackConfidence(db, image, context, settled);
  return 'undone';
}

/**
 * Why a fact cannot be restored: it was changed again, its project was deleted, or another fact has the same statement.
 */
function refusalOf(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId }: UndoContext,
): UndoOutcome | undefined {
  const id = Number(key);
  const now = factState(db, id);
  if (before === null || after === null || now === undefined || findFact(db, id)?.userId !== userId) return 'conflict';
  const projectId = textOrNull(before, 'project_id');
  if (!isAsLeft(now, after) || !isProject(db, projectId)) return 'conflict';
  if (number(before, 'deprecated') !== 0) return undefined;
  const twin = liveTwin(db, { userId, projectId, contentHash: text(before, 'content_hash') }, id);
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
function putBackTrust(db: SqlConnection, { key, before, after }: RowImage, { userId, by, now }: UndoContext): void {
  const id = Number(key);
  const current = factState(db, id);
  if (current === undefined || after === null || !isAsLeft(current, after)) return;
  if (current['origin'] !== after['origin'] || findFact(db, id)?.userId !== userId) return;
  db.run('UPDATE facts SET origin = ? WHERE id = ?', [before?.['origin'] ?? null, id]);
  noteFact(db, 'take_back', id, { by, now });
}

/** An origin that has become `web` since stays. */
function putBackFact(db: SqlConnection, id: number, before: SqlRow, { indexText, by, now }: UndoContext): void {
  // An image of an older version lacks the columns that were added since; they stay.
  const columns = stateColumns.filter((column) => before[column] !== undefined);
  const values = [...columns, 'origin'].map((column): SqlValue => before[column] ?? null);
  db.run(
    `UPDATE facts SET ${columns.map((column) => `${column} = ?`).join(', ')},
       origin = iif(origin = 'web', 'web', ?), updated_at = ?, version = version + 1 WHERE id = ?`,
    [...values, now, id],
  );
  refreshDocument(db, indexText, 'fact', id);
  noteFact(db, 'take_back', id, { by, now });
}

const ends = `from_kind = 'fact' AND from_uid = (SELECT uid FROM facts WHERE id = ? AND user_id = ?)
  AND to_kind = 'fact' AND to_uid = (SELECT uid FROM facts WHERE id = ? AND user_id = ?) AND relation = ?`;

/** Restores a link and adds the fact that it points to to `settled`. A link that was changed again stays as it is. */
function putBackLink(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, newId, now }: UndoContext,
  settled: Set<number>,
): void {
  const [fromId = '', named, toId = ''] = key.split(' ');
  const relation = factRelations.find((one) => one === named) ?? 'contradicts';
  const [from, to] = [Number(fromId), Number(toId)];
  const pair = [from, userId, to, userId, relation];
  const row = db.get(`SELECT amount FROM links WHERE ${ends}`, pair);
  const strength = row === undefined ? null : strengthOf(numberOrNull(row, 'amount'), relation);
  if (strength !== numberOrNull(after ?? {}, 'strength')) return;
  settled.add(to);
  const restored = numberOrNull(before ?? {}, 'strength');
  const amount = relation === 'supersedes' ? null : restored;
  if (restored === null) {
    db.run(`DELETE FROM links WHERE ${ends}`, pair);
  } else if (row !== undefined) {
    db.run(`UPDATE links SET amount = ? WHERE ${ends}`, [amount, ...pair]);
  } else {
    db.run(
      `INSERT INTO links (uid, from_kind, from_uid, to_kind, to_uid, relation, amount, created_at)
       SELECT ?, 'fact', a.uid, 'fact', b.uid, ?, ?, ? FROM facts a, facts b
       WHERE a.id = ? AND a.user_id = ? AND b.id = ? AND b.user_id = ?`,
      [newId(), relation, amount, now, from, userId, to, userId],
    );
  }
}

/**
 * A confidence that has changed since gets only the difference, if a restored link explains the change. Otherwise a
 * user has set the confidence, and it stays.
 */
function putBackConfidence(
  db: SqlConnection,
  { key, before, after }: RowImage,
  { userId, now }: UndoContext,
  settled: ReadonlySet<number>,
): void {
  const id = Number(key);
  const fact = findFact(db, id);
  const [was, left] = [number(before ?? {}, 'confidence'), number(after ?? {}, 'confidence')];
  if (fact?.userId !== userId || (fact.confidence !== left && !settled.has(id))) return;
  const moved = Math.round((fact.confidence + was - left) * 100) / 100;
  const confidence = fact.confidence === left ? was : Math.min(1, Math.max(0, moved));
  db.run('UPDATE facts SET confidence = ?, updated_at = ?, version = version + 1 WHERE id = ?', [confidence, now, id]);
}
