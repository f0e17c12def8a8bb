/**
 * What every view of the web UI needs: whose memory this is, how much is in it, what waits for a decision, and what the
 * host can do. It is cheap to read, and read again with every change.
 */
import { modes, userRoles } from '../memory/shared/vocabulary.ts';
import type { Checked } from './shared/check.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape } from './shared/check.ts';

/** What a button in the UI may ask its host to do. A host names those that make sense where it runs. */
export const viewActions = [
  'askAssistant',
  'connectClient',
  'endSession',
  'exportMemory',
  'importConversations',
  'importMemory',
  'openDatabaseFolder',
  'openPanel',
  'rememberNote',
  'repairStore',
  'restoreBackup',
  'runDoctor',
  'searchMemory',
  'showLog',
] as const;
export type ViewAction = (typeof viewActions)[number];
export const isViewAction = oneOf(viewActions);

export const isTotalsCard = shape({
  sessions: isCount,
  openSessions: isCount,
  facts: isCount,
  chunks: isCount,
  knowledge: isCount,
  hypotheses: isCount,
  messages: isCount,
  /** Size of the store on disk. */
  bytes: isCount,
});
export type TotalsCard = Checked<typeof isTotalsCard>;

export const isOverviewCard = shape({
  /** The name to show, and the one by which the store knows the user. */
  user: isText,
  username: isText,
  /** Null in a window without a project. */
  project: orNull(isText),
  mode: oneOf(modes),
  role: oneOf(userRoles),
  /** Whether this user decides about proposals. */
  mayReview: isFlag,
  /** Proposals that wait for this user to decide; 0 for somebody who may not. */
  pending: isCount,
  totals: isTotalsCard,
  /** Another one tells that another store came to stand at the same place. */
  memoryId: isText,
  /** The one before, where everything of this person was erased on purpose; null for most. */
  formerMemoryId: orNull(isText),
  /** Nothing was ever remembered here, nothing is known about the user, and nothing waits for them. */
  isUnused: isFlag,
  /** Where the store is, for people. */
  location: isText,
  /** The `ViewAction`s this host offers; words that a page does not know are a newer host's, and are passed over. */
  actions: listOf(isText),
});
export type OverviewCard = Checked<typeof isOverviewCard>;
