/** The store port of learning: which sessions wait, what they said, and the items that they taught. */
import type { Evidence } from '../facts/evidence.ts';
import type { Fact } from '../facts/facts.ts';
import type { ProjectScope } from '../shared/identity.ts';
import type { RunStore } from '../shared/background/backgroundRuns.ts';
import type { LearnedState, LearnedType } from '../shared/vocabulary.ts';
import type { ModelSummary } from '../summarize/summaryAnswer.ts';
import type { VerifiedItem } from './evidenceGate.ts';
import type { Placement } from './placement.ts';
import type { LearnTurn } from './turns.ts';

/** A session with turns that no model has read. */
export interface WaitingSession {
  id: string;
  projectId: string | null;
  projectName: string | null;
  /** `seq` of the last turn that was read, and of the last one to read; -1 for none. */
  before: number;
  through: number;
  headline: string;
  outcome: string | null;
  /** Subjects of the commits that it made. */
  commits: readonly string[];
}

export interface WaitingFilter {
  userId: string;
  /** Only sessions of these projects; null is no project. */
  projects: readonly (string | null)[] | 'all';
  /** Only this session. */
  sessionId?: string | undefined;
  /** An open session counts as over if it was last active before this time; ISO 8601. */
  silentBefore: string;
  /** Sessions that were active at this time or later; ISO 8601. */
  since: string;
  /** Minimum number of user and assistant texts in a session. */
  texts: number;
  /** Requests that no model answered, from which a session is left out. */
  attempts: number;
  limit: number;
}

/** A session that no model has read. */
export interface UnreadSession {
  id: string;
  projectName: string | null;
  headline: string;
}

/** What one request yields. */
export interface WindowToStore {
  /** `before` does not count without `through`. */
  session: Pick<WaitingSession, 'id' | 'before'>;
  /** `seq` of the last turn that is read now; null if no model read the session. */
  through: number | null;
  /** Undefined if the answer had none. */
  summary: ModelSummary | undefined;
  items: readonly VerifiedItem[];
  /** Numbers of todos that the session finished. */
  done: readonly number[];
  now: string;
}

export interface StoredWindow {
  /** `changed`: another process read these turns, or the session was erased; nothing was stored. */
  status: 'stored' | 'changed';
  /** Numbers of the new facts. */
  learned: number[];
  /** Items that known facts say. */
  corroborated: number;
  /** Facts that a new one replaced, and todos that were finished. */
  replaced: number;
  /** Items that somebody dismissed or erased before. */
  dismissed: number;
}

/** Finds the place of an item among the facts that may say the same. Pure: it runs inside the transaction. */
export type PlaceItem = (item: VerifiedItem, known: readonly Fact[], said: SaidIn) => Placement;

/** When an item was said, and whether its session read the web: then it retires only what also came from there. */
export interface SaidIn {
  /** ISO 8601. */
  saidAt: string;
  readWeb: boolean;
}

export interface LearnedFilter {
  userId: string;
  scope: ProjectScope;
  sessionId?: string | undefined;
  /** Only of the project with exactly this name. */
  project?: string | undefined;
  types?: readonly LearnedType[] | undefined;
  states?: readonly LearnedState[] | undefined;
  /** Said at this time or later; ISO 8601. */
  since?: string | undefined;
  /** How many to leave out; absent: none. */
  offset?: number | undefined;
  limit: number;
}

/** A fact with evidence. */
export interface LearnedFact extends Fact {
  evidence: Evidence;
  /** The numbers of the fact that it replaced, and of the one that replaced it; null if there is none. */
  replaces: number | null;
  replacedBy: number | null;
}

export interface LearnStore {
  /** The first active comes first, so that newer statements replace older ones; `total` and `characters` count all. */
  waiting(filter: WaitingFilter): Promise<{ sessions: WaitingSession[]; total: number; characters: number }>;
  /** Spoken turns after `after`, in order, with up to `seam` earlier ones before them; at most `limit` new ones. */
  turns(sessionId: string, query: { after: number; seam: number; limit: number }): Promise<LearnTurn[]>;
  /** Stores what a request yielded, in one transaction. A summary by an agent or a person is kept. */
  store(window: WindowToStore, place: PlaceItem): Promise<StoredWindow>;
  /** Notes that no model answered a request about the session. */
  noteFailure(sessionId: string): Promise<void>;
  /** Gives the waiting sessions that were last active before a time the attempts of one that is left out. */
  leaveOut(filter: WaitingFilter, before: string): Promise<number>;
  /** Learned facts of the user in any state, the last said first; `total` counts all. */
  list(filter: LearnedFilter): Promise<{ facts: LearnedFact[]; total: number }>;
  /** Sessions of the user with messages that no model has read and that taught nothing, the last active first. */
  unread(filter: Pick<LearnedFilter, 'userId' | 'scope' | 'sessionId' | 'since' | 'limit'>): Promise<UnreadSession[]>;
  /** What the work cost. */
  runs: RunStore;
}
