/** Checks which suites `npm run test:fast` runs, and that none of them can start a process. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findUnitSuites, slowSuites } from '../../scripts/lib/unitSuites.ts';
import { forbidProcesses } from '../support/noProcesses.ts';

const root = join(import.meta.dirname, '../..');

describe('the suites that do not need VS Code', () => {
  const { fast, slow, withProcesses } = findUnitSuites();

  it('are fast, slow, or start processes', () => {
    const all = globSync('test/**/*.test.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    const needVsCode = /^test\/(?:e2e|host|realClients)\//u;
    assert.deepEqual([...fast, ...slow, ...withProcesses].sort(), all.filter((path) => !needVsCode.test(path)).sort());
  });

  it('are slow only if they exist and start no process', () => {
    assert.deepEqual(
      slowSuites.filter((suite) => !slow.includes(suite)),
      [],
    );
  });

  it('count as starting processes if they or their helpers start one', () => {
    assert.ok(withProcesses.includes('test/architecture/unitSuites.test.ts'));
    assert.ok(withProcesses.includes('test/cli/hook.test.ts'));
    assert.ok(fast.includes('test/store/contract/factsContract.test.ts'));
  });
});

describe('a fast suite', () => {
  let allow: () => void;
  before(() => {
    allow = forbidProcesses();
  });
  after(() => {
    allow();
  });

  for (const [name, startProcess] of Object.entries({
    spawn: () => spawn(process.execPath, ['--version']),
    execFile: () => execFile(process.execPath, ['--version']),
    fork: () => fork('nothing.js'),
    spawnSync: () => spawnSync(process.execPath, ['--version']),
    execFileSync: () => execFileSync(process.execPath, ['--version']),
  })) {
    it(`cannot start a process with ${name}`, () => {
      assert.throws(startProcess, /A fast suite starts no process/u);
    });
  }
});
