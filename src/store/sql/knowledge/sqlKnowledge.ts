/** Team knowledge: one live entry per statement, even if several users propose it. */
import { amongKeys } from '../connection/among.ts';
import type { Knowledge } from '../../../memory/knowledge/knowledge.ts';
import type {
  KnowledgeFilter,
  KnowledgeStore,
  NewKnowledge,
  KnowledgeReview,
  ReviewOutcome,
} from '../../../memory/knowledge/knowledgeStore.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { Origin } from '../../../memory/shared/vocabulary.ts';
import { worseOrigin } from '../../../memory/trust/origin.ts';
import type { SqlConnection, SqlEngine, SqlValue } from '../connection/sqlConnection.ts';
import { count } from '../index/memoryDocuments.ts';
import { indexNewMemory } from '../index/memoryIndex.ts';
import { effectiveMode, isShared } from '../shared/accessRights.ts';
import { byUser, noteAudit, noteMemory, requireNotErased } from '../shared/auditRows.ts';
import { mayReview } from '../shared/knowledgeRights.ts';
import { originFrom } from '../shared/originColumn.ts';
import { readInbox, waitingFor } from './knowledgeInbox.ts';
import { readReviews, reviewKnowledge } from './knowledgeReviews.ts';
import { findKnowledge, importantFirst, knowledgeFromRow, reviewRight, selectKnowledge } from './knowledgeRow.ts';
import { saysSame } from '../shared/sameStatements.ts';
import { insertRow } from '../connection/rowReader.ts';

export function createSqlKnowledge(engine: SqlEngine, indexText: IndexText): KnowledgeStore {
  return {
    propose: (entry) =>
      engine.write(async (db) => {
        await requireNotErased(db, entry.userId);
        const proposed = await propose(db, indexText, entry);
        const { userId, agentId, sourceSession: sessionId, uid, now: at } = entry;
        const by = { userId, agentId, sessionId, projectId: null };
        const detail = proposed.entry.status;
        if (proposed.status === 'stored')
          await noteAudit(db, { at, by, action: 'propose', kind: 'knowledge', uid, detail });
        return proposed;
      }),
    get: (id) => engine.read((db) => findKnowledge(db, id)),
    review: (review) => engine.write(async (db) => noted(db, [review], await reviewKnowledge(db, indexText, [review]))),
    merge: (keep, drop) =>
      engine.write(async (db) => {
        const both = [keep, drop];
        return noted(db, both, await reviewKnowledge(db, indexText, both));
      }),
    reviews: (entryId, reader) => engine.read((db) => readReviews(db, entryId, reader)),
    inbox: (query) => engine.read((db) => readInbox(db, query)),
    waiting: (userId, mode) => engine.read(async (db) => waitingFor(db, userId, await reviewRight(db, userId, mode))),
    list: (filter) => engine.read((db) => listKnowledge(db, filter)),
    top: (limit) => engine.read((db) => listWhere(db, `k.status = 'approved'`, [], limit)),
  };
}

/** Notes a review or its refusal in the audit, and returns the outcome unchanged. */
async function noted(
  db: SqlConnection,
  reviews: readonly KnowledgeReview[],
  outcome: ReviewOutcome,
): Promise<ReviewOutcome> {
  const isRefusal = outcome === 'not_allowed' || outcome === 'unconfirmed' || outcome === 'no_admin';
  if (outcome !== 'reviewed' && !isRefusal) return outcome;
  for (const review of reviews) {
    const { now: at, reviewerId, by = byUser(reviewerId), entryId } = review;
    const level = isRefusal ? 'refusal' : 'change';
    await noteMemory(db, { at, level, by, action: review.action, kind: 'knowledge' }, entryId);
  }
  return outcome;
}

async function listKnowledge(
  db: SqlConnection,
  filter: KnowledgeFilter,
): Promise<{ entries: Knowledge[]; total: number }> {
  const conditions = [`coalesce(k.status, 'pending') = ?`];
  const params: SqlValue[] = [filter.status];
  if (filter.category !== undefined) {
    conditions.push('k.category = ?');
    params.push(filter.category);
  }
  if (filter.status !== 'approved' && !(await mayReview(db, filter.userId))) {
    // Rejected proposals were never visible to other users; retired entries were.
    conditions.push(
      filter.status === 'pending' ? 'k.promoted_by = ?' : '(k.approved_by IS NOT NULL OR k.promoted_by = ?)',
    );
    params.push(filter.userId);
  }
  return listWhere(db, conditions.join(' AND '), params, filter.limit);
}

async function listWhere(
  db: SqlConnection,
  where: string,
  params: readonly SqlValue[],
  limit: number,
): Promise<{ entries: Knowledge[]; total: number }> {
  const rows = await db.all(`${selectKnowledge} WHERE ${where} ORDER BY ${importantFirst} LIMIT ?`, [...params, limit]);
  const total = await count(db, `SELECT count(*) AS n FROM global_knowledge k WHERE ${where}`, params);
  return { entries: rows.map(knowledgeFromRow), total };
}

async function propose(
  db: SqlConnection,
  indexText: IndexText,
  entry: NewKnowledge,
): Promise<{ status: 'stored' | 'duplicate'; entry: Knowledge }> {
  const live = `${selectKnowledge} WHERE k.content_hash = ? AND coalesce(k.status, 'pending') <> 'deprecated' ORDER BY k.id`;
  const { title, content } = entry;
  const same = saysSame(await db.all(live, [entry.contentHash]), 'global_knowledge', { title, content });
  if (same !== undefined) return { status: 'duplicate', entry: knowledgeFromRow(same) };
  const isTeam = entry.mode === 'team' || (await effectiveMode(db)) === 'team';
  const isForOthers = entry.origin !== undefined && entry.origin !== 'person' && (await isShared(db));
  const status = isTeam || isForOthers ? 'pending' : 'approved';
  const inserted = await insertRow(
    db,
    `INSERT INTO global_knowledge (category, title, content, importance, status, promoted_by, source_session,
                                   approved_by, created_at, updated_at, uid, agent_id, content_hash, origin, instance)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      entry.category,
      entry.title,
      entry.content,
      entry.importance,
      status,
      entry.userId,
      entry.sourceSession,
      status === 'approved' ? entry.userId : null,
      entry.now,
      entry.now,
      entry.uid,
      entry.agentId,
      entry.contentHash,
      await originOfProposal(db, entry),
      isTeam ? (entry.instance ?? null) : null,
    ],
  );
  await indexNewMemory(db, indexText, 'knowledge', inserted);
  return {
    status: 'stored',
    entry: knowledgeFromRow((await db.get(`${selectKnowledge} WHERE k.id = ?`, [inserted])) ?? {}),
  };
}

/** A proposal is not more trusted than the facts with the same statement. */
async function originOfProposal(
  db: SqlConnection,
  { userId, origin, sameStatements = [] }: NewKnowledge,
): Promise<Origin | null> {
  if (origin === undefined || origin === 'person') return origin ?? null;
  const sql = `SELECT DISTINCT origin FROM facts WHERE user_id = ? AND content_hash ${amongKeys()}`;
  const facts = (await db.all(sql, [userId, JSON.stringify(sameStatements)])).map((row) => originFrom(row));
  return facts.filter((from) => from !== null).reduce(worseOrigin, origin);
}
