/**
 * Runs `git` so that nothing of the repository runs: programs that its configuration names are turned off, and no
 * missing object is fetched. A command that reads the working tree would still start filters, so there must be none.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { dirname } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import { codeOf } from '../../util/fileTrouble.ts';

interface GitProcesses {
  start: (args: readonly string[]) => ChildProcessWithoutNullStreams;
  /** `trouble` is the first line of what Git complained about. */
  textOf: (args: readonly string[]) => Promise<{ code: number; text: string; trouble: string }>;
  /** Rejects with `not_allowed` if Git fails. */
  linesOf: (args: readonly string[]) => Promise<string[]>;
  /** What is read of a process, and then its error. It is ended if nobody reads on. */
  finished: <T>(child: ChildProcessWithoutNullStreams, found: AsyncIterable<T>) => AsyncIterable<T>;
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
const maxErrorLength = 300;

/** Rejects with `not_found` without Git or a repository, and with the reason of the signal. */
export function createGitProcesses(
  folder: string,
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): GitProcesses {
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
  const linesOf = async (args: readonly string[]): Promise<string[]> => {
    const { code, text, trouble } = await textOf(args);
    if (code !== 0) throw refusedBy(folder, trouble);
    return text.split('\n').filter((line) => line !== '');
  };
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
    // Also if it was ended, because what it wrote until then is not all.
    if (code !== 0) throw refusedBy(folder, trouble);
  }
  return { start, textOf, linesOf, finished };
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

export function refusedBy(folder: string, trouble: string): BigMindError {
  return new BigMindError(
    'not_allowed',
    `Git does not read ${folder}: ${trouble === '' ? 'it gave no reason' : trouble}.`,
    {
      remedy: 'Nothing was changed. Run "git status" in that folder to see what is wrong.',
      details: { folder },
    },
  );
}
