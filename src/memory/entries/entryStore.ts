/**
 * Entries: the statements of a project's memory files, `.mind/MEMORY.md` and `SESSION.md`, and of its history, as the
 * store keeps them for searches, lists and context blocks. They are derived. The file is the truth, so nothing here
 * changes one, and reading the files again rebuilds them.
 */
import type { Caller } from '../shared/identity.ts';
import type { EntrySource, Origin } from '../shared/vocabulary.ts';

/** A statement as it was read, without its place in the store. Its texts contain no secrets. */
export interface ReadEntry {
  /** Its first line in the file, from 1. */
  line: number;
  /** `decision`, `problem`, `gotcha` and others; see `EntryKind` of the parser. */
  kind: string;
  text: string;
  /** The day of the heading above it, `2026-11-24`; null if there is none. */
  date: string | null;
  /** How sure it is that the statement is of this kind, 0 to 1. */
  confidence: number;
  reason: string | null;
  /** What was not chosen. */
  alternatives: readonly string[];
  /** `open`, `blocked` or `resolved` for a problem; null for other kinds. */
  status: string | null;
  resolution: string | null;
  /** `repository` for what comments, plans and commits say. */
  origin: Extract<Origin, 'agent' | 'repository' | 'web'>;
  /** Its commit, in the form of a source reference; null for an entry of a file. */
  commit: string | null;
}

/** An entry with its file, as a path from the project folder: `.mind/MEMORY.md`. */
export interface FileEntry extends ReadEntry {
  path: string;
  source: EntrySource;
  /** ISO 8601 in UTC: when it was written, or else first read. */
  createdAt: string;
}

/** A file of a user by the real path of the project folder, and its path in it. */
export interface MindFileName {
  folder: string;
  path: string;
}

/** What was last read of a file. */
export interface KnownFile extends MindFileName {
  source: EntrySource;
  projectId: string | null;
  contentHash: string;
}

export interface FileWrite extends KnownFile {
  userId: string;
  /** All entries of the file, in its order. */
  entries: readonly (ReadEntry & {
    /** When it was written, ISO 8601 in UTC; null if the file gives no day. */
    writtenAt: string | null;
  })[];
  /** ISO 8601 in UTC. */
  now: string;
}

export interface EntryStore {
  /** All files of the user, of every folder. */
  files(userId: string): Promise<KnownFile[]>;
  /**
   * Replaces what is known of a file. An entry with the kind and text of an older one keeps its id. Does nothing for a
   * project that was erased. Rejects with `store_replaced` for a user who is being erased.
   */
  replace(write: FileWrite): Promise<void>;
  /**
   * The same for several files of a user, in one transaction. With `onlyIf`, does nothing unless that file of the user
   * is still known with the same content hash.
   */
  replaceAll(writes: readonly FileWrite[], onlyIf?: KnownFile): Promise<void>;
  /** Removes these files of the user with their entries. */
  remove(userId: string, files: readonly MindFileName[]): Promise<void>;
  /** The entries of a folder, by file and line. */
  list(userId: string, folder: string): Promise<FileEntry[]>;
  /** What the commits of a folder say as a whole, the newest first, at most `max`. */
  commits(userId: string, folder: string, max: number): Promise<FileEntry[]>;
}

/** Where a caller works. */
export interface CallerFolder {
  /** Without links. */
  folder: string;
  /** Whether the user started file memory there; the files of other folders are not read. */
  isListed: boolean;
  /** Where files have an unresolved merge conflict, `.mind/MEMORY.md:12`; absent without one. */
  conflicts?: readonly string[];
}

/**
 * Brings the stored entries up to date with the files in the caller's folder, in bounded time; if that is not enough,
 * older entries answer. Undefined if there is nothing to read. Never rejects.
 */
export type RefreshEntries = (caller: Caller) => Promise<CallerFolder | undefined>;
