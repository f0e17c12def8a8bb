/** The store port for hand-offs: at most one of each user and project is live. */
import type { RecordedMessage } from '../archive/recording.ts';
import type { Fact } from '../facts/facts.ts';
import type { NewFact } from '../facts/factStore.ts';
import type { Actor } from '../shared/audit.ts';
import type { NewId } from '../shared/ports.ts';

/** Whose hand-offs are meant; those without a project are separate. */
export interface HandOffOwner {
  userId: string;
  projectId: string | null;
}

/** The recorded sessions that may leave a hand-off by rule: those that no agent or person summarized. */
export interface RecordedEndFilter extends HandOffOwner {
  /** Not this one; null for none. */
  exceptSession: string | null;
  /** An open session counts as over if it was last active before this time; ISO 8601. */
  silentBefore: string;
  /** Sessions that were last active at this time or later; ISO 8601. */
  since: string;
  /** Whether imported sessions count too. */
  withImports: boolean;
  /** How many messages are read from the end of the session, and characters from the end of its last answer. */
  messages: number;
  characters: number;
}

/** The end of such a session. */
export interface RecordedEnd {
  id: string;
  isImported: boolean;
  /** The agent that ran it. */
  agentId: string | null;
  /** ISO 8601. */
  lastActiveAt: string;
  hasReadWeb: boolean;
  /** Its last messages, in order, without thoughts. */
  messages: { role: string; type: string; work: RecordedMessage['work'] }[];
  /** The end of the assistant's last text; empty if it said nothing. */
  answer: string;
}

/** What happens to the hand-offs of a project that are not deprecated, also to expired ones. */
export type HandOffChange =
  | { change: 'keep' }
  /** The fact supersedes them. The same text again renews the expiry. */
  | { change: 'replace'; fact: NewFact }
  /** They are deprecated at the time `at`, in ISO 8601. */
  | { change: 'withdraw'; reason: string; at: string; by: Actor };

/** Pure, because it runs inside the transaction. `open` is the hand-off that is neither deprecated nor expired. */
export type DecideHandOff = (open: Fact | undefined) => HandOffChange;

export interface HandOffStore {
  /** The newest hand-off of exactly this project that is neither deprecated nor expired. */
  current(owner: HandOffOwner): Promise<Fact | undefined>;
  /**
   * Changes the hand-offs of exactly this project in one transaction, so that of sessions that end at once one hand-off
   * stays. Returns the new one, or the one that was open before if there is no new one.
   */
  change(
    owner: HandOffOwner,
    decide: DecideHandOff,
    newId: NewId,
  ): Promise<{ change: HandOffChange['change']; fact: Fact | undefined }>;
  /**
   * The session that was active last. Undefined if none was active after the newest hand-off of the project in any
   * state, and after the last one was deprecated without a successor.
   */
  latestWithoutHandOff(filter: RecordedEndFilter): Promise<RecordedEnd | undefined>;
}
