/**
 * The actions of reviewers on knowledge. Each checks the reviewer's right and the entry's version, stores the state
 * before it, and writes, inside the caller's transaction. All checks run before the first write.
 */
import type { UndoOutcome } from '../../../memory/governance/changes.ts';
import type { RecordedReview } from '../../../memory/knowledge/knowledge.ts';
import { undoNote } from '../../../memory/knowledge/knowledge.ts';
import type { KnowledgeReview, ReviewWrite, ReviewOutcome } from '../../../memory/knowledge/knowledgeStore.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { KnowledgeStatus, Mode, Origin } from '../../../memory/shared/vocabulary.ts';
import { knowledgeStatuses, reviewActions } from '../../../memory/shared/vocabulary.ts';
import { number, numberOr, oneOf, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../connection/sqlConnection.ts';
import { mapInTurn } from '../connection/inTurn.ts';
import { refreshDocument } from '../index/memoryIndex.ts';
import { effectiveMode, isShared } from '../shared/accessRights.ts';
import { noteMemory } from '../shared/auditRows.ts';
import { keepImages } from '../shared/changeImages.ts';
import type { RowImage, UndoContext, Undoer } from '../shared/changeImages.ts';
import { saysSame } from '../shared/sameStatements.ts';
import { originFrom } from '../shared/originColumn.ts';
import { findKnowledge, reviewRight } from './knowledgeRow.ts';

/** All of the reviews or none. They may move a statement from one of their entries to another, but not to two. */
export async function reviewKnowledge(
  db: SqlConnection,
  indexText: IndexText,
  reviews: readonly KnowledgeReview[],
): Promise<ReviewOutcome> {
  const approvals = reviews.filter(({ action }) => action === 'approve');
  const refusal =
    (await refusalOf(db, reviews, approvals)) ?? (await twinOf(db, await approvedStatements(db, approvals), reviews));
  if (refusal !== undefined) return refusal;
  for (const review of reviews) {
    const before = await findKnowledge(db, review.entryId);
    if (before === undefined) return 'conflict';
    const approves = review.action === 'approve';
    const image = await entryImage(db, review.entryId);
    await writeReview(db, indexText, review, review.action, {
      ...before,
      ...review.corrections,
      status: approves ? 'approved' : 'deprecated',
      approvedById: approves ? review.reviewerId : await approverOf(db, review.entryId),
      notes: review.notes,
      origin: originAfter(review, before.origin),
    });
    const images = [
      { kind: 'knowledge', key: String(review.entryId), before: image, after: await entryImage(db, review.entryId) },
    ] as const;
    await keepImages(db, review, images);
  }
  return 'reviewed';
}

export const reviewUndoer: Undoer = { kinds: ['knowledge'], undo: undoReviews };

/**
 * An undo is also recorded as a review; its action says whether the entry is approved afterwards. Undoes all entries of
 * the change or none.
 */
async function undoReviews(db: SqlConnection, images: readonly RowImage[], context: UndoContext): Promise<UndoOutcome> {
  const writes = images.map((image) => undoFrom(image, context));
  const refusal = await refusalOf(
    db,
    writes,
    writes.filter(({ before }) => before.status === 'approved'),
  );
  if (refusal !== undefined) return refusal;
  const twin = await twinOf(
    db,
    writes.filter(({ before }) => before.status !== 'deprecated').map((write) => ({ ...write.before, ...write })),
    writes,
  );
  if (twin !== undefined) return { ...twin, kind: 'knowledge' };
  for (const write of writes) {
    // An entry whose origin has become `web` since the review keeps it.
    const isWeb = write.before.origin === 'agent' && (await findKnowledge(db, write.entryId))?.origin === 'web';
    const state: EntryState = { ...write.before, ...(isWeb && { origin: 'web' }) };
    await writeReview(db, context.indexText, write, state.status === 'approved' ? 'approve' : 'deprecate', state);
    await noteMemory(db, { at: write.now, by: context.by, action: 'undo_review', kind: 'knowledge' }, write.entryId);
  }
  return 'undone';
}

function undoFrom({ key, before, after }: RowImage, context: UndoContext): ReviewWrite & { before: EntryState } {
  const { userId: reviewerId, mode, now, newId, byPerson } = context;
  const row = before ?? {};
  return {
    ...{ entryId: Number(key), version: number(after ?? {}, 'version'), contentHash: text(row, 'content_hash') },
    ...{ notes: undoNote, reviewerId, mode, uid: newId(), now },
    isConfirmed: byPerson,
    before: {
      category: text(row, 'category'),
      title: text(row, 'title'),
      content: text(row, 'content'),
      importance: numberOr(row, 'importance', 5),
      status: oneOf(row, 'status', knowledgeStatuses, 'pending'),
      approvedById: textOrNull(row, 'approved_by'),
      notes: textOrNull(row, 'review_notes'),
      origin: originFrom(row),
    },
  };
}

async function entryImage(db: SqlConnection, entryId: number): Promise<SqlRow | null> {
  const sql = `SELECT category, title, content, importance, content_hash, status, approved_by, review_notes, origin, version
               FROM global_knowledge WHERE id = ?`;
  return (await db.get(sql, [entryId])) ?? null;
}

/** The latest first; empty for a user who neither reviews the entry nor proposed it. */
export async function readReviews(
  db: SqlConnection,
  entryId: number,
  { userId, mode }: { userId: string; mode: Mode },
): Promise<RecordedReview[]> {
  if ((await reviewRight(db, userId, mode)) !== 'all' && !(await isOwn(db, entryId, userId))) return [];
  return (await reviewRows(db, entryId)).map(recordedFromRow);
}

/** `approvals` are those of the writes after which an entry is approved. */
async function refusalOf(
  db: SqlConnection,
  writes: readonly Pick<KnowledgeReview, 'entryId' | 'reviewerId' | 'mode' | 'version'>[],
  approvals: readonly Pick<KnowledgeReview, 'isConfirmed'>[],
): Promise<'no_admin' | 'not_allowed' | 'unconfirmed' | 'conflict' | undefined> {
  for (const { entryId, reviewerId, mode, version } of writes) {
    const right = await reviewRight(db, reviewerId, mode);
    if (right === 'none' || (right === 'own' && !(await isOwn(db, entryId, reviewerId)))) {
      return (await effectiveMode(db)) === 'personal' ? 'no_admin' : 'not_allowed';
    }
    if ((await findKnowledge(db, entryId))?.version !== version) return 'conflict';
  }
  const isUnsure = approvals.some(({ isConfirmed }) => isConfirmed === false);
  return isUnsure && (await isShared(db)) ? 'unconfirmed' : undefined;
}

async function isOwn(db: SqlConnection, entryId: number, userId: string): Promise<boolean> {
  return (
    (await db.get('SELECT 1 FROM global_knowledge WHERE id = ? AND promoted_by = ?', [entryId, userId])) !== undefined
  );
}

async function approvedStatements(db: SqlConnection, approvals: readonly KnowledgeReview[]): Promise<LiveStatement[]> {
  return mapInTurn(approvals, async ({ entryId, contentHash, corrections }) => {
    const { title = '', content = '' } = { ...(await findKnowledge(db, entryId)), ...corrections };
    return { entryId, contentHash, title, content };
  });
}

type LiveStatement = Pick<KnowledgeReview, 'entryId' | 'contentHash'> & Pick<EntryState, 'title' | 'content'>;

/**
 * Another live entry with a statement that one of these would get. The current statements of `changing` do not count.
 */
async function twinOf(
  db: SqlConnection,
  live: readonly LiveStatement[],
  changing: readonly Pick<KnowledgeReview, 'entryId'>[],
): Promise<{ duplicateOf: number } | undefined> {
  const ids = JSON.stringify(changing.map(({ entryId }) => entryId));
  for (const [place, { contentHash, title, content }] of live.entries()) {
    const said = { title, content };
    const earlier = live.slice(0, place).filter((other) => other.contentHash === contentHash);
    const among = earlier.find((other) =>
      saysSame([{ title: other.title, content: other.content }], 'global_knowledge', said),
    );
    if (among !== undefined) return { duplicateOf: among.entryId };
    const rows = await db.all(
      `SELECT id, title, content FROM global_knowledge WHERE content_hash = ? AND coalesce(status, 'pending') <> 'deprecated'
         AND id NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id`,
      [contentHash, ids],
    );
    const row = saysSame(rows, 'global_knowledge', said);
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
  /** The notes of the review that led to this state. */
  notes: string | null;
  /** The origin from now on; null if unknown. */
  origin: Origin | null;
}

/** Approval by a person makes an entry theirs; a rewrite by an agent makes a person's entry the agent's. */
function originAfter({ action, byPerson, corrections }: KnowledgeReview, before: Origin | null): Origin | null {
  if (action !== 'approve') return before;
  if (byPerson === true) return 'person';
  const isAgain = corrections.title !== undefined || corrections.content !== undefined;
  return isAgain && before === 'person' ? 'agent' : before;
}

async function writeReview(
  db: SqlConnection,
  indexText: IndexText,
  write: ReviewWrite,
  action: KnowledgeReview['action'],
  state: EntryState,
): Promise<void> {
  await db.run(
    `INSERT INTO knowledge_reviews (uid, knowledge_uid, action, user_id, notes, category, title, content, importance,
                                    status, origin, created_at)
     SELECT ?, uid, ?, ?, ?, category, title, content, importance, status, origin, ? FROM global_knowledge WHERE id = ?`,
    [write.uid, action, write.reviewerId, write.notes, write.now, write.entryId],
  );
  await db.run(
    `UPDATE global_knowledge SET category = ?, title = ?, content = ?, importance = ?, content_hash = ?, status = ?,
       approved_by = ?, reviewed_by = ?, reviewed_at = ?, review_notes = ?, updated_at = ?,
       origin = ?, version = version + 1 WHERE id = ?`,
    [
      state.category,
      state.title,
      state.content,
      state.importance,
      write.contentHash,
      state.status,
      state.approvedById,
      write.reviewerId,
      write.now,
      state.notes,
      write.now,
      state.origin,
      write.entryId,
    ],
  );
  await refreshDocument(db, indexText, 'knowledge', write.entryId);
}

async function approverOf(db: SqlConnection, entryId: number): Promise<string | null> {
  return textOrNull(
    (await db.get('SELECT approved_by FROM global_knowledge WHERE id = ?', [entryId])) ?? {},
    'approved_by',
  );
}

async function reviewRows(db: SqlConnection, entryId: number): Promise<SqlRow[]> {
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
