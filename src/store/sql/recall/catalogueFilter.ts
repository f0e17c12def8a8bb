/**
 * The memories that match a filter, in order, as places. `12` is the document with that id; `f3` is a fact, `k4` an
 * entry of team knowledge and `h5` a hypothesis that have no document or are read from their own table. Ordering reads the small document
 * rows, so 100,000 memories are fast. One aggregated row is returned, because that many rows would dominate the cost.
 */
import { amongKeys, amongNumbers } from '../connection/among.ts';
import type { CatalogueQuery } from '../../../memory/recall/catalogue.ts';
import type { CatalogueOrder, HypothesisStatus, MemoryKind, MemoryState } from '../../../memory/shared/vocabulary.ts';
import { hypothesisStatuses, memoryKinds } from '../../../memory/shared/vocabulary.ts';
import { reasonOfReversal } from '../../../memory/decisions/decisionStatus.ts';
import { duplicateReason } from '../../../memory/facts/evidence.ts';
import { factConditions, factPasses, throughAgent } from '../index/documentFilter.ts';
import { isLive, isNotExpired, statusOf } from '../index/liveFacts.ts';
import { textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlValue } from '../connection/sqlConnection.ts';
import { mayReview } from '../shared/knowledgeRights.ts';
import { scopeCondition } from '../shared/projectScope.ts';

interface Part {
  sql: string;
  params: SqlValue[];
}

const orders: Record<CatalogueOrder, string> = {
  newest: 'at DESC NULLS LAST, length(place) DESC, place DESC',
  oldest: 'at NULLS FIRST, place',
  confidence: 'confidence DESC NULLS LAST, at DESC NULLS LAST, length(place) DESC, place DESC',
};

/** `now` decides which facts have expired. */
export async function readPlaces(db: SqlConnection, query: CatalogueQuery, now: string): Promise<string[]> {
  const parts = partsOf(query, await mayReview(db, query.userId), now);
  if (parts.length === 0) return [];
  const all = parts.map(({ sql }) => sql).join(' UNION ALL ');
  const ordered = `SELECT place FROM (${all}) AS items ORDER BY ${orders[query.order]}`;
  const params = parts.flatMap((part) => part.params);
  const places = textOrNull(
    (await db.get(`SELECT group_concat(place) AS places FROM (${ordered}) AS ordered`, params)) ?? {},
    'places',
  );
  return places === null ? [] : places.split(',');
}

function partsOf(query: CatalogueQuery, isReviewer: boolean, now: string): Part[] {
  const kinds = query.kinds ?? memoryKinds;
  const hasLive = query.state === 'live' || query.state === 'all';
  const isDeprecated = query.state === 'deprecated' || query.state === 'all';
  const facts = kinds.includes('fact');
  const knowledge = kinds.includes('knowledge');
  const others = memoryKinds.filter((kind) => kind !== 'fact' && kinds.includes(kind));
  return [
    ...(facts ? [isOnlyLive(query) ? liveFacts(query, now) : factRows(query, now)] : []),
    ...(facts && hasLive ? [sharedFacts(query, now)] : []),
    ...(hasLive && others.length > 0 ? [liveOthers(query, others)] : []),
    ...(hasLive && knowledge ? [sharedKnowledge(query)] : []),
    ...(hasLive && knowledge && isReviewer ? [proposalsOfOthers(query)] : []),
    ...(isDeprecated && knowledge ? [deprecatedKnowledge(query, isReviewer)] : []),
    ...(kinds.includes('hypothesis') ? hypotheses(query) : []),
  ];
}

/** Whether documents contain everything that the query needs to know about facts. */
function isOnlyLive({ state, order, minConfidence }: CatalogueQuery): boolean {
  return state === 'live' && order !== 'confidence' && minConfidence === undefined;
}

const place = 'CAST(d.id AS TEXT) AS place, d.created_at AS at';

function liveFacts(query: CatalogueQuery, now: string): Part {
  const { sql, params } = restOf(query, ['fact']);
  const live = isNotExpired(now);
  const from = `FROM memory_documents d WHERE d.user_id = ? AND d.kind = 'fact' AND ${live.sql}`;
  return {
    sql: `SELECT ${place}, NULL AS confidence ${from} AND ${sql}`,
    params: [query.userId, ...live.params, ...params],
  };
}

