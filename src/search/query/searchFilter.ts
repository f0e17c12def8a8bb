/** The scope of a search, validated and converted to a filter of the store. */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Candidate } from '../../memory/recall/recall.ts';
import type { Caller, ProjectScope } from '../../memory/shared/identity.ts';
import type { Sessions } from '../../memory/sessions/sessions.ts';
import { refused, requireBetween, requireOneOf, requireEnd, requireStart } from '../../memory/shared/input.ts';
import type { Clock } from '../../memory/shared/ports.ts';
import { tagKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryFilter } from '../../memory/shared/memoryRef.ts';
import { factTypes, memoryKinds } from '../../memory/shared/vocabulary.ts';

export interface SearchScope {
  kinds?: readonly string[];
  /** A project's name or key, or `all`; if absent, the caller's own project and memories without a project. */
  project?: string | undefined;
  /** ISO 8601, inclusive. A bare date begins with the local day. */
  since?: string | undefined;
  /** ISO 8601, exclusive. A bare date includes the whole local day. */
  until?: string | undefined;
  /** 0 to 1. */
  minConfidence?: number | undefined;
  sessionId?: string | undefined;
  /** Only memories that came through the agent with this name. */
  agent?: string | undefined;
  /** Only facts of these types. */
  types?: readonly string[];
  /** Only facts with all of these tags. */
  tags?: readonly string[];
  /** Also facts that a newer one replaced. */
  includeSuperseded?: boolean | undefined;
  /** Only memories that every user may find: approved knowledge. */
  sharedOnly?: true;
}

/**
 * An unknown project matches nothing. Rejects with `invalid_input` for an unknown kind or an invalid date or
 * confidence or type, and with `not_found` for a session that is not the caller's.
 */
export async function filterFromScope(
  parts: { identities: Identities; sessions: Sessions; clock: Pick<Clock, 'timeZone'> },
  caller: Caller,
  scope: SearchScope,
): Promise<MemoryFilter> {
  const { kinds, since, until, minConfidence, sessionId, agent, types, tags, includeSuperseded } = scope;
  const { timeZone } = parts.clock;
  return {
    userId: caller.user.id,
    scope: await parts.identities.scope(caller, scope.project),
    ...(scope.sharedOnly === true && { sharedOnly: true }),
    ...(kinds !== undefined && { kinds: oneOrMore('kinds', kinds, memoryKinds) }),
    ...(since !== undefined && { since: requireStart('since', since, timeZone) }),
    ...(until !== undefined && { until: requireEnd('until', until, timeZone) }),
    ...(minConfidence !== undefined && { minConfidence: requireBetween('min_confidence', minConfidence, 0, 1) }),
    ...(agent !== undefined && { agent }),
    ...(types !== undefined && { types: oneOrMore('types', types, factTypes) }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(includeSuperseded === true && { includeSuperseded }),
    ...(sessionId !== undefined && { sessionId: await parts.sessions.idOf(caller, sessionId) }),
  };
}

function oneOrMore<T extends string>(field: string, values: readonly string[], allowed: readonly T[]): T[] {
  if (values.length === 0) throw refused(field, 'is empty', `Leave it out, or use any of: ${allowed.join(', ')}.`);
  return [...new Set(values.map((value) => requireOneOf(field, value, allowed)))];
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
 * Whether a fact that was not found by its words matches the filter. A fact that another user shares may be
 * contradicted by one that they do not share, so only the reader's own facts match.
 */
export function matchesFilter(
  { userId, scope, minConfidence, sessionId, agent, types, tags = [], ...time }: MemoryFilter,
  memory: Candidate,
): boolean {
  const held = new Set(memory.tags.map(tagKey));
  return (
    memory.ownerId === userId &&
    (agent === undefined || memory.agentName === agent) &&
    (types === undefined || (memory.type !== null && types.includes(memory.type))) &&
    tags.every((tag) => held.has(tagKey(tag))) &&
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
