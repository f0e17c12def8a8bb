/**
 * The catalogue: lists of all memories, without a query and without ranking. It contains everything that a search can
 * find, deprecated memories for the users who could see them before, and all proposals for reviewers.
 */
import type { RefreshEntries } from '../entries/entryStore.ts';
import type { FadedFacts } from '../fading/fading.ts';
import { BigMindError } from '../shared/errors.ts';
import type { DecisionDetails } from '../facts/facts.ts';
import type { Caller, CallingUser, ProjectScope } from '../shared/identity.ts';
import { limits, requireBetween, requireOneOf, requireWholeBetween } from '../shared/input.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type {
  CatalogueOrder,
  FactType,
  LearnedState,
  LearnedType,
  ListedKind,
  MemoryKind,
  MemoryState,
  MemoryStatus,
  Origin,
  Visibility,
} from '../shared/vocabulary.ts';
import { catalogueOrders, memoryStates } from '../shared/vocabulary.ts';

/** Characters of a memory's text that a list shows. */
export const listedCharacters = 400;
const maxListed = 500;

/**
 * Characters that a list checks for instructions to a model: all of a statement, but only the start of a conversation,
 * which can be the length of a book. A list shows about a hundred of them at once.
 */
export const judgedCharacters: Record<MemoryKind, number> = {
  fact: limits.fact,
  knowledge: limits.knowledgeContent,
  chunk: 2_000,
  session: 2_000,
  message: 2_000,
  // A longer statement is not read.
  entry: 2_000,
};

/** What a list contains: a memory, or a hypothesis. */
export interface ListedRef {
  kind: ListedKind;
  id: string;
}

/** A memory as a list shows it. Fields that its kind lacks are null. */
export interface ListedMemory extends MemoryRef {
  /** Headline or title. */
  title: string | null;
  /** At most 400 characters. */
  text: string;
  /** Length of the whole text, in characters. */
  length: number;
  category: string | null;
  projectName: string | null;
  agentName: string | null;
  /** Of a shared fact and of knowledge, the names of its users; see `Authors`. */
  author: string | null;
  approver: string | null;
  /** Facts only, 0 to 1. */
  confidence: number | null;
  /** Sessions and knowledge, 1 to 10. */
  importance: number | null;
  status: MemoryStatus;
  /** Facts only. */
  type: FactType | null;
  /** Facts only, ISO 8601 in UTC; null if it never expires. */
  expiresAt: string | null;
  /** Facts only: how many older facts it replaced. */
  supersedesCount: number;
  /** Facts only: fingerprints of the lines that `sourceRef` names. */
  citedLines: string | null;
  /** Who decided and which agents helped; null unless it is a decision with details. */
  decision: Pick<DecisionDetails, 'decidedBy' | 'assistedBy'> | null;
  /** Null unless it was learned from a session. `sessions` said it. */
  learned: { type: LearnedType; value: number; state: LearnedState; sessions: number } | null;
  /** Whether its text is one of the profile's pinned facts. */
  isPinned: boolean;
  /** For a session, its own id. */
  sessionId: string | null;
  /** Chunks and messages: the speaker's name, or else the role. */
  speaker: string | null;
  sourceRef: string | null;
  /** ISO 8601 in UTC; empty if an old database has none. */
  createdAt: string;
  updatedAt: string;
  version: number;
  /** Null: stored before origins were recorded. */
  origin: Origin | null;
  /** Whether it reads like instructions to a model. A list checks only the start of long conversations. */
  readsLikeOrders: boolean;
}

/** A fact that is linked to another one. */
export interface LinkedFact {
  id: number;
  /** At most 400 characters. */
  text: string;
  /** Also true for an expired one. */
  isDeprecated: boolean;
  /** Whether it has the details of a decision. */
  isDecision: boolean;
  /** ISO 8601 in UTC; empty if an old database has none. */
  createdAt: string;
}

/** All details of one memory; `text` is complete. */
export interface MemoryDetail extends ListedMemory {
  tags: string[];
  deprecationReason: string | null;
  /** The permanent name; facts only. */
  uid: string | null;
  /** Knowledge only: the instance from which it was proposed; null if unknown. */
  instance: string | null;
  /** Facts only. */
  visibility: Visibility | null;
  /** Null unless it is a decision with details. */
  decision: DecisionDetails | null;
  /** Live facts whose confidence this one lowered, and live facts that lowered its own. */
  contradicts: LinkedFact[];
  contradictedBy: LinkedFact[];
  /** The facts that this one replaced, directly and through others, newest first; and the one that replaced it. */
  supersedes: LinkedFact[];
  supersededBy: LinkedFact | null;
  /** The facts that a decision rests on, and the decisions that rest on this one. */
  informedBy: LinkedFact[];
  informs: LinkedFact[];
  /** The session it came from, if it is the reader's own; the headline can be empty while the session is open. */
  sourceSession: { id: string; headline: string } | null;
  /** The user who stored or proposed it. */
  userName: string | null;
  /** Whether the reader may change and erase it. Shared knowledge belongs to reviewers. */
  mayChange: boolean;
}

