/** What a Markdown archive knows of its files, as its state file says: JSON, written before and after the files. */
import { BigMindError } from '../shared/errors.ts';

export const stateFile = '.bigmind-archive.json';
const format = 1;

/** A file of the archive. */
export interface ArchivedFile {
  path: string;
  /** The revision of what it shows; empty while it is written. */
  revision: string;
  /** Hashes of the contents that we wrote, of which the file has one unless a person changed it. */
  hashes: string[];
}

export interface ArchiveState {
  /** The id of the user whose memories these are. */
  user: string;
  /** By the id of the session, or by the path of a list page. */
  files: Map<string, ArchivedFile>;
}

export function emptyState(user: string): ArchiveState {
  return { user, files: new Map() };
}

export function stateText({ user, files }: ArchiveState): string {
  return `${JSON.stringify({ format, user, files: Object.fromEntries(files) }, null, 1)}\n`;
}

/** Only paths that we could have written, because a state file can come from elsewhere: none leaves the folder. */
const ownPath = /^(?:index\.md|(?:\d{4}|projects)\/[^/\\:*?"<>|\0-\x1f]+\.md)$/u;

/** Rejects a file that is damaged, of a newer version or of another user. */
export function stateFrom(text: string, user: string): ArchiveState {
  const state = parsed(text);
  if (state === undefined) {
    throw refusal(
      `${stateFile} is damaged or was written by a newer version.`,
      'Update BigMind, or choose an empty folder.',
    );
  }
  if (state.user === user) return state;
  throw refusal('The folder has the archive of another user or another database.', 'Choose another folder.');
}

function parsed(text: string): ArchiveState | undefined {
  const json = fieldsOf(jsonFrom(text));
  const user = json?.['user'];
  const files = fieldsOf(json?.['files']);
  if (json?.['format'] !== format || typeof user !== 'string' || files === undefined) return undefined;
  const entries = Object.entries(files).flatMap(([id, value]) => {
    const file = fileFrom(fieldsOf(value));
    return file === undefined ? [] : [[id, file] as const];
  });
  return { user, files: new Map(entries) };
}

function fileFrom(fields: Record<string, unknown> | undefined): ArchivedFile | undefined {
  const { path, revision, hashes } = fields ?? {};
  if (typeof path !== 'string' || typeof revision !== 'string' || !Array.isArray(hashes)) return undefined;
  if (!ownPath.test(path)) return undefined;
  return { path, revision, hashes: hashes.filter((hash) => typeof hash === 'string') };
}

function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it.
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}

function refusal(message: string, remedy: string): BigMindError {
  return new BigMindError('not_allowed', message, { remedy: `${remedy} Nothing was changed.` });
}
