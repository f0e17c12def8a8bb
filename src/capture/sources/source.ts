/**
 * Describes what can be imported on this machine, grouped as users choose: the conversations or the notes of one
 * program in one project.
 */
import type { NoteFormat } from '../../memory/facts/notes.ts';
import type { TranscriptFormat } from '../../memory/archive/transcript.ts';

export const sourceKinds = [
  'copilot',
  'claude-code',
  'codex',
  'gemini-cli',
  'claude-memory',
  'copilot-memory',
  'mcp-memory',
  'opencode',
  'aider',
  'specstory',
  'beads',
  'plans',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

const noteKinds: ReadonlySet<SourceKind> = new Set(['claude-memory', 'copilot-memory', 'mcp-memory', 'beads', 'plans']);

/** Whether a kind consists of notes rather than conversations. */
export function isOfNotes(kind: SourceKind): boolean {
  return noteKinds.has(kind);
}

/**
 * The order in which formats are read if several contain the same conversation. Transcripts come first, because their
 * messages have the names under which hooks record them. A chat session adds data that only it contains (the title,
 * results of tools, summaries of compactions). Copilot's session store contains only the text of each turn, but may
 * have conversations whose files are gone. SpecStory's files are copies of other programs' conversations, and so come
 * last. Turns of an earlier format are recognized in a later one.
 */
export const richestFirst = [
  'copilot-transcript',
  'claude-code',
  'codex',
  'gemini-cli',
  'copilot-chat',
  'copilot-store',
  'opencode',
  'aider',
  'specstory',
] as const satisfies readonly TranscriptFormat[];

/** Formats of one file with many conversations. Only reading it shows which, and when each took place. */
const collectionFormats = ['copilot-store', 'opencode', 'aider'] as const satisfies readonly TranscriptFormat[];
export type CollectionFormat = (typeof collectionFormats)[number];

export function isCollection(format: SourceFile['format']): format is CollectionFormat {
  return collectionFormats.some((known) => known === format);
}

export interface SourceFile {
  path: string;
  bytes: number;
  /** ISO 8601 in UTC. */
  modifiedAt: string;
  format: TranscriptFormat | NoteFormat;
  /** The conversation in it, by the client's name for it; null for notes, and for a file of many conversations. */
  conversation: string | null;
  /** Why it is not read, as a predicate that follows its name; absent for a file that is read. */
  notRead?: string;
}

export interface Source {
  kind: SourceKind;
  /** The project's name, if known; else the program's own name for the location. */
  title: string;
  /** The display name of the program that wrote it; for plans, their folder in the project. */
  program: string;
  /** The absolute path of the project folder. Absent if there is none or it is unknown; each file may still name it. */
  folder?: string;
  /** In reading order; see `richestFirst`. */
  files: SourceFile[];
  bytes: number;
  /**
   * When its oldest and newest files were written, or its conversations took place (`withOwnTimes`); ISO 8601 in UTC.
   */
  from: string;
  to: string;
  /** The number of conversations; 0 for notes, null if only reading shows it. */
  conversations: number | null;
}

/** The machine to search, as values; files are read from the file system itself. */
export interface SourceHost {
  platform: NodeJS.Platform;
  /** The user's home folder. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Folders `User` of VS Code in other than the usual locations, such as that of the current window. */
  userFolders?: readonly string[];
  /** Project folders, such as the current one, which are searched for files that programs keep in a project. */
  projectFolders?: readonly string[];
  /** Configurations of MCP clients, which may set the file of the official memory server. */
  configFiles?: readonly string[];
}

/** The value of a variable; undefined if unset or empty. A leading `~` is replaced by the home folder. */
export function placeFrom(host: SourceHost, name: string): string | undefined {
  const value = host.env[name]?.trim() ?? '';
  return value === '' ? undefined : homeward(host, value);
}

export function homeward(host: SourceHost, path: string): string {
  return path.replace(/^~(?=$|[\\/])/u, () => host.home);
}

/** Undefined if there are no files. */
export function sourceOf(
  about: Pick<Source, 'kind' | 'title' | 'program'> & { folder?: string | undefined },
  found: readonly SourceFile[],
): Source | undefined {
  const files = [...found].sort(inReadingOrder);
  const times = files.map(({ modifiedAt }) => modifiedAt).sort();
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const { kind, title, program, folder } = about;
  const names = new Set(files.map(({ conversation }) => conversation).filter((name) => name !== null));
  return {
    kind,
    title,
    program,
    ...(folder !== undefined && { folder }),
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    from,
    to,
    conversations: files.some(({ format }) => isCollection(format)) ? null : names.size,
  };
}

/**
 * By format, then by age, oldest first, as the conversations took place. Names of Codex's rollouts begin with the time
 * of their creation, so a conversation comes before its copies.
 */
export function inReadingOrder(one: SourceFile, other: SourceFile): number {
  const age = one.format === 'codex' && other.format === 'codex' ? compared(fileName(one), fileName(other)) : 0;
  return rank(one) - rank(other) || age || compared(one.modifiedAt, other.modifiedAt) || compared(one.path, other.path);
}

/** This file also runs in a browser, which has no module for paths. */
function fileName({ path }: SourceFile): string {
  return path.split(/[\\/]/u).at(-1) ?? '';
}

/** Notes come last. */
function rank({ format }: SourceFile): number {
  const place = richestFirst.findIndex((candidate) => candidate === format);
  return place === -1 ? richestFirst.length : place;
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
