/**
 * Knowledge (Tier G): what a team or company has agreed to know. Anybody proposes; in a personal store that is approval
 * enough, in a team's an entry waits until a curator acts. Every review keeps the state before it, so that nothing that
 * a curator changed or retired is lost.
 */
import { oneLine } from '../util/text.ts';
import { statementHash } from './contentHash.ts';
import { BigMindError } from './errors.ts';
import type { Caller, Identities } from './identity.ts';
import { limits, refused, requireOneOf, requireWholeBetween } from './input.ts';
import { Intake } from './intake.ts';
import type { Mode, Ports } from './ports.ts';
import type { Sessions } from './sessions.ts';

export const knowledgeCategories = ['architecture', 'standard', 'decision', 'pattern', 'glossary'] as const;
export type KnowledgeCategory = (typeof knowledgeCategories)[number];
export const knowledgeStatuses = ['pending', 'approved', 'deprecated'] as const;
export type KnowledgeStatus = (typeof knowledgeStatuses)[number];
export const reviewActions = ['approve', 'deprecate'] as const;
export type ReviewAction = (typeof reviewActions)[number];

export interface Knowledge {
  id: number;
  category: string;
  title: string;
  /** Markdown, at most 500 tokens by the plan. */
  content: string;
  /** 1 (low) to 10 (critical). */
  importance: number;
  status: KnowledgeStatus;
  /** User names. */
  promotedBy: string | null;
  approvedBy: string | null;
  /** The last review: who, when, and what they noted. */
  reviewedBy: string | null;
  reviewedAt: string | null;
  reviewNotes: string | null;
  sourceSession: string | null;
  agentName: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export interface NewKnowledge {
  category: KnowledgeCategory;
  title: string;
  content: string;
  importance: number;
  /** What the process was started with; a store that has an admin is a team's all the same. */
  mode: Mode;
  userId: string;
  agentId: string;
  sourceSession: string | null;
  contentHash: string;
  uid: string;
  now: string;
}

/** One act of a reviewer; the fields that are given replace those of the entry. */
export interface KnowledgeReview {
  entryId: number;
  action: ReviewAction;
  notes: string | null;
  corrections: Partial<KnowledgeBody>;
  /** Of the entry as corrected. */
  contentHash: string;
  /** The version of the entry that was read. */
  version: number;
  reviewerId: string;
  /** What the process was started with. */
  mode: Mode;
  uid: string;
  now: string;
}

export type ReviewOutcome = 'reviewed' | 'not_allowed' | 'no_admin' | 'conflict' | { duplicateOf: number };

export type KnowledgeBody = Pick<Knowledge, 'category' | 'title' | 'content' | 'importance'>;

export interface KnowledgeFilter {
  /** Whose proposals are seen beside what is approved; every proposal when they may review. */
  userId: string;
  status: KnowledgeStatus;
  category?: string;
  limit: number;
}

export interface KnowledgeStore {
  /** Inserts, approved in a personal store and pending in a team's, or answers with the live entry of the same hash. */
  propose(entry: NewKnowledge): Promise<{ status: 'stored' | 'duplicate'; entry: Knowledge }>;
  get(id: number): Promise<Knowledge | undefined>;
  /** Looks at the reviewer's role, keeps the state before and writes, in one transaction. */
  review(review: KnowledgeReview): Promise<ReviewOutcome>;
  /** Most important first, then newest. Proposals of others, and what was turned down, are for reviewers only; `total` counts all that match. */
  list(filter: KnowledgeFilter): Promise<{ entries: Knowledge[]; total: number }>;
  /** Approved entries, most important first, then newest; `total` counts all approved. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }>;
}

export interface KnowledgeInput {
  category: string;
  /** At most 80 characters. */
  title: string;
  content: string;
  importance?: number;
  sourceSession?: string;
}

export interface ProposedKnowledge {
  status: 'stored' | 'duplicate';
  entry: Knowledge;
  redacted: number;
}

export interface ReviewInput {
  entryId: number;
  action: string;
  notes?: string;
  /** Corrections, made together with an approval. */
  category?: string;
  title?: string;
  content?: string;
  importance?: number;
}

interface KnowledgeParts {
  sessions: Sessions;
  identities: Identities;
}

export class KnowledgeBase {
  readonly #store: KnowledgeStore;
  readonly #ports: Ports;
  readonly #parts: KnowledgeParts;
  readonly #mode: Mode;

  constructor(store: KnowledgeStore, ports: Ports, parts: KnowledgeParts, mode: Mode) {
    this.#store = store;
    this.#ports = ports;
    this.#parts = parts;
    this.#mode = mode;
  }

