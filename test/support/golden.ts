/**
 * Golden files: output that others read (tool list, context block), as text in the repository. A missing file fails the
 * test; only `UPDATE_GOLDEN=1` updates them.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../golden');

export function assertGolden(name: string, actual: string): void {
  const file = join(folder, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  assert.ok(existsSync(file), `test/golden/${name} is missing; look at the output, then run with UPDATE_GOLDEN=1`);
  assert.equal(actual, readFileSync(file, 'utf8'));
}
