/**
 * Facts: atomic statements that stay true across sessions (plan, sections 3 and 5). A fact belongs to one user. It is
 * not deleted but deprecated with a reason, which can be undone; repeating a statement confirms the same fact.
 *
 * A new fact that contradicts an older one of the same project halves the older one's confidence. Repeating the older
 * one, or deprecating the new one, restores it. An edit keeps contradictions that still exist. Each change keeps the
 * previous state, so that it can be undone exactly.
 */
import type { Refusals } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import type { Caller, CurrentSessions, ProjectScope } from '../shared/identity.ts';
import { limits, refused, requireBetween, requireOneOf } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { StatementRelation } from '../shared/statements.ts';
import { informativeWords } from '../shared/statements.ts';
import type { AuditAction, FactCategory, Origin } from '../shared/vocabulary.ts';
import { factCategories } from '../shared/vocabulary.ts';
import { originOf } from '../trust/origin.ts';
import { createFactJudge } from './factJudge.ts';
import type { ChangeOfFacts } from './factOutcome.ts';
import {
  withRelatedFacts,
  deprecatedError,
  notFound,
  notOwner,
  factChangeFrom,
  versionConflict,
} from './factOutcome.ts';
import type { FactEdit, FactStore } from './factStore.ts';

export interface Fact {
  id: number;
  userId: string;
  /** Old databases may contain other values than today's categories; they are shown unchanged. */
  category: string;
  fact: string;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
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

/** A fact and the one that it replaced. */
export interface StoredSuccessor {
  /** `duplicate` if a live fact already had the statement. */
  status: 'stored' | 'duplicate';
  fact: Fact;
  /** Deprecated, with the id of its successor as the reason. */
  replaced: Fact;
}

export interface FactInput {
  category: string;
  fact: string;
  confidence?: number;
  tags?: readonly string[];
  sourceRef?: string;
}

/** The changed parts of a fact; absent parts stay. */
export interface FactEditInput {
  factId: number;
  /** The version that the editor saw; an edit of an older one is rejected. */
  version?: number;
  fact?: string;
  category?: string;
  confidence?: number;
  tags?: readonly string[];
}

/** Category and tags default to those of the old fact; confidence defaults to 1, because the statement is new. */
export interface SuccessorInput {
  factId: number;
  fact: string;
  category?: string;
  confidence?: number;
  tags?: readonly string[];
}

/** An existing fact, and its relation to the new one. */
export interface RelatedFact {
  /** Its current state, with lower confidence if it was contradicted. */
  fact: Fact;
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
}

export interface StoredFact {
  status: 'stored' | 'duplicate';
  fact: Fact;
  /** At most three, contradictions first. */
  related: RelatedFact[];
  /** Secrets and private passages removed before storing. */
  redacted: number;
}

export interface EditedFact extends ChangeOfFacts {
  fact: Fact;
  before: Fact;
  /** Empty if the statement stayed the same. */
  related: RelatedFact[];
  redacted: number;
}

/** Facts about the user apply everywhere; all others belong to the project in which they were stated. */
export const personalCategories: ReadonlySet<string> = new Set<FactCategory>(['preference', 'identity']);

/** Stores, edits, deprecates, supersedes, restores and lists the facts of a caller. */
export class Facts {
  readonly #store: FactStore;
  readonly #ports: Ports;
  readonly #sessions: CurrentSessions;
  readonly #refusals: Refusals | undefined;

  constructor(store: FactStore, ports: Ports, sessions: CurrentSessions, refusals?: Refusals) {
    this.#refusals = refusals;
    this.#store = store;
    this.#ports = ports;
    this.#sessions = sessions;
  }

