/**
 * A database in which another program keeps conversations, as the importer sees it. A port, because only the store speaks
 * SQL; nothing in such a database is ever changed.
 */
import type { TranscriptHead, TranscriptItem } from './transcript.ts';

export interface ForeignConversation {
  head: TranscriptHead;
  /** Turns of the user and their answers. */
  turns: number;
  /** ISO 8601 in UTC; null when the database does not tell. */
  endedAt: string | null;
}

export interface ForeignConversations {
  /** The oldest first. Conversations without a turn are left out. */
  list(): ForeignConversation[];
  /** The head and then the messages of one conversation; nothing for one that is not there. */
  items(conversation: string): Iterable<TranscriptItem>;
  close(): Promise<void>;
}

/**
 * Rejects with `bad_import` for a file that is no such database or is written in another version, with
 * `engine_unavailable` where no SQLite is at hand that could read it, and with the file system's error.
 */
export type OpenForeignConversations = (file: string) => Promise<ForeignConversations>;
