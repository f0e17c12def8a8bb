/** Activation is measured (docs/performance.md) and stores the runtime's path for the command line. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { theExtension } from './support.ts';

describe('activation', () => {
  it('reports its duration', async () => {
    const { activationMs } = await theExtension().activate();
    console.log(`[mocha]        (activate took ${activationMs.toFixed(1)} ms)`);
    assert.ok(activationMs > 0);
  });

  it('writes runtime.json with existing programs, and leaves no draft', async () => {
    const file = await (await theExtension().activate()).runtimeRecord;
    assert.ok(file, 'runtime.json was not written');
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    assert.equal(record['execPath'], process.execPath);
    assert.equal(record['electronRunAsNode'], 'electron' in process.versions);
    assert.equal(record['nodeVersion'], process.versions.node);
    assert.equal(record['sqliteVersion'], process.versions['sqlite'] ?? null);
    assert.ok(existsSync(String(record['cli'])), `${String(record['cli'])} does not exist`);
    assert.deepEqual(
      readdirSync(dirname(file)).filter((name) => name.startsWith('runtime')),
      [basename(file), 'runtime.txt'],
    );
  });
});
