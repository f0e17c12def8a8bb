/**
 * A separate folder for each test, with a space and non-ASCII letters in its path, removed afterwards. It is in memory
 * if possible, so it does not suit tests about disks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from './fastFolder.ts';

export interface TemporaryHome {
  path: string;
  database: string;
  /** The environment of a process that runs in this home. */
  env: Record<string, string>;
  remove: () => void;
}

export function temporaryHome(): TemporaryHome {
  const path = mkdtempSync(join(fastFolder, 'bigmind tëst 你 '));
  const kept = ['PATH', 'SystemRoot', 'HOME', 'USERPROFILE', 'TEMP', 'TMP', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    path,
    database: join(path, 'memory.db'),
    env: { ...Object.fromEntries(kept), BIGMIND_HOME: path, BIGMIND_USER: 'ada', TZ: 'UTC' },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
