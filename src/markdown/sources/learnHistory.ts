/**
 * Stores what the history of a project says as entries, and brings them up to date. The row
 * with the state is written last, so that what was interrupted is done again.
 */
import type { EntryStore, FileEntry, FileWrite, KnownFile, ReadEntry } from '../../memory/entries/entryStore.ts';
import type { LearnedHistory, LearnRequest, ProjectHistory } from '../../memory/entries/projectHistory.ts';
import { commitLimits } from '../../memory/entries/projectHistory.ts';
import { isNoStatement } from '../../memory/shared/intake.ts';
import type { Ports } from '../../memory/shared/ports.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import type { Entry } from '../parsing/entry.ts';
import { resolveProblems } from '../parsing/resolveProblems.ts';
import type { CommitEntry } from './commits.ts';
import type { GitObjects } from '../../capture/git/gitObjects.ts';
import type { History, LearnedFile } from './history.ts';
import { readHistory } from './history.ts';
import type { HistoryPlace, HistoryState } from './historyState.ts';
import { hashOfState, removedState, stateFrom, wantedCommits } from './historyState.ts';

/** No file has this path; the entries of commits name their commits instead. */
const commitsPath = '';
/** The last ones, because a transaction blocks its process. */
const maxCommitEntries = 10_000;
const maxFiles = 2_000;
/** Files in one transaction. */
const batchSize = 50;
const minShortCommit = 10;

export interface HistoryParts {
  files: MindFiles;
  store: EntryStore;
  ports: Pick<Ports, 'clock' | 'redact' | 'indexText'>;
  openGit: (folder: string, signal: AbortSignal) => GitObjects;
}

export function createProjectHistory(parts: HistoryParts): Omit<ProjectHistory, 'canLearn'> {
  const { files, store } = parts;
  return {
    preview: async (request) => {
      const folder = await files.realPath(request.folder);
      const history = await readHistory(parts.openGit(folder, request.signal), {
        ...request,
        redact: parts.ports.redact,
      });
      const place = { userId: '', projectId: null, folder };
      const writes = history === undefined ? [] : writesOf(parts, place, history, []);
      return learnedFrom(writes.flatMap(entriesOfWrite), history);
    },
    learn: async ({ user, project }, request) => {
      const folder = await files.realPath(request.folder);
      const place = { userId: user.id, projectId: project?.id ?? null, folder };
      const history = await bringUpToDate(parts, place, request);
      return learnedFrom(await store.list(user.id, folder), history);
    },
    remove: async ({ user, project }, given) => {
      const folder = await files.realPath(given);
      const learned = (await store.files(user.id)).filter((file) => file.folder === folder && file.source !== 'file');
      const entries = (await store.list(user.id, folder)).filter(({ source }) => source !== 'file');
      const place = { userId: user.id, projectId: project?.id ?? null, folder };
      // First, so that nothing is learned again if only this is done.
      await store.replace(rowOf(place, removedState, [], parts.ports));
      await store.remove(
        user.id,
        learned.filter(({ source }) => source !== 'commits'),
      );
      return entries.length;
    },
  };
}

/**
 * Reads what is new in a project that learned before, of which `stored` is the row with the state, or for the first
 * time. Stores nothing once the row is added, removed or changed, because the user no longer wants it, or another process
 * did the same.
 */
export async function refreshHistory(
  parts: HistoryParts,
  place: HistoryPlace,
  { stored, signal }: { stored: KnownFile | undefined; signal: AbortSignal },
): Promise<void> {
  const commits = stored === undefined ? commitLimits.default : wantedCommits(stored);
  const request = { folder: place.folder, commits, signal };
  await bringUpToDate(parts, place, request, stored ?? 'firstTime');
}

async function bringUpToDate(
  parts: HistoryParts,
  place: HistoryPlace,
  request: LearnRequest,
  onlyIf?: KnownFile | 'firstTime',
): Promise<History | undefined> {
  const { store, openGit, ports } = parts;
  const readKnown = async (): Promise<KnownFile[]> =>
    (await store.files(place.userId)).filter(({ folder, source }) => folder === place.folder && source !== 'file');
  const rowIn = (files: readonly KnownFile[]): KnownFile | undefined =>
    files.find(({ source }) => source === 'commits');
  const known = await readKnown();
  const stored = rowIn(known);
  const since = stored && stateFrom(stored, place);
  const git = openGit(place.folder, request.signal);
  const history = await readHistory(git, { ...request, redact: ports.redact, since });
  if (history === undefined) return undefined;
  if (onlyIf === 'firstTime' && rowIn(await readKnown()) !== undefined) return undefined;
  const before = history.isNewCommitsOnly ? await store.list(place.userId, place.folder) : [];
  const writes = writesOf(parts, place, history, before);
  const isNow = new Set(writes.map(({ path }) => path));
  const gone = known.filter(({ path }) => !isNow.has(path) && (history.changed?.has(path) ?? true));
  if (gone.length > 0) await store.remove(place.userId, gone);
  for (let at = 0; at < writes.length; at += batchSize) {
    request.signal.throwIfAborted();
    await store.replaceAll(writes.slice(at, at + batchSize), onlyIf === 'firstTime' ? undefined : onlyIf);
  }
  return history;
}

