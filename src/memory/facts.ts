/**
 * Facts: atomic things that stay true across sessions (plan, sections 3 and 5). A fact belongs to one user; it is
 * never deleted but deprecated with a reason, and the same statement said twice is one fact. A new fact that
 * contradicts an older one halves the older one's confidence; saying the older one again, or taking the new one back,
 * restores it.
 */
import { statementHash } from './contentHash.ts';
import { BigMindError } from './errors.ts';
import type { Caller, ProjectScope } from './identity.ts';
import { limits, requireBetween, requireOneOf } from './input.ts';
import { Intake } from './intake.ts';
import type { Ports } from './ports.ts';
import type { Sessions } from './sessions.ts';
import { comparisonWith, tellingWords } from './statements.ts';
import type { StatementRelation } from './statements.ts';

/** The plan's categories, and `identity`, which its own context block uses. */
export const factCategories = ['preference', 'decision', 'codebase', 'constraint', 'identity'] as const;
export type FactCategory = (typeof factCategories)[number];

export interface Fact {
  id: number;
  userId: string;
  /** Old databases may hold other words than today's categories; they are shown as they are. */
  category: string;
  fact: string;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
  projectId: string | null;
  projectName: string | null;
  agentName: string | null;
  deprecated: boolean;
  deprecationReason: string | null;
  createdAt: string;
  updatedAt: string;
  /** Rises by one with each change; a replacement names the version that it read. */
  version: number;
}

export interface NewFact {
  userId: string;
  agentId: string;
  projectId: string | null;
  category: FactCategory;
  fact: string;
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
  contentHash: string;
  uid: string;
  /** The live fact that says the same in other words, if there is one. */
  sameAs: number | null;
  /** Live facts of the same user that this one contradicts, with the confidence that is left to each. */
  contradicts: readonly { id: number; confidence: number; linkUid: string }[];
  now: string;
}

export interface FactFilter {
  userId: string;
  scope: ProjectScope;
  includeDeprecated: boolean;
  limit: number;
}

export interface FactStore {
  /**
   * Inserts, or confirms the live fact of the same user and project that has the content hash or is `sameAs`: its
   * confidence becomes the one given where that is higher. Lowers and links what is contradicted.
   */
  add(fact: NewFact): Promise<{ status: 'stored' | 'duplicate'; fact: Fact }>;
  get(id: number): Promise<Fact | undefined>;
  /** Live facts in scope that share words with a statement: those that share the rarest, in no order. */
  findAlike(query: { userId: string; scope: ProjectScope; words: string[]; limit: number }): Promise<Fact[]>;
  /** The best of the caller's project and the best of no project, by confidence and then age; `total` counts all. */
  listForContext(query: {
    userId: string;
    projectId: string | null;
    limit: number;
  }): Promise<{ facts: Fact[]; total: number }>;
  /** The caller's own project first, then surest, then newest; `total` counts all that match. */
  list(filter: FactFilter): Promise<{ facts: Fact[]; total: number }>;
  /** Gives back what the fact took from others by contradicting them. `conflict` when the row has another version. */
  deprecate(id: number, version: number, reason: string, now: string): Promise<'deprecated' | 'conflict'>;
}

export interface FactInput {
  category: string;
  fact: string;
  confidence?: number;
  tags?: readonly string[];
  sourceRef?: string;
}

/** A fact that was there before, and how it stands to the one just said. */
export interface RelatedFact {
  /** As it stands now, its confidence lowered if it was contradicted. */
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
  /** Secrets and private passages that were cut out before storing. */
  redacted: number;
}

/** What one knows of oneself holds everywhere; everything else belongs to the project it was said in. */
const personalCategories: ReadonlySet<FactCategory> = new Set(['preference', 'identity']);

const alikeConsidered = 10;
const relatedShown = 3;
/** What a contradiction leaves of a confidence. */
const contradictedShare = 0.5;

export class Facts {
  readonly #store: FactStore;
  readonly #ports: Ports;
  readonly #sessions: Sessions;

  constructor(store: FactStore, ports: Ports, sessions: Sessions) {
    this.#store = store;
    this.#ports = ports;
    this.#sessions = sessions;
  }

