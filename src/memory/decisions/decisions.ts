/**
 * Decisions: who decided what, with which agent, why, what was rejected, and whether it held (Shared Memory, §1). A
 * decision is a fact of the type `decision` with details; replacing one uses the supersession of facts. Outcomes are
 * dated ratings. A decision without its decider, project or rationale is refused before anything is written, because
 * that is what no later reader can find out.
 */
import type { ChangeOfFacts } from '../facts/factOutcome.ts';
import type { Places } from '../facts/factPlaces.ts';
import type { DecisionDetails, EditedFact, Fact, Facts, StoredStatus } from '../facts/facts.ts';
import { actorOf } from '../shared/audit.ts';
import { citeSource } from '../shared/citations/citeSource.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { limits, refused, requireBetween, requireText } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { originOf } from '../trust/origin.ts';
import type { DecisionDraft, FindSentence } from './decisionDraft.ts';
import { draftFrom } from './decisionDraft.ts';
import { TitleSearch, withoutReadopted } from './decisionSearch.ts';
import { isDecision, statusOf, withStatusAt } from './decisionStatus.ts';
import type { Decision, DecisionState, DecisionStatus } from './decisionStatus.ts';
import type { DecisionStore, Outcome, PastApproach, ReplacedStatement, StoredDecision } from './decisionStore.ts';
import { failureOf, rejectedBy, rejectionIn } from './pastApproach.ts';
import { observedFrom, ratingFrom, ratingRangeFrom, verdictFrom } from './ratings.ts';

/** `title`, `decidedBy`, `rationale` and a project are required. */
export interface DecisionInput {
  title?: string | undefined;
  decidedBy?: string | undefined;
  /** A name or key, as in `Identities.inProject`; the caller's project by default. */
  project?: string | undefined;
  /** The agents that helped; the caller's agent by default. */
  assistedBy?: readonly string[] | undefined;
  rationale?: string | undefined;
  alternatives?: readonly string[];
  /** 0 to 1, or `high`, `medium` or `low`. */
  confidence?: number | string | undefined;
  tags?: readonly string[] | undefined;
  /** As of a fact: lines of a file are compared with the caller's files. */
  sourceRef?: string | undefined;
  visibility?: string | undefined;
  /** A decision or other fact that this one replaces: a number, `#` and a number, or a uid. */
  supersedes?: number | string | undefined;
  /** Facts that it rests on, named in the same ways. */
  informedBy?: readonly (number | string)[] | undefined;
  /** The kept exchange that it was drafted from. */
  chunkId?: number | undefined;
}

export interface SavedDecision extends ChangeOfFacts {
  status: StoredStatus;
  fact: Fact;
  replaced: Fact | null;
  redacted: number;
}

export interface OutcomeInput {
  /** The decision: a number, `#` and a number, or a uid. */
  decision: number | string;
  /** 1 to 10, `8/10`, or high, medium or low. */
  rating: number | string;
  notes: string;
  /** By default `held` for a rating from 7, else `mixed`. `reversed` retires the decision. */
  verdict?: string | undefined;
  /** When it was judged: ISO 8601, or a local day; now by default, never in the future. */
  observedAt?: string | undefined;
  sourceRef?: string | undefined;
}

export interface DecisionQuery {
  /** What the decisions are about; see `TitleSearch`. The best match comes first. */
  title?: string;
  /** Part of the name of an agent. */
  assistedBy?: string;
  /** Only decisions with an outcome, the latest outcome first; `rating` limits it to these. */
  rated?: { rating?: number | string };
  /** Absent is every status, because what did not hold matters most. */
  status?: DecisionStatus;
  /** The name of their project, exactly. */
  project?: string;
  /** The name of their decider or of one of their agents, exactly. */
  involved?: string;
}

/** The values that a list of decisions can be filtered by, each in alphabetical order. */
interface DecisionChoices {
  projects: string[];
  deciders: string[];
  agents: string[];
}

const confidences: Readonly<Record<string, number>> = { high: 0.9, medium: 0.6, low: 0.3 };
/** Decisions that one query looks at, the newest. */
export const maxDecisions = 2_000;
const maxApproaches = 1_000;

interface DecisionParts {
  facts: Facts;
  places: Places;
  ports: Ports;
  findSentence: FindSentence;
}