function liveOthers(query: CatalogueQuery, kinds: readonly MemoryKind[]): Part {
  const { sql, params } = restOf(query, kinds);
  return {
    sql: `SELECT ${place}, NULL AS confidence FROM memory_documents d
          WHERE d.user_id = ? AND d.kind ${amongKeys()} AND ${sql}`,
    params: [query.userId, JSON.stringify(kinds), ...params],
  };
}

function sharedKnowledge(query: CatalogueQuery): Part {
  const { sql, params } = restOf(query, ['knowledge']);
  const from = `FROM memory_documents d WHERE d.user_id IS NULL AND d.kind = 'knowledge'`;
  return { sql: `SELECT ${place}, NULL AS confidence ${from} AND ${sql}`, params };
}

function proposalsOfOthers(query: CatalogueQuery): Part {
  const { sql, params } = restOf(query, ['knowledge']);
  return {
    sql: `SELECT ${place}, NULL AS confidence
          FROM global_knowledge k JOIN memory_documents d ON d.kind = 'knowledge' AND d.memory_id = CAST(k.id AS TEXT)
          WHERE coalesce(k.status, 'pending') = 'pending' AND k.promoted_by IS DISTINCT FROM ? AND ${sql}`,
    params: [query.userId, ...params],
  };
}

/** Reads the facts themselves, which is slower, for queries that need the state or the confidence. */
function factRows(query: CatalogueQuery, now: string): Part {
  const { sql, params } = restOf(query, ['fact']);
  const inState = stateOf(query);
  const status = statusOf('facts', now);
  return {
    sql: `SELECT 'f' || d.id AS place, d.created_at AS at, d.confidence
          FROM (SELECT id, 'fact' AS kind, CAST(id AS TEXT) AS memory_id, project_id, created_at, source_session AS session_id,
                  coalesce(confidence, 1.0) AS confidence, ${status.sql} AS status, origin, evidence,
                  coalesce(deprecation_reason, '') AS reason
                FROM facts WHERE user_id = ?) d
          WHERE ${inState.sql} AND d.confidence >= ? AND ${sql}`,
    params: [...status.params, query.userId, ...inState.params, query.minConfidence ?? 0, ...params],
  };
}

function stateOf({ state, among = [] }: CatalogueQuery): Part {
  const learned = `d.status = 'live' AND d.evidence IS NOT NULL AND coalesce(d.origin, '')`;
  switch (state) {
    case 'all':
      return { sql: 'TRUE', params: [] };
    case 'faded': {
      const sql = `d.status = 'live' AND d.id ${amongNumbers()}`;
      return { sql, params: [JSON.stringify(among)] };
    }
    case 'unconfirmed':
      return { sql: `${learned} <> 'person'`, params: [] };
    case 'confirmed':
      return { sql: `${learned} = 'person'`, params: [] };
    case 'replaced': {
      const isReplaced = `d.reason LIKE 'superseded by #%' OR d.reason LIKE 'done in session %' OR d.reason = ?`;
      return { sql: `d.status = 'deprecated' AND (${isReplaced})`, params: [duplicateReason] };
    }
    case 'reversed':
      return { sql: `d.status = 'deprecated' AND d.reason LIKE ?`, params: [`${reasonOfReversal('')}%`] };
    case 'live':
    case 'expired':
    case 'deprecated':
      return { sql: 'd.status = ?', params: [state] };
  }
}

const hypothesesIn: Partial<Record<MemoryState, readonly HypothesisStatus[]>> = {
  live: ['open', 'confirmed'],
  unconfirmed: ['open'],
  confirmed: ['confirmed'],
  deprecated: ['refuted', 'abandoned'],
  all: hypothesisStatuses,
};