  /** Stores a fact of at most 10,000 characters; confidence is 0 to 1, and 1 by default. */
  async store(caller: Caller, input: FactInput): Promise<StoredFact & ChangeOfFacts> {
    const category = requireOneOf('category', input.category, factCategories);
    const intake = new Intake(this.#ports.redact);
    const text = intake.statement('fact', input.fact, limits.fact);
    const tags = intake.list('tags', input.tags, 100);
    const sourceRef = intake.optional('source_ref', input.sourceRef, limits.shortText);
    const confidence = requireBetween('confidence', input.confidence ?? 1, 0, 1);
    const projectId = personalCategories.has(category) ? null : (caller.project?.id ?? null);
    const session = await this.#sessions.currentIfAny(caller);
    const outcome = await this.#store.add(
      {
        userId: caller.user.id,
        agentId: caller.agent.id,
        projectId,
        category,
        fact: text,
        confidence,
        tags,
        sourceSession: session?.id ?? null,
        sourceRef,
        origin: originOf(caller, sourceRef),
        contentHash: statementHash(this.#ports.hash, text),
        uid: this.#ports.newId(),
        words: informativeWords(text, this.#ports.indexText),
        statedInProject: caller.project?.id ?? null,
        now: this.#now(),
        changeId: caller.changeId,
      },
      createFactJudge(this.#ports, { statement: text, projectId, confidence }),
    );
    return { ...factChangeFrom(outcome), redacted: intake.removed };
  }

  /** Hides a fact of the caller's own from context and search, and stores the reason. */
  async deprecate(caller: Caller, input: { factId: number; reason: string }): Promise<Fact> {
    const reason = new Intake(this.#ports.redact).text('reason', input.reason, limits.shortText);
    const fact = await this.#ownFact(caller, input.factId, 'deprecate');
    if (fact.deprecated) return fact;
    const now = this.#now();
    const outcome = await this.#store.deprecate(fact.id, fact.version, reason, now, actorOf(caller));
    if (outcome === 'conflict') throw versionConflict(fact.id);
    return { ...fact, deprecated: true, deprecationReason: reason, updatedAt: now, version: fact.version + 1 };
  }

  /**
   * Changes the statement, category, confidence or tags of a live fact of the caller's own. A fact that becomes a
   * preference or part of an identity leaves its project. The confidence stays unless one is given; raising it removes
   * the contradictions against the fact.
   */
  async edit(caller: Caller, input: FactEditInput): Promise<EditedFact> {
    const intake = new Intake(this.#ports.redact);
    const given = givenFrom(input, intake);
    const before = await this.#ownFact(caller, input.factId, 'edit');
    if (input.version !== undefined && input.version !== before.version) throw versionConflict(before.id);
    if (before.deprecated) throw deprecatedError(before.id);
    const { category, fact: statement, tags } = { ...before, ...given };
    const projectId = personalCategories.has(given.category ?? '') ? null : before.projectId;
    const edit: FactEdit = {
      id: before.id,
      version: before.version,
      projectId,
      category,
      fact: statement,
      confidence: given.confidence,
      tags,
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

  /** Replaces a live fact of the caller's own by a new one in its project; the old one is deprecated. */
  async supersede(
    caller: Caller,
    input: SuccessorInput,
  ): Promise<StoredSuccessor & ChangeOfFacts & { related: RelatedFact[]; redacted: number }> {
    const intake = new Intake(this.#ports.redact);
    const { category, fact: statement, confidence = 1, tags } = givenFrom(input, intake);
    if (statement === undefined) throw refused('fact', 'is missing', 'Give the statement that applies now.');
    const old = await this.#ownFact(caller, input.factId, 'supersede');
    if (old.deprecated) throw deprecatedError(old.id);
    const projectId = personalCategories.has(category ?? '') ? null : old.projectId;
    const session = await this.#sessions.currentIfAny(caller);
    const outcome = await this.#store.supersede(
      { id: old.id, version: old.version, linkUid: this.#ports.newId() },
      {
        userId: caller.user.id,
        agentId: caller.agent.id,
        projectId,
        category: category ?? old.category,
        fact: statement,
        confidence,
        tags: tags ?? old.tags,
        sourceSession: session?.id ?? null,
        sourceRef: null,
        origin: originOf(caller, null),
        uid: this.#ports.newId(),
        now: this.#now(),
        changeId: caller.changeId,
        ...this.#wordsOf(statement, caller, projectId),
      },
      createFactJudge(this.#ports, { statement, projectId, confidence }),
    );
    if (outcome === 'conflict') throw versionConflict(old.id);
    if (outcome === 'same')
      throw refused('fact', `says the same as #${String(old.id)}`, 'Give the statement that applies now.');
    return { ...factChangeFrom(outcome), redacted: intake.removed };
  }

  /** Live facts in scope: the caller's project first, then by confidence, then newest. */
  list(caller: Caller, scope: ProjectScope, limit: number): Promise<{ facts: Fact[]; total: number }> {
    return this.#store.list({ userId: caller.user.id, scope, includeDeprecated: false, limit });
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

  async #ownFact(caller: Caller, factId: number, toDo: ChangeOfFact): Promise<Fact> {
    const fact = await this.#store.get(factId);
    if (fact === undefined) throw notFound(factId);
    if (fact.userId !== caller.user.id) {
      await this.#refusals?.refusal(caller, { action: toDo, kind: 'fact', id: String(factId) });
      throw notOwner(factId, toDo);
    }
    return fact;
  }
}

/** The audited actions that only the owner of a fact may take. */
type ChangeOfFact = Extract<AuditAction, 'deprecate' | 'edit' | 'restore' | 'supersede'>;

interface GivenOfFact {
  category?: FactCategory;
  fact?: string;
  confidence?: number;
  tags?: string[];
}

/** The given parts of a fact, validated and redacted; throws if there are none. */
function givenFrom({ category, fact, confidence, tags }: FactEditInput, intake: Intake): GivenOfFact {
  if ([category, fact, confidence, tags].every((part) => part === undefined)) {
    throw refused('The edit', 'changes nothing', 'Give fact, category, confidence or tags.');
  }
  return {
    ...(category !== undefined && { category: requireOneOf('category', category, factCategories) }),
    ...(fact !== undefined && { fact: intake.statement('fact', fact, limits.fact) }),
    ...(confidence !== undefined && { confidence: requireBetween('confidence', confidence, 0, 1) }),
    ...(tags !== undefined && { tags: intake.list('tags', tags, 100) }),
  };
}
