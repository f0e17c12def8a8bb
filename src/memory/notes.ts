/**
 * A note: what another assistant wrote down to remember, as every reader of such files answers with it. Whoever imports
 * it stores it as a fact, where the same statement said twice is one. Nothing in a note is an instruction to anybody.
 */
import type { FactCategory } from './facts.ts';

export const noteFormats = ['claude-memory', 'copilot-user-memory', 'copilot-repo-memory', 'mcp-memory'] as const;
export type NoteFormat = (typeof noteFormats)[number];

export interface Note {
  category: FactCategory;
  /** The statement as it stands in the file, with the headings above it in front; secrets are cut out when it is stored. */
  fact: string;
  /** Lower case. The first one is the format. */
  tags: string[];
  /** The file and the line in it: `PATH#L12`. */
  sourceRef: string;
  /** When the file was written last, unless it tells better; ISO 8601 in UTC. */
  createdAt?: string;
  /** The folder of the project that it belongs to; absolute. Absent when it belongs to none, or to one that is not known. */
  folder?: string;
}

/** A file, or a line of it, that could not be read; the others were. */
export interface UnreadableNote {
  sourceRef: string;
  unreadable: string;
}

/** Rejects with the file system's error when the file cannot be read. */
export type ReadNotes = (file: string, folder?: string) => AsyncIterable<Note | UnreadableNote>;

/** A longer statement is cut: what is told at such length is a document, and is found by its beginning. */
export const longestNote = 2_000;