/** The files, and last the commits with the state. */
function writesOf(
  { ports }: HistoryParts,
  place: HistoryPlace,
  { state, files, commits, reverted, isNewCommitsOnly }: History,
  before: readonly FileEntry[],
): FileWrite[] {
  const common = { ...place, now: ports.clock.now().toISOString() };
  const fromFiles = files.slice(0, maxFiles).map(({ path, id, source, entries }: LearnedFile): FileWrite => {
    const read = entries.map((entry) => ({ ...withoutSecrets(entry, null, ports), writtenAt: null }));
    return { ...common, path, source, contentHash: id, entries: read.filter(hasText) };
  });
  const old = before.filter(({ source }) => isNewCommitsOnly && source === 'commits').sort(byTime);
  const found = [
    ...old.map((entry) => ({ entry: { ...entry, writtenAt: entry.createdAt }, isFix: false })),
    ...commits.map((entry) => ({ entry: fromCommit(entry, ports), isFix: entry.isFix })),
  ].slice(-maxCommitEntries);
  resolveProblems(found, ports.indexText);
  for (const { entry } of found) markReverted(entry, reverted, ports);
  const said = found.map(({ entry }) => entry).filter(hasText);
  return [...fromFiles, rowOf(place, state, said, ports)];
}

/** The commits with the state. */
function rowOf(
  place: HistoryPlace,
  state: HistoryState,
  entries: FileWrite['entries'],
  { clock }: Pick<Ports, 'clock'>,
): FileWrite {
  const now = clock.now().toISOString();
  return { ...place, now, path: commitsPath, source: 'commits', contentHash: hashOfState(state), entries };
}

/** A message that no longer holds says so before all else. */
function markReverted(
  entry: FileWrite['entries'][number],
  reverted: History['reverted'],
  { redact }: Pick<Ports, 'redact'>,
): void {
  const { commit, kind, status } = entry;
  if (kind !== 'commit' || commit === null || status === 'reverted') return;
  for (const [id, by] of reverted) {
    if (!id.startsWith(commit) && !commit.startsWith(id)) continue;
    const lines = redact(by.message).text.split('\n');
    const why = lines.filter((line) => !/^(?:Revert |This reverts commit )|^\s*$/u.test(line)).join(' ');
    Object.assign(entry, {
      status: 'reverted',
      reason: `Reverted on ${by.date} by ${shortCommit(by.id)}${why === '' ? '.' : `: ${why}`}\n${entry.reason ?? ''}`,
    });
  }
}

function fromCommit(entry: CommitEntry, ports: Pick<Ports, 'redact'>): FileWrite['entries'][number] {
  return { ...withoutSecrets(entry, shortCommit(entry.commit), ports), writtenAt: entry.writtenAt };
}

function withoutSecrets(
  { line, kind, text, date, confidence, reason, alternatives, status, resolution }: Entry | CommitEntry,
  commit: string | null,
  { redact }: Pick<Ports, 'redact'>,
): ReadEntry {
  const cut = (one: string): string => redact(one).text;
  return {
    ...{ line, kind, date, confidence, status, commit, origin: 'repository' },
    text: cut(text),
    reason: reason === null ? null : cut(reason),
    alternatives: alternatives.map(cut),
    resolution: resolution === null ? null : cut(resolution),
  };
}

function hasText({ text }: Pick<ReadEntry, 'text'>): boolean {
  return !isNoStatement(text);
}

/** A number or a word alone is no reference to a commit. */
function shortCommit(id: string): string {
  for (let length = minShortCommit; length < id.length; length += 1) {
    const short = id.slice(0, length);
    if (/[a-f]/u.test(short) && /\d/u.test(short)) return short;
  }
  return id;
}

function entriesOfWrite({ path, source, now, entries }: FileWrite): FileEntry[] {
  return entries.map(({ writtenAt, ...entry }) => ({ ...entry, path, source, createdAt: writtenAt ?? now }));
}

function learnedFrom(all: readonly FileEntry[], history: History | undefined): LearnedHistory {
  const entries = all.filter(({ source }) => source !== 'file');
  const commits = entries.filter(({ source }) => source === 'commits').sort(byTime);
  const others = entries.filter(({ source }) => source !== 'commits');
  return { entries: [...commits.reverse(), ...others], read: history?.read ?? { commits: 0, files: 0 } };
}

function byTime(one: FileEntry, other: FileEntry): number {
  return one.createdAt.localeCompare(other.createdAt);
}
