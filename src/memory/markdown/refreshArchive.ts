/**
 * Brings the files of a Markdown archive up to date. Only sessions that changed are rendered and written; the others are
 * known by their revision.
 */
import type { Session, SessionRevision } from '../sessions/sessions.ts';
import { bigMindErrorFrom } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { Hash } from '../shared/ports.ts';
import type { ArchiveFolder, ArchivePage } from './archiveRun.ts';
import { ArchiveRun } from './archiveRun.ts';
import type { ArchiveState } from './archiveState.ts';
import { indexPage, projectPage } from './listPages.ts';
import type { MarkdownArchive } from './markdownArchive.ts';
import { projectPath, sessionPath } from './pageNames.ts';

/** Which sessions and facts are added. What the archive contains already stays up to date. */
export interface ArchiveChoice {
  /** Only sessions of this project, and its facts. */
  projectId?: string;
  /** Only sessions that began then or later; ISO 8601. */
  since?: string;
}

export interface ArchiveReport {
  /** All sessions of the archive. */
  sessions: number;
  /** Files, with those of the lists. */
  written: number;
  removed: number;
  /** Where files are now that a person changed. */
  kept: string[];
  /** A sentence for each file that could not be changed, and still has what it had. */
  failures: string[];
}

interface RefreshParts {
  archive: Pick<MarkdownArchive, 'revisions' | 'session' | 'projects' | 'timeZone'>;
  folder: ArchiveFolder;
  hash: Hash;
  /** False to end early; the next run continues. */
  shouldContinue?: (() => boolean) | undefined;
}

/** Files, and their characters, that are written between two states. */
const batchFiles = 50;
const batchLength = 10_000_000;

export async function refreshArchive(
  caller: Caller,
  state: ArchiveState,
  choice: ArchiveChoice,
  parts: RefreshParts,
): Promise<ArchiveReport> {
  const { archive, folder } = parts;
  const run = new ArchiveRun(state, await folder.list(), parts);
  const revisions = await archive.revisions(caller);
  const existing = new Set(revisions.map(({ session }) => session.id));
  await run.remove(keysOf(state, 'sessions').filter((key) => !existing.has(key)));
  const paths = pathsOf(revisions, archive.timeZone);
  const due = revisions
    .map((one) => ({ ...one, path: paths.get(one.session.id) ?? '' }))
    .filter(({ session }) => state.files.has(session.id) || isChosen(session, choice))
    .filter(({ session, path, revision }) => !run.isCurrent(session.id, path, revision));
  await writeSessions(run, caller, due, parts);
  await writeLists(run, caller, { state, choice, revisions }, parts);
  const sessions = revisions.filter(({ session }) => state.files.has(session.id)).length;
  return { sessions, written: run.written, removed: run.removed, kept: run.kept, failures: run.failures };
}

async function writeSessions(
  run: ArchiveRun,
  caller: Caller,
  due: readonly (SessionRevision & { path: string })[],
  { archive, shouldContinue = () => true }: RefreshParts,
): Promise<void> {
  let batch: ArchivePage[] = [];
  let length = 0;
  for (const { session, path, revision } of due) {
    if (!shouldContinue()) break;
    const text = await textOf(archive, caller, session.id);
    if (text === undefined) continue;
    batch.push({ key: session.id, path, revision, text });
    length += text.length;
    if (batch.length < batchFiles && length < batchLength) continue;
    await run.write(batch);
    batch = [];
    length = 0;
  }
  await run.write(batch);
}

/** Undefined for a session that was erased in the meantime. */
async function textOf(archive: RefreshParts['archive'], caller: Caller, id: string): Promise<string | undefined> {
  return archive.session(caller, id).catch((thrown: unknown) => {
    if (bigMindErrorFrom(thrown).code === 'not_found') return undefined;
    throw thrown;
  });
}

/** The index and the pages of projects, if they differ from those that are there. */
async function writeLists(
  run: ArchiveRun,
  caller: Caller,
  { state, choice, revisions }: { state: ArchiveState; choice: ArchiveChoice; revisions: readonly SessionRevision[] },
  { archive, hash }: RefreshParts,
): Promise<void> {
  const projects = (await archive.projects(caller))
    .map((page) => ({ page, path: projectPath(page.project) }))
    .filter(({ page, path }) => state.files.has(path) || isChosenProject(page.project?.id, choice));
  const indexed = revisions.flatMap(({ session }) => {
    const file = state.files.get(session.id);
    return file === undefined ? [] : [{ session, path: file.path }];
  });
  const pages = projects.map(({ page, path }) => ({ path, text: projectPage(page, archive.timeZone) }));
  const all = [...pages, { path: 'index.md', text: indexPage(indexed, projects) }];
  const paths = new Set(all.map(({ path }) => path));
  await run.remove(keysOf(state, 'lists').filter((key) => !paths.has(key)));
  const due = all.map((page) => ({ ...page, key: page.path, revision: hash(page.text) }));
  await run.write(due.filter(({ key, path, revision }) => !run.isCurrent(key, path, revision)));
}

/** Of files of sessions, or of lists, whose keys are their paths. */
function keysOf({ files }: ArchiveState, kind: 'sessions' | 'lists'): string[] {
  const some = [...files].filter(([key, { path }]) => (key === path) === (kind === 'lists'));
  return some.map(([key]) => key);
}

/** The newest path of each session. An older session keeps a short name that a younger one would have, too. */
function pathsOf(revisions: readonly SessionRevision[], timeZone: string): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    revisions.map(({ session }) => {
      const path = sessionPath(session, timeZone, taken);
      taken.add(path);
      return [session.id, path];
    }),
  );
}

function isChosen({ projectId, startedAt }: Session, choice: ArchiveChoice): boolean {
  if (choice.projectId !== undefined && projectId !== choice.projectId) return false;
  return choice.since === undefined || startedAt >= choice.since;
}

function isChosenProject(id: string | undefined, { projectId }: ArchiveChoice): boolean {
  return projectId === undefined || id === projectId;
}
