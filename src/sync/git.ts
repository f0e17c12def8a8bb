/**
 * Runs `git` without a terminal: it never asks, no hook or filter of anybody runs, and each command has a time limit.
 * Credentials come from the user's own helper or SSH agent.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';
import { codeOf } from '../util/fileTrouble.ts';

interface GitOutcome {
  code: number;
  text: string;
  /** The last line of what Git complained about, without addresses. */
  trouble: string;
}

export type RunGit = (args: readonly string[], options?: { isAnonymous?: boolean }) => Promise<GitOutcome>;

const timeoutMs = 10 * 60_000;

const safeSettings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'core.askPass=',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'push.recurseSubmodules=no',
  'submodule.recurse=false',
  'maintenance.auto=false',
  'gc.auto=0',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
  'protocol.file.allow=always',
];

/** Set by users to say where their own configuration is, and how they reach a server. */
const keptVariables = new Set([
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH'],
  ...['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'],
]);

/** `extra`: further settings, such as a protocol that a test allows. */
export function createGit(folder: string, env: NodeJS.ProcessEnv, extra: readonly string[] = []): RunGit {
  return (args, { isAnonymous = false } = {}) => {
    const anonymous = isAnonymous ? ['credential.helper=', 'http.extraHeader=', 'http.emptyAuth=false'] : [];
    const settings = [...safeSettings, ...extra, ...anonymous].flatMap((setting) => ['-c', setting]);
    const child = spawn('git', ['--no-pager', ...settings, '-C', folder, ...args], {
      env: environment(env, folder, isAnonymous),
      cwd: dirname(process.execPath),
      timeout: timeoutMs,
      // Without its own terminal, SSH cannot ask either.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [chunks, said]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    return new Promise((done, fail) => {
      child.once('error', (error) => {
        fail(codeOf(error) === 'ENOENT' ? noGit(error) : error);
      });
      child.once('close', (code) => {
        done({ code: code ?? -1, text: Buffer.concat(chunks).toString('utf8'), trouble: troubleIn(said) });
      });
    });
  };
}

/** Without variables of a Git that started this process. Anonymous: also without the user's own configuration. */
function environment(env: NodeJS.ProcessEnv, folder: string, isAnonymous: boolean): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || keptVariables.has(name));
  const quiet = {
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
  };
  // A file with passwords in the home folder would make an anonymous request one of the user.
  const nobody = { HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  return { ...Object.fromEntries(own), ...quiet, ...(isAnonymous && nobody) };
}

function troubleIn(said: readonly Buffer[]): string {
  const lines = Buffer.concat(said).toString('utf8').trim().split('\n');
  const line = lines.find((one) => /^(?:fatal|error|remote: error)/u.test(one)) ?? lines.at(-1) ?? '';
  return line
    .replace(/^(?:fatal|error): /u, '')
    .replace(/\w+:\/\/\S+/gu, 'the remote')
    .slice(0, 300);
}

function noGit(cause: unknown): BigMindError {
  return new BigMindError('not_found', 'Git was not found on this computer.', {
    remedy: 'Nothing was changed. Install Git (git-scm.com), or use a folder instead of a remote.',
    cause,
  });
}
