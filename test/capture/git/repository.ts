/** A real repository in a temporary folder, with commits at fixed times. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GitObjects } from '../../../src/capture/git/gitObjects.ts';
import { openGit } from '../../../src/capture/git/gitObjects.ts';

/** Git of a test reads no configuration of the machine. */
export const gitEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  SystemRoot: process.env['SystemRoot'],
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

export interface Repository {
  folder: string;
  git(...args: string[]): string;
  write(path: string, text: string | Buffer): void;
  /** Commits everything; each commit is a minute later than the one before. */
  commit(message: string): string;
  objects(signal?: AbortSignal): GitObjects;
  remove(): void;
}

export function aRepository(...options: string[]): Repository {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'bigmind repository ')));
  let minute = 0;
  const git = (...args: string[]): string => {
    const date = `2026-11-24T10:${String(minute).padStart(2, '0')}:00Z`;
    const env = { ...gitEnvironment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return execFileSync('git', args, { cwd: folder, env, stdio: 'pipe', encoding: 'utf8' }).trim();
  };
  git('init', '--quiet', '--initial-branch=main', ...options);
  return {
    folder,
    git,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    commit: (message) => {
      minute += 1;
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    objects: (signal = new AbortController().signal) => openGit(folder, { env: gitEnvironment, signal }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
