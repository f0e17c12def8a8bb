/** A process that is killed in the middle of a sync loses and repeats nothing: the next run continues. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createFolderPlace } from '../../src/sync/folderPlace.ts';
import { createLocalFiles } from '../../src/sync/localFiles.ts';
import { openSync } from '../../src/sync/openSync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { aFact, aFolder, moment, noJudgement, openStore, removeFolders, visit } from '../store/support.ts';
import type { Store } from '../../src/memory/store.ts';
import { recordsOf } from './machines.ts';

after(removeFolders);

const passphrase = 'four random words here';
const ask = {
  open: (use: (text: string) => Promise<Uint8Array>) => use(passphrase),
  create: () => Promise.resolve(passphrase),
};

function syncOf(file: string, store: Store): Sync {
  return openSync({
    store,
    ports: { redact: (text) => ({ text, removed: 0 }), clock: { now: () => new Date(moment), timeZone: 'UTC' } },
    settings: { home: join(dirname(file), 'home'), databaseFile: file, username: 'ada' },
    env: process.env,
  });
}

function killedAfter(file: string, steps: number): Promise<NodeJS.Signals | null> {
  const program = join(import.meta.dirname, 'programs/syncUntilKilled.ts');
  const child = spawn(process.execPath, [program, file, String(steps)], { stdio: 'ignore' });
  return new Promise((done, fail) => {
    child.once('error', fail).once('close', (_code, signal) => done(signal));
  });
}

describe('a sync that is killed', () => {
  it('continues with the next run, at whichever step it was killed', async () => {
    const folder = aFolder();
    const files = [anEmptyStore('native'), anEmptyStore('native')];
    for (const [at, file] of files.entries()) {
      const store = openStore('native', file);
      const caller = await visit(store);
      for (let n = 0; n < 30; n += 1)
        await store.facts.add(aFact(caller, `Machine ${String(at)} says ${String(n)}`), noJudgement);
      await syncOf(file, store).setUp({ kind: 'folder', folder }, `machine ${String(at)}`, ask);
      await store.close();
    }
    const [first = '', second = ''] = files;
    let kills = 0;
    for (const steps of [6, 8, 10]) {
      for (const file of [first, second]) if ((await killedAfter(file, steps)) === 'SIGKILL') kills += 1;
    }
    assert.ok(kills >= 4, String(kills));
    for (const file of [first, second, first]) {
      const store = openStore('native', file);
      assert.deepEqual((await syncOf(file, store).run()).waiting, []);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
      await store.close();
    }
    assert.deepEqual(recordsOf({ file: first }), recordsOf({ file: second }));
    assert.equal(recordsOf({ file: first }).filter((line) => line.startsWith('facts ')).length, 60);
    assert.deepEqual(await createLocalFiles(first).names(), []);
    assert.deepEqual((await createFolderPlace(folder).list()).strays, []);
  });
});
