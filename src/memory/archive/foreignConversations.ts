/**
 * A file in which another program keeps many conversations, as the importer sees it. For databases it is a port, because
 * only the store speaks SQL; nothing in such a file is ever changed.
 */
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from './transcript.ts';

export interface ForeignConversation {
  head: TranscriptHead;
  /** Turns of the user and their answers, or another count that grows whenever the conversation does. */
  turns: number;
  /** ISO 8601 in UTC; null when the file does not tell. */
  endedAt: string | null;
}

export interface ForeignConversations {
  /** The oldest first. Conversations without a turn are left out. */
  list(): ForeignConversation[];
  /** The head and then the messages of one conversation; nothing for one that is not there. */
  items(conversation: string): Iterable<TranscriptItem> | AsyncIterable<TranscriptItem>;
  close(): Promise<void>;
}

/** The databases that can be read. */
export type DatabaseFormat = 'copilot-store' | 'opencode';

/**
 * Rejects with `bad_import` for a file that is no such database or is written in another version, with
 * `engine_unavailable` where no SQLite is at hand that could read it, and with the file system's error.
 */
export type OpenForeignConversations = (file: string, format: DatabaseFormat) => Promise<ForeignConversations>;

/** A message of opencode with its parts, in their order. Each `data` is JSON as opencode wrote it. */
export interface OpencodeRecord {
  id: string;
  data: string;
  parts: readonly { id: string; data: string }[];
}

/** What was said in a message. What opencode wrote for itself is left out; JSON that is damaged says nothing. */
export type ReadOpencodeRecord = (record: OpencodeRecord) => TranscriptMessage[];

/** What opencode calls a session until a model gives it a name. */
const unnamed = /^(?:New|Child) session - \d{4}-\d{2}-\d{2}T/u;

/** Empty for a session that has no name yet. */
export function opencodeTitle(title: string): string {
  return unnamed.test(title) ? '' : title.trim();
}
