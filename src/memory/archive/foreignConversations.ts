/**
 * The importer's view of a file in which another program keeps many conversations. For databases it is a port, because
 * only the store speaks SQL, and for Git, which is started with the environment. Such a file is never changed.
 */
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from './transcript.ts';

export interface ForeignConversation {
  head: TranscriptHead;
  /** User turns, or another count that grows with the conversation. */
  turns: number;
  /** ISO 8601 in UTC; null if the file does not state it. */
  endedAt: string | null;
}

export interface ForeignConversations {
  /** Oldest first. Conversations without a turn are left out. opencode's can be asked for one conversation. */
  list(conversation?: string): ForeignConversation[];
  /**
   * The head, then the messages of one conversation; empty for an unknown one. `known` is a count of `turns` from an earlier
   * reading: opencode's then begins with the request of the turn in which that reading ended.
   */
  items(conversation: string, known?: number): Iterable<TranscriptItem> | AsyncIterable<TranscriptItem>;
  close(): Promise<void>;
}

/** The database formats that can be read. */
export type DatabaseFormat = 'copilot-store' | 'opencode' | 'crush';

/** What is read from elsewhere: `checkpoints` are in a Git repository, whose folder stands for the file. */
type ForeignFormat = DatabaseFormat | 'checkpoints';

/**
 * Rejects with `bad_import` for a file that is not such a database or has another version, with `engine_unavailable` if
 * no SQLite engine that can read it is available, and with the file system's error. A database `in use` by its program is
 * read where it is, because a chat waits for this, and a copy may be large.
 */
export type OpenForeignConversations = (
  file: string,
  format: ForeignFormat,
  state?: 'in use',
) => Promise<ForeignConversations>;

/** A message of opencode with its parts, in order. Each `data` is JSON as opencode wrote it. */
export interface OpencodeRecord {
  id: string;
  data: string;
  parts: readonly { id: string; data: string }[];
}

/** The conversation content of a message. opencode's internal entries are left out; damaged JSON yields nothing. */
export type ReadOpencodeRecord = (record: OpencodeRecord) => TranscriptMessage[];

/** A message of Crush; `parts` is JSON as Crush wrote it. */
export interface CrushRecord {
  id: string;
  role: string;
  parts: string;
  /** The summary of a compaction, in the role of the model. */
  isSummary: boolean;
}

/** Like `ReadOpencodeRecord`; without times, which the database has. */
export type ReadCrushRecord = (record: CrushRecord) => TranscriptMessage[];

/** The placeholder title of an opencode session that a model has not named yet. */
const unnamed = /^(?:New|Child) session - \d{4}-\d{2}-\d{2}T/u;

/** Empty for a session without a name. */
export function opencodeTitle(title: string): string {
  return unnamed.test(title) ? '' : title.trim();
}
