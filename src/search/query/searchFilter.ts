/** The scope of a search, validated and converted to a filter of the store. */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller, ProjectScope } from '../../memory/shared/identity.ts';
import type { Sessions } from '../../memory/sessions/sessions.ts';
import { refused, requireBetween, requireOneOf, requireTime } from '../../memory/shared/input.ts';
import type { MemoryFilter } from '../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import { memoryKinds } from '../../memory/shared/vocabulary.ts';

export interface SearchScope {
  kinds?: readonly string[];
  /** A project's name or key, or `all`; if absent, the caller's own project and memories without a project. */
  project?: string;
  /** ISO 8601, inclusive. */
  since?: string;
  /** ISO 8601, exclusive. A bare date includes the whole day. */
  until?: string;
  /** 0 to 1. */
  minConfidence?: number;
  sessionId?: string;
  /** Only memories that came through the agent with this name. */
  agent?: string;
  /** Only memories that every user may find: approved knowledge. */
  sharedOnly?: true;
}

/**
 * An unknown project matches nothing. Rejects with `invalid_input` for an unknown kind or an invalid date or
 * confidence, and with `not_found` for a session that is not the caller's.
 */
export async function filterFromScope(
  parts: { identities: Identities; sessions: Sessions },
  caller: Caller,
  scope: SearchScope,
): Promise<MemoryFilter> {
  const { kinds, since, until, minConfidence, sessionId, agent } = scope;
  return {
    userId: caller.user.id,
    scope: await parts.identities.scope(caller, scope.project),
    ...(scope.sharedOnly === true && { sharedOnly: true }),
    ...(kinds !== undefined && { kinds: kindsFrom(kinds) }),
    ...(since !== undefined && { since: requireTime('since', since) }),
    ...(until !== undefined && { until: endFrom(until) }),
    ...(minConfidence !== undefined && { minConfidence: requireBetween('min_confidence', minConfidence, 0, 1) }),
    ...(agent !== undefined && { agent }),
    ...(sessionId !== undefined && { sessionId: await parts.sessions.idOf(caller, sessionId) }),
  };
}

function kindsFrom(kinds: readonly string[]): MemoryKind[] {
  if (kinds.length === 0) throw refused('kinds', 'is empty', `Leave it out, or use any of: ${memoryKinds.join(', ')}.`);
  return [...new Set(kinds.map((kind) => requireOneOf('kinds', kind, memoryKinds)))];
}

function endFrom(value: string): string {
  const time = requireTime('until', value);
  const wholeDay = /^\d{4}-\d{2}-\d{2}$/u.test(value.trim());
  return wholeDay ? new Date(Date.parse(time) + 86_400_000).toISOString() : time;
}

/** The same filter, also limited to a time range. */
export function narrowed(filter: MemoryFilter, { since, until }: { since: string; until: string }): MemoryFilter {
  return {
    ...filter,
    since: filter.since === undefined || filter.since < since ? since : filter.since,
    until: filter.until === undefined || filter.until > until ? until : filter.until,
  };
}

/**
 * Whether a fact that was not found by its words matches the filter; it is of the same user and kind in any case.
 * Always false for a filter on an agent, because a candidate does not contain its agent.
 */
export function matchesFilter(
  { scope, minConfidence, sessionId, agent, ...time }: MemoryFilter,
  memory: Candidate,
): boolean {
  return (
    agent === undefined &&
    isWithin(memory.createdAt, time) &&
    isInScope(memory, scope) &&
    (minConfidence === undefined || (memory.confidence ?? 1) >= minConfidence) &&
    (sessionId === undefined || memory.sessionId === sessionId)
  );
}

function isInScope({ projectId }: Candidate, scope: ProjectScope): boolean {
  if (scope === 'all') return true;
  return 'projectId' in scope && (projectId === null || projectId === scope.projectId);
}

/** Also for neighbors in a conversation, which are read without a filter on time. */
export function isWithin(createdAt: string, { since, until }: Pick<MemoryFilter, 'since' | 'until'>): boolean {
  if (createdAt === '') return since === undefined && until === undefined;
  return (since === undefined || createdAt >= since) && (until === undefined || createdAt < until);
}
