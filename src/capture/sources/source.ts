/**
 * What can be imported on this machine, grouped as a person would choose: the conversations or the notes of one program in
 * one project.
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
] as const;
export type SourceKind = (typeof sourceKinds)[number];

const noteKinds: ReadonlySet<SourceKind> = new Set(['claude-memory', 'copilot-memory', 'mcp-memory', 'beads']);

/** Whether a kind is notes, and not conversations. */
export function isOfNotes(kind: SourceKind): boolean {
  return noteKinds.has(kind);
}

/**
 * The order in which formats are to be read where the same conversation stands in several. A transcript comes first,
 * because its messages have the names under which a hook records them; a chat session adds what only it tells (the title,
 * results of tools, summaries of compactions); Copilot's session store has the bare text of each turn, and may know
 * conversations whose files are gone. SpecStory's files are copies of what other programs keep, and so come last. Turns
 * that were brought by an earlier one are known when a later one tells them.
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

/** Formats of one file that holds many conversations. Only reading it tells which, and when each was led. */
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
  /** The conversation that it holds, by the client's name for it; null for notes, and for a database of many. */
  conversation: string | null;
}

export interface Source {
  kind: SourceKind;
  /** The project's name, as far as it is known; else what the program itself calls the place. */
  title: string;
  /** The program that wrote it, by the name that people know. */
  program: string;
  /** The folder of the project; absolute. Absent when there is none or nothing tells which; a file itself may tell it. */
  folder?: string;
  /** In the order in which they are to be read; see `richestFirst`. */
  files: SourceFile[];
  bytes: number;
  /** When its oldest and its newest file were written, or its conversations were led (`withOwnTimes`); ISO 8601 in UTC. */
  from: string;
  to: string;
  /** How many conversations it holds; 0 for notes, null where only reading tells. */
  conversations: number | null;
}

/** The machine that is looked at, as values; files are asked of the file system itself. */
export interface SourceHost {
  platform: NodeJS.Platform;
  /** The person's home folder. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Folders `User` of VS Code beyond those in the usual places, such as that of the very window. */
  userFolders?: readonly string[];
  /** Folders of projects, such as the present one; what programs keep in a project is looked for there, too. */
  projectFolders?: readonly string[];
  /** Configurations of MCP clients, in which the official memory server may be told where to keep its file. */
  configFiles?: readonly string[];
}

/** A variable's value; a person who set it to nothing has not set it. A leading `~` is the home folder. */
export function placeFrom(host: SourceHost, name: string): string | undefined {
  const value = host.env[name]?.trim() ?? '';
  return value === '' ? undefined : homeward(host, value);
}

export function homeward(host: SourceHost, path: string): string {
  return path.replace(/^~(?=$|[\\/])/u, () => host.home);
}

/** Undefined when there are no files. */
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

/** By format, and the oldest first within one, as the conversations were led. */
function inReadingOrder(one: SourceFile, other: SourceFile): number {
  return rank(one) - rank(other) || compared(one.modifiedAt, other.modifiedAt) || compared(one.path, other.path);
}

function rank({ format }: SourceFile): number {
  return richestFirst.findIndex((candidate) => candidate === format);
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
