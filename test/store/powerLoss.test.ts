/** The simulated disk of `npm run torture -- power` must promise neither more nor less than a real one. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { seededRandom } from '../support/seededRandom.ts';
import { RecordedDisk } from '../torture/power/recordedDisk.ts';
import type { Lie } from '../torture/power/recordedDisk.ts';
import type { DiskCall } from '../torture/power/syscalls.ts';

const root = '/disk';
const write = (path: string, text: string): DiskCall[] => [
  { call: 'open', path: root + path, creates: true, empties: false, appends: false },
  { call: 'write', path: root + path, offset: 0, bytes: Buffer.from(text) },
];
const sync = (path: string): DiskCall[] => [
  { call: 'syncBegins', path: root + path, thread: '1' },
  { call: 'syncEnds', path: root + path, thread: '1' },
];
const rename = (from: string, to: string): DiskCall[] => [{ call: 'rename', from: root + from, path: root + to }];

describe('a disk after a power loss', () => {
  it('has the name and content of synced files, whatever else is lost', () => {
    const left = outcomes('strict', [...write('/store', 'new'), ...sync('/store'), ...sync('')]);
    deepEqual([...left], ['store=new']);
  });

  it('may lose the name, the content or a part of an unsynced file', () => {
    ok(outcomes('strict', [...write('/store', 'new'), ...sync('/store')]).has(''));
    ok(outcomes('strict', [...write('/store', 'new'), ...sync('')]).has('store='));
    const long = outcomes('strict', [...write('/store', 'a'.repeat(8_192)), ...sync('')]);
    ok(long.has(`store=${'\0'.repeat(4_096)}${'a'.repeat(4_096)}`), 'the second half came first');
  });

  it('has the old or the new file after a rename, or with ext4 an empty one if it was not synced', () => {
    const before = [...write('/store', 'old'), ...sync('/store'), ...sync('')];
    const replace = [...write('/draft', 'new'), ...sync('/draft'), ...rename('/draft', '/store')];
    for (const model of ['strict', 'ordered'] as const) {
      const stores = [...outcomes(model, [...before, ...replace])].map((left) => /store=(\w*)/u.exec(left)?.[1]);
      deepEqual([...new Set(stores)].toSorted(), ['new', 'old'], model);
      deepEqual([...outcomes(model, [...before, ...replace, ...sync('')])], ['store=new'], model);
    }
    const careless = [...write('/draft', 'new'), ...rename('/draft', '/store'), ...sync('')];
    ok(outcomes('ordered', [...before, ...careless]).has('store='));
  });

  it('keeps, with ext4, all names from before the last sync of any file', () => {
    const calls = [...write('/store', 'new'), ...sync('/store')];
    deepEqual([...outcomes('ordered', calls)], ['store=new']);
  });

  it('may bring back a deleted file until its folder is synced', () => {
    const before = [...write('/store', 'old'), ...sync('/store'), ...sync('')];
    const removed: DiskCall[] = [...before, { call: 'unlink', path: `${root}/store` }];
    ok(outcomes('strict', removed).has('store=old'));
    deepEqual([...outcomes('strict', [...removed, ...sync('')])], ['']);
  });

  it('guarantees only writes that finished before the sync began', () => {
    const [begins, ends] = sync('/store');
    const late: DiskCall = { call: 'write', path: `${root}/store`, offset: 3, bytes: Buffer.from('er') };
    const calls = [...write('/store', 'new'), ...sync('')];
    if (begins !== undefined && ends !== undefined) calls.push(begins, late, ends);
    deepEqual([...outcomes('strict', calls)].toSorted(), ['store=new', 'store=new\0\0', 'store=newer']);
  });

  it('loses data if it only pretends to sync', () => {
    const calls = [...write('/store', 'new'), ...sync('/store'), ...sync('')];
    ok(outcomes('strict', calls, 'files').has('store='));
    ok(outcomes('strict', calls, 'folders').has(''));
    equal(outcomes('strict', calls, 'none').size, 1);
  });
});

/** Collects the possible contents after 500 simulated power losses. */
function outcomes(model: 'strict' | 'ordered', calls: readonly DiskCall[], lie: Lie = 'none'): Set<string> {
  const disk = new RecordedDisk(root, new Map(), lie);
  for (const call of calls) disk.apply(call);
  const chance = seededRandom(7);
  return new Set(
    Array.from({ length: 500 }, () =>
      [...disk.afterPowerLoss(model, chance)].map(([path, content]) => `${path}=${content.toString()}`).join(' '),
    ),
  );
}
