/** The files that a window loads for the web UI stay small; run `npm run build` first. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname, '../../dist/webview');

describe('the bundle of the web UI', () => {
  it('is at most 250 KB, gzipped, including its styles', () => {
    const files = ['page.js', 'page.css', 'theme.css', 'codicon.css'];
    const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    assert.ok(bytes <= 250 * 1024, `It takes ${String(Math.round(bytes / 1024))} KB.`);
  });
});