/** Saves, rates and finds the decisions of a caller. */
export class Decisions {
  readonly #store: DecisionStore;
  readonly #parts: DecisionParts;

  constructor(store: DecisionStore, parts: DecisionParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /**
   * Stores a decision in its project, which is that of the decision that it supersedes. A fact with the same statement
   * and no details becomes the decision. Rejects with `invalid_input`, naming everything that is missing, and with
   * `conflict` if a decision with this title and other details exists.
   */
  async save(caller: Caller, input: DecisionInput): Promise<SavedDecision> {
    const { supersedes } = input;
    const old = supersedes === undefined ? undefined : await this.#parts.facts.own(caller, supersedes, 'supersede');
    const { title, decision } = requireComplete(caller, input, old);
    const kept = input.chunkId === undefined ? undefined : await this.#store.keptChunk(caller.user.id, input.chunkId);
    if (input.chunkId !== undefined && kept === undefined) throw noDraft(input.chunkId);
    const fact = {
      fact: title,
      type: 'decision',
      category: 'decision',
      decision,
      confidence: confidenceFrom(input.confidence),
      ...(input.tags !== undefined && { tags: input.tags }),
      ...(input.sourceRef !== undefined && { sourceRef: input.sourceRef }),
      ...(input.visibility !== undefined && { visibility: input.visibility }),
      ...(input.informedBy !== undefined && { informedBy: input.informedBy }),
      ...(input.project !== undefined && { project: input.project }),
      ...(kept !== undefined && { keptIn: { uid: kept.uid, sessionId: kept.sessionId } }),
    };
    if (old !== undefined) return this.#parts.facts.supersede(caller, { ...fact, factId: old.id });
    return { ...(await this.#parts.facts.store(caller, fact)), replaced: null };
  }

  /**
   * Gives details to a fact that has none, which makes it a decision, or replaces the details of a decision. Without a
   * title, its statement stays. Only a fact without a project gets the given one, or else the caller's.
   */
  async complete(
    caller: Caller,
    input: Pick<
      DecisionInput,
      'title' | 'decidedBy' | 'assistedBy' | 'rationale' | 'alternatives' | 'tags' | 'project'
    > & { factId: number; version?: number },
  ): Promise<EditedFact> {
    const { factId, version, tags } = input;
    const known = await this.#parts.facts.own(caller, factId, 'edit');
    const { title, decision } = requireComplete(caller, { ...input, title: input.title ?? known.fact }, known);
    const { project } = known.projectId === null ? await this.#parts.places.inProject(caller, input.project) : caller;
    return this.#parts.facts.edit(caller, {
      factId,
      version,
      ...(title !== known.fact && { fact: title }),
      tags,
      ...(project !== null && { projectId: project.id }),
      type: 'decision',
      category: 'decision',
      decision,
    });
  }

  /** Records how a decision of the caller's own turned out. */
  async addOutcome(
    caller: Caller,
    input: OutcomeInput,
  ): Promise<{ outcome: Outcome; fact: Fact; isRetired: boolean; redacted: number }> {
    const intake = new Intake(this.#parts.ports.redact);
    const rating = ratingFrom(input.rating);
    const notes = intake.statement('notes', input.notes, limits.fact);
    const given = intake.optional('source_ref', input.sourceRef, limits.shortText);
    const sourceRef = given === null ? null : (await citeSource(caller.files, given)).sourceRef;
    const now = this.#now();
    const fact = await this.#parts.facts.own(caller, input.decision, 'rate');
    if (fact.decision === null) throw notDecision(fact.id);
    const added = await this.#store.addOutcome({
      uid: this.#parts.ports.newId(),
      decisionId: fact.id,
      userId: caller.user.id,
      agentId: caller.agent.id,
      rating,
      verdict: verdictFrom(input.verdict, rating),
      notes,
      sourceRef,
      origin: originOf(caller, sourceRef),
      observedAt: observedFrom(input.observedAt, { now, timeZone: this.#parts.ports.clock.timeZone }),
      now,
      by: actorOf(caller),
    });
    if (added === 'conflict') throw notDecision(fact.id);
    return { ...added, fact, redacted: intake.removed };
  }

  /**
   * The decisions that match, best or newest first; `total` counts all that match. Includes those that others share.
   * `isComplete` is false if there were more than 2,000 to look at.
   */
  async find(
    caller: Caller,
    scope: ProjectScope,
    query: DecisionQuery,
    limit: number,
  ): Promise<{ decisions: Decision[]; total: number; isComplete: boolean }> {
    const ratings = ratingsOf(query);
    const known = await this.#store.list({ userId: caller.user.id, scope, limit: maxDecisions });
    const matching = known.decisions
      .filter((decision) => matches(decision, query, ratings))
      .map(withStatusAt(this.#now()))
      .filter((decision) => isIn(decision, query));
    const ordered = ratings === undefined ? matching : matching.toSorted(latestOutcomeFirst);
    const found = query.title === undefined ? ordered : this.#searchFor(query.title).rank(ordered);
    const isComplete = known.total <= maxDecisions;
    return { decisions: found.slice(0, limit), total: found.length, isComplete };
  }

  /** Facts of the type `decision` without details that were replaced at `since` or later, the latest first. */
  replacedStatements(caller: Caller, scope: ProjectScope, since: string): Promise<ReplacedStatement[]> {
    return this.#store.replacedStatements({ userId: caller.user.id, scope, since, limit: maxDecisions });
  }

  /**
   * What speaks against doing what a title says, from a decision that `find` found by it: the decision itself if it was
   * reversed or rated badly, and the alternatives that the title names; not what a newer one of `decisions` took up again.
   */
  warnings(decision: Decision, title: string, decisions: readonly Decision[]): PastApproach[] {
    const failure = failureOf(decision);
    const search = this.#searchFor(title);
    const rejected = rejectedBy(decision).filter(({ approach }) => search.names(approach));
    const past = [...(failure === undefined ? [] : [failure]), ...rejected];
    return withoutReadopted(past, decisions, this.#parts.ports.indexText);
  }

  /** What the caller's decisions can be filtered by. */
  async choices(caller: Caller): Promise<DecisionChoices> {
    const { decisions } = await this.#store.list({ userId: caller.user.id, scope: 'all', limit: maxDecisions });
    return {
      projects: sortedNames(decisions.map(({ fact }) => fact.projectName ?? '')),
      deciders: sortedNames(decisions.map(({ fact }) => fact.decision.decidedBy)),
      agents: sortedNames(decisions.flatMap(({ fact }) => fact.decision.assistedBy)),
    };
  }

  /** A decision with its outcomes, or undefined for a fact without the details of one. */
  async detail(fact: Fact): Promise<Decision | undefined> {
    if (!isDecision(fact)) return undefined;
    return withStatusAt(this.#now())({ fact, ...(await this.#store.progress(fact.uid)) });
  }

  /** The same for a decision of which only the uid and the state are known, as from the catalogue. */
  async progress({ uid, ...state }: DecisionState & { uid: string }): Promise<Pick<Decision, 'status' | 'outcomes'>> {
    const progress = await this.#store.progress(uid);
    return { status: statusOf(state, progress), outcomes: progress.outcomes };
  }

  /** What was rejected, reversed or rated badly in the caller's project and in none; at most 1,000, newest first. */
  async pastApproaches(caller: Caller): Promise<PastApproach[]> {
    const projectId = caller.project?.id ?? null;
    const found = await this.#store.pastApproaches({ userId: caller.user.id, projectId, limit: maxApproaches });
    return found.flatMap(({ role, ...past }) => {
      if (role === undefined) return [past];
      const sentence = this.#parts.findSentence(past.approach, role, 'rejected approach');
      const rejection = sentence === undefined ? undefined : rejectionIn(sentence);
      return rejection === undefined ? [] : [{ ...past, ...rejection }];
    });
  }

  /** Drafts from exchanges that a rule kept as decisions, newest first; `total` counts all. */
  async drafts(
    caller: Caller,
    scope: ProjectScope,
    limit: number,
  ): Promise<{ drafts: DecisionDraft[]; total: number }> {
    const { kept, total } = await this.#store.kept({ userId: caller.user.id, scope, limit });
    const decidedBy = caller.user.displayName ?? caller.user.username;
    return { drafts: kept.map((one) => draftFrom(one, decidedBy, this.#parts.findSentence)), total };
  }

  /** Discards those drafts that wait, and returns how many; their exchanges stay. */
  dismiss(caller: Caller, chunkIds: readonly number[]): Promise<number> {
    return this.#store.dismiss({ userId: caller.user.id, chunkIds, now: this.#now(), by: actorOf(caller) });
  }

  #searchFor(title: string): TitleSearch {
    return new TitleSearch(title, this.#parts.ports.indexText);
  }

  #now(): string {
    return this.#parts.ports.clock.now().toISOString();
  }
}

/**
 * Names everything that is missing at once, so that one more call is enough. `old` is the fact that is completed or
 * replaced, if any.
 */
function requireComplete(
  caller: Caller,
  input: DecisionInput,
  old: Fact | undefined,
): { title: string; decision: DecisionDetails } {
  const given = (text: string | undefined): string => text?.trim() ?? '';
  const project = input.project ?? old?.projectId ?? caller.project?.id;
  const [title, decidedBy, rationale] = [given(input.title), given(input.decidedBy), given(input.rationale)];
  const missing = [
    ...(title === '' ? ['title'] : []),
    ...(decidedBy === '' ? ['decided_by'] : []),
    ...(given(project) === '' ? ['project'] : []),
    ...(rationale === '' ? ['rationale'] : []),
  ];
  if (missing.length > 0) {
    throw refused(missing.join(', '), missing.length === 1 ? 'is missing' : 'are missing', {
      code: 'give_decision_details',
    });
  }
  requireText('title', title, limits.fact);
  const assistedBy = input.assistedBy ?? (caller.origin === 'person' ? [] : [caller.agent.name]);
  return {
    title,
    decision: { decidedBy, assistedBy: [...assistedBy], rationale, alternatives: [...(input.alternatives ?? [])] },
  };
}

function confidenceFrom(value: number | string | undefined): number {
  if (value === undefined) return 1;
  if (typeof value === 'number') return requireBetween('confidence', value, 0, 1);
  const text = value.trim().toLowerCase();
  const confidence = confidences[text] ?? (text === '' ? NaN : Number(text));
  if (confidence >= 0 && confidence <= 1) return confidence;
  const what = `is "${value.slice(0, 40)}"`;
  throw refused('confidence', what, 'Use high, medium or low, or a number from 0 to 1.');
}

interface Range {
  min: number;
  max: number;
}

/** Checked before anything is read, so that a wrong rating is refused even if there are no decisions. */
function ratingsOf({ rated }: DecisionQuery): Range | undefined {
  if (rated === undefined) return undefined;
  return rated.rating === undefined ? { min: 1, max: 10 } : ratingRangeFrom(rated.rating);
}

function matches(
  { fact, outcomes }: StoredDecision,
  { assistedBy }: DecisionQuery,
  ratings: Range | undefined,
): boolean {
  const agent = assistedBy?.trim().toLowerCase();
  if (agent !== undefined && !fact.decision.assistedBy.some((name) => name.toLowerCase().includes(agent))) return false;
  return ratings === undefined || outcomes.some(({ rating }) => rating >= ratings.min && rating <= ratings.max);
}

function latestOutcomeFirst(one: StoredDecision, other: StoredDecision): number {
  const dateOf = ({ outcomes }: StoredDecision): string => outcomes[0]?.observedAt ?? '';
  return dateOf(other).localeCompare(dateOf(one));
}

function isIn({ fact, status }: Decision, { project, involved, status: wanted }: DecisionQuery): boolean {
  const { decidedBy, assistedBy } = fact.decision;
  if (wanted !== undefined && status !== wanted) return false;
  if (project !== undefined && fact.projectName !== project) return false;
  return involved === undefined || decidedBy === involved || assistedBy.includes(involved);
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').toSorted((one, other) => one.localeCompare(other));
}

function notDecision(id: number): BigMindError {
  return new BigMindError('conflict', `Fact #${String(id)} is not a decision with a decider and a rationale.`, {
    remedy: { code: 'complete_fact' },
  });
}

function noDraft(id: number): BigMindError {
  return new BigMindError('not_found', `There is no proposed decision #${String(id)}.`, {
    remedy: { code: 'find_proposed_decision' },
  });
}
