/**
 * Facts: atomic things that stay true across sessions (plan, sections 3 and 5). A fact belongs to one user; it is
 * never deleted but deprecated with a reason, and the same statement said twice is one fact. A new fact that
 * contradicts an older one of the same project halves the older one's confidence; saying the older one again, or taking the new one back,
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
  /** By which facts like it are found; see `tellingWords`. */
  words: string[];
  /** It is compared with facts of this project and of none; a fact of no project is still said in one. */
  saidInProject: string | null;
  now: string;
}

export interface FactFilter {
  userId: string;
  scope: ProjectScope;
  includeDeprecated: boolean;
  limit: number;
}

/** How a fact that is there stands to the one being stored. */
export interface Judgement {
  fact: Fact;
  relation: StatementRelation;
  /** 0 to 1. */
  similarity: number;
  /** What a contradiction leaves of its confidence; undefined when it keeps all of it. */
  confidenceLeft: number | undefined;
  /** For the link that says who took it. */
  linkUid: string;
}

/** Judges live facts in scope that share words with the one being stored. Pure: it runs inside the transaction. */
export type JudgeFacts = (alike: readonly Fact[]) => readonly Judgement[];

export interface FactStore {
  /**
   * In one transaction: inserts, or confirms the live fact of the same user, project and content hash, whose confidence
   * becomes the one given where that is higher; asks `judge` about facts like it; lowers and links what is contradicted.
   * A contradiction between the same two facts takes confidence once. `related` is what was judged, as it stands now.
   */
  add(
    fact: NewFact,
    judge: JudgeFacts,
  ): Promise<{ status: 'stored' | 'duplicate'; fact: Fact; related: RelatedFact[] }>;
  get(id: number): Promise<Fact | undefined>;
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

const relatedShown = 3;
/** What a contradiction takes of a confidence. */
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
    const text = intake.statement('fact', input.fact, limits.fact);
    const tags = intake.list('tags', input.tags, 100);
    const sourceRef = intake.optional('source_ref', input.sourceRef, limits.shortText);
    const confidence = requireBetween('confidence', input.confidence ?? 1, 0, 1);
    const projectId = personalCategories.has(category) ? null : (caller.project?.id ?? null);
    const session = await this.#sessions.currentIfAny(caller);
    const { status, fact, related } = await this.#store.add(
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
        contentHash: statementHash(this.#ports.hash, text),
        uid: this.#ports.newId(),
        words: tellingWords(text, this.#ports.indexText),
        saidInProject: caller.project?.id ?? null,
        now: this.#ports.clock.now().toISOString(),
      },
      this.#judgeOf(text, projectId, confidence),
    );
    return { status, fact, related: related.slice(0, relatedShown), redacted: intake.removed };
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

  /** Contradictions first, then the most alike. Only facts of the same project lose confidence to each other. */
  #judgeOf(statement: string, projectId: string | null, confidence: number): JudgeFacts {
    const compare = comparisonWith(statement, this.#ports.indexText);
    const judged = (fact: Fact): Judgement[] => {
      const comparison = compare(fact.fact);
      if (comparison === undefined) return [];
      const lowers = comparison.relation === 'contradicts' && fact.projectId === projectId;
      const confidenceLeft = lowers ? leftOf(fact.confidence, confidence) : undefined;
      return [{ fact, ...comparison, confidenceLeft, linkUid: this.#ports.newId() }];
    };
    const order = { contradicts: 0, same: 1, similar: 2 } as const;
    return (alike) =>
      alike.flatMap(judged).sort((a, b) => order[a.relation] - order[b.relation] || b.similarity - a.similarity);
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

/** Half of it, but nobody takes more than they have. */
function leftOf(confidence: number, ofTheOther: number): number {
  const taken = Math.min(confidence * contradictedShare, ofTheOther);
  return Math.round((confidence - taken) * 100) / 100;
}
