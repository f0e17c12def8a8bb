/**
 * Paths inside the clone, and the cache, which outlives it. The cache contains everything that is expensive to make;
 * `artifacts/` contains everything that a failed run keeps for inspection.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));
export const vsix = join(root, 'bigmind.vsix');
export const artifacts = join(root, 'artifacts');
export const cache =
  process.env['BIGMIND_TEST_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bigmind');

/** A folder for one run, removed when the process exits. Its name is short because it will contain sockets. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bm-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
