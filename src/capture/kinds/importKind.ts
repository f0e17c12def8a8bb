/**
 * A kind of history that can be imported, such as `codex`: how its files are found, recognized, dated and read, and
 * how it is shown. Each kind is one folder beside this file, and only `registry.ts` names it.
 */
import type { ForeignConversations, OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { ReadTranscript } from '../../memory/archive/transcript.ts';
import type { ReadNotes } from '../../memory/facts/notes.ts';
import type { Source, SourceFile, SourceHost } from '../sources/source.ts';

export interface ImportKind {
  /** As in `bigmind import KIND`, such as `codex`. */
  id: string;
  /** The name of the program as users know it, such as `Codex`. */
  program: string;
  /** What the kind is called in the documentation, such as `Codex` or `Claude Code's memory`. */
  title: string;
  /** What it imports, as a sentence of the documentation without a full stop. */
  imports: string;
  /** What one file contains, with an article: `a conversation of Codex`. */
  one: string;
  /** What a file contains none of: `conversation of Codex`. */
  none: string;
  /** A codicon of VS Code. */
  icon: string;
  /** The user may keep using the files, so they are not selected at first. */
  staysInUse?: true;
  /** By name of the format; part of every message's and fact's `source_ref`, so it never changes. */
  formats: Readonly<Record<string, ImportFormat>>;
  /** Lower case, with the dot; files with others are not looked at in a folder that the user names. */
  extensions: readonly string[];
  /** Everything on this machine outside of projects. Missing places are no error. */
  find?(host: SourceHost): Promise<Source[]>;
  /** The folders that `find` searches, whether they exist or not. */
  places?(host: SourceHost): Promise<string[]> | string[];
  /** What the program keeps in a project folder. */
  findInProject?(folder: string): Promise<Source[]>;
  /** What is in a folder that the user names: a place of the program at any level, or a project. */
  findIn(folder: string): Promise<Source[]>;
  /** One file that the user names; undefined if it is empty or no file. The content was recognized before. */
  findFile(path: string): Promise<Source | undefined>;
  /**
   * Whether a file is of this kind, by its first 16 KB without a byte order mark. The first kind of the registry that
   * recognizes a file owns it.
   */
  recognize(beginning: string, path: string): boolean;
  /**
   * The agent that had the conversation or wrote the note, under the name that hooks record it with; `name` is the one
   * in the file. Undefined if nothing implies it.
   */
  agent(name: string | undefined): string | undefined;
}

/** How the files of one format are read and dated. */
export type ImportFormat = {
  /**
   * The order in which formats are read if several contain the same conversation, lowest first; the richest one comes
   * first. Notes have none and come last.
   */
  rank?: number;
  /**
   * The times in a file, from its first and last bytes; ISO 8601 in UTC, in their order. Absent: when the file was
   * changed.
   */
  timesIn?(text: string): string[];
} & (
  | {
      /** One conversation per file. */
      shape: 'conversation';
      read: ReadTranscript;
      /** The client writes the file anew, so it is read in full each time. */
      isRewritten?: true;
    }
  | {
      /** Many conversations per file, such as a database. */
      shape: 'collection';
      open(path: string, openForeign: OpenForeignConversations): Promise<ForeignConversations>;
      /** When the first conversation began and the last one ended, if that can be told without reading it all. */
      timesOf?(file: SourceFile): Promise<{ from: string; to: string }>;
    }
  | {
      shape: 'notes';
      read: ReadNotes;
      /** A file of this format without a note is damaged or of another kind. */
      hasAlwaysNotes?: true;
    }
);
