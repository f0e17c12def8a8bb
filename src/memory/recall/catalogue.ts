/**
 * The catalogue: everything that is remembered, to be leafed through without a question and without a ranking. What is
 * live in it is what a search may find; beside that it shows what was deprecated, to whom it was visible before.
 */
import { BigMindError } from '../shared/errors.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { limits, requireBetween, requireOneOf, requireWholeBetween } from '../shared/input.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { CatalogueOrder, MemoryKind, MemoryState, MemoryStatus, Origin } from '../shared/vocabulary.ts';
import { catalogueOrders, memoryStates } from '../shared/vocabulary.ts';

/** Characters of a memory's text that a list shows. */
export const listedCharacters = 400;
const maxListed = 500;

/**
 * Characters of it that a list looks at for orders to a model: all of what is stated, and the beginning of talk, which may
 * be as long as a book, and of which a list shows a hundred at once.
 */
export const judgedCharacters: Record<MemoryKind, number> = {
  fact: limits.fact,
  knowledge: limits.knowledgeContent,
  chunk: 2_000,
  session: 2_000,
  message: 2_000,
};

/** A memory as a list shows it. What its kind does not have is null. */
export interface ListedMemory extends MemoryRef {
  /** Headline or title. */
  title: string | null;
  /** At most 400 characters of it. */
  text: string;
  /** Characters of the whole text. */
  length: number;
  category: string | null;
  projectName: string | null;
  agentName: string | null;
  /** Facts only, 0 to 1. */
  confidence: number | null;
  /** Sessions and knowledge, 1 to 10. */
  importance: number | null;
  status: MemoryStatus;
  /** Its text stands among the pinned facts of the profile. */
  isPinned: boolean;
  /** A session bears its own id. */
  sessionId: string | null;
  /** Chunks and messages: the speaker's name, or else their part in the conversation. */
  speaker: string | null;
  sourceRef: string | null;
  /** ISO 8601 in UTC; empty where an old database knows none. */
  createdAt: string;
  updatedAt: string;
  version: number;
  /** Null: from before origins were noted. */
  origin: Origin | null;
  /** Whether it reads like instructions to a model; in a list, whether the beginning of long talk does. */
  readsLikeOrders: boolean;
}

/** A fact that another one names. */
export interface LinkedFact {
  id: number;
  /** At most 400 characters of it. */
  text: string;
  isDeprecated: boolean;
}

/** All there is to know of one memory; `text` is whole. */
export interface MemoryDetail extends ListedMemory {
  tags: string[];
  deprecationReason: string | null;
  /** Live facts whose confidence this one lowered, and those that lowered its own. */
  contradicts: LinkedFact[];
  contradictedBy: LinkedFact[];
  /** Facts whose place this one took, and the one that took its own. */
  supersedes: LinkedFact[];
  supersededBy: LinkedFact | null;
  /** The session it came from, where that is the reader's own; its headline is empty while it is open. */
  sourceSession: { id: string; headline: string } | null;
  /** Who said or promoted it. */
  userName: string | null;
  /** Whether it is the reader's to change and to erase. Shared knowledge is a reviewer's. */
  mayChange: boolean;
}

export interface CatalogueFilter {
  /** All kinds when absent. */
  kinds?: readonly MemoryKind[];
  scope: ProjectScope;
  /** Only what belongs to projects of just this name; null is what belongs to none. */
  project?: string | null;
  /** Only what came through the agent of this name. */
  agent?: string;
  /** Facts below are left out; other kinds have no confidence and pass. */
  minConfidence?: number;
  /** Inclusive, ISO 8601 in UTC. */
  since?: string;
  /** Exclusive, ISO 8601 in UTC. */
  until?: string;
  /** `live` when absent. */
  state?: MemoryState;
  sessionId?: string;
  /** `newest` when absent. `confidence` puts the surest first, and after the facts what has none, newest first. */
  order?: CatalogueOrder;
}

export interface CatalogueQuery extends CatalogueFilter {
  userId: string;
  state: MemoryState;
  order: CatalogueOrder;
  offset: number;
  limit: number;
}

export interface Choice {
  name: string;
  /** Live ones of the user's own. */
  memories: number;
}

/** By what one may filter; most memories first. */
export interface CatalogueChoices {
  projects: Choice[];
  agents: Choice[];
}

export interface CatalogueStore {
  /** One part of the list; `total` counts all that match. Deprecated facts are the user's own. */
  list(query: CatalogueQuery): Promise<{ memories: ListedMemory[]; total: number }>;
  /** Those named that the user may see, in this order, read in one go. */
  listNamed(userId: string, refs: readonly MemoryRef[]): Promise<ListedMemory[]>;
  /** Undefined also for what the user may not see. */
  get(userId: string, ref: MemoryRef): Promise<MemoryDetail | undefined>;
  choices(userId: string): Promise<CatalogueChoices>;
}

export class Catalogue {
  readonly #store: CatalogueStore;

  constructor(store: CatalogueStore) {
    this.#store = store;
  }

  /** `limit` is 1 to 500. What is seen: the caller's own, approved knowledge, own proposals, and all of them for a reviewer. */
  list(
    caller: Caller,
    filter: CatalogueFilter,
    part: { offset: number; limit: number },
  ): Promise<{ memories: ListedMemory[]; total: number }> {
    if (filter.minConfidence !== undefined) requireBetween('minConfidence', filter.minConfidence, 0, 1);
    return this.#store.list({
      ...filter,
      userId: caller.user.id,
      state: requireOneOf('state', filter.state ?? 'live', memoryStates),
      order: requireOneOf('order', filter.order ?? 'newest', catalogueOrders),
      offset: requireWholeBetween('offset', part.offset, 0, Number.MAX_SAFE_INTEGER),
      limit: requireWholeBetween('limit', part.limit, 1, maxListed),
    });
  }

  /** As a list shows them, in this order; what is gone, or is not the caller's to see, is left out. */
  listNamed(caller: Caller, refs: readonly MemoryRef[]): Promise<ListedMemory[]> {
    return this.#store.listNamed(caller.user.id, refs);
  }

  async get(caller: Caller, ref: MemoryRef): Promise<MemoryDetail> {
    const memory = await this.#store.get(caller.user.id, ref);
    if (memory !== undefined) return memory;
    throw new BigMindError('not_found', `There is no ${ref.kind} ${ref.id} among your memories.`, {
      remedy: 'It may have been erased or belong to another user. Search for it again.',
    });
  }

  choices(caller: Caller): Promise<CatalogueChoices> {
    return this.#store.choices(caller.user.id);
  }
}
