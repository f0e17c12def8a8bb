/**
 * A kind of history that can be imported, such as `codex`: how its files are found, recognized, dated and read, and
 * how it is shown. Each kind is one folder in `kinds`, and only `registry.ts` names it.
 */
import type { ForeignConversations, OpenForeignConversations } from '../../memory/archive/foreignConversations.ts';
import type { ReadTranscript } from '../../memory/archive/transcript.ts';
import type { ReadNotes } from '../../memory/facts/notes.ts';
import type { FoundFiles, LeaveOut, SourceFile, SourceHost, SourceUnit } from './source.ts';

export interface ImportKind {
  /** As in `bigmind import KIND`, such as `codex`. */
  id: string;
  /** The name of the program as users know it, such as `Codex`; found files may name another one. */
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
  /** What its files consist of. */
  unit: SourceUnit;
  /** The user may keep using the files, so they are not selected at first. */
  staysInUse?: true;
  /** By name of the format; part of every message's and fact's `source_ref`, so it never changes. */
  formats: Readonly<Record<string, ImportFormat>>;
  /** Lower case, with the dot; files with others are not looked at in a folder that the user names. */
  extensions: readonly string[];
  /** Everything on this machine outside of projects. Missing places are no error. */
  find?: (host: SourceHost, leaveOut: LeaveOut) => Promise<FoundFiles[]>;
  /**
   * The project folder of a file that does not name it, looked up among known folders; undefined if it is none of those.
   */
  foldersAmong?: (known: readonly string[]) => (file: SourceFile) => Promise<string | undefined>;
  /** The folders that `find` searches, whether they exist or not. */
  places?: (host: SourceHost) => string[];
  /** What the program keeps in project folders; folders that are links to one place count once. */
  findInProjects?: (folders: readonly string[], leaveOut: LeaveOut) => Promise<FoundFiles[]>;
  /**
   * The folders that `findInProjects` searches. A kind that has this is imported from the current project unless
   * another one is named, because such files of other projects concern only those who work there.
   */
  placesInProjects?: (folders: readonly string[]) => string[];
  /** What is in a folder that the user names: a place of the program at any level, or a project. */
  findIn?: (folder: string, leaveOut: LeaveOut) => Promise<FoundFiles[]>;
  /** One file that the user names; undefined if it is empty or no file. The content was recognized before. */
  findFile: (path: string) => Promise<FoundFiles | undefined>;
  /** What to give instead of a path with nothing of the kind, as a sentence. */
  remedy?: string;
  /**
   * Whether a file is of this kind, by its first 16 KB without a byte order mark. The first kind of the registry that
   * recognizes a file owns it. Absent for databases and notes, which only their path distinguishes.
   */
  recognize?: (beginning: string) => boolean;
  /** Its files begin with a mark of their own and may quote lines of other kinds, so it is asked before those. */
  quotesOthers?: true;
  /** Whether the path of a file that no kind recognizes shows that it is of this kind. */
  isAt?: (path: string) => boolean;
  /** Whether all notes directly in this folder are of this kind, in a folder that the user picks without a kind. */
  ownsFolder?: (folder: string) => boolean;
  /** Any folder may look like a place of the program, so a file in it must be recognized, too. */
  looksLikeAnyFolder?: true;
  /** Any JSON may be named like its files, so those in a folder must be recognized. */
  looksLikeAnyJson?: true;
  /** What it keeps is in no file of its own but in a repository, whose Git folder stands for the file. */
  isInRepository?: true;
  /** What its files are called if they are any Markdown: `notes`. */
  markdown?: string;
  /** Whether a file must contain one JSON value per line. */
  isLined?: (path: string) => boolean;
  /**
   * The agent that had the conversation or wrote the note, under the name that hooks record it with; `name` is the one
   * in the file. Undefined if nothing implies it.
   */
  agent?: (name: string | undefined) => string | undefined;
}

/** How the files of one format are read and dated. A file without times is dated by its last change. */
export type ImportFormat = {
  /**
   * The order in which formats are read if several contain the same conversation, lowest first. Transcripts come first,
   * because their messages have the names under which hooks record them. A chat session adds data that only it contains
   * (the title, results of tools, summaries of compactions). A session store contains only the text of each turn, but
   * may have conversations whose files are gone. Copies of other programs' conversations come after those. Turns of an
   * earlier format are recognized in a later one. Notes have none and come last.
   */
  rank?: number;
  /** Names of files begin with the time of their creation, so a conversation comes before its copies. */
  isNamedByTime?: true;
  /** The times in a file, from its first and last bytes; ISO 8601 in UTC, in their order. */
  timesIn?: (text: string) => string[];
  /** When the first conversation began and the last one ended, if `timesIn` cannot tell. */
  timesOf?: (file: SourceFile) => Promise<{ from: string; to: string }>;
} & (
  | {
      /** One conversation per file. */
      shape: 'conversation';
      read: ReadTranscript;
      /** The client rewrites the file, so it is read in full each time. It still counts as the same file. */
      isRewritten?: true;
    }
  | {
      /** Many conversations per file, such as a database. Only reading it shows which, and when each took place. */
      shape: 'collection';
      open: (path: string, openForeign: OpenForeignConversations) => Promise<ForeignConversations>;
    }
  | {
      shape: 'notes';
      read: ReadNotes;
      /** A file of this format without a note is damaged or of another kind. */
      hasAlwaysNotes?: true;
    }
);
