/** Facts. A user never has two live facts with the same statement in one project. Only an erasure deletes a fact. */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import type { FactChange, FactEdit, FactFilter, FactStore } from '../../../memory/facts/factStore.ts';
import type { Fact, StoredStatus } from '../../../memory/facts/facts.ts';
import type { IndexText } from '../../../memory/shared/ports.ts';
import type { AuditAction } from '../../../memory/shared/vocabulary.ts';
import { noteFact, factAuthor } from './factAudit.ts';
import { addFact, deprecateFact, editFact, restoreFact, supersedeFact } from './factChanges.ts';
import { findFact, selectFacts } from './factRow.ts';
import { FactTrace } from './factTrace.ts';
import type { Condition } from '../index/liveFacts.ts';
import { hasTags, hasType, isLive, isNotDeprecated, isSeenBy } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { noteAudit } from '../shared/auditRows.ts';
import { originFrom } from '../shared/originColumn.ts';
import { ownProject, projectNameOf, scopeCondition } from '../shared/projectScope.ts';
import { flag, number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlValue } from '../connection/sqlConnection.ts';

export function createSqlFacts(engine: SqlEngine, indexText: IndexText, now: () => Date): FactStore {
  const readAt = (): string => now().toISOString();
  return {
    add: (fact, judge) =>
      engine.write(async (db) => {
        const added = await addFact(db, indexText, fact, judge);
        const { uid } = added.fact;
        await noteAudit(db, { at: fact.now, by: factAuthor(fact), action: actionOf[added.status], kind: 'fact', uid });
        return added;
      }, fact.userId),
    get: (ref) => engine.read((db) => findFact(db, ref)),
    named: (userId, ids) =>
      engine.read((db) => {
        const [seen, among] = [isSeenBy('f', userId), isAmong(ids)];
        return selectFacts(db, `WHERE ${seen.sql} AND ${among.sql}`, [...seen.params, ...among.params]);
      }),
    vouch: ({ userId, contentHash, by, now }) =>
      engine.write(async (db) => {
        const sql = `SELECT id FROM facts WHERE user_id = ? AND content_hash = ? AND ${isNotDeprecated('facts')}
                       AND origin IS DISTINCT FROM 'person'`;
        const ids = (await db.all(sql, [userId, contentHash])).map((row) => number(row, 'id'));
        if (ids.length === 0) return;
        const trace = await FactTrace.open(db, ids);
        for (const id of ids) {
          await db.run(`UPDATE facts SET origin = 'person' WHERE id = ?`, [id]);
          await noteFact(db, 'edit', id, { by, now });
        }
        await trace.close({ by, now });
      }),
    vouchedFor: (userId, contentHashes) =>
      engine.read(async (db) => {
        const live = isLive('f', readAt());
        const sql = `SELECT DISTINCT content_hash FROM facts f WHERE user_id = ? AND origin = 'person'
                       AND content_hash ${amongKeys()} AND ${live.sql}`;
        const params = [userId, JSON.stringify(contentHashes), ...live.params];
        return (await db.all(sql, params)).map((row) => text(row, 'content_hash'));
      }),
    statesOf: (userId, contentHashes) =>
      engine.read(async (db) => {
        const live = isLive('f', readAt());
        const sql = `SELECT f.content_hash, f.origin, ${projectNameOf('f')} AS project_name,
                       CASE WHEN ${live.sql} THEN 1 ELSE 0 END AS is_live
                     FROM facts f
                     WHERE f.user_id = ? AND f.content_hash ${amongKeys()}`;
        const params = [...live.params, userId, JSON.stringify(contentHashes)];
        return (await db.all(sql, params)).map((row) => ({
          contentHash: text(row, 'content_hash'),
          isLive: flag(row, 'is_live'),
          origin: originFrom(row, 'origin'),
          projectName: textOrNull(row, 'project_name'),
        }));
      }),
    mutedAmong: (userId, contentHashes) =>
      engine.read(async (db) => {
        const sql = `SELECT DISTINCT f.content_hash FROM muted_memories m JOIN facts f ON f.uid = m.memory_uid
                     WHERE m.user_id = ? AND m.kind = 'fact' AND m.feedback IS NULL AND f.content_hash ${amongKeys()}`;
        return (await db.all(sql, [userId, JSON.stringify(contentHashes)])).map((row) => text(row, 'content_hash'));
      }),
    listForContext: (query) => engine.read((db) => listForContext(db, query, readAt())),
    list: (filter) => engine.read((db) => listFacts(db, filter, readAt())),
    deprecate: (id, version, reason, now, by) =>
      engine.write(async (db) => {
        const outcome = await deprecateFact(db, indexText, { id, version, reason, now, by });
        if (outcome !== 'conflict') await noteFact(db, 'deprecate', id, { by, now });
        return outcome;
      }),
    edit: (edit, judge) =>
      engine.write(async (db) => changed(db, 'edit', edit, await editFact(db, indexText, edit, judge))),
    restore: (fact, judge) =>
      engine.write(async (db) => changed(db, 'restore', fact, await restoreFact(db, indexText, fact, judge))),
    supersede: (old, fact, judge) =>
      engine.write(async (db) => {
        const outcome = await supersedeFact(db, indexText, old, { fact, judge });
        if (typeof outcome === 'string') return outcome;
        const said = { by: factAuthor(fact), now: fact.now };
        await noteFact(db, actionOf[outcome.status], outcome.fact.id, said);
        await noteFact(db, 'supersede', old.id, said);
        return outcome;
      }),
  };
}

