/**
 * What reviewers do with knowledge. Each act looks at the reviewer's role and the entry's version, keeps the state before
 * it, and writes, inside the caller's transaction; everything is looked at before anything is written.
 */
import type { RecordedReview } from '../../../memory/knowledge/knowledge.ts';
import { undoNote } from '../../../memory/knowledge/knowledge.ts';
import type { KnowledgeReview, KnowledgeUndo, ReviewOutcome } from '../../../memory/knowledge/knowledgeStore.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { KnowledgeStatus, Mode, Origin } from '../../../memory/shared/vocabulary.ts';
import { knowledgeStatuses, reviewActions } from '../../../memory/shared/vocabulary.ts';
import { number, numberOr, oneOf, text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../engine/sqlConnection.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { effectiveMode } from '../shared/accessRights.ts';
import { originFrom } from '../shared/originColumn.ts';
import { findKnowledge, reviewRight } from './knowledgeRow.ts';

/** All of them or none. Between them they may give a statement from one entry to another, but not to two. */
export function reviewKnowledge(
  db: SqlConnection,
  indexText: IndexText,
  reviews: readonly KnowledgeReview[],
): ReviewOutcome {
  const refusal =
    refusalOf(db, reviews) ??
    twinOf(
      db,
      reviews.filter(({ action }) => action === 'approve'),
      reviews,
    );
  if (refusal !== undefined) return refusal;
  for (const review of reviews) {
    const before = findKnowledge(db, review.entryId);
    if (before === undefined) return 'conflict';
    const approves = review.action === 'approve';
    writeReview(db, indexText, review, review.action, {
      ...before,
      ...review.corrections,
      status: approves ? 'approved' : 'deprecated',
      approvedById: approves ? review.reviewerId : approverOf(db, review.entryId),
      notes: review.notes,
      origin: originAfter(review, before.origin),
    });
  }
  return 'reviewed';
}

/** Recorded as a review, too; its action says whether the entry is approved after it. */
export function undoReviews(db: SqlConnection, indexText: IndexText, undone: readonly KnowledgeUndo[]): ReviewOutcome {
  const refusal = refusalOf(db, undone);
  if (refusal !== undefined) return refusal;
  const states = undone.map((undo) => ({ undo, state: stateBefore(db, undo.entryId) }));
  const live = states.filter(({ state }) => state !== undefined && state.status !== 'deprecated');
  const twin = twinOf(
    db,
    live.map(({ undo }) => undo),
    undone,
  );
  if (twin !== undefined) return twin;
  if (states.some(({ state }) => state === undefined)) return 'never_reviewed';
  for (const { undo, state } of states) {
    if (state === undefined) continue;
    writeReview(db, indexText, undo, state.status === 'approved' ? 'approve' : 'deprecate', state);
  }
  return 'reviewed';
}

/** The latest first; none for a reader who neither reviews the entry nor proposed it. */
export function readReviews(
  db: SqlConnection,
  entryId: number,
  { userId, mode }: { userId: string; mode: Mode },
): RecordedReview[] {
  if (reviewRight(db, userId, mode) !== 'all' && !isOwn(db, entryId, userId)) return [];
  return reviewRows(db, entryId).map(recordedFromRow);
}

function refusalOf(
  db: SqlConnection,
  acts: readonly Pick<KnowledgeReview, 'entryId' | 'reviewerId' | 'mode' | 'version'>[],
): ReviewOutcome | undefined {
  for (const { entryId, reviewerId, mode, version } of acts) {
    const right = reviewRight(db, reviewerId, mode);
    if (right === 'none' || (right === 'own' && !isOwn(db, entryId, reviewerId))) {
      return effectiveMode(db) === 'personal' ? 'no_admin' : 'not_allowed';
    }
    if (findKnowledge(db, entryId)?.version !== version) return 'conflict';
  }
  return undefined;
}

function isOwn(db: SqlConnection, entryId: number, userId: string): boolean {
  return db.get('SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ?', [entryId, userId]) !== undefined;
}

/** Another live entry that says what one of these would say; those that change with them do not count as they stand. */
function twinOf(
  db: SqlConnection,
  live: readonly Pick<KnowledgeReview, 'entryId' | 'contentHash'>[],
  changing: readonly Pick<KnowledgeReview, 'entryId'>[],
): ReviewOutcome | undefined {
  const ids = JSON.stringify(changing.map(({ entryId }) => entryId));
  for (const [place, { contentHash }] of live.entries()) {
    const among = live.slice(0, place).find((earlier) => earlier.contentHash === contentHash);
    if (among !== undefined) return { duplicateOf: among.entryId };
    const row = db.get(
      `SELECT id FROM global_knowledge WHERE content_hash = ? AND coalesce(status, 'pending') <> 'deprecated'
         AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1`,
      [contentHash, ids],
    );
    if (row !== undefined) return { duplicateOf: number(row, 'id') };
  }
  return undefined;
}

interface EntryState {
  category: string;
  title: string;
  content: string;
  importance: number;
  status: KnowledgeStatus;
  approvedById: string | null;
  /** Of the review that brought it there, for whoever reads the entry. */
  notes: string | null;
  /** Who stands behind it from now on; null: not noted. */
  origin: Origin | null;
}

/** What a person approves is theirs; what an agent writes anew into an entry of a person's is not. */
function originAfter({ action, byPerson, corrections }: KnowledgeReview, before: Origin | null): Origin | null {
  if (action !== 'approve') return before;
  if (byPerson === true) return 'person';
  const isAgain = corrections.title !== undefined || corrections.content !== undefined;
  return isAgain && before === 'person' ? 'agent' : before;
}

function writeReview(
  db: SqlConnection,
  indexText: IndexText,
  act: KnowledgeUndo,
  action: KnowledgeReview['action'],
  state: EntryState,
): void {
  db.run(
    `INSERT INTO knowledge_reviews (uid, knowledge_uid, action, user_id, notes, category, title, content, importance,
                                    status, origin, created_at)
     SELECT ?, uid, ?, ?, ?, category, title, content, importance, status, origin, ? FROM global_knowledge WHERE id = ?`,
    [act.uid, action, act.reviewerId, act.notes, act.now, act.entryId],
  );
  db.run(
    `UPDATE global_knowledge SET category = ?, title = ?, content = ?, importance = ?, content_hash = ?, status = ?,
       approved_by = ?, reviewed_by = ?, reviewed_at = ?, review_notes = ?, updated_at = ?,
       origin = ?, version = version + 1 WHERE id = ?`,
    [
      state.category,
      state.title,
      state.content,
      state.importance,
      act.contentHash,
      state.status,
      state.approvedById,
      act.reviewerId,
      act.now,
      state.notes,
      act.now,
      state.origin,
      act.entryId,
    ],
  );
  refreshDocument(db, indexText, 'knowledge', act.entryId);
}

function approverOf(db: SqlConnection, entryId: number): string | null {
  return textOrNull(db.get('SELECT approved_by FROM global_knowledge WHERE id = ?', [entryId]) ?? {}, 'approved_by');
}

/** As the last review found it; undefined when there was none. */
function stateBefore(db: SqlConnection, entryId: number): EntryState | undefined {
  const [last, ...earlier] = reviewRows(db, entryId);
  if (last === undefined) return undefined;
  const { before } = recordedFromRow(last);
  const approvedById = before.status === 'pending' ? null : approverBefore(db, entryId, last, earlier);
  const [noted, now] = [originFrom(last), findKnowledge(db, entryId)?.origin];
  // What turned out to be the web's since the review does not become an agent's again.
  const origin = noted === 'agent' && now === 'web' ? 'web' : noted;
  return { ...before, approvedById, notes: notesAfter(earlier), origin };
}

/** What was noted with the review that the latest of these left standing: one that took another back left the one before both. */
function notesAfter([latest, , ...before]: readonly SqlRow[]): string | null {
  if (latest === undefined) return null;
  const { isUndo, notes } = recordedFromRow(latest);
  return isUndo ? notesAfter(before) : notes;
}

/**
 * Who had approved an entry before its last review: the rows keep what it said, and not who had approved that. It is
 * whoever approved it last before; else, when it held from its proposal on, its proposer; else nobody.
 */
function approverBefore(db: SqlConnection, entryId: number, last: SqlRow, earlier: readonly SqlRow[]): string | null {
  const approval = earlier.find((row) => recordedFromRow(row).action === 'approve');
  if (approval !== undefined) return text(approval, 'user_id');
  const held = [last, ...earlier].some((row) => recordedFromRow(row).before.status === 'approved');
  if (!held) return null;
  if (recordedFromRow(last).action === 'deprecate') return approverOf(db, entryId);
  const row = db.get('SELECT promoted_by FROM global_knowledge WHERE id = ?', [entryId]);
  return textOrNull(row ?? {}, 'promoted_by');
}

function reviewRows(db: SqlConnection, entryId: number): SqlRow[] {
  return db.all(
    `SELECT v.*, u.username AS reviewer FROM knowledge_reviews v LEFT JOIN users u ON u.id = v.user_id
     WHERE v.knowledge_uid = (SELECT uid FROM global_knowledge WHERE id = ?) ORDER BY v.created_at DESC, v.id DESC`,
    [entryId],
  );
}

function recordedFromRow(row: SqlRow): RecordedReview {
  const notes = textOrNull(row, 'notes');
  return {
    action: oneOf(row, 'action', reviewActions, 'approve'),
    isUndo: notes === undoNote,
    notes,
    reviewer: textOrNull(row, 'reviewer'),
    createdAt: text(row, 'created_at'),
    before: {
      category: text(row, 'category'),
      title: text(row, 'title'),
      content: text(row, 'content'),
      importance: numberOr(row, 'importance', 5),
      status: oneOf(row, 'status', knowledgeStatuses, 'pending'),
    },
  };
}
