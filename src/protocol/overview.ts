/**
 * What every view of the web UI needs: the user, the totals, pending proposals, and the host's actions. It is cheap to
 * read and is read again after every change.
 */
import { modes, userRoles } from '../memory/shared/vocabulary.ts';
import type { Checked } from './shared/check.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape } from './shared/check.ts';

/** Actions that a button in the UI can run in its host. Each host offers those that make sense there. */
const viewActions = [
  'askAssistant',
  'connectClient',
  'connectServer',
  'continueInChat',
  'endSession',
  'exportMemory',
  'importConversations',
  'importMemory',
  'learn',
  'learnFromHistory',
  'openDatabaseFolder',
  'openPanel',
  'rememberNote',
  'repairStore',
  'restoreBackup',
  'runDoctor',
  'searchMemory',
  'showLog',
  'showWhatIsRecorded',
  'startFileMemory',
  'toggleCapture',
] as const;
export type ViewAction = (typeof viewActions)[number];
export const isViewAction = oneOf(viewActions);

const isTotalsCard = shape({
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
  /** The displayed name, and the name by which the store knows the user. */
  user: isText,
  username: isText,
  /** Null in a window without a project. */
  project: orNull(isText),
  mode: oneOf(modes),
  role: oneOf(userRoles),
  /** Whether this user may review proposals. */
  mayReview: isFlag,
  /** Proposals that wait for this user's review; 0 if they may not review. */
  pending: isCount,
  /** Memories that two computers of this user changed, and that wait for a decision; 0 where there is no sync. */
  conflicts: isCount,
  /** Proposed decisions that wait for this user's approval. */
  drafts: isCount,
  totals: isTotalsCard,
  /** A different id means that another store is now at the same location. */
  memoryId: isText,
  /** The previous id, if all data of this user was erased on purpose; null for most. */
  formerMemoryId: orNull(isText),
  /** Whether this host shows memory files, which belong to the user of its computer. */
  hasFiles: isFlag,
  /** Whether the store is in a browser, where hooks and other programs do not reach it. */
  isInBrowser: isFlag,
  /** Whether chats of this window, or of an assistant on this computer, are recorded; null if that is not known. */
  isRecording: orNull(isFlag),
  /** Nothing was ever remembered, the profile is empty, and no proposals are pending. */
  isUnused: isFlag,
  /** Location of the store, as displayed. */
  location: isText,
  /** The `ViewAction`s of this host; a page ignores those that it does not know, from a newer host. */
  actions: listOf(isText),
});
export type OverviewCard = Checked<typeof isOverviewCard>;
