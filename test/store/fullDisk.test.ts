/** If the disk is full before the program starts, stored data is still readable and nothing is lost. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aFact, aFile, noJudgement, openStore, removeFolders, visit } from './support.ts';

describe('a store on a full disk', () => {
  const disks: string[] = [];
  after(() => {
    for (const disk of disks) spawnSync('umount', ['-l', disk]);
    removeFolders();
  });

  it('can be read but not written by a new process, and works normally once there is room', async function () {
    const file = aFile();
    const disk = dirname(file);
    // Only root can mount a small disk.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status !== 0) this.skip();
    disks.push(disk);
    const first = openStore('native', file);
    const caller = await visit(first);
    const added = await first.facts.add(aFact(caller, 'We deploy on Thursdays'), noJudgement);
    await first.close();
    assert.ok(!existsSync(`${file}-shm`));
    fillUp(join(disk, 'ballast'));

    const [store, other] = [openStore('native', file), openStore('native', file)];
    const again = await visit(store);
    assert.equal(again.user.id, caller.user.id);
    const read = await Promise.all([store, other].map((one) => one.facts.get(1)));
    assert.deepEqual(
      read.map((fact) => fact?.fact),
      ['We deploy on Thursdays', 'We deploy on Thursdays'],
    );
    assert.equal(await store.maintenance.changeToken(), 'full');
    await assert.rejects(store.maintenance.inspect(), { code: 'store_full' });
    await assert.rejects(store.facts.add(aFact(again, 'Never on Fridays'), noJudgement), {
      code: 'store_full',
      remedy: /Free about a megabyte/u,
    });
    rmSync(join(disk, 'ballast'));
    await store.facts.add(aFact(again, 'Never on Fridays'), noJudgement);
    assert.equal((await other.facts.get(2))?.fact, 'Never on Fridays');
    assert.ok(added);
    await store.close();
    await other.close();
  });
});

/** Fills the disk to the last block. */
function fillUp(ballast: string): void {
  for (const size of [1_048_576, 65_536, 4_096]) {
    const part = Buffer.alloc(size);
    for (;;) {
      try {
        writeFileSync(ballast, part, { flag: 'a' });
      } catch {
        break;
      }
    }
  }
}