  /** Proposes an entry; in a personal store it is approved at once. */
  async promote(caller: Caller, input: KnowledgeInput): Promise<ProposedKnowledge> {
    const intake = new Intake(this.#ports.redact);
    const category = requireOneOf('category', input.category, knowledgeCategories);
    const title = oneLine(intake.statement('title', input.title, limits.knowledgeTitle));
    const content = intake.statement('content', input.content, limits.knowledgeContent);
    const importance = requireWholeBetween('importance', input.importance ?? 5, 1, 10);
    const { sourceSession: source } = input;
    const { sessions } = this.#parts;
    const session = await (source === undefined ? sessions.currentIfAny(caller) : sessions.current(caller, source));
    const outcome = await this.#store.propose({
      category,
      title,
      content,
      importance,
      mode: this.#mode,
      userId: caller.user.id,
      agentId: caller.agent.id,
      sourceSession: session?.id ?? null,
      contentHash: this.#hashOf(title, content),
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
    });
    return { ...outcome, redacted: intake.removed };
  }

  /**
   * Approves an entry, with corrections if any are given, or retires it. In a team's store only a curator or an admin
   * can; the role is the one that the store has, whatever the caller says. Approving an approved entry edits it.
   */
  async review(caller: Caller, input: ReviewInput): Promise<{ entry: Knowledge; redacted: number }> {
    const action = requireOneOf('action', input.action, reviewActions);
    const intake = new Intake(this.#ports.redact);
    const notes = intake.optional('notes', input.notes, limits.shortText);
    const corrections = this.#correctionsFrom(input, intake);
    if (action === 'deprecate' && Object.keys(corrections).length > 0) {
      throw refused('action', 'is deprecate, which corrects nothing', 'Leave the corrections out, or approve.');
    }
    const before = await this.#existing(input.entryId);
    const outcome = await this.#store.review({
      entryId: before.id,
      action,
      notes,
      corrections,
      contentHash: this.#hashOf(corrections.title ?? before.title, corrections.content ?? before.content),
      version: before.version,
      reviewerId: caller.user.id,
      mode: this.#mode,
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
    });
    if (outcome === 'not_allowed') throw await this.#notAReviewer();
    if (outcome === 'no_admin') throw noAdminYet();
    if (outcome === 'conflict') {
      throw new BigMindError('conflict', `Knowledge #${String(before.id)} was changed by somebody else just now.`, {
        remedy: 'Read it again with memory_list_global, then decide anew.',
      });
    }
    if (outcome !== 'reviewed') {
      throw new BigMindError('conflict', `Knowledge #${String(outcome.duplicateOf)} says exactly that already.`, {
        remedy: `Deprecate #${String(before.id)}, or correct it to say something of its own.`,
      });
    }
    return { entry: await this.#existing(before.id), redacted: intake.removed };
  }

  /** Approved entries by default; proposals of others are shown to reviewers only. */
  list(
    caller: Caller,
    filter: { status?: string; category?: string; limit: number },
  ): Promise<{ entries: Knowledge[]; total: number }> {
    return this.#store.list({
      userId: caller.user.id,
      status: requireOneOf('status', filter.status ?? 'approved', knowledgeStatuses),
      ...(filter.category !== undefined && {
        category: requireOneOf('category', filter.category, knowledgeCategories),
      }),
      limit: filter.limit,
    });
  }

  /** What every session begins with: approved entries, most important first. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }> {
    return this.#store.top(limit);
  }

  async #existing(id: number): Promise<Knowledge> {
    const entry = await this.#store.get(id);
    if (entry !== undefined) return entry;
    throw new BigMindError('not_found', `There is no knowledge #${String(id)}.`, {
      remedy: `Find the number with memory_list_global; proposals that wait have status "pending".`,
    });
  }

  #correctionsFrom(input: ReviewInput, intake: Intake): Partial<KnowledgeBody> {
    const { category, title, content, importance } = input;
    return {
      ...(category !== undefined && { category: requireOneOf('category', category, knowledgeCategories) }),
      ...(title !== undefined && { title: oneLine(intake.statement('title', title, limits.knowledgeTitle)) }),
      ...(content !== undefined && { content: intake.statement('content', content, limits.knowledgeContent) }),
      ...(importance !== undefined && { importance: requireWholeBetween('importance', importance, 1, 10) }),
    };
  }

  async #notAReviewer(): Promise<BigMindError> {
    return new BigMindError('not_allowed', 'Only curators and admins review team knowledge, and you are a member.', {
      remedy: `Ask one of them: ${await this.#parts.identities.reviewers()}.`,
    });
  }

  #hashOf(title: string, content: string): string {
    return statementHash(this.#ports.hash, `${title}\n${content}`);
  }
}

function noAdminYet(): BigMindError {
  return new BigMindError('not_allowed', 'Several people use this store, and none of them is its admin yet.', {
    remedy:
      'Whoever used it first makes themselves admin with BIGMIND_MODE=team and `bigmind role NAME admin`; then curators and admins review.',
  });
}
