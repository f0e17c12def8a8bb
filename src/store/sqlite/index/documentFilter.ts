/** The memories that a search covers, as an SQL condition. Search by words and search by meaning use the same one. */
import type { MemoryFilter } from '../../../memory/shared/memoryRef.ts';
import { memoryKinds } from '../../../memory/shared/vocabulary.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import { scopeCondition } from '../shared/projectScope.ts';
import type { DocumentFilter } from './rankDocuments.ts';
import type { SqlValue } from '../engine/sqlConnection.ts';

export function filterFromQuery(query: MemoryFilter): DocumentFilter {
  const scope = scopeCondition(query.scope, 'd.project_id');
  const conditions = ['(d.user_id IS NULL OR d.user_id = ?)', scope.sql];
  const params: SqlValue[] = [query.userId, ...scope.params];
  const add = (sql: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(sql);
    params.push(value);
  };
  add('d.kind IN (SELECT value FROM json_each(?))', query.kinds && JSON.stringify(query.kinds));
  add('d.created_at >= ?', query.since);
  add('d.created_at < ?', query.until);
  add('d.session_id = ?', query.sessionId);
  if (query.agent !== undefined) {
    const agent = throughAgent(query.agent, query.kinds ?? memoryKinds);
    conditions.push(agent.sql);
    params.push(...agent.params);
  }
  if (query.sharedOnly === true) conditions.push('d.user_id IS NULL');
  add(
    `(d.kind <> 'fact' OR coalesce((SELECT f.confidence FROM facts f WHERE f.id = CAST(d.memory_id AS INTEGER)), 1) >= ?)`,
    query.minConfidence,
  );
  return { sql: conditions.join(' AND '), params };
}

const agentId = '(SELECT id FROM agents WHERE name = ?)';
const byAgent: Record<MemoryKind, string> = {
  fact: `d.memory_id IN (SELECT CAST(id AS TEXT) FROM facts WHERE agent_id = ${agentId})`,
  chunk: `d.memory_id IN (SELECT CAST(id AS TEXT) FROM conversation_chunks WHERE agent_id = ${agentId})`,
  session: `d.memory_id IN (SELECT id FROM sessions WHERE agent_id = ${agentId})`,
  knowledge: `d.memory_id IN (SELECT CAST(id AS TEXT) FROM global_knowledge WHERE agent_id = ${agentId})`,
  message: `d.session_id IN (SELECT id FROM sessions WHERE agent_id = ${agentId})`,
};

/**
 * A condition for memories that came through the agent with this name, over an alias `d` with `kind`, `memory_id` and
 * `session_id`. `kinds` are the kinds that can occur.
 */
export function throughAgent(agent: string, kinds: readonly MemoryKind[]): { sql: string; params: SqlValue[] } {
  const each = kinds.map((kind) => `(d.kind = '${kind}' AND ${byAgent[kind]})`);
  return { sql: `(${each.join(' OR ')})`, params: kinds.map(() => agent) };
}
