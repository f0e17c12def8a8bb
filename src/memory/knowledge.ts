/**
 * Knowledge (Tier G): what a team or company has agreed to know. Anybody proposes; in personal mode that is approval
 * enough, elsewhere an entry waits until a curator acts.
 */
import { oneLine } from '../util/text.ts';
import { statementHash } from './contentHash.ts';
import type { Caller } from './identity.ts';
import { limits, requireOneOf, requireWholeBetween } from './input.ts';
import { Intake } from './intake.ts';
import type { Mode, Ports } from './ports.ts';
import type { Sessions } from './sessions.ts';

export const knowledgeCategories = ['architecture', 'standard', 'decision', 'pattern', 'glossary'] as const;
export type KnowledgeCategory = (typeof knowledgeCategories)[number];
export type KnowledgeStatus = 'pending' | 'approved' | 'deprecated';

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
  status: 'pending' | 'approved';
  userId: string;
  agentId: string;
  sourceSession: string | null;
  contentHash: string;
  uid: string;
  now: string;
}

export interface KnowledgeStore {
  /** Inserts, or answers with the live entry of the same content hash. */
  propose(entry: NewKnowledge): Promise<{ status: 'stored' | 'duplicate'; entry: Knowledge }>;
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

export class KnowledgeBase {
  readonly #store: KnowledgeStore;
  readonly #ports: Ports;
  readonly #sessions: Sessions;
  readonly #mode: Mode;

  constructor(store: KnowledgeStore, ports: Ports, sessions: Sessions, mode: Mode) {
    this.#store = store;
    this.#ports = ports;
    this.#sessions = sessions;
    this.#mode = mode;
  }

  /** Proposes an entry; in personal mode it is approved at once. */
  async promote(caller: Caller, input: KnowledgeInput): Promise<ProposedKnowledge> {
    const intake = new Intake(this.#ports.redact);
    const category = requireOneOf('category', input.category, knowledgeCategories);
    const title = oneLine(intake.text('title', input.title, limits.knowledgeTitle));
    const content = intake.text('content', input.content, limits.knowledgeContent);
    const importance = requireWholeBetween('importance', input.importance ?? 5, 1, 10);
    const { sourceSession: source } = input;
    const session = await (source === undefined
      ? this.#sessions.currentIfAny(caller)
      : this.#sessions.current(caller, source));
    const outcome = await this.#store.propose({
      category,
      title,
      content,
      importance,
      status: this.#mode === 'personal' ? 'approved' : 'pending',
      userId: caller.user.id,
      agentId: caller.agent.id,
      sourceSession: session?.id ?? null,
      contentHash: statementHash(this.#ports.hash, `${title}\n${content}`),
      uid: this.#ports.newId(),
      now: this.#ports.clock.now().toISOString(),
    });
    return { ...outcome, redacted: intake.removed };
  }

  /** What every session begins with: approved entries, most important first. */
  top(limit: number): Promise<{ entries: Knowledge[]; total: number }> {
    return this.#store.top(limit);
  }
}
