/** What can go wrong with the place of a sync: nothing is lost, and the words say what to do. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { anEmptyStore } from '../store/emptyStore.ts';
import { removeFolders } from '../store/support.ts';
import { hashOf, keyIdOf, sealBundle } from '../../src/sync/bundleFile.ts';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { bundleFileName } from '../../src/memory/sync/bundles.ts';
import { connected, factsOf, folder, say, syncAll } from './connected.ts';
import type { Machine } from './machines.ts';
import { aMachine, ask, MemoryFiles, MemoryPlace, recordsOf } from './machines.ts';

after(removeFolders);

describe('a sync in trouble', () => {
  let [one, other]: [Machine, Machine] = [undefined as never, undefined as never];
  let place: MemoryPlace;
  const extra: Machine[] = [];
  beforeEach(async () => {
    ({ one, other, place } = await connected());
  });
  afterEach(async () => {
    for (const machine of [one, other, ...extra.splice(0)]) await machine.close();
  });

  const idOf = async ({ store }: Machine): Promise<string> => (await store.sync.state())?.machine ?? '';
  const bundlesOf = async (machine: Machine): Promise<string[]> => {
    const id = await idOf(machine);
    return [...place.files.keys()].filter((path) => path.includes(id)).sort();
  };
  const shorten = (path: string, bytes: number): void => {
    place.files.set(path, (place.files.get(path) ?? new Uint8Array()).subarray(0, bytes));
  };

  it('lets the later bundles of a machine wait for one that is cut off, and no others', async () => {
    for (const n of [1, 2]) {
      await say(one, `Statement ${String(n)}.`);
      await one.sync.run();
    }
    const third = await aMachine('tower', place);
    extra.push(third);
    await third.sync.setUp(folder, 'tower', ask);
    await say(third, 'From the tower.');
    await third.sync.run();
    const [first = ''] = await bundlesOf(one);
    const whole = place.files.get(first) ?? new Uint8Array();
    shorten(first, 40);
    const report = await other.sync.run();
    assert.deepEqual(
      report.waiting.map(({ name, sequence, reason }) => [name, sequence, reason]),
      [[await idOf(one), 1, 'incomplete']],
    );
    assert.ok((await factsOf(other)).includes('From the tower.'));
    place.files.set(first, whole);
    assert.deepEqual((await other.sync.run()).waiting, []);
    assert.equal((await factsOf(other)).length, 3);
  });

  it('names a bundle that is not there yet', async () => {
    for (const n of [1, 2]) {
      await say(one, `Statement ${String(n)}.`);
      await one.sync.run();
    }
    const [first = ''] = await bundlesOf(one);
    const bytes = place.files.get(first) ?? new Uint8Array();
    place.files.delete(first);
    const [waiting] = (await other.sync.run()).waiting;
    assert.deepEqual([waiting?.sequence, waiting?.reason], [1, 'missing']);
    place.files.set(first, bytes);
    await other.sync.run();
    assert.equal((await factsOf(other)).length, 2);
  });

  it('refuses a place that lost or replaced a bundle, and publishes everything again after another setup', async () => {
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    for (const path of [...place.files.keys()]) if (path.startsWith('machines/')) place.files.delete(path);
    await assert.rejects(other.sync.run(), (error: Error) => error.message.includes('was rewritten'));
    assert.equal((await factsOf(other)).length, 1);
    await other.sync.setUp(folder, 'desktop', ask);
    assert.ok((await other.sync.run()).sent > 0);
    const fresh = await aMachine('new', place);
    extra.push(fresh);
    await fresh.sync.setUp(folder, 'new', ask);
    await fresh.sync.run();
    assert.deepEqual(recordsOf(fresh), recordsOf(other));
  });

  it('asks to update for a bundle of a newer BigMind, and reads those of others', async () => {
    const key = place.files.get('key.age') ?? new Uint8Array();
    const machine = 'e'.repeat(12);
    const header = {
      format: 'bigmind-sync',
      version: 1,
      machine,
      sequence: 1,
      previous: '',
      key: keyIdOf(key),
    } as const;
    const bytes = await sealBundle({ ...header, schema: latestVersion + 1 }, '{}', key);
    place.files.set(`machines/${machine}/${bundleFileName({ machine, sequence: 1, hash: hashOf(bytes) })}`, bytes);
    await say(one, 'The relay listens on port 81.');
    await one.sync.run();
    const { waiting } = await other.sync.run();
    assert.deepEqual(
      waiting.map(({ reason }) => reason),
      ['newer'],
    );
    assert.equal((await factsOf(other)).length, 1);
  });

  it('lets a bundle of another key, and one that was changed, wait', async () => {
    const key = new Uint8Array(32).fill(9);
    const machine = 'e'.repeat(12);
    const put = async (header: { key: string; sequence: number; machine: string }): Promise<void> => {
      const bytes = await sealBundle(
        { format: 'bigmind-sync', version: 1, schema: latestVersion, previous: '', ...header },
        '{}',
        key,
      );
      const path = `machines/${header.machine}/${bundleFileName({ ...header, hash: hashOf(bytes) })}`;
      place.files.set(path, bytes);
    };
    await put({ key: keyIdOf(key), sequence: 1, machine });
    // The header claims our key, but the content was sealed with another one.
    await put({ key: (await one.store.sync.state())?.keyId ?? '', sequence: 1, machine: 'f'.repeat(12) });
    const { waiting } = await one.sync.run();
    assert.deepEqual(
      waiting.map(({ reason }) => reason),
      ['other_key', 'changed'],
    );
  });

  it('ignores and names the conflict copies of a cloud drive', async () => {
    await say(one, 'The relay listens on port 81.');
    await one.sync.run();
    const [first = ''] = await bundlesOf(one);
    const copy = first.replace('.bundle', ' (conflicted copy).bundle');
    place.files.set(copy, new Uint8Array([1]));
    const report = await other.sync.run();
    assert.deepEqual([report.strays, report.waiting], [[copy], []]);
    assert.equal((await factsOf(other)).length, 1);
  });

  it('takes a new id if a copy of the disk wrote under the old one, and both keep everything', async () => {
    await say(one, 'Before the copy.');
    await syncAll(one, other);
    const { files, file } = one;
    const copiedFile = anEmptyStore('native');
    await one.close();
    copyFileSync(file, copiedFile);
    const copiedFiles = Object.assign(new MemoryFiles(), { key: files.key });
    one = await aMachine('laptop', place, { file, files });
    const copied = await aMachine('laptop', place, { file: copiedFile, files: copiedFiles });
    extra.push(copied);
    await say(one, 'From the original.');
    await say(copied, 'From the copy.');
    assert.equal((await one.sync.run()).isRenamed, false);
    assert.equal((await copied.sync.run()).isRenamed, true);
    assert.notEqual(await idOf(one), await idOf(copied));
    await syncAll(one, copied, other);
    for (const machine of [one, copied, other]) {
      assert.deepEqual(await factsOf(machine), ['Before the copy.', 'From the copy.', 'From the original.']);
    }
    const names = (await other.sync.status()).machines.map(({ name }) => name).sort();
    assert.match(names.join(' '), /^laptop \([\da-f]{4}\) laptop \([\da-f]{4}\)$/u);
  });

  it('gets back what a restored older state has lost', async () => {
    await say(one, 'Before the backup.');
    await syncAll(one, other);
    const { file, files } = one;
    await one.close();
    const backup = anEmptyStore('native');
    copyFileSync(file, backup);
    one = await aMachine('laptop', place, { file, files });
    await say(one, 'After the backup.');
    await syncAll(one, other);
    await one.close();
    one = await aMachine('laptop', place, { file: backup, files });
    assert.equal((await one.sync.run()).isRenamed, true);
    await syncAll(one, other);
    assert.deepEqual(await factsOf(one), ['After the backup.', 'Before the backup.']);
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('writes bundles again that were lost in the outbox', async () => {
    await say(one, 'The relay listens on port 81.');
    one.interrupt.before = (step) => {
      if (step === 'write') throw new Error('The place is away.');
    };
    await assert.rejects(one.sync.run(), /The place is away/u);
    assert.equal((await one.sync.status()).state.outbox.length, 1);
    one.interrupt.before = () => undefined;
    one.files.outbox.clear();
    await one.sync.run();
    await other.sync.run();
    assert.equal((await factsOf(other)).length, 1);
    assert.equal(one.files.outbox.size, 0);
  });

  it('loses nothing if two runs of one store overlap', async () => {
    await say(one, 'The relay listens on port 81.');
    await Promise.allSettled([one.sync.run(), one.sync.run()]);
    await syncAll(one, other);
    assert.deepEqual(await factsOf(other), ['The relay listens on port 81.']);
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('can be turned off, which keeps the memories and forgets the key', async () => {
    await say(one, 'The relay listens on port 81.');
    await one.sync.run();
    await one.sync.turnOff();
    assert.equal(one.files.key, undefined);
    await assert.rejects(one.sync.run(), { code: 'not_found' });
    assert.equal((await factsOf(one)).length, 1);
    assert.ok([...place.files.keys()].length > 1);
    await one.sync.setUp(folder, 'laptop', ask);
    await syncAll(one, other);
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('refuses a setup if another machine was set up with the place at the same time', async () => {
    const empty = new MemoryPlace();
    empty.files.clear();
    const late = await aMachine('late', empty);
    extra.push(late);
    late.interrupt.before = (step) => {
      if (step === 'write') empty.files.set('key.age', new Uint8Array([1]));
    };
    await assert.rejects(late.sync.setUp(folder, 'late', ask), { code: 'conflict' });
    assert.equal(late.files.key, undefined);
    await assert.rejects(late.sync.run(), { code: 'not_found' });
  });

  it('does not run without its key', async () => {
    one.files.key = new Uint8Array(32).fill(1);
    await assert.rejects(one.sync.run(), /key of the sync is missing/u);
  });
});
