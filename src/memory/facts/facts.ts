/**
 * Facts: atomic statements that stay true across sessions (plan, sections 3 and 5). A fact belongs to one user. It is
 * not deleted but deprecated with a reason, which can be undone; repeating a statement confirms the same fact.
 *
 * A new fact that contradicts an older one of the same project halves the older one's confidence. Repeating the older
 * one, or deprecating the new one, restores it. An edit keeps contradictions that still exist. Each change keeps the
 * previous state, so that it can be undone exactly.
 */
import type { Refusals } from '../shared/audit.ts';
import type { Evidence } from './evidence.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import type { Caller, CurrentSessions, ProjectScope } from '../shared/identity.ts';
import { limits, refused } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { StatementRelation } from '../shared/statements.ts';
import { informativeWords } from '../shared/statements.ts';
import type { AuditAction, FactCategory, FactType, Origin, Visibility } from '../shared/vocabulary.ts';
import { originOf } from '../trust/origin.ts';
import type { FactEditInput, FactInput, GivenParts, KeptIn, SuccessorInput } from './factInput.ts';
import { editFrom, factRefFrom, partsFrom, requireCategory, sourceFrom } from './factInput.ts';
import type { Places } from './factPlaces.ts';
import { callerForSuccessor } from './factPlaces.ts';
import { createFactJudge } from './factJudge.ts';
import type { ChangeOfFacts } from './factOutcome.ts';
import {
  cycle,
  deprecatedError,
  factChangeFrom,
  notFound,
  notOwner,
  versionConflict,
  withRelatedFacts,
} from './factOutcome.ts';
import type { FactEdit, FactFilter, FactStore, NewFact, Source, StatementState } from './factStore.ts';

export interface Fact {
  id: number;
  /** The permanent name, a UUID, equal in every store. */
  uid: string;
  userId: string;
  /** Old databases may contain other values than today's categories; they are shown unchanged. */
  category: string;
  /** A fact stored without a type has that of its category; see `typeOfCategory`. */
  type: FactType;
  /** For a decision with details, its title. */
  fact: string;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
  /** Fingerprints of the lines that `sourceRef` names; null if it names none. */
  citedLines: string | null;
  /** Null unless it was learned from a session. */
  evidence: Evidence | null;
  /** ISO 8601 in UTC; null if the fact never expires. */
  expiresAt: string | null;
  visibility: Visibility;
  /** The name of the user who shares it; null for a private one. */
  author: string | null;
  /** Null for a fact without these details, even if its type is `decision`. */
  decision: DecisionDetails | null;
  /** The uid of the fact that it replaced; null if there is none. */
  supersedesUid: string | null;
  /** How many facts it replaced, directly and through others. */
  supersedesCount: number;
  origin: Origin | null;
  projectId: string | null;
  projectName: string | null;
  agentName: string | null;
  deprecated: boolean;
  deprecationReason: string | null;
  createdAt: string;
  updatedAt: string;
  /** Rises by one with each change; an edit names the version that it read. */
  version: number;
}

/** What a decision adds to its fact (Shared Memory, ontology). */
export interface DecisionDetails {
  /** The person or group who decided. */
  decidedBy: string;
  /** The agents that helped. */
  assistedBy: string[];
  rationale: string;
  /** What was considered and rejected, with the reasons as they were given. */
  alternatives: string[];
}

/** A fact and the one that it replaced. */
export interface StoredSuccessor {
  status: StoredStatus;
  fact: Fact;
  /** Deprecated, with the id of its successor as the reason. */
  replaced: Fact;
  /** Live facts that had replaced it before; they are in `related`, too. */
  rivals: Fact[];
}

/** An existing fact, and its relation to the new one. */
export interface RelatedFact {
  /** Its current state, with lower confidence if it was contradicted. */
  fact: Fact;
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
}

/** `duplicate`: a live fact already had the statement. `completed`: such a fact got the details of a decision. */
export type StoredStatus = 'stored' | 'duplicate' | 'completed';

export interface StoredFact {
  status: StoredStatus;
  fact: Fact;
  /** At most three, contradictions first. */
  related: RelatedFact[];
  /** Secrets and private passages removed before storing. */
  redacted: number;
  /** Whether it waits for an embedding model; undefined if the store does not know. */
  isQueued?: boolean;
}

export interface EditedFact extends ChangeOfFacts {
  fact: Fact;
  before: Fact;
  /** Empty if the statement stayed the same. */
  related: RelatedFact[];
  redacted: number;
}

