/**
 * Reads the objects of a repository through `git`: only with commands that read objects and references, and never the
 * working tree, so that no filter, hook, monitor, pager or diff program of its configuration starts.
 */
import { Readable } from 'node:stream';
import { createGitProcesses, refusedBy } from './gitProcess.ts';
import { readObjects } from './objectStream.ts';
import type { GitObject } from './objectStream.ts';

export interface TreeFile {
  /** From the project folder, with forward slashes. */
  path: string;
  /** Of its content; null for a file that is gone. */
  id: string | null;
}

interface Reference {
  /** `refs/heads/main` */
  name: string;
  /** The id of its object. */
  id: string;
}

/** Each method rejects with the reason of the signal when it is aborted, and with `not_allowed` if Git refuses. */
export interface GitObjects {
  /** The id of the commit that is checked out; undefined in a repository without commits. */
  head(): Promise<string | undefined>;
  /** At most `max` ids of commits that lead to `to`, newest first; without those that lead to `from`. */
  commits(range: { to: string; from?: string | undefined; max: number }): Promise<string[]>;
  /** The regular files of a commit; with `from`, those that differ from that commit. */
  files(range: { to: string; from?: string | undefined }): AsyncIterable<TreeFile>;
  /** The paths that each of these commits changed, in the order of the ids; none for a merge. */
  changedBy(ids: readonly string[]): AsyncIterable<{ commit: string; paths: string[] }>;
  /** The objects in the order of the ids; those that are missing or have more than `maxBytes` are left out. */
  read(ids: readonly string[], maxBytes: number): AsyncIterable<GitObject>;
  /** The references below these, by name; each `below` is one without a slash at its end. */
  references(...below: string[]): Promise<Reference[]>;
  /** Whether the repository has the commit. */
  has(commit: string): Promise<boolean>;
}

const rawChanges = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames'];
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** `folder` is the root of a working tree or a Git folder, without links. */
export function openGit(folder: string, options: { env: NodeJS.ProcessEnv; signal: AbortSignal }): GitObjects {
  const { start, textOf, linesOf, finished } = createGitProcesses(folder, options);
  const resolve = async (name: string): Promise<string | undefined> => {
    const { code, text, trouble } = await textOf(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (code < 0 || (code > 0 && trouble !== '')) throw refusedBy(folder, trouble);
    return code === 0 ? text.trim() : undefined;
  };
  /** What a partial clone left out; asking for one of these objects ends Git. */
  const lackingIn = async (commit: string): Promise<ReadonlySet<string>> => {
    const { code } = await textOf(['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.promisor)$']);
    if (code !== 0) return new Set();
    const rows = await linesOf(['rev-list', '--objects', '--missing=print', `${commit}^{tree}`, '--']);
    return new Set(rows.flatMap((row) => (row.startsWith('?') ? row.slice(1) : [])));
  };
  return {
    head: () => resolve('HEAD'),
    references: async (...below) => {
      const rows = await linesOf(['for-each-ref', '--format=%(objectname) %(refname)', ...below]);
      return rows.map((row) => ({ id: row.slice(0, row.indexOf(' ')), name: row.slice(row.indexOf(' ') + 1) }));
    },
    has: async (commit) => objectId.test(commit) && (await resolve(commit).catch(() => undefined)) !== undefined,
    commits: ({ to, from, max }) => {
      const range = [to, ...(from === undefined ? [] : [`^${from}`])];
      return linesOf(['rev-list', `--max-count=${String(max)}`, ...range, '--']);
    },
    files: async function* ({ to, from }) {
      const lacking = await lackingIn(to);
      const child = start(
        from === undefined ? ['ls-tree', '-r', '-z', '--full-tree', to] : [...rawChanges, from, to, '--'],
      );
      child.stdin.end();
      const rows = rowsOf(child.stdout);
      for await (const file of finished(child, from === undefined ? treeFiles(rows) : changedFiles(rows))) {
        if (file.id === null || !lacking.has(file.id)) yield file;
      }
    },
    changedBy: async function* (ids) {
      if (ids.length === 0) return;
      const child = start(['diff-tree', '--stdin', '-r', '--root', '-z', '--name-only', '--no-renames']);
      Readable.from(inParts(ids)).pipe(child.stdin);
      yield* finished(child, pathsByCommit(rowsOf(child.stdout), new Set(ids)));
    },
    read: async function* (ids, maxBytes) {
      if (ids.length === 0) return;
      const child = start(['cat-file', '--batch']);
      Readable.from(inParts(ids)).pipe(child.stdin);
      yield* finished(child, readObjects(child.stdout, maxBytes));
    },
  };
}

function* inParts(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += 1_000) yield `${ids.slice(at, at + 1_000).join('\n')}\n`;
}

/** In parts as they come, so that a long list blocks nothing. */
async function* rowsOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const rows = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\0');
    rest = rows.pop() ?? '';
    yield* rows;
  }
}

/** The id of a commit, and then its paths. */
async function* pathsByCommit(
  rows: AsyncIterable<string>,
  ids: ReadonlySet<string>,
): AsyncGenerator<{ commit: string; paths: string[] }> {
  let found: { commit: string; paths: string[] } | undefined;
  for await (const row of rows) {
    if (!ids.has(row)) found?.paths.push(row);
    else {
      if (found !== undefined) yield found;
      found = { commit: row, paths: [] };
    }
  }
  if (found !== undefined) yield found;
}

/** A file whose name has a control character is left out, because no one can cite it. */
async function* treeFiles(rows: AsyncIterable<string>): AsyncGenerator<TreeFile> {
  for await (const row of rows) {
    const { id, path } = /^100\d{3} blob (?<id>[0-9a-f]+)\t(?<path>[^\p{Cc}]+)$/u.exec(row)?.groups ?? {};
    if (id !== undefined && path !== undefined) yield { id, path };
  }
}

/** `:100644 100644 id id M` and the path take turns. */
async function* changedFiles(rows: AsyncIterable<string>): AsyncGenerator<TreeFile> {
  let change: string | undefined;
  for await (const row of rows) {
    if (change === undefined) {
      change = row;
      continue;
    }
    const { mode = '', id = '' } = /^:\d+ (?<mode>\d+) [0-9a-f]+ (?<id>[0-9a-f]+) \w/u.exec(change)?.groups ?? {};
    yield { path: row, id: mode.startsWith('100') && !/\p{Cc}/u.test(row) ? id : null };
    change = undefined;
  }
}
