/** What facts need of a store: writes that judge and link in one transaction, and lists in the order of their worth. */
import type { Actor } from '../shared/audit.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type { Origin } from '../shared/vocabulary.ts';
import type { JudgeFacts } from './factJudge.ts';
import type { Fact, RelatedFact, StoredSuccessor } from './facts.ts';

export interface NewFact {
  userId: string;
  agentId: string;
  projectId: string | null;
  category: string;
  fact: string;
  confidence: number;
  tags: string[];
  sourceSession: string | null;
  sourceRef: string | null;
  /** Not noted when absent. */
  origin?: Origin | null;
  contentHash: string;
  uid: string;
  /** By which facts like it are found; see `informativeWords`. */
  words: string[];
  /** It is compared with facts of this project and of none; a fact of no project is still said in one. */
  saidInProject: string | null;
  now: string;
  /** As in `Actor`. */
  changeId?: string | undefined;
}

/** A fact as it is to stand from now on. */
export interface FactEdit {
  id: number;
  /** The version that was read. */
  version: number;
  projectId: string | null;
  category: string;
  fact: string;
  /** Undefined when it was not given: it stays, but for what a contradiction that is settled gives back. */
  confidence: number | undefined;
  tags: string[];
  /** What a person edits is theirs from then on. */
  byPerson?: boolean;
  contentHash: string;
  words: string[];
  saidInProject: string | null;
  now: string;
  /** Who does it; its owner when absent. */
  by?: Actor;
}

/** What a fact was compared with, and the numbers of those whose confidence is lower now. */
export interface Compared {
  related: RelatedFact[];
  lowered: number[];
}

/** A change of a fact; a `duplicateOf` is another live fact that says the same. */
export type FactChange = (Compared & { fact: Fact }) | 'conflict' | { duplicateOf: number };

export interface FactFilter {
  userId: string;
  scope: ProjectScope;
  includeDeprecated: boolean;
  limit: number;
}

export interface FactStore {
  /**
   * In one transaction: inserts, or confirms the live fact of the same user, project and content hash, whose confidence
   * becomes the one given where that is higher, and whose origin becomes `person` where a person says so; asks `judge` about facts like it; lowers and links what is contradicted.
   * A contradiction between the same two facts takes confidence once. `related` is what was judged, as it stands now.
   */
  add(fact: NewFact, judge: JudgeFacts): Promise<Compared & { status: 'stored' | 'duplicate'; fact: Fact }>;
  get(id: number): Promise<Fact | undefined>;
  /** A person stands behind the live facts of a user that say this from now on, as somebody who pins them does. */
  vouch(vouched: { userId: string; contentHash: string; by: Actor; now: string }): Promise<void>;
  /** Which of these statements a person stands behind, in a live fact of the user. */
  vouchedFor(userId: string, contentHashes: readonly string[]): Promise<string[]>;
  /** Which of these statements a fact says that the user muted. */
  mutedAmong(userId: string, contentHashes: readonly string[]): Promise<string[]>;
  /** The best of the caller's project and the best of no project, by confidence and then age; `total` counts all. */
  listForContext(query: {
    userId: string;
    projectId: string | null;
    limit: number;
  }): Promise<{ facts: Fact[]; total: number }>;
  /** The caller's own project first, then surest, then newest; `total` counts all that match. */
  list(filter: FactFilter): Promise<{ facts: Fact[]; total: number }>;
  /** Gives back what the fact took from others by contradicting them. `conflict` when the row has another version. */
  deprecate(id: number, version: number, reason: string, now: string, by?: Actor): Promise<'deprecated' | 'conflict'>;
  /**
   * A statement that became another one, or moved to another project, is judged again. Pairs that contradict each other
   * still stay as they are; of those that do not any more, what was taken is given back, and taken again by the same one when
   * they do again. What it contradicts for the first time loses confidence. `conflict` also when the fact is deprecated or
   * the project unknown.
   */
  edit(edit: FactEdit, judge: JudgeFacts): Promise<FactChange>;
  /**
   * Takes a deprecation back, as if it had never been: the fact takes again what it gave back, and what was said
   * against it meanwhile takes from it. It is superseded by nothing any more.
   */
  restore(
    fact: Pick<FactEdit, 'id' | 'version' | 'words' | 'saidInProject' | 'now' | 'by'>,
    judge: JudgeFacts,
  ): Promise<FactChange>;
  /**
   * In one transaction: stores or confirms the new fact as `add` does, deprecates the old one as `deprecate` does, and
   * links the two. The old one is not among those that are judged. `same` when the old one is what the new one says.
   */
  supersede(
    old: { id: number; version: number; linkUid: string },
    fact: NewFact,
    judge: JudgeFacts,
  ): Promise<(StoredSuccessor & Compared) | 'conflict' | 'same'>;
}