/** What the domain of facts needs from others. */
interface FactServices {
  sessions: CurrentSessions;
  places: Places;
  refusals: Refusals;
}

/** Which live facts a list contains, and in which order. */
export type FactListFilter = Pick<FactFilter, 'types' | 'tags' | 'agent' | 'among' | 'order'>;

/** Facts about the user apply everywhere; all others belong to the project in which they were stated. */
export const personalCategories: ReadonlySet<string> = new Set<FactCategory>(['preference', 'identity']);

/** Stores, edits, deprecates, supersedes, restores and lists the facts of a caller. */
export class Facts {
  readonly #store: FactStore;
  readonly #ports: Ports;
  readonly #parts: FactServices;

  constructor(store: FactStore, ports: Ports, parts: FactServices) {
    this.#store = store;
    this.#ports = ports;
    this.#parts = parts;
  }

  /**
   * Stores a fact, or confirms the same one. A category of `personalCategories` stores it without a project. Rejects
   * with `conflict` if a decision has the statement and other details.
   */
  async store(caller: Caller, input: FactInput): Promise<StoredFact & ChangeOfFacts> {
    const intake = new Intake(this.#ports.redact);
    const statement = intake.statement('fact', input.fact, limits.fact);
    const parts = partsFrom(input, intake, this.#ports.clock);
    const category = requireCategory(parts);
    const sources = await this.#sourcesOf(caller, input);
    const placed = await this.#parts.places.inProject(caller, input.project);
    const statedInProject = placed.project?.id ?? null;
    const projectId = personalCategories.has(category) ? null : statedInProject;
    const fact = await this.#newFact(placed, {
      statement,
      parts,
      category,
      projectId,
      ...(await sourceFrom(placed, intake, input.sourceRef)),
      statedInProject,
      sources,
      keptIn: input.keptIn,
      evidence: input.evidence,
    });
    const judge = createFactJudge(this.#ports, { statement, projectId, confidence: fact.confidence });
    return { ...factChangeFrom(await this.#store.add(fact, judge)), redacted: intake.removed };
  }

  /** Hides a fact of the caller's own from context and search, and stores the reason. */
  async deprecate(caller: Caller, input: { factId: number | string; reason: string }): Promise<Fact> {
    const reason = new Intake(this.#ports.redact).text('reason', input.reason, limits.shortText);
    const fact = await this.#ownFact(caller, input.factId, 'deprecate');
    if (fact.deprecated) return fact;
    const now = this.#now();
    const outcome = await this.#store.deprecate(fact.id, fact.version, reason, now, actorOf(caller));
    if (outcome === 'conflict') throw versionConflict(fact.id);
    return { ...fact, deprecated: true, deprecationReason: reason, updatedAt: now, version: fact.version + 1 };
  }

  /**
   * Changes the statement or other parts of a live fact of the caller's own. A fact that becomes a
   * preference or part of an identity leaves its project. The confidence stays unless one is given; raising it removes
   * the contradictions against the fact.
   */
  async edit(caller: Caller, input: FactEditInput): Promise<EditedFact> {
    const intake = new Intake(this.#ports.redact);
    const given = editFrom(input, intake, this.#ports.clock);
    const before = await this.#ownFact(caller, input.factId, 'edit');
    if (input.version !== undefined && input.version !== before.version) throw versionConflict(before.id);
    if (before.deprecated) throw deprecatedError(before.id);
    const { category, fact: statement, tags } = { ...before, ...given };
    const ownProject = before.projectId ?? input.projectId ?? null;
    const projectId = personalCategories.has(given.category ?? '') ? null : ownProject;
    const edit: FactEdit = {
      id: before.id,
      version: before.version,
      projectId,
      category,
      fact: statement,
      confidence: given.confidence,
      tags,
      type: given.type,
      visibility: given.visibility,
      expiresAt: given.expiresAt,
      decision: given.decision,
      byPerson: caller.origin === 'person',
      now: this.#now(),
      by: actorOf(caller),
      ...this.#wordsOf(statement, caller, projectId),
    };
    const confidence = given.confidence ?? before.confidence;
    const judge = createFactJudge(this.#ports, { statement, projectId, confidence });
    return { ...withRelatedFacts(before.id, await this.#store.edit(edit, judge)), before, redacted: intake.removed };
  }

  /** Undoes the deprecation of a fact of the caller's own; a live one stays as it is. */
  async restore(caller: Caller, factId: number): Promise<Fact> {
    const before = await this.#ownFact(caller, factId, 'restore');
    if (!before.deprecated) return before;
    const { id, version, fact: statement, projectId, confidence } = before;
    const outcome = await this.#store.restore(
      { id, version, now: this.#now(), by: actorOf(caller), ...this.#wordsOf(statement, caller, projectId) },
      createFactJudge(this.#ports, { statement, projectId, confidence }),
    );
    return withRelatedFacts(id, outcome).fact;
  }

  /**
   * Replaces a fact of the caller's own by a new one in its project; the old one is deprecated. A fact that was already
   * replaced may be replaced again: the two successors then contradict each other. Rejects as `store` does, and with
   * `invalid_input` for another project than that of the old fact.
   */
  async supersede(
    caller: Caller,
    input: SuccessorInput,
  ): Promise<StoredSuccessor & ChangeOfFacts & { related: RelatedFact[]; redacted: number }> {
    const intake = new Intake(this.#ports.redact);
    const statement = intake.statement('fact', input.fact, limits.fact);
    const given = partsFrom(input, intake, this.#ports.clock);
    const old = await this.#ownFact(caller, input.factId, 'supersede');
    const sources = await this.#sourcesOf(caller, input);
    const isDecision = given.decision !== undefined;
    const { places } = this.#parts;
    const placed = await callerForSuccessor(places, caller, { old, project: input.project, isDecision });
    const category = given.category ?? (given.type === undefined ? old.category : requireCategory(given));
    const ownProject = old.projectId ?? (isDecision ? (placed.project?.id ?? null) : null);
    const projectId = personalCategories.has(category) ? null : ownProject;
    const { visibility, tags } = old;
    const type = given.type ?? (given.category === undefined ? old.type : undefined);
    const fact = await this.#newFact(caller, {
      statement,
      parts: { visibility, tags, ...given, ...(type !== undefined && { type }) },
      category,
      projectId,
      ...(await sourceFrom(placed, intake, input.sourceRef)),
      statedInProject: projectId ?? caller.project?.id ?? null,
      sources,
      keptIn: input.keptIn,
      evidence: input.evidence,
    });
    const judge = createFactJudge(this.#ports, { statement, projectId, confidence: fact.confidence });
    const replaced = { id: old.id, version: old.version, linkUid: this.#ports.newId() };
    const outcome = await this.#store.supersede(replaced, fact, judge);
    switch (outcome) {
      case 'conflict':
        throw old.deprecated ? deprecatedError(old.id) : versionConflict(old.id);
      case 'same':
        throw refused('fact', `says the same as #${String(old.id)}`, 'Give the statement that applies now.');
      case 'cycle':
        throw cycle(old.id);
      default:
        return { ...factChangeFrom(outcome), redacted: intake.removed };
    }
  }

  /** Live facts in scope. */
  list(
    caller: Caller,
    scope: ProjectScope,
    limit: number,
    filter: FactListFilter = {},
  ): Promise<{ facts: Fact[]; total: number }> {
    return this.#store.list({ ...filter, userId: caller.user.id, scope, limit });
  }

  /** The facts with these numbers that the caller may see, in this order. */
  async named(caller: Caller, ids: readonly number[]): Promise<Fact[]> {
    const facts = await this.#store.named(caller.user.id, ids);
    return ids.flatMap((id) => facts.find((fact) => fact.id === id) ?? []);
  }

  /** The facts that the context block can choose from: the best of the caller's project and without a project. */
  listForContext(caller: Caller, limit: number): Promise<{ facts: Fact[]; total: number }> {
    return this.#store.listForContext({ userId: caller.user.id, projectId: caller.project?.id ?? null, limit });
  }

  /** Gives the caller's live facts with this statement the origin `person`. */
  vouch(caller: Caller, statement: string): Promise<void> {
    const contentHash = statementHash(this.#ports.hash, statement);
    return this.#store.vouch({ userId: caller.user.id, contentHash, by: actorOf(caller), now: this.#now() });
  }

  /** Those of the statements that are in a live fact of the caller with the origin `person`. */
  async vouchedFor(caller: Caller, statements: readonly string[]): Promise<string[]> {
    const hashOf = (statement: string): string => statementHash(this.#ports.hash, statement);
    const vouched = await this.#store.vouchedFor(caller.user.id, statements.map(hashOf));
    return statements.filter((one) => vouched.includes(hashOf(one)));
  }

  /** The caller's facts with each of the statements; also deprecated and expired ones. */
  async statesOf(caller: Caller, statements: readonly string[]): Promise<StatementState[][]> {
    const hashes = statements.map((statement) => statementHash(this.#ports.hash, statement));
    const states = await this.#store.statesOf(caller.user.id, hashes);
    return hashes.map((hash) => states.filter(({ contentHash }) => contentHash === hash));
  }

  /** The statements without those in a fact that the caller muted. */
  async withoutMuted(caller: Caller, statements: readonly string[]): Promise<string[]> {
    if (statements.length === 0) return [];
    const hashOf = (statement: string): string => statementHash(this.#ports.hash, statement);
    const muted = await this.#store.mutedAmong(caller.user.id, statements.map(hashOf));
    return statements.filter((one) => !muted.includes(hashOf(one)));
  }

  #now(): string {
    return this.#ports.clock.now().toISOString();
  }

  /** What identifies a statement and finds similar ones. */
  #wordsOf(
    statement: string,
    caller: Caller,
    projectId: string | null,
  ): Pick<FactEdit, 'contentHash' | 'words' | 'statedInProject'> {
    return {
      contentHash: statementHash(this.#ports.hash, statement),
      words: informativeWords(statement, this.#ports.indexText),
      statedInProject: projectId ?? caller.project?.id ?? null,
    };
  }

  async #newFact(
    caller: Caller,
    {
      statement,
      parts,
      category,
      projectId,
      sourceRef,
      citedLines,
      statedInProject,
      sources,
      keptIn,
      evidence,
    }: Stated,
  ): Promise<NewFact> {
    const session = await this.#parts.sessions.currentIfAny(caller);
    return {
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId,
      category,
      type: parts.type ?? null,
      fact: statement,
      confidence: parts.confidence ?? 1,
      tags: parts.tags ?? [],
      sourceSession: keptIn?.sessionId ?? session?.id ?? null,
      sourceRef,
      citedLines,
      evidence: evidence ?? null,
      expiresAt: parts.expiresAt ?? null,
      visibility: parts.visibility ?? 'private',
      decision: parts.decision ?? null,
      informedBy: sources,
      origin: originOf(caller, sourceRef),
      contentHash: statementHash(this.#ports.hash, statement),
      uid: this.#ports.newId(),
      words: informativeWords(statement, this.#ports.indexText),
      statedInProject,
      now: this.#now(),
      changeId: caller.changeId,
    };
  }

  /** A fact of the caller's own; rejects with `not_found` or `not_allowed`, which is audited as a refused `toDo`. */
  own(caller: Caller, ref: number | string, toDo: ChangeOfFact): Promise<Fact> {
    return this.#ownFact(caller, ref, toDo);
  }

  async #sourcesOf(caller: Caller, { informedBy = [], keptIn }: FactInput | SuccessorInput): Promise<Source[]> {
    const sources: Source[] = [];
    for (const ref of informedBy) {
      const source = await this.#store.get(typeof ref === 'number' ? ref : factRefFrom(ref));
      if (source === undefined || !isSeenBy(caller, source)) throw notFound(ref);
      sources.push({ kind: 'fact', uid: source.uid, linkUid: this.#ports.newId() });
    }
    if (keptIn !== undefined) sources.push({ kind: 'chunk', uid: keptIn.uid, linkUid: this.#ports.newId() });
    return sources;
  }

  async #ownFact(caller: Caller, ref: number | string, toDo: ChangeOfFact): Promise<Fact> {
    const fact = await this.#store.get(typeof ref === 'number' ? ref : factRefFrom(ref));
    if (fact === undefined) throw notFound(ref);
    if (fact.userId !== caller.user.id) {
      await this.#parts.refusals.refusal(caller, { action: toDo, kind: 'fact', id: String(fact.id) });
      throw notOwner(fact.id, toDo);
    }
    return fact;
  }
}

/** A fact may rest on what its author can read. */
function isSeenBy({ user }: Caller, { userId, visibility }: Fact): boolean {
  return userId === user.id || visibility === 'workspace';
}

/** A new statement with its validated parts, before it gets an owner and a name. */
interface Stated {
  statement: string;
  parts: GivenParts;
  category: string;
  projectId: string | null;
  sourceRef: string | null;
  citedLines: string | null;
  statedInProject: string | null;
  sources: Source[];
  keptIn: KeptIn | undefined;
  evidence: Evidence | undefined;
}

/** The audited actions that only the owner of a fact may take. */
type ChangeOfFact = Extract<AuditAction, 'deprecate' | 'edit' | 'rate' | 'restore' | 'supersede'>;
