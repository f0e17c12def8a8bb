/** A share whose server is down never answers, and SQLite accesses it in a way that blocks the whole process. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPlaceProbe } from '../../src/store/sqlite/engine/file/diskProbe.ts';
import { noJudgement, aFact, aFile, codeOf, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

/** A disk that answers only if `answers` is true. */
class Disk {
  answers = true;
  probes = 0;
  #wake: (() => void)[] = [];

  readonly look = async (): Promise<void> => {
    this.probes += 1;
    if (!this.answers) await new Promise<void>((resolve) => this.#wake.push(resolve));
  };

  async comeBack(): Promise<void> {
    this.answers = true;
    for (const wake of this.#wake) wake();
    await new Promise(setImmediate);
  }
}

describe('a store whose disk does not answer', () => {
  it('is not touched, reports the problem, and is probed only once until the disk answers again', async () => {
    const file = aFile();
    const disk = new Disk();
    disk.answers = false;
    const store = openStore('native', file, { place: { look: disk.look, timeoutMs: 20 } });
    await assert.rejects(store.facts.get(1), /The disk of the database at .* does not answer\./u);
    assert.equal(await codeOf(store.facts.get(1)), 'store_unavailable');
    assert.deepEqual([disk.probes, existsSync(file)], [1, false]);
    await disk.comeBack();
    await store.facts.add(aFact(await visit(store), 'said when it was back'), noJudgement);
    assert.equal((await store.facts.get(1))?.fact, 'said when it was back');
    await store.close();
  });

  it('is probed once for all callers, because each pending probe blocks one of four threads', async () => {
    const file = aFile();
    const disk = new Disk();
    disk.answers = false;
    const [hasty, patient] = [20, 60_000].map((timeoutMs) => createPlaceProbe(file, { look: disk.look, timeoutMs }));
    await assert.rejects(hasty?.() ?? Promise.resolve(), /does not answer/u);
    const waiting = patient?.();
    assert.equal(disk.probes, 1);
    await disk.comeBack();
    await waiting;
    await hasty?.();
    assert.equal(disk.probes, 2);
  });

  it('is probed before each call on a share, which may disappear at any time, and once on a local disk', async () => {
    for (const share of ['nfs', undefined]) {
      const disk = new Disk();
      const store = openStore('native', aFile(), {
        shareAt: () => Promise.resolve(share),
        place: { look: disk.look, timeoutMs: 20 },
      });
      await store.facts.get(1);
      const before = disk.probes;
      await store.facts.get(1);
      assert.equal(disk.probes - before, share === undefined ? 0 : 1);
      disk.answers = false;
      assert.equal(await codeOf(store.facts.get(1)), share === undefined ? 'no error' : 'store_unavailable');
      await store.close();
    }
  });

  it('is probed through a link that leads to a share, even if the disk of the link always answers', async function () {
    if (process.platform === 'win32') this.skip();
    const link = aFile();
    const share = join(realpathSync(dirname(link)), 'share');
    mkdirSync(share);
    symlinkSync(join(share, 'memory.db'), link);
    const disk = new Disk();
    const store = openStore('native', link, {
      shareAt: (folder) => Promise.resolve(folder === share ? 'nfs' : undefined),
      place: { look: (file) => (file === link ? disk.look() : Promise.resolve()), timeoutMs: 20 },
    });
    await store.facts.get(1);
    disk.answers = false;
    assert.equal(await codeOf(store.facts.get(1)), 'store_unavailable');
    await disk.comeBack();
    await store.close();
  });
});
