/**
 * Reads the objects of a repository through `git`, and runs nothing of the repository: only plumbing that reads objects
 * and references, never the working tree, so that no filter, hook, monitor, pager or diff program of its configuration
 * starts, and no missing object is fetched.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { codeOf } from '../../../util/fileTrouble.ts';
import { readObjects } from './objectStream.ts';
import type { GitObject } from './objectStream.ts';

export interface TreeFile {
  /** From the project folder, with forward slashes. */
  path: string;
  /** Of its content; null for a file that is gone. */
  id: string | null;
}

/** Each method rejects with the reason of the signal when it is aborted, and with `not_allowed` if Git refuses. */
export interface GitObjects {
  /** The id of the commit that is checked out; undefined in a repository without commits. */
  head(): Promise<string | undefined>;
  /** At most `max` ids of commits that lead to `to`, newest first; without those that lead to `from`. */
  commits(range: { to: string; from?: string; max: number }): Promise<string[]>;
  /** The regular files of a commit; with `from`, those that differ from that commit. */
  files(range: { to: string; from?: string }): AsyncIterable<TreeFile>;
  /** The objects in the order of the ids; those that are missing or have more than `maxBytes` are left out. */
  read(ids: readonly string[], maxBytes: number): AsyncIterable<GitObject>;
  /** Whether the repository has the commit. */
  has(commit: string): Promise<boolean>;
}

/** Programs that a configuration could name, and what could write, are turned off. */
const safeSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=',
  'core.sshCommand=false',
  'credential.helper=',
  'log.showSignature=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'maintenance.auto=false',
  'gc.auto=0',
];
/** Set by users to say where their own configuration is. */
const keptVariables = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH']);
const rawChanges = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames'];
const maxErrorLength = 300;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** `folder` is the root of a working tree, without links. */
export function openGit(folder: string, { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal }): GitObjects {
  const start = (args: readonly string[]): ChildProcessWithoutNullStreams => {
    signal.throwIfAborted();
    const settings = safeSettings.flatMap((setting) => ['-c', setting]);
    return spawn('git', ['--no-pager', '--no-replace-objects', ...settings, '-C', folder, ...args], {
      env: safeEnvironment(env, folder),
      // Windows looks for a program in the working folder first.
      cwd: dirname(process.execPath),
      signal,
      windowsHide: true,
    });
  };
  const textOf = async (args: readonly string[]): Promise<{ code: number; text: string; trouble: string }> => {
    const child = start(args);
    child.stdin.end();
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { code, trouble } = await ended(child, folder);
    return { code, text: Buffer.concat(chunks).toString('utf8'), trouble };
  };
  const linesOf = async (args: readonly string[], separator: string): Promise<string[]> => {
    const { code, text, trouble } = await textOf(args);
    if (code !== 0) throw refusedBy(folder, trouble);
    return text.split(separator).filter((line) => line !== '');
  };
  const resolve = async (name: string): Promise<string | undefined> => {
    const { code, text, trouble } = await textOf(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (code !== 0 && trouble !== '') throw refusedBy(folder, trouble);
    return code === 0 ? text.trim() : undefined;
  };
  /** What a partial clone left out; asking for one of these objects ends Git. */
  const lackingIn = async (commit: string): Promise<ReadonlySet<string>> => {
    const { code } = await textOf(['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.promisor)$']);
    if (code !== 0) return new Set();
    const rows = await linesOf(['rev-list', '--objects', '--missing=print', `${commit}^{tree}`, '--'], '\n');
    return new Set(rows.flatMap((row) => (row.startsWith('?') ? row.slice(1) : [])));
  };
  /** What is read of a process, and its error. It is ended if nobody reads on. */
  async function* finished<T>(child: ChildProcessWithoutNullStreams, found: AsyncIterable<T>): AsyncGenerator<T> {
    const end = ended(child, folder);
    // Without a listener, an error that comes first would end this process.
    end.catch(() => undefined);
    let isWhole = false;
    try {
      yield* found;
      isWhole = true;
    } finally {
      if (!isWhole) child.kill();
    }
    const { code, trouble } = await end;
    if (code > 0) throw refusedBy(folder, trouble);
  }
  return {
    head: () => resolve('HEAD'),
    has: async (commit) => objectId.test(commit) && (await resolve(commit).catch(() => undefined)) !== undefined,
    commits: ({ to, from, max }) => {
      const range = [to, ...(from === undefined ? [] : [`^${from}`])];
      return linesOf(['rev-list', `--max-count=${String(max)}`, ...range, '--'], '\n');
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

/** The exit code, -1 if it was killed, and the first line of what it complained about. */
function ended(child: ChildProcessWithoutNullStreams, folder: string): Promise<{ code: number; trouble: string }> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < maxErrorLength) said += text;
  });
  // Git may end before it has read all ids.
  child.stdin.on('error', () => undefined);
  return new Promise((done, fail) => {
    child.once('error', (error) => {
      fail(codeOf(error) === 'ENOENT' ? noGit(error) : error);
    });
    child.once('close', (code) => {
      const [trouble = ''] = said
        .trim()
        .replace(/^(?:fatal|error): /u, '')
        .split('\n');
      if (/not a git repository/iu.test(trouble)) fail(noRepository(folder));
      else done({ code: code ?? -1, trouble: trouble.slice(0, maxErrorLength) });
    });
  });
}

/** Without variables of a Git that started this process, which name another repository. */
function safeEnvironment(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || keptVariables.has(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // An older Git fetches objects that a partial clone left out; without protocols it cannot.
    GIT_ALLOW_PROTOCOL: 'none',
    // A repository around the folder is another project.
    GIT_CEILING_DIRECTORIES: dirname(folder),
  };
}

function noGit(cause: unknown): BigMindError {
  return new BigMindError('not_found', 'Git was not found on this computer.', {
    remedy: 'Nothing was changed. Install Git (git-scm.com), and try again.',
    cause,
  });
}

function noRepository(folder: string): BigMindError {
  return new BigMindError('not_found', `There is no Git repository in ${folder}.`, {
    remedy: 'Nothing was changed. Run this in the folder of a project with Git.',
    details: { folder },
  });
}

function refusedBy(folder: string, trouble: string): BigMindError {
  return new BigMindError(
    'not_allowed',
    `Git does not read ${folder}: ${trouble === '' ? 'it gave no reason' : trouble}.`,
    {
      remedy: 'Nothing was changed. Run "git status" in that folder to see what is wrong.',
      details: { folder },
    },
  );
}
