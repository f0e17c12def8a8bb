/** The store port for facts: writes that judge and link in one transaction, and lists in order of value. */
import type { Actor } from '../shared/audit.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type { FactType, Origin, Visibility } from '../shared/vocabulary.ts';
import type { Evidence } from './evidence.ts';
import type { JudgeFacts } from './factJudge.ts';
import type { DecisionDetails, Fact, RelatedFact, StoredStatus, StoredSuccessor } from './facts.ts';

/** A memory that a fact rests on; `linkUid` names the link between them. */
export interface Source {
  kind: 'fact' | 'chunk';
  uid: string;
  linkUid: string;
}

export interface NewFact {
  userId: string;
  agentId: string | null;
  projectId: string | null;
  category: string;
  /** Null or absent: that of the category. */
  type?: FactType | null | undefined;
  fact: string;
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
  /** As in `Fact`; the following are null, or `private`, if absent. */
  citedLines?: string | null;
  evidence?: Evidence | null;
  expiresAt?: string | null;
  visibility?: Visibility;
  decision?: DecisionDetails | null;
  /** What it rests on. */
  informedBy?: readonly Source[];
  /** Unknown if absent. */
  origin?: Origin | null;
  contentHash: string;
  uid: string;
  /** Words for finding similar facts; see `informativeWords`. */
  words: string[];
  /**
   * The fact is compared with facts of this project and without a project. Set even if the fact itself has no project.
   */
  statedInProject: string | null;
  now: string;
  /** When it was said, if that was earlier; ISO 8601 in UTC. */
  createdAt?: string;
  /** As in `Actor`. */
  changeId?: string | undefined;
}

/** The new state of a fact. */
export interface FactEdit {
  id: number;
  /** The version that was read. */
  version: number;
  projectId: string | null;
  category: string;
  fact: string;
  /** Undefined if not given: the confidence stays, except that settled contradictions return what they took. */
  confidence: number | undefined;
  tags: string[];
  /** Absent ones stay. */
  type?: FactType | undefined;
  visibility?: Visibility | undefined;
  expiresAt?: string | null | undefined;
  decision?: DecisionDetails | undefined;
  /** A fact that a person edits gets the origin `person`. */
  byPerson?: boolean;
  contentHash: string;
  words: string[];
  statedInProject: string | null;
  now: string;
  /** The actor; the owner if absent. */
  by?: Actor;
}

/** The facts that a fact was compared with, and the ids of those whose confidence was lowered. */
export interface Compared {
  related: RelatedFact[];
  lowered: number[];
}

/** The result of a change; `duplicateOf` is another live fact that says the same. */
export type FactChange = (Compared & { fact: Fact }) | 'conflict' | { duplicateOf: number };

export interface FactFilter {
  userId: string;
  scope: ProjectScope;
  /** Only facts of one of these types. */
  types?: readonly FactType[];
  /** Only facts with all of these tags. */
  tags?: readonly string[];
  /** Only facts stored through the agent of this name. */
  agent?: string | undefined;
  /** Only facts with these numbers. */
  among?: readonly number[];
  /** `value`, the default: the scope's own project first, then by confidence, then newest. */
  order?: 'value' | 'newest';
  limit: number;
}

/** One fact of a user with a given statement. */
export interface StatementState {
  contentHash: string;
  isLive: boolean;
  origin: Origin | null;
  projectName: string | null;
}

export interface FactStore {
  /**
   * Inserts the fact, or confirms the one of the same user, project and content hash that is not deprecated. A confirmed
   * fact takes the given confidence if that is higher, the origin `person` if a person states it, and the type if it has
   * none. It takes the new expiry (also none), unless it is a decision with details and the new fact is not. It takes
   * the details of a decision if it has none, and with them tags, a missing source and the less trusted origin.
   * Rejects with `conflict` if it is a decision with other details. Calls `judge` with similar
   * facts; lowers and links those that are contradicted. A contradiction between the same two facts takes confidence
   * once. `related` are the judged facts in their current state. `isQueued` is known of a new fact. One transaction.
   */
  add(fact: NewFact, judge: JudgeFacts): Promise<Compared & { status: StoredStatus; fact: Fact; isQueued?: boolean }>;
  /** By number or uid; also deprecated and expired ones. */
  get(ref: number | string): Promise<Fact | undefined>;
  /** The facts with these numbers that the user may see, in no particular order. */
  named(userId: string, ids: readonly number[]): Promise<Fact[]>;
  /** Gives the user's live facts with this statement the origin `person`, as when a person pins it. */
  vouch(vouched: { userId: string; contentHash: string; by: Actor; now: string }): Promise<void>;
  /** Those of the statements that are in a live fact of the user with the origin `person`. */
  vouchedFor(userId: string, contentHashes: readonly string[]): Promise<string[]>;
  /** All facts of the user with one of the statements; also deprecated and expired ones. */
  statesOf(userId: string, contentHashes: readonly string[]): Promise<StatementState[]>;
  /** Those of the statements that are in a fact that the user muted. */
  mutedAmong(userId: string, contentHashes: readonly string[]): Promise<string[]>;
  /** The best of the given project and of no project, by confidence and then by last update; `total` counts all. */
  listForContext(query: {
    userId: string;
    projectId: string | null;
    limit: number;
  }): Promise<{ facts: Fact[]; total: number }>;
  /** Live facts, also those that other users share; `total` counts all matches. */
  list(filter: FactFilter): Promise<{ facts: Fact[]; total: number }>;
  /** Also returns what the fact took from those it contradicts. `conflict` if the row has another version. */
  deprecate(id: number, version: number, reason: string, now: string, by?: Actor): Promise<'deprecated' | 'conflict'>;
  /**
   * A statement that changed, or moved to another project, is judged again. Pairs that still contradict each other keep
   * their amounts. For other pairs the amount is returned; if they contradict again later, the same fact takes it
   * again. A fact that is contradicted for the first time loses confidence. `conflict` also if the fact is deprecated
   * or the project unknown.
   */
  edit(edit: FactEdit, judge: JudgeFacts): Promise<FactChange>;
  /**
   * Undoes a deprecation: the fact takes again what it returned, and facts stated against it meanwhile take from it.
   * Its supersession is removed.
   */
  restore(
    fact: Pick<FactEdit, 'id' | 'version' | 'words' | 'statedInProject' | 'now' | 'by'>,
    judge: JudgeFacts,
  ): Promise<FactChange>;
  /**
   * Stores or confirms the new fact as `add` does, deprecates the old one as `deprecate` does, and links the two, in
   * one transaction. The old fact is not judged. It may be deprecated only if another fact replaced it. `same` if the new
   * statement is that of the old fact; `cycle` if the new fact would replace itself through others.
   */
  supersede(
    old: { id: number; version: number; linkUid: string },
    fact: NewFact,
    judge: JudgeFacts,
  ): Promise<(StoredSuccessor & Compared) | 'conflict' | 'same' | 'cycle'>;
}
