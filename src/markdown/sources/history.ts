/**
 * Reads what the history of a repository says: `MEMORY:` comments, plans, decision records, rules for contributors and
 * breaking changes as of the commit that is checked out, and the messages of the last commits. By object id: what was
 * read before is not read again. Files that are not committed are not read, so neither are ignored ones.
 */
import { isDecisionRecordPath } from '../../memory/entries/decisionRecordPath.ts';
import type { Redact } from '../../memory/shared/ports.ts';
import { oneLine } from '../../util/text.ts';
import { frontMatterOf } from '../../capture/notes/frontMatter.ts';
import { lessonsOf } from '../../capture/notes/planLessons.ts';
import { outlineOf } from '../../capture/notes/planOutline.ts';
import type { Entry } from '../parsing/entry.ts';
import { entriesIn } from '../parsing/statement.ts';
import { linesBefore } from '../parsing/cleanReader.ts';
import { commentEntriesIn, hasMark, isForeign, mayHaveMemories } from './comments.ts';
import type { CommitEntry } from './commits.ts';
import { commitEntriesIn, revertedBy } from './commits.ts';
import { withFiles } from './commitFiles.ts';
import { commitFrom, type Commit } from '../../capture/git/commitObject.ts';
import { decisionRecordIn } from './decisionRecords.ts';
import type { GitObjects } from '../../capture/git/gitObjects.ts';
import type { HistoryState } from './historyState.ts';
import { isStatement, maxLearnedConfidence, maxStatement } from './learnedEntry.ts';
import { projectRulesReader } from './projectRules.ts';

export interface LearnedFile {
  path: string;
  id: string;
  /** Any document counts as a plan. */
  source: 'comment' | 'plan';
  /** Never empty. */
  entries: Entry[];
}

export interface History {
  state: HistoryState;
  files: LearnedFile[];
  /** The paths that `files` replaces: those that differ from the state before; undefined for all. */
  changed: ReadonlySet<string> | undefined;
  /** Oldest first. */
  commits: CommitEntry[];
  /** The ids of commits that later ones revert, as these name them, with those. */
  reverted: ReadonlyMap<string, Commit>;
  /** Whether these are all, or only those that are new since the state before. */
  isNewCommitsOnly: boolean;
  /** How much was looked at. */
  read: { commits: number; files: number };
}

/** `done` of `total` commits or files. */
type HistoryProgress = (part: 'commits' | 'files', done: number, total: number) => void;

interface HistoryRequest {
  commits: number;
  redact: Redact;
  since?: HistoryState | undefined;
  onProgress?: HistoryProgress;
}

/** In bytes; a larger file was not written by hand. */
const maxFileBytes = 2 * 1024 * 1024;
const maxCommitBytes = 256 * 1024;
const progressStep = 500;
const planPath = /(?:^|\/)docs\/plans\/.+\.md$/iu;

/** Undefined in a repository without commits, and if nothing changed since. */
export async function readHistory(git: GitObjects, request: HistoryRequest): Promise<History | undefined> {
  const { commits: max, since } = request;
  const head = await git.head();
  if (head === undefined || (since?.head === head && since.commits === max)) return undefined;
  // The commit may be gone after an amend, or not be in a shallow clone.
  const from = since !== undefined && (await git.has(since.head)) ? since.head : undefined;
  const isLinear =
    from !== undefined && since?.commits === max && (await git.commits({ to: from, from: head, max: 1 })).length === 0;
  const ids = await git.commits({ to: head, max, ...(isLinear && { from }) });
  const { commits, reverted } = await readCommits(git, ids, request);
  const { wanted, changed } = await filesOf(git, { to: head, from });
  return {
    state: { head, commits: max },
    files: await readFiles(git, wanted, request),
    changed: from === undefined ? undefined : changed,
    ...{ commits, reverted },
    isNewCommitsOnly: isLinear,
    read: { commits: ids.length, files: wanted.size },
  };
}