/** No part where none can match. */
function hypotheses({ agent, ...query }: CatalogueQuery): Part[] {
  const statuses = hypothesesIn[query.state];
  if (statuses === undefined) return [];
  const { sql, params } = restOf(query, []);
  const through = agent === undefined ? 'TRUE' : 'h.agent_id = (SELECT id FROM agents WHERE name = ?)';
  return [
    {
      sql: `SELECT 'h' || d.id AS place, d.created_at AS at, d.confidence
          FROM (SELECT h.id, 'hypothesis' AS kind, CAST(h.id AS TEXT) AS memory_id, h.project_id, h.created_at, h.session_id,
                  coalesce(h.confidence, 1.0) AS confidence
                FROM hypotheses h WHERE h.user_id = ? AND h.status ${amongKeys()} AND ${through}) d
          WHERE d.confidence >= ? AND ${sql}`,
      params: [
        query.userId,
        JSON.stringify(statuses),
        ...(agent === undefined ? [] : [agent]),
        query.minConfidence ?? 0,
        ...params,
      ],
    },
  ];
}

/** Live facts that other users share with the workspace. */
function sharedFacts(query: CatalogueQuery, now: string): Part {
  const { sql, params } = restOf(query, ['fact']);
  const live = isLive('f', now);
  return {
    sql: `SELECT 'f' || d.id AS place, d.created_at AS at, d.confidence
          FROM (SELECT f.id, 'fact' AS kind, CAST(f.id AS TEXT) AS memory_id, f.project_id, f.created_at,
                  f.source_session AS session_id, coalesce(f.confidence, 1.0) AS confidence
                FROM facts f WHERE f.visibility = 'workspace' AND f.user_id <> ? AND ${live.sql}) d
          WHERE d.confidence >= ? AND ${sql}`,
    params: [query.userId, ...live.params, query.minConfidence ?? 0, ...params],
  };
}

/** Rejected proposals were never visible to other users; retired entries were. */
function deprecatedKnowledge(query: CatalogueQuery, isReviewer: boolean): Part {
  const { sql, params } = restOf(query, ['knowledge']);
  return {
    sql: `SELECT 'k' || d.id AS place, d.created_at AS at, NULL AS confidence
          FROM (SELECT id, 'knowledge' AS kind, CAST(id AS TEXT) AS memory_id, NULL AS project_id, created_at,
                  source_session AS session_id FROM global_knowledge
                WHERE status = 'deprecated' AND (? OR approved_by IS NOT NULL OR promoted_by = ?)) d
          WHERE ${sql}`,
    params: [isReviewer ? 1 : 0, query.userId, ...params],
  };
}

/** The rest of the filter, for documents or rows with the same columns; `kinds` are the kinds that can occur. */
function restOf(query: CatalogueQuery, kinds: readonly MemoryKind[]): Part {
  const scope = scopeCondition(query.scope, 'd.project_id');
  const parts: Part[] = [scope];
  const add = (sql: string, ...params: SqlValue[]): void => void parts.push({ sql, params });
  if (query.project === null) add('d.project_id IS NULL');
  else if (query.project !== undefined)
    add(
      'd.project_id IN (SELECT project_id FROM own_projects WHERE user_id = ? AND name = ?)',
      query.userId,
      query.project,
    );
  if (query.since !== undefined) add('d.created_at >= ?', query.since);
  if (query.until !== undefined) add('d.created_at < ?', query.until);
  if (query.sessionId !== undefined) add('d.session_id = ?', query.sessionId);
  parts.push(...factConditions(query), ...learnedCondition(query), ...involvedCondition(query));
  if (query.agent !== undefined) parts.push(throughAgent(query.agent, kinds));
  return { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) };
}

function learnedCondition({ learned }: CatalogueQuery): Part[] {
  if (learned === undefined) return [];
  if (learned === 'any') return [factPasses('f.evidence IS NOT NULL', [])];
  // Within a text of the JSON, the quotation marks would be escaped.
  return [factPasses('instr(f.evidence, ?) > 0', [`"type":${JSON.stringify(learned)}`])];
}

function involvedCondition({ involved }: CatalogueQuery): Part[] {
  if (involved === undefined) return [];
  const sql = `(f.decided_by = ? OR instr(coalesce(f.assisted_by, ''), ?) > 0)`;
  return [factPasses(sql, [involved, JSON.stringify(involved)])];
}