interface CatalogueFilter {
  /** All kinds when absent. */
  kinds?: readonly MemoryKind[];
  scope: ProjectScope;
  /** Only memories of projects with exactly this name; null selects memories without a project. */
  project?: string | null;
  /** Only memories created through the agent of this name. */
  agent?: string;
  /** Excludes facts below this; other kinds have no confidence and match. */
  minConfidence?: number;
  /** Inclusive, ISO 8601 in UTC. */
  since?: string;
  /** Exclusive, ISO 8601 in UTC. */
  until?: string;
  /** Default: `live`. */
  state?: MemoryState;
  sessionId?: string;
  /** Only facts of one of these types, and only facts with all of these tags. */
  types?: readonly FactType[];
  tags?: readonly string[];
  /** Only what was learned, of any type or of this one. */
  learned?: LearnedType | 'any';
  /** Only decisions that this person or agent made or helped with. */
  involved?: string;
  /** Default: `newest`. `confidence` lists the highest first, then the kinds without a confidence, newest first. */
  order?: CatalogueOrder;
}

/** The same for lists that also contain hypotheses. */
export interface ListFilter extends Omit<CatalogueFilter, 'kinds'> {
  kinds?: readonly ListedKind[];
}

export interface CatalogueQuery extends ListFilter {
  userId: string;
  state: MemoryState;
  order: CatalogueOrder;
  /** For the state `faded`: the numbers of the facts that have faded. */
  among?: readonly number[];
  offset: number;
  limit: number;
}

export interface Choice {
  name: string;
  /** The user's own live memories. */
  memories: number;
}

/** Filter values, those with the most memories first. */
export interface CatalogueChoices {
  projects: Choice[];
  agents: Choice[];
}

export interface CatalogueStore {
  /** One page of the list; `total` counts all matches. Deprecated facts are listed only for their user. */
  list(query: CatalogueQuery): Promise<{ memories: ListedMemory[]; total: number }>;
  /** The same, by name, with the hypotheses among them. */
  refs(query: CatalogueQuery): Promise<{ refs: ListedRef[]; total: number }>;
  /** The named memories that the user may see, in this order, from one read. */
  listNamed(userId: string, refs: readonly MemoryRef[]): Promise<ListedMemory[]>;
  /** Undefined also if the user may not see it. */
  get(userId: string, ref: MemoryRef): Promise<MemoryDetail | undefined>;
  choices(userId: string): Promise<CatalogueChoices>;
}

/** Lists the memories that a caller may see, and shows one in detail. */
export class Catalogue {
  readonly #store: CatalogueStore;
  readonly #fading: FadedFacts;
  readonly #refresh: RefreshEntries | undefined;

  /** `refresh` runs before each list that may contain entries. */
  constructor(store: CatalogueStore, fading: FadedFacts, refresh?: RefreshEntries) {
    this.#store = store;
    this.#fading = fading;
    this.#refresh = refresh;
  }

  /**
   * `limit` is 1 to 500. The caller sees their own memories, approved knowledge and their own proposals; a reviewer
   * sees all proposals.
   */
  async list(
    caller: Caller,
    filter: CatalogueFilter,
    part: { offset: number; limit: number },
  ): Promise<{ memories: ListedMemory[]; total: number }> {
    return this.#store.list(await this.#queryFrom(caller, filter, part));
  }

  /** The names of what `list` returns, and of hypotheses if they are among the kinds. */
  async refs(
    caller: Caller,
    filter: ListFilter,
    part: { offset: number; limit: number },
  ): Promise<{ refs: ListedRef[]; total: number }> {
    return this.#store.refs(await this.#queryFrom(caller, filter, part));
  }

  async #queryFrom(
    caller: Caller,
    filter: ListFilter,
    part: { offset: number; limit: number },
  ): Promise<CatalogueQuery> {
    if (filter.minConfidence !== undefined) requireBetween('minConfidence', filter.minConfidence, 0, 1);
    if (filter.kinds?.includes('entry') !== false) await this.#refresh?.(caller);
    const state = requireOneOf('state', filter.state ?? 'live', memoryStates);
    return {
      ...filter,
      userId: caller.user.id,
      state,
      ...(state === 'faded' && { among: [...(await this.#fading.of(caller)).keys()] }),
      order: requireOneOf('order', filter.order ?? 'newest', catalogueOrders),
      offset: requireWholeBetween('offset', part.offset, 0, Number.MAX_SAFE_INTEGER),
      limit: requireWholeBetween('limit', part.limit, 1, maxListed),
    };
  }

  /** The named memories in this order; missing ones and those that the caller may not see are left out. */
  listNamed(caller: CallingUser, refs: readonly MemoryRef[]): Promise<ListedMemory[]> {
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
