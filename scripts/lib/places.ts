/**
 * Where things are: inside the clone, and in the cache that outlives it. Everything that is expensive to make goes
 * into the cache; everything that a failed run leaves behind for a person goes into `artifacts/`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));
export const vsix = join(root, 'bigmind.vsix');
export const artifacts = join(root, 'artifacts');
export const cache =
  process.env['BIGMIND_TEST_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bigmind');

/** A folder for one run, removed when the process ends. Its name is short because sockets are made inside it. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bm-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