  /** Stores a fact of at most 10,000 characters; confidence is 0 to 1 and 1 when absent. */
  async store(caller: Caller, input: FactInput): Promise<StoredFact> {
    const category = requireOneOf('category', input.category, factCategories);
    const intake = new Intake(this.#ports.redact);
    const text = intake.text('fact', input.fact, limits.fact);
    const tags = intake.list('tags', input.tags, 100);
    const sourceRef = intake.optional('source_ref', input.sourceRef, limits.shortText);
    const confidence = requireBetween('confidence', input.confidence ?? 1, 0, 1);
    const projectId = personalCategories.has(category) ? null : (caller.project?.id ?? null);
    const related = await this.#relatedTo(caller, text);
    const known = related.find((one) => one.relation === 'same' && one.fact.projectId === projectId)?.fact.id ?? null;
    const session = await this.#sessions.currentIfAny(caller);
    const outcome = await this.#store.add({
      userId: caller.user.id,
      agentId: caller.agent.id,
      projectId,
      category,
      fact: text,
      confidence,
      tags,
      sourceSession: session?.id ?? null,
      sourceRef,
      contentHash: statementHash(this.#ports.hash, text),
      uid: this.#ports.newId(),
      sameAs: known,
      contradicts: related
        .filter(({ relation }) => relation === 'contradicts')
        .map(({ fact }) => ({ id: fact.id, confidence: halved(fact.confidence), linkUid: this.#ports.newId() })),
      now: this.#ports.clock.now().toISOString(),
    });
    const others = related.filter(({ fact }) => fact.id !== outcome.fact.id).slice(0, relatedShown);
    return { ...outcome, related: await this.#asTheyStand(others), redacted: intake.removed };
  }

  /** Hides a fact of the caller's own from context and search, with the reason kept beside it. */
  async deprecate(caller: Caller, input: { factId: number; reason: string }): Promise<Fact> {
    const reason = new Intake(this.#ports.redact).text('reason', input.reason, limits.shortText);
    const fact = await this.#ownFact(caller, input.factId);
    if (fact.deprecated) return fact;
    const now = this.#ports.clock.now().toISOString();
    const outcome = await this.#store.deprecate(fact.id, fact.version, reason, now);
    if (outcome === 'conflict') {
      throw new BigMindError('conflict', `Fact #${String(fact.id)} was changed by another window just now.`, {
        remedy: 'Read it again with memory_search, then decide anew.',
      });
    }
    return { ...fact, deprecated: true, deprecationReason: reason, updatedAt: now, version: fact.version + 1 };
  }

  /** Live facts in scope: the caller's project first, then surest, then newest. */
  list(caller: Caller, scope: ProjectScope, limit: number): Promise<{ facts: Fact[]; total: number }> {
    return this.#store.list({ userId: caller.user.id, scope, includeDeprecated: false, limit });
  }

  /** What the context block may choose from: the best of the caller's project and of no project. */
  listForContext(caller: Caller, limit: number): Promise<{ facts: Fact[]; total: number }> {
    return this.#store.listForContext({ userId: caller.user.id, projectId: caller.project?.id ?? null, limit });
  }

  /** What was contradicted has another confidence now. */
  #asTheyStand(related: readonly RelatedFact[]): Promise<RelatedFact[]> {
    return Promise.all(
      related.map(async (one) => {
        if (one.relation !== 'contradicts') return one;
        return { ...one, fact: (await this.#store.get(one.fact.id)) ?? one.fact };
      }),
    );
  }

  async #relatedTo(caller: Caller, statement: string): Promise<RelatedFact[]> {
    const { indexText } = this.#ports;
    const words = tellingWords(statement, indexText);
    const scope = { projectId: caller.project?.id ?? null };
    const alike = await this.#store.findAlike({ userId: caller.user.id, scope, words, limit: alikeConsidered });
    const compare = comparisonWith(statement, indexText);
    const related = alike.flatMap((fact): RelatedFact[] => {
      const comparison = compare(fact.fact);
      return comparison === undefined ? [] : [{ fact, ...comparison }];
    });
    const order = { contradicts: 0, same: 1, similar: 2 } as const;
    return related.toSorted((a, b) => order[a.relation] - order[b.relation] || b.similarity - a.similarity);
  }

  async #ownFact(caller: Caller, factId: number): Promise<Fact> {
    const fact = await this.#store.get(factId);
    if (fact === undefined) {
      throw new BigMindError('not_found', `There is no fact #${String(factId)}.`, {
        remedy: 'Find the right number with memory_search, kinds ["fact"].',
      });
    }
    if (fact.userId !== caller.user.id) {
      throw new BigMindError('not_allowed', `Fact #${String(factId)} belongs to somebody else.`, {
        remedy: 'Only its owner can deprecate it.',
      });
    }
    return fact;
  }
}

function halved(confidence: number): number {
  return Math.round(confidence * contradictedShare * 100) / 100;
}
