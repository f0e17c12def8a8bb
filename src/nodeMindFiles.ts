/** Memory in files on this machine: its disks, and the parts that are loaded only when it is used. */
import { existsSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FileMemory } from './markdown/fileMemory.ts';
import type { BlockParts, RefreshedBlocks } from './markdown/block/memoryBlocks.ts';
import type { LoadedEditableFiles } from './markdown/editing/lazyEditableFiles.ts';
import type { MindFiles } from './markdown/files/mindFiles.ts';
import { hasFileMemory, projectListFile } from './markdown/files/mindFiles.ts';
import type { OfferGotchas, ReadGotchaCode } from './markdown/gotchas/gotchaOffers.ts';
import type { RefreshParts } from './markdown/refreshEntries.ts';
import { checkedOutCommit } from './capture/projects/projectIdentity.ts';
import { readIfThere, removeFile, replaceFile } from './clients/files/replaceFile.ts';
import type { HistoryParts } from './markdown/sources/learnHistory.ts';
import type { EntryStore, ReadEntry, RefreshEntries } from './memory/entries/entryStore.ts';
import type { ReadFileEntries } from './memory/entries/fileStatements.ts';
import type { ReadReminders } from './memory/entries/fileSection.ts';
import type { ProjectHistory } from './memory/entries/projectHistory.ts';
import { BigMindError } from './memory/shared/errors.ts';
import type { Ports } from './memory/shared/ports.ts';
import { silenceMinuteLimits } from './memory/shared/settingLimits.ts';
import { indexText } from './search/query/words.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { systemClock } from './systemTime.ts';
import { codeOf } from './util/fileTrouble.ts';

/** A link in a repository of strangers may lead to any file of the user, so none is followed. */
export const nodeMindFiles: MindFiles = {
  async read(file, maxBytes) {
    const folder = dirname(file);
    const [inside, found] = [await statIfThere(folder), await statIfThere(file)];
    if (inside?.isFile() === true) throw refused(folder, 'is a file, where a folder is needed', 'Rename that file.');
    if (inside?.isSymbolicLink() === true) throw refused(folder, 'is a symbolic link', 'Use a real folder.');
    if (found?.isSymbolicLink() === true) throw refused(file, 'is a symbolic link', 'Replace the link with a file.');
    if (found?.isFile() === false && !found.isDirectory()) {
      throw refused(file, 'is not a regular file', 'Put a file in its place.');
    }
    if (found !== undefined && found.size > maxBytes) {
      const limit = `has more than ${String(Math.round(maxBytes / 2 ** 20))} MB`;
      throw refused(file, limit, 'Move old parts of it to another file.');
    }
    return readIfThere(file);
  },
  modified: async (file) => (await statIfThere(file))?.mtime,
  version: async (file) => {
    const found = await statIfThere(file);
    // The time of the last change of any kind, because a writer can set the time of writing.
    return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
  },
  async exclusively(file, work) {
    const { isHeld, release } = await lock(file);
    try {
      return await work(isHeld);
    } finally {
      // A lock that expired meanwhile is no longer ours to release.
      await release().catch(() => undefined);
    }
  },
  realPath: (path) => realpath(path).catch(() => path),
  write: (file, text, within, isCurrent, modified) => replaceFile(file, Buffer.from(text), within, isCurrent, modified),
  remove: (file, within, isCurrent) => removeFile(file, within, isCurrent),
};

/** The memory in the files of projects, loaded at its first use. `silenceMinutes` end a session. */
export function nodeFileMemory(
  { clock, redact }: Pick<Ports, 'clock' | 'redact'>,
  silenceMinutes: number,
): () => Promise<FileMemory> {
  let memory: Promise<FileMemory> | undefined;
  return () =>
    (memory ??= import('./markdown/fileMemory.ts').then(
      ({ FileMemory: Loaded }) =>
        new Loaded({
          files: nodeMindFiles,
          home: homedir(),
          clock,
          redact,
          indexText,
          silenceMinutes,
          refreshBlocks: refreshNodeBlocks,
        }),
    ));
}

/** The memory files of this machine's user, for people who edit them in the page. */
export async function openEditableFiles({
  clock,
  newId,
}: Pick<Ports, 'clock' | 'newId'>): Promise<LoadedEditableFiles> {
  const [{ createEditableFiles }, { redact }] = await Promise.all([
    import('./markdown/editing/editFiles.ts'),
    import('./capture/redaction/redaction.ts'),
  ]);
  return createEditableFiles({
    ...{ files: nodeMindFiles, home: homedir(), clock, newId, redact, indexText },
    // An edit of a person neither ends a session nor writes a block.
    silenceMinutes: silenceMinuteLimits.default,
    refreshBlocks: refreshNodeBlocks,
  });
}

