/**
 * Brings the stored entries up to date with the files of the caller's folder, whenever something asks for memory: no
 * process watches the files. What did not change since is not parsed and not written.
 */
import type {
  CallerFolder,
  EntryStore,
  FileWrite,
  KnownFile,
  MindFileName,
  ReadEntry,
  RefreshEntries,
} from '../memory/entries/entryStore.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { Caller } from '../memory/shared/identity.ts';
import type { Ports } from '../memory/shared/ports.ts';
import { localSpanOf } from '../util/time.ts';
import type { MindFiles } from './files/mindFiles.ts';
import { memoryFileName, mindFile, mindFolderName, readText, sessionFileName } from './files/mindFiles.ts';
import { conflictLines } from './parsing/conflicts.ts';
import { listedProjects } from './files/projectList.ts';
import type { HistoryPlace } from './sources/historyState.ts';
import { stateFrom, wantedCommits } from './sources/historyState.ts';

/** Milliseconds that a search or a chat waits. The work goes on, and is done for the next one. */
const timeoutMs = 300;

export interface RefreshParts {
  files: MindFiles;
  home: string;
  store: EntryStore;
  ports: Pick<Ports, 'clock' | 'hash' | 'redact'>;
  /** Part of the hash of each file; another one reads every file again. */
  rules: number;
  /** Reads a file; it loads the parser, which most calls do not need. */
  read: (markdown: string) => Promise<ReadEntry[]>;
  history?: {
    /** The commit that is checked out, if that can be told without Git. */
    headOf: (folder: string) => string | undefined;
    /** Whether the history of every repository is learned, and not only where the user asked for it. */
    isOfAll: boolean;
    /** Reads what is new in the history of a project; see `learnHistory.ts`. */
    refresh: (place: HistoryPlace, stored: KnownFile | undefined) => Promise<void>;
  };
}

interface Run {
  place: CallerFolder;
  /** Once the files are read. Never rejects. */
  files: Promise<void>;
  /** Also once the history is read, if this run reads it. Never rejects. */
  all: Promise<void>;
}

/**
 * Only memory files of folders on the user's list are read; see `projectList.ts`. Those of other folders are removed. A
 * history is read where it was learned, or everywhere if the user wants that.
 */
export function createRefreshEntries(parts: RefreshParts): RefreshEntries {
  // A disk that does not answer must not get another read for each search.
  const running = new Map<string, Run>();
  // Git may take long, and the next search should not wait for it again.
  const histories = new Set<string>();
  return async (caller) => {
    const { user, project, files: cited } = caller;
    if (cited?.folder === undefined) return undefined;
    const key = [user.id, project?.id ?? '', cited.folder].join('\n');
    const run = running.get(key) ?? startRun(parts, caller, cited.folder, onceAtATime(histories, key));
    running.set(key, run);
    void run.files.then(() => running.delete(key));
    const limit = cited.limitTime(timeoutMs);
    await Promise.race([run.all, limit.over]);
    limit.end();
    return run.place;
  };
}

type Once = (work: () => Promise<void>) => Promise<void>;

function onceAtATime(busy: Set<string>, key: string): Once {
  return async (work) => {
    if (busy.has(key)) return;
    busy.add(key);
    await work().finally(() => busy.delete(key));
  };
}

function startRun(parts: RefreshParts, caller: Caller, folder: string, once: Once): Run {
  const done = Promise.resolve();
  const run: Run = { place: { folder, isListed: false }, files: done, all: done };
  const learned = refresh(parts, caller, run);
  // A search goes on without what cannot be read or stored; the status of the file memory names it.
  run.files = learned.then(
    () => undefined,
    () => undefined,
  );
  run.all = learned
    .then((stored) => once(() => refreshHistory(parts, caller, run.place.folder, stored)))
    .catch(() => undefined);
  return run;
}