/** A fact that gets details is edited by that. */
const actionOf = { stored: 'store', duplicate: 'confirm', completed: 'edit' } as const satisfies Record<
  StoredStatus,
  AuditAction
>;

async function changed(
  db: SqlConnection,
  action: 'edit' | 'restore',
  { id, by, now }: Pick<FactEdit, 'id' | 'by' | 'now'>,
  outcome: FactChange,
): Promise<FactChange> {
  if (typeof outcome === 'object' && 'fact' in outcome) await noteFact(db, action, id, { by, now });
  return outcome;
}

async function listForContext(
  db: SqlConnection,
  { userId, projectId, limit }: Parameters<FactStore['listForContext']>[0],
  now: string,
): Promise<{ facts: Fact[]; total: number }> {
  const live = isLive('f', now);
  const own = [userId, ...live.params];
  const order = 'coalesce(f.confidence, 1.0) DESC, f.updated_at DESC NULLS LAST, f.id DESC';
  const best = (condition: string, params: SqlValue[]): Promise<Fact[]> => {
    const where = `f.user_id = ? AND ${live.sql} AND ${condition}`;
    return selectFacts(db, `WHERE ${where} ORDER BY ${order} LIMIT ?`, [...own, ...params, limit]);
  };
  const ofProject = projectId === null ? [] : await best('f.project_id = ?', [projectId]);
  const scope = scopeCondition({ projectId }, 'f.project_id');
  const total = `SELECT count(*) AS n FROM facts f WHERE f.user_id = ? AND ${live.sql} AND ${scope.sql}`;
  return {
    facts: [...ofProject, ...(await best('f.project_id IS NULL', []))],
    total: await count(db, total, [...own, ...scope.params]),
  };
}

function isAmong(ids: readonly number[]): Condition {
  return { sql: `f.id ${amongNumbers()}`, params: [JSON.stringify(ids)] };
}

async function listFacts(
  db: SqlConnection,
  filter: FactFilter,
  now: string,
): Promise<{ facts: Fact[]; total: number }> {
  const conditions: Condition[] = [
    isSeenBy('f', filter.userId),
    scopeCondition(filter.scope, 'f.project_id'),
    isLive('f', now),
    ...(filter.types === undefined ? [] : [hasType('f', filter.types)]),
    ...(filter.tags === undefined ? [] : [hasTags('f', filter.tags)]),
    ...(filter.agent === undefined
      ? []
      : [{ sql: 'f.agent_id = (SELECT id FROM agents WHERE name = ?)', params: [filter.agent] }]),
    ...(filter.among === undefined ? [] : [isAmong(filter.among)]),
  ];
  const where = conditions.map(({ sql }) => sql).join(' AND ');
  const params = conditions.flatMap((condition) => condition.params);
  const value =
    '(f.project_id IS NOT NULL AND f.project_id IS NOT DISTINCT FROM ?) DESC, coalesce(f.confidence, 1.0) DESC, ';
  const isByValue = filter.order !== 'newest';
  const facts = await selectFacts(
    db,
    `WHERE ${where} ORDER BY ${isByValue ? value : ''}f.created_at DESC NULLS LAST, f.id DESC LIMIT ?`,
    [...params, ...(isByValue ? [ownProject(filter.scope)] : []), filter.limit],
  );
  return {
    facts,
    total: await count(db, `SELECT count(*) AS n FROM facts f WHERE ${where}`, params),
  };
}