/** The blocks of project memories in instruction files. Loads the parser and the writers of other programs' files. */
export async function nodeBlockParts(): Promise<BlockParts> {
  const [{ createMemoryBlockFiles }, { createCleanReader }, { redact }, reading] = await Promise.all([
    import('./clients/memoryBlockFiles.ts'),
    import('./markdown/parsing/cleanReader.ts'),
    import('./capture/redaction/redaction.ts'),
    import('./markdown/reminders/reminders.ts'),
  ]);
  const { dueReminders, dueText, readReminders, todayOf } = reading;
  const host = nodeClientHost();
  const blocks = createMemoryBlockFiles({
    host,
    read: (file, max) => nodeMindFiles.read(file, max),
    now: () => systemClock.now(),
  });
  return {
    files: nodeMindFiles,
    blocks,
    home: host.home,
    read: createCleanReader(indexText, redact),
    due: async (project) => {
      // What cannot be read reminds of nothing; the status of the file memory names it.
      const read = await readReminders(nodeMindFiles, project, { clock: systemClock, redact }).catch(() => []);
      const own = read.filter(({ isFromWeb }) => !isFromWeb);
      return dueReminders(own, todayOf(systemClock)).map(dueText);
    },
  };
}

/** As `refreshBlocks`, for the folder of a project. Loads nothing for a user who started file memory nowhere. */
export async function refreshNodeBlocks(project: string): Promise<RefreshedBlocks | undefined> {
  if (!hasFileMemory(homedir())) return undefined;
  const { refreshBlocks } = await import('./markdown/block/memoryBlocks.ts');
  return refreshBlocks(await nodeBlockParts(), project);
}

/** Loads code only for a user who started file memory somewhere. */
export const readNodeReminders: ReadReminders = async (folder) => {
  const [{ readReminderStatements }, { redact }] = await Promise.all([
    import('./markdown/reminders/reminderStatements.ts'),
    import('./capture/redaction/redaction.ts'),
  ]);
  return readReminderStatements(nodeMindFiles, folder, { clock: systemClock, redact });
};

/**
 * For the files on this machine. Code is loaded only for a user who started file memory or learned from a history
 * somewhere, and the parser only for a file that changed, because hooks are new processes. Histories are not read by a
 * hook, which ends before Git does; `all` learns that of every repository.
 */
export function createNodeRefreshEntries(
  store: EntryStore,
  ports: Pick<Ports, 'clock' | 'hash' | 'redact' | 'indexText'>,
  histories: 'none' | 'learned' | 'all',
): RefreshEntries {
  const home = homedir();
  let refresh: Promise<RefreshEntries> | undefined;
  return async (caller) => {
    const isUnused = (await isMissing(projectListFile(home))) && !(await forgetFiles(store, caller.user.id));
    if (isUnused && histories !== 'all') return undefined;
    refresh ??= loadRefresh(store, ports, { home, histories });
    return (await refresh)(caller);
  };
}

/** False if that cannot be told: what was learned from a history is not read again by itself. */
async function isMissing(file: string): Promise<boolean> {
  return lstat(file).then(
    () => false,
    (thrown: unknown) => codeOf(thrown) === 'ENOENT',
  );
}

/**
 * Without a list of projects, no memory file may be used any longer. True if something was learned from a history; false
 * also if the store cannot tell.
 */
async function forgetFiles(store: EntryStore, userId: string): Promise<boolean> {
  const forget = async (): Promise<boolean> => {
    const known = await store.files(userId);
    const files = known.filter(({ source }) => source === 'file');
    if (files.length > 0) await store.remove(userId, files);
    return files.length < known.length;
  };
  return forget().catch(() => false);
}

async function loadRefresh(
  store: EntryStore,
  ports: Pick<Ports, 'clock' | 'hash' | 'redact' | 'indexText'>,
  { home, histories }: { home: string; histories: 'none' | 'learned' | 'all' },
): Promise<RefreshEntries> {
  const [{ createRefreshEntries }, { entryRulesVersion: rules, readEntries }] = await Promise.all([
    import('./markdown/refreshEntries.ts'),
    import('./markdown/readEntries.ts'),
  ]);
  const read = async (markdown: string): Promise<ReadEntry[]> => {
    const { readMemoryFile } = await import('./markdown/parsing/memoryFile.ts');
    return readEntries(markdown, (text) => readMemoryFile(text, ports.indexText), ports.redact);
  };
  // A history that takes too long to be read as a whole is not begun with each search.
  const begun = new Set<string>();
  const history: RefreshParts['history'] = {
    isOfAll: histories === 'all',
    headOf: checkedOutCommit,
    refresh: async (place, stored) => {
      if (stored === undefined && begun.has(place.folder)) return;
      begun.add(place.folder);
      const { refreshHistory } = await import('./markdown/sources/learnHistory.ts');
      const signal = AbortSignal.timeout(historyTimeoutMs);
      await refreshHistory(await historyParts(store, ports), place, { stored, signal });
    },
  };
  const parts: RefreshParts = { files: nodeMindFiles, home, store, ports, rules, read };
  return createRefreshEntries(histories === 'none' ? parts : { ...parts, history });
}