/** The row with the state of the folder's history, if it learned from it. */
async function refresh(parts: RefreshParts, caller: Caller, run: Run): Promise<KnownFile | undefined> {
  const { files, home, store } = parts;
  const [listed, folder] = await Promise.all([listedProjects(files, home), files.realPath(run.place.folder)]);
  const folders = new Set(listed.map(({ path }) => path));
  run.place = { folder, isListed: folders.has(folder) };
  const known = await store.files(caller.user.id);
  const unlisted = known.filter((file) => file.source === 'file' && !folders.has(file.folder));
  if (unlisted.length > 0) await store.remove(caller.user.id, unlisted);
  const learned = known.find((file) => file.folder === folder && file.source === 'commits');
  if (!run.place.isListed) return learned;
  const found = await Promise.all(
    [memoryFileName, sessionFileName].map(async (name): Promise<FoundFile> => {
      const file = { folder, path: `${mindFolderName}/${name}` };
      const stored = known.find((one) => one.folder === folder && one.path === file.path);
      return { file, stored, markdown: await textOf(files, mindFile(folder, name)) };
    }),
  );
  const conflicts = found.flatMap(firstConflict);
  if (conflicts.length > 0) run.place = { ...run.place, conflicts };
  for (const file of found) await refreshFile(parts, caller, file);
  return learned;
}

async function refreshHistory(
  { history }: RefreshParts,
  { user, project }: Caller,
  folder: string,
  stored: KnownFile | undefined,
): Promise<void> {
  if (history === undefined || (stored === undefined && !history.isOfAll)) return;
  if (stored !== undefined && wantedCommits(stored) === 0) return;
  const place = { userId: user.id, projectId: project?.id ?? null, folder };
  const head = history.headOf(folder);
  if (stored === undefined && head === undefined) return;
  // Usually nothing is new, and then no process is started and no code is loaded.
  const state = stored && stateFrom(stored, place);
  if (state === undefined || head !== state.head) await history.refresh(place, stored);
}

interface FoundFile {
  file: MindFileName;
  stored: KnownFile | undefined;
  /** Undefined without a file that can be read. */
  markdown: string | undefined;
}

/** `.mind/MEMORY.md:12`, where the first conflict of the file begins; empty for most files. */
function firstConflict({ file, markdown = '' }: FoundFile): string[] {
  const [line] = markdown.includes('<<<<<<<') ? conflictLines(markdown) : [];
  return line === undefined ? [] : [`${file.path}:${String(line)}`];
}

async function refreshFile(
  { store, ports, rules, read }: RefreshParts,
  { user, project }: Caller,
  { file, stored, markdown }: FoundFile,
): Promise<void> {
  if (markdown === undefined) {
    if (stored !== undefined) await store.remove(user.id, [file]);
    return;
  }
  const contentHash = ports.hash(`${String(rules)}\n${markdown}`);
  const projectId = project?.id ?? null;
  if (stored?.contentHash === contentHash && stored.projectId === projectId) return;
  const entries = withTimes(await read(markdown), ports.clock.timeZone);
  const now = ports.clock.now().toISOString();
  await store.replace({ ...file, source: 'file', userId: user.id, projectId, contentHash, entries, now });
}

/** An entry was written at the earliest when its day began. */
function withTimes(entries: readonly ReadEntry[], timeZone: string): FileWrite['entries'] {
  const starts = new Map<string, string | null>();
  const startOf = (date: string): string | null => {
    const start = starts.get(date) ?? localSpanOf(date, timeZone)?.start ?? null;
    starts.set(date, start);
    return start;
  };
  return entries.map((entry) => ({ ...entry, writtenAt: entry.date === null ? null : startOf(entry.date) }));
}

/** A file that BigMind refuses to read, such as a link or a binary, says nothing. */
async function textOf(files: MindFiles, file: string): Promise<string | undefined> {
  try {
    return await readText(files, file);
  } catch (thrown) {
    if (thrown instanceof BigMindError) return undefined;
    throw thrown;
  }
}
