/**
 * The thought journal (plan, sections 5 and 6): beliefs with a confidence, "I believe X because Y", that are later
 * confirmed, refuted or abandoned. A resolution stays until it is reopened. The same belief is open only once per
 * project.
 */
import type { Actor, Refusals } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller, CurrentSessions, ProjectScope } from '../shared/identity.ts';
import { limits, requireBetween, requireOneOf } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { HypothesisStatus, Origin, ResolvedStatus } from '../shared/vocabulary.ts';
import { hypothesisStatuses, resolvedStatuses } from '../shared/vocabulary.ts';
import { originOf } from '../trust/origin.ts';

export interface Hypothesis {
  id: number;
  userId: string;
  sessionId: string | null;
  projectName: string | null;
  agentName: string | null;
  hypothesis: string;
  /** Null if stored before origins were recorded. */
  origin: Origin | null;
  /** 0 to 1, as stated when the belief was stored. */
  confidence: number;
  status: HypothesisStatus;
  /** What actually happened; null while it is open. */
  resolution: string | null;
  createdAt: string;
  resolvedAt: string | null;
  version: number;
}

export interface NewHypothesis {
  userId: string;
  agentId: string;
  projectId: string | null;
  sessionId: string | null;
  hypothesis: string;
  /** Unknown if absent. */
  origin?: Origin;
  confidence: number;
  contentHash: string;
  uid: string;
  now: string;
  /** As in `Actor`. */
  changeId?: string | undefined;
}

export interface ResolvedWithin {
  since: string;
  until: string;
}

export interface HypothesisStore {
  /** Inserts, or returns the open hypothesis of the same user, project and content hash. */
  add(hypothesis: NewHypothesis): Promise<{ status: 'stored' | 'duplicate'; hypothesis: Hypothesis }>;
  get(id: number): Promise<Hypothesis | undefined>;
  /** Those of the user with these numbers, in no particular order. */
  named(userId: string, ids: readonly number[]): Promise<Hypothesis[]>;
  /** `conflict` if it is not open any more, or the row has another version. */
  resolve(resolved: {
    id: number;
    version: number;
    status: ResolvedStatus;
    resolution: string | null;
    now: string;
    by?: Actor;
  }): Promise<'resolved' | 'conflict'>;
  /**
   * Reopens it and removes its resolution. `conflict` if it is open already or the row has another version.
   * `duplicateOf` is another open one of the same user, project and content hash; then nothing changes.
   */
  reopen(reopened: {
    id: number;
    version: number;
    by?: Actor;
  }): Promise<'reopened' | 'conflict' | { duplicateOf: number }>;
  /** Open ones first, then newest; with `resolved`, the last resolved first. `total` counts all matches. */
  list(filter: {
    userId: string;
    scope: ProjectScope;
    status?: HypothesisStatus;
    /** Only those that were resolved at or after `since` and before `until`; ISO 8601 in UTC. */
    resolved?: ResolvedWithin | undefined;
    /** How many are skipped; none if absent. */
    offset?: number;
    limit: number;
  }): Promise<{ hypotheses: Hypothesis[]; total: number }>;
}

const defaultConfidence = 0.7;

/** Adds, resolves, reopens and lists the hypotheses of a caller. */
export class Hypotheses {
  readonly #store: HypothesisStore;
  readonly #ports: Ports;
  readonly #sessions: CurrentSessions;
  readonly #refusals: Refusals | undefined;

  constructor(store: HypothesisStore, ports: Ports, sessions: CurrentSessions, refusals?: Refusals) {
    this.#refusals = refusals;
    this.#store = store;
    this.#ports = ports;
    this.#sessions = sessions;
  }