/** In milliseconds. What is not read by then is read with "learn", which has no limit. */
const historyTimeoutMs = 20_000;

/** The history of projects on this machine. Code is loaded when it is used. */
export function createNodeHistory(
  store: EntryStore,
  ports: Pick<Ports, 'clock' | 'redact' | 'indexText'>,
): ProjectHistory {
  const open = async (): Promise<Omit<ProjectHistory, 'canLearn'>> => {
    const { createProjectHistory } = await import('./markdown/sources/learnHistory.ts');
    return createProjectHistory(await historyParts(store, ports));
  };
  return {
    canLearn: async ({ user, files }) => {
      if (files?.folder === undefined) return false;
      const folder = await nodeMindFiles.realPath(files.folder);
      if (checkedOutCommit(folder) === undefined) return false;
      const { wantedCommits } = await import('./markdown/sources/historyState.ts');
      const known = await store.files(user.id);
      return !known.some((file) => file.folder === folder && file.source === 'commits' && wantedCommits(file) > 0);
    },
    preview: async (request) => (await open()).preview(request),
    learn: async (caller, request) => (await open()).learn(caller, request),
    remove: async (caller, folder) => (await open()).remove(caller, folder),
  };
}

async function historyParts(store: EntryStore, ports: HistoryParts['ports']): Promise<HistoryParts> {
  const { openGit } = await import('./capture/git/gitObjects.ts');
  const open: HistoryParts['openGit'] = (folder, signal) => openGit(folder, { env: process.env, signal });
  return { files: nodeMindFiles, store, ports, openGit: open };
}

/** In milliseconds; a process that holds a lock for longer has ended. */
const staleMs = 5_000;
/** In milliseconds, for the lock of another process. */
const timeoutMs = 4_000;
const pauseMs = 40;

/**
 * The lock is an empty folder beside the file, which Git does not track. Only a lock of another process is waited for:
 * without its folder or the right to write there, the write itself says what is wrong.
 */
async function lock(file: string): Promise<{ isHeld: () => boolean; release: () => Promise<void> }> {
  const { default: lockfile } = await import('proper-lockfile');
  let isHeld = true;
  const onCompromised = (): void => {
    isHeld = false;
  };
  for (let waited = 0; ; waited += pauseMs) {
    try {
      const release = await lockfile.lock(file, { realpath: false, stale: staleMs, onCompromised });
      return { isHeld: () => isHeld, release };
    } catch (cause) {
      if (codeOf(cause) !== 'ELOCKED') return { isHeld: () => true, release: () => Promise.resolve() };
      if (waited >= timeoutMs) throw locked(file, cause);
      await setTimeout(pauseMs);
    }
  }
}

function locked(file: string, cause: unknown): BigMindError {
  return new BigMindError('conflict', `Another program is writing ${file}.`, {
    remedy: 'Nothing was changed. Try again.',
    details: { file },
    cause,
  });
}

/** The gotchas of the project's files and of the user. */
interface GotchasInFiles {
  offer: OfferGotchas;
  /** What a tool call must contain so that one may be offered. */
  code: ReadGotchaCode;
}

/** Loads the code only for a user with file memory or gotchas. */
export function createNodeGotchas(
  ports: Pick<Ports, 'indexText' | 'redact'>,
  fileEntries: ReadFileEntries | undefined,
): GotchasInFiles {
  const home = homedir();
  const parts = { files: nodeMindFiles, home, ports, fileEntries };
  let loaded: Promise<GotchasInFiles> | undefined;
  const load = (): Promise<GotchasInFiles> =>
    (loaded ??= import('./markdown/gotchas/gotchaOffers.ts').then(({ createOfferGotchas, createReadGotchaCode }) => {
      return { offer: createOfferGotchas(parts), code: createReadGotchaCode(parts) };
    }));
  const areThere = (): boolean => hasFileMemory(home) || existsSync(join(home, '.mind', 'global_edges.json'));
  return {
    offer: async (caller, prompt) => (areThere() ? (await load()).offer(caller, prompt) : []),
    code: async (caller) => (areThere() ? (await load()).code(caller) : []),
  };
}

/** Undefined if there is nothing; another error comes up again when the file is read. */
async function statIfThere(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ELOOP') throw refused(path, 'is reached through links in a circle', 'Remove the links.');
    return undefined;
  });
}

function refused(path: string, what: string, remedy: string): BigMindError {
  const options = { remedy: `Nothing was changed. ${remedy}`, details: { file: path } };
  return new BigMindError('not_allowed', `${path} ${what}.`, options);
}