async function readCommits(
  git: GitObjects,
  ids: readonly string[],
  { onProgress, redact }: HistoryRequest,
): Promise<Pick<History, 'commits' | 'reverted'>> {
  const entries: CommitEntry[][] = [];
  const reverted = new Map<string, Commit>();
  const undone = new Set<string>();
  let done = 0;
  // The newest come first, so that the commit that reverts a revert is known before it.
  for await (const { id, content } of git.read(ids, maxCommitBytes)) {
    const commit = commitFrom(id, content);
    if (commit !== undefined) {
      entries.push(readClean(commit.message, redact, (message) => commitEntriesIn({ ...commit, message })));
      const other = revertedBy(commit.message);
      if (other !== undefined && ![...undone].some((one) => id.startsWith(one))) {
        reverted.set(other, commit);
        undone.add(other);
      }
    }
    done += 1;
    if (done % progressStep === 0) onProgress?.('commits', done, ids.length);
  }
  return { commits: await withFiles(git, entries.toReversed().flat()), reverted };
}

/** `wanted`: the paths of each content that may say something, because one can be in several files. */
async function filesOf(
  git: GitObjects,
  range: { to: string; from?: string | undefined },
): Promise<{ wanted: Map<string, string[]>; changed: Set<string> }> {
  const wanted = new Map<string, string[]>();
  const changed = new Set<string>();
  for await (const { path, id } of git.files(range)) {
    if (range.from !== undefined) changed.add(path);
    if (id === null || !(documentReader(path) !== undefined || mayHaveMemories(path))) continue;
    const paths = wanted.get(id);
    if (paths === undefined) wanted.set(id, [path]);
    else paths.push(path);
  }
  return { wanted, changed };
}

async function readFiles(
  git: GitObjects,
  pathsOf: ReadonlyMap<string, readonly string[]>,
  { onProgress, redact }: HistoryRequest,
): Promise<LearnedFile[]> {
  const found: LearnedFile[] = [];
  let done = 0;
  for await (const { id, content } of git.read([...pathsOf.keys()], maxFileBytes)) {
    for (const path of pathsOf.get(id) ?? []) found.push(...learnedFrom(path, { id, content }, redact));
    done += 1;
    if (done % progressStep === 0) onProgress?.('files', done, pathsOf.size);
  }
  return found;
}

/** Reads plans, decision records and rules; undefined for other files. */
function documentReader(path: string): ((text: string) => Entry[]) | undefined {
  if (isForeign(path)) return undefined;
  if (planPath.test(path)) return planEntriesIn;
  return isDecisionRecordPath(path) ? decisionRecordIn : projectRulesReader(path);
}

function learnedFrom(path: string, { id, content }: { id: string; content: Buffer }, redact: Redact): LearnedFile[] {
  const read = documentReader(path);
  if (read === undefined && !hasMark(content)) return [];
  const text = textOf(content);
  if (text === undefined) return [];
  const entries = readClean(text, redact, read ?? ((clean) => commentEntriesIn(path, clean)));
  return entries.length === 0 ? [] : [{ path, id, source: read === undefined ? 'comment' : 'plan', entries }];
}

/**
 * Reads the text without secrets. As a whole, because keys and private passages have several lines. Most texts have no
 * entry, and finding secrets takes longer than finding that.
 */
function readClean<T extends { line: number }>(text: string, redact: Redact, read: (clean: string) => T[]): T[] {
  const entries = read(text);
  if (entries.length === 0) return [];
  const clean = redact(text).text;
  if (clean === text) return entries;
  const lineOf = linesBefore(text, clean);
  return read(clean).map((entry) => ({ ...entry, line: lineOf(entry.line) }));
}

/** Undefined for what is binary or not UTF-8. */
function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content).replaceAll(/\r\n?/gu, '\n');
  } catch {
    return undefined;
  }
}

/** The decisions and lessons of a plan, done or not. */
function planEntriesIn(text: string): Entry[] {
  const { lines } = frontMatterOf(text);
  const { blocks } = outlineOf(text.split('\n').slice(lines).join('\n'));
  return lessonsOf(blocks).flatMap((lesson) => {
    const said = oneLine(lesson.text);
    if (said.length > maxStatement || !isStatement(said)) return [];
    return entriesIn(said, lesson.type === 'decision' ? 'decision' : 'learning').map((entry) => ({
      ...entry,
      confidence: Math.min(maxLearnedConfidence, entry.confidence),
      line: lesson.line + lines,
      date: null,
      isFromWeb: false,
    }));
  });
}