  /** Stores a belief of at most 10,000 characters; its confidence is 0 to 1, and 0.7 by default. */
  async add(
    caller: Caller,
    input: { hypothesis: string; confidence?: number | undefined; sessionId?: string | undefined },
  ): Promise<{ status: 'stored' | 'duplicate'; hypothesis: Hypothesis; redacted: number }> {
    const intake = new Intake(this.#ports.redact);
    const hypothesis = intake.statement('hypothesis', input.hypothesis, limits.fact);
    const confidence = requireBetween('confidence', input.confidence ?? defaultConfidence, 0, 1);
    const session = await (input.sessionId === undefined
      ? this.#sessions.currentIfAny(caller)
      : this.#sessions.current(caller, input.sessionId));
    const outcome = await this.#store.add({
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId: caller.project?.id ?? null,
      sessionId: session?.id ?? null,
      hypothesis,
      origin: originOf(caller, null),
      confidence,
      contentHash: statementHash(this.#ports.hash, hypothesis),
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
      changeId: caller.changeId,
    });
    return { ...outcome, redacted: intake.removed };
  }

  /** Resolves an open hypothesis of the caller's own. For a resolved one, the error states its resolution. */
  async resolve(
    caller: Caller,
    input: { hypothesisId: number; status: string; resolution?: string | undefined },
  ): Promise<Hypothesis> {
    const status = requireOneOf('status', input.status, resolvedStatuses);
    const intake = new Intake(this.#ports.redact);
    const resolution = intake.optional('resolution', input.resolution, limits.fact);
    const open = await this.#own(caller, input.hypothesisId, 'resolve');
    if (open.status !== 'open') throw resolvedAlready(open);
    const now = this.#ports.clock.now().toISOString();
    const outcome = await this.#store.resolve({
      id: open.id,
      version: open.version,
      status,
      resolution,
      now,
      by: actorOf(caller),
    });
    if (outcome === 'conflict') throw versionConflict(open.id, 'was just resolved in another window');
    return { ...open, status, resolution, resolvedAt: now, version: open.version + 1 };
  }

  /**
   * Undoes a resolution of the caller's own: the hypothesis is open again, without a resolution. Rejects with
   * `conflict` if it changed since the given version, or the same belief is open already.
   */
  async reopen(caller: Caller, input: { hypothesisId: number; version: number }): Promise<Hypothesis> {
    const resolved = await this.#own(caller, input.hypothesisId, 'reopen');
    const outcome = await this.#store.reopen({ id: resolved.id, version: input.version, by: actorOf(caller) });
    if (outcome === 'conflict') throw versionConflict(resolved.id, 'was changed since it was read');
    if (outcome !== 'reopened') {
      throw new BigMindError('conflict', `Hypothesis #${String(outcome.duplicateOf)} says the same and is open.`, {
        remedy: `Resolve #${String(outcome.duplicateOf)} instead.`,
      });
    }
    return { ...resolved, status: 'open', resolution: null, resolvedAt: null, version: input.version + 1 };
  }

  /** The current state of one of the caller's own. */
  get(caller: Caller, hypothesisId: number): Promise<Hypothesis> {
    return this.#own(caller, hypothesisId, 'open');
  }

  /** The caller's own among these, in no particular order. */
  named(caller: Caller, ids: readonly number[]): Promise<Hypothesis[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.#store.named(caller.user.id, ids);
  }

  list(
    caller: Caller,
    filter: {
      scope: ProjectScope;
      status?: string | undefined;
      resolved?: ResolvedWithin;
      offset?: number;
      limit: number;
    },
  ): Promise<{ hypotheses: Hypothesis[]; total: number }> {
    return this.#store.list({
      userId: caller.user.id,
      scope: filter.scope,
      limit: filter.limit,
      offset: filter.offset ?? 0,
      resolved: filter.resolved,
      ...(filter.status !== undefined && { status: requireOneOf('status', filter.status, hypothesisStatuses) }),
    });
  }

  async #own(caller: Caller, id: number, action: 'open' | 'resolve' | 'reopen'): Promise<Hypothesis> {
    const found = await this.#store.get(id);
    if (found === undefined) {
      throw new BigMindError('not_found', `There is no hypothesis #${String(id)}.`, {
        remedy: { code: 'find_hypothesis' },
      });
    }
    if (found.userId !== caller.user.id) {
      await this.#refusals?.refusal(caller, { action, kind: 'hypothesis', id: String(id) });
      throw new BigMindError('not_allowed', `Hypothesis #${String(id)} belongs to another user.`, {
        remedy: 'Only its owner can see or change it; add a hypothesis of your own.',
      });
    }
    return found;
  }
}

function resolvedAlready({ id, status, resolution }: Hypothesis): BigMindError {
  const how = resolution === null ? '' : `: ${resolution.replace(/\.$/u, '')}`;
  return new BigMindError('conflict', `Hypothesis #${String(id)} is already ${status}${how}.`, {
    remedy: 'Add a new hypothesis if the question is open again.',
  });
}

function versionConflict(id: number, what: string): BigMindError {
  return new BigMindError('conflict', `Hypothesis #${String(id)} ${what}.`, {
    remedy: { code: 'read_hypothesis_again' },
  });
}
