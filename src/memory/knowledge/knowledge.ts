/**
 * Knowledge: entries that a team or company has agreed on. Any user proposes; a personal store approves at
 * once, a team store after a curator's review. Every review stores the previous state, so nothing that a curator
 * changed or retired is lost.
 */
import { oneLine } from '../../util/text.ts';
import { minTokens } from '../../util/tokens.ts';
import { actorOf } from '../shared/audit.ts';
import { statementHash } from '../shared/contentHash.ts';
import { BigMindError, noAdminYet, unconfirmedApproval } from '../shared/errors.ts';
import type { Caller, CurrentSessions } from '../shared/identity.ts';
import { limits, maxKnowledgeTokens, refused, requireOneOf, requireWholeBetween } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import { knowledgeCategories, knowledgeStatuses, reviewActions } from '../shared/vocabulary.ts';
import type { KnowledgeStatus, Mode, Origin, ReviewAction } from '../shared/vocabulary.ts';
import { originOf } from '../trust/origin.ts';
import type { Inbox } from './inbox.ts';
import { inboxFrom } from './inbox.ts';
import type { KnowledgeReview, KnowledgeStore, ReviewOutcome, WaitingKnowledge } from './knowledgeStore.ts';

export interface Knowledge {
  id: number;
  category: string;
  title: string;
  /** Markdown, at most 500 tokens; an entry from an older version or an import may have more. */
  content: string;
  /** 1 (low) to 10 (critical). */
  importance: number;
  status: KnowledgeStatus;
  /** User names. */
  promotedBy: string | null;
  approvedBy: string | null;
  /** The last review: reviewer, time and notes. */
  reviewedBy: string | null;
  reviewedAt: string | null;
  reviewNotes: string | null;
  sourceSession: string | null;
  agentName: string | null;
  /** The instance from which it was proposed; null in a personal store, and if unknown. */
  instance: string | null;
  /** `person` once a person approved it. Null if stored before origins were recorded. */
  origin: Origin | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

export type KnowledgeBody = Pick<Knowledge, 'category' | 'title' | 'content' | 'importance'>;

interface KnowledgeInput {
  category: string;
  /** At most 80 characters. */
  title: string;
  content: string;
  importance?: number | undefined;
  sourceSession?: string | undefined;
}

interface ProposedKnowledge {
  status: 'stored' | 'duplicate';
  entry: Knowledge;
  redacted: number;
}

/** Corrections that are part of an approval. */
export interface KnowledgeCorrections {
  category?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
  importance?: number | undefined;
}

export interface ReviewInput extends KnowledgeCorrections {
  entryId: number;
  action: string;
  notes?: string | undefined;
  /** The version that was read; the current one if absent. */
  version?: number;
  /** Whether a person was asked and said yes; not needed if the caller is one. */
  isConfirmed?: boolean;
}

/** A review, with the state of the entry before it. */
export interface RecordedReview {
  action: ReviewAction;
  /** Whether it undid another review; `action` says whether the entry was approved afterwards. */
  isUndo: boolean;
  notes: string | null;
  /** User name. */
  reviewer: string | null;
  createdAt: string;
  before: KnowledgeBody & { status: KnowledgeStatus };
}

/** The notes of a review that undid another one. */
export const undoNote = '[undone]';

interface MergeInput {
  keepId: number;
  dropId: number;
  notes?: string;
  /** For the entry that is kept. */
  corrections?: KnowledgeCorrections;
  /** The versions that were read; the current ones if absent. */
  keepVersion?: number;
  dropVersion?: number;
}

interface KnowledgeParts {
  sessions: CurrentSessions;
  /** The error for a member, which names the reviewers. */
  identities: { refusalOf(action: 'review_knowledge'): Promise<BigMindError> };
  /** Where this process runs. */
  people: { readonly instanceName: string | null };
}

/** Proposes, reviews, merges and lists knowledge. */
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
    requireShort(content);
    const importance = requireWholeBetween('importance', input.importance ?? 5, 1, 10);
    const { sourceSession: source } = input;
    const { sessions, people } = this.#parts;
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
      instance: people.instanceName,
      origin: originOf(caller, null),
      sameStatements: [content, title, `${title}\n${content}`].map((text) => statementHash(this.#ports.hash, text)),
      contentHash: this.#hashOf(title, content),
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
    });
    return { ...outcome, redacted: intake.removed };
  }

  /**
   * Approves an entry, with corrections if any are given, or deprecates it. In a team store only a curator or an admin
   * may; the stored role counts, not the caller's. Approving an approved entry edits it. Where others use the store, it
   * needs the yes of a person.
   */
  async review(caller: Caller, input: ReviewInput): Promise<{ entry: Knowledge; redacted: number }> {
    const action = requireOneOf('action', input.action, reviewActions);
    const intake = new Intake(this.#ports.redact);
    const notes = intake.optional('notes', input.notes, limits.shortText);
    const corrections = this.#correctionsFrom(input, intake);
    if (action === 'deprecate' && Object.keys(corrections).length > 0) {
      throw refused('action', 'is deprecate, which takes no corrections', 'Omit the corrections, or approve.');
    }
    const entry = await this.#existing(input.entryId);
    requireShort(corrections.content, entry.content);
    const write = this.#writeFor(entry, caller, corrections, input.version);
    const isConfirmed = write.isConfirmed === true || input.isConfirmed === true;
    await this.#accept(await this.#store.review({ ...write, isConfirmed, action, notes, corrections }), [entry.id]);
    return { entry: await this.#existing(entry.id), redacted: intake.removed };
  }

  /**
   * Merges two entries: the kept one is approved, with corrections if any are given, and the other is deprecated with a
   * note that names the kept one. The rights are those of two single reviews. Both change, or neither.
   */
  async merge(caller: Caller, input: MergeInput): Promise<{ kept: Knowledge; dropped: Knowledge; redacted: number }> {
    const { keepId, dropId } = input;
    if (keepId === dropId) throw refused('dropId', 'is the entry that is kept', 'Name two entries.');
    const intake = new Intake(this.#ports.redact);
    const notes = intake.optional('notes', input.notes, limits.shortText);
    const corrections = this.#correctionsFrom(input.corrections ?? {}, intake);
    const [keep, drop] = await Promise.all([this.#existing(keepId), this.#existing(dropId)]);
    requireShort(corrections.content, keep.content);
    if (drop.status === 'deprecated') {
      throw refused('dropId', `names #${String(dropId)}, which is already deprecated`, 'Approve only the other one.');
    }
    const outcome = await this.#store.merge(
      { ...this.#writeFor(keep, caller, corrections, input.keepVersion), action: 'approve', notes, corrections },
      {
        ...this.#writeFor(drop, caller, {}, input.dropVersion),
        action: 'deprecate',
        notes: `merged into #${String(keepId)}`,
        corrections: {},
      },
    );
    await this.#accept(outcome, [keepId, dropId]);
    const [kept, dropped] = await Promise.all([this.#existing(keepId), this.#existing(dropId)]);
    return { kept, dropped, redacted: intake.removed };
  }

  /** The reviews of an entry, latest first; only for reviewers and the proposer, otherwise empty. */
  async reviews(caller: Caller, entryId: number): Promise<RecordedReview[]> {
    const { id } = await this.#existing(entryId);
    return this.#store.reviews(id, { userId: caller.user.id, mode: this.#mode });
  }

  /** Pending proposals, with the data to judge them. A member sees only their own and cannot review. */
  async inbox(caller: Caller, part: { offset: number; limit: number }): Promise<Inbox> {
    const query = { userId: caller.user.id, mode: this.#mode, ...part };
    return inboxFrom(await this.#store.inbox(query), this.#ports.indexText);
  }

  /** How many proposals wait for a review by this caller, and whether the caller may review at all. */
  waiting(caller: Caller): Promise<WaitingKnowledge> {
    return this.#store.waiting(caller.user.id, this.#mode);
  }

  /** Approved entries by default. Others' proposals are listed for reviewers only. */
  list(
    caller: Caller,
    filter: { status?: string | undefined; category?: string | undefined; limit: number },
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

  /** The entries for the start of every session: approved ones, most important first. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }> {
    return this.#store.top(limit);
  }

  async #existing(id: number): Promise<Knowledge> {
    const entry = await this.#store.get(id);
    if (entry !== undefined) return entry;
    throw new BigMindError('not_found', `There is no knowledge #${String(id)}.`, {
      remedy: { code: 'find_knowledge' },
    });
  }

  #writeFor(
    entry: Knowledge,
    caller: Caller,
    { title = entry.title, content = entry.content }: Partial<KnowledgeBody>,
    version = entry.version,
  ): Omit<KnowledgeReview, 'action' | 'notes' | 'corrections'> {
    return {
      entryId: entry.id,
      version,
      contentHash: this.#hashOf(title, content),
      reviewerId: caller.user.id,
      byPerson: caller.origin === 'person',
      isConfirmed: caller.origin === 'person',
      mode: this.#mode,
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
      by: actorOf(caller),
    };
  }

  /** Throws the error for a review that did not happen. */
  async #accept(outcome: ReviewOutcome, ids: readonly number[]): Promise<void> {
    const named = ids.map((id) => `#${String(id)}`).join(' or ');
    if (outcome === 'reviewed') return;
    if (outcome === 'not_allowed') throw await this.#parts.identities.refusalOf('review_knowledge');
    if (outcome === 'no_admin') throw noAdminYet();
    if (outcome === 'unconfirmed') throw unconfirmedApproval(named);
    if (outcome === 'conflict') {
      throw new BigMindError('conflict', `Knowledge ${named} was just changed elsewhere.`, {
        remedy: { code: 'read_knowledge_again' },
      });
    }
    throw new BigMindError('conflict', `Knowledge #${String(outcome.duplicateOf)} already says exactly that.`, {
      remedy: `Deprecate ${named}, or correct it to say something else.`,
    });
  }

  #correctionsFrom(input: KnowledgeCorrections, intake: Intake): Partial<KnowledgeBody> {
    const { category, title, content, importance } = input;
    return {
      ...(category !== undefined && { category: requireOneOf('category', category, knowledgeCategories) }),
      ...(title !== undefined && { title: oneLine(intake.statement('title', title, limits.knowledgeTitle)) }),
      ...(content !== undefined && { content: intake.statement('content', content, limits.knowledgeContent) }),
      ...(importance !== undefined && { importance: requireWholeBetween('importance', importance, 1, 10) }),
    };
  }

  #hashOf(title: string, content: string): string {
    return statementHash(this.#ports.hash, `${title}\n${content}`);
  }
}

/**
 * A correction may be as long as the previous content, so that the other fields of an overlong entry can be corrected.
 */
function requireShort(content: string | undefined, before = ''): void {
  if (content === undefined) return;
  const tokens = minTokens(content);
  if (tokens <= Math.max(maxKnowledgeTokens, minTokens(before))) return;
  throw refused(
    'content',
    `has at least ${tokens.toLocaleString('en')} tokens; the maximum is ${String(maxKnowledgeTokens)}`,
    'Keep what everyone must know and link to the rest, or split it into several entries. Nothing was stored.',
  );
}

/**
 * Whether a stored text may have more than 500 tokens. `requireShort` underestimates, because BigMind ships no
 * tokenizer; it accepts up to about 560 tokens of English and 670 of Chinese.
 */
export function mayBeTooLong(content: string): boolean {
  return minTokens(content) > 0.8 * maxKnowledgeTokens;
}
