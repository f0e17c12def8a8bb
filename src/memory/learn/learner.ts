/** Who answers requests to learn, within which limits, and what a run of learning reports. */
import type { RunOutcome, RunProgress } from '../shared/background/backgroundRuns.ts';
import type { LanguageModel } from '../shared/languageModel.ts';
import type { DropReason } from './evidenceGate.ts';

/** Which sessions to learn from. */
export interface LearnScope {
  /** Ids of projects; null is no project. */
  projects: readonly (string | null)[] | 'all';
  /** Sessions that were active at this time or later; ISO 8601. Absent: all. */
  since?: string | undefined;
  sessionId?: string | undefined;
  /** Also those that `leaveOut` left out, and those that no model answered for. */
  all?: true;
}

/** A request about one window of a session. */
export interface LearnRequest {
  /**
   * The id of the session; for a later window with the number of its first turn: `ID-120`. Equal in every run that reads
   * the same turns.
   */
  id: string;
  sessionId: string;
  text: string;
}

/** Who answers requests. */
export interface Learner {
  /** As a person knows it. */
  name: string;
  /** Maximum number of tokens in a request. */
  inputTokens: number;
  /** Its answers cost nothing, such as those that somebody put into a folder. */
  isFree?: true;
  /** Undefined if there is no answer yet: the session waits. Rejects as a `LanguageModel` does. */
  ask: (request: LearnRequest, signal?: AbortSignal) => Promise<string | undefined>;
}

/** A language model as one that answers requests. */
export function learnerFrom(model: LanguageModel): Learner {
  const { name, inputTokens } = model;
  return { name, inputTokens, ask: ({ text }, signal) => model.ask(text, signal) };
}

export interface LearnOptions {
  /** Tokens that it may read and write on a day, of all runs. */
  dailyTokens: number;
  /** Tokens of this run; absent: as many as the day allows. */
  budget?: number | undefined;
  /** Called before each request; false cancels the run. */
  shouldContinue?: (progress: RunProgress) => boolean | Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** What a run would do. */
export interface LearnPreview {
  sessions: number;
  /** What a model would read and write, estimated. */
  tokens: number;
  /** Used today. */
  usedTokens: number;
}

export interface LearnReport extends RunProgress {
  outcome: RunOutcome;
  /** New facts. */
  learned: number;
  /** Items that known facts say. */
  corroborated: number;
  /** Facts that a newer one replaced, and todos that were finished. */
  replaced: number;
  /** Items that somebody dismissed or erased before. */
  dismissed: number;
  /** Items without evidence, by reason. */
  dropped: Partial<Record<DropReason, number>>;
  /** Answers in another form; after three, a session is left out. */
  unusable: number;
  /** Sessions without an answer yet. */
  unanswered: number;
  /** Why the run ended early; undefined if it did not. */
  notice?: string;
  /** It ended because its limit of tokens was reached, as asked for. */
  isLimited?: true;
}
