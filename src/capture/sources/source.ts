/**
 * Describes what can be imported on this machine, grouped as users choose: the conversations or the notes of one
 * program in one project.
 */
/** What the files of a source consist of. */
export type SourceUnit = 'conversation' | 'note' | 'plan';

export interface SourceFile {
  path: string;
  bytes: number;
  /** ISO 8601 in UTC. */
  modifiedAt: string;
  /** A key of `formats` of its kind. */
  format: string;
  /** The conversation in it, by the client's name for it; null for notes, and for a file of many conversations. */
  conversation: string | null;
  /** Why it is not read, as a predicate that follows its name; absent for a file that is read. */
  notRead?: string;
}

export interface Source {
  /** The id of an `ImportKind`. */
  kind: string;
  /** The project's name, if known; else the program's own name for the location. */
  title: string;
  /** The display name of the program that wrote it; for plans, their folder in the project. */
  program: string;
  /** The absolute path of the project folder. Absent if there is none or it is unknown; each file may still name it. */
  folder?: string;
  /** In reading order; see `inReadingOrder`. */
  files: SourceFile[];
  bytes: number;
  /**
   * When its oldest and newest files were written, or its conversations took place (`withOwnTimes`); ISO 8601 in UTC.
   */
  from: string;
  to: string;
  /** The number of conversations; 0 for notes, null if only reading shows it. */
  conversations: number | null;
  unit: SourceUnit;
  /** A codicon of VS Code. */
  icon: string;
  /** The user may keep using the files. */
  staysInUse: boolean;
}

/** Files of one kind that belong together, before they become a `Source`. */
export interface FoundFiles extends Pick<Source, 'title'> {
  /** Absent if it is that of the kind. */
  program?: string;
  folder?: string | undefined;
  files: readonly SourceFile[];
  /** Absent if it is the number of files. */
  conversations?: number;
}

/** Why a file of a program is not imported: it has no message, or a sub-agent's. */
export type LeftOutReason = 'empty' | 'subAgent';

/** Called with each conversation file that is found and not imported; perhaps more than once. */
export type LeaveOut = (path: string, reason: LeftOutReason) => void;

export const ignoreLeftOut: LeaveOut = () => undefined;

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
