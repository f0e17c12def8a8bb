/** The disk of `npm run torture -- power`, which must not promise more than a real one, nor less. */
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

describe('a disk after a loss of power', () => {
  it('has what was synced, name and content, whatever else is lost', () => {
    const left = outcomes('strict', [...write('/store', 'new'), ...sync('/store'), ...sync('')]);
    deepEqual([...left], ['store=new']);
  });

  it('may have a file without its name, a name without its content, and less than was written', () => {
    ok(outcomes('strict', [...write('/store', 'new'), ...sync('/store')]).has(''));
    ok(outcomes('strict', [...write('/store', 'new'), ...sync('')]).has('store='));
    const long = outcomes('strict', [...write('/store', 'a'.repeat(8_192)), ...sync('')]);
    ok(long.has(`store=${'\0'.repeat(4_096)}${'a'.repeat(4_096)}`), 'the second half came first');
  });

  it('has either file under a name that another was renamed to, and with ext4 perhaps an empty one', () => {
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

  it('keeps with ext4 the names that are older than the last sync of anything', () => {
    const calls = [...write('/store', 'new'), ...sync('/store')];
    deepEqual([...outcomes('ordered', calls)], ['store=new']);
  });

  it('brings back what was removed, until the folder was synced', () => {
    const before = [...write('/store', 'old'), ...sync('/store'), ...sync('')];
    const removed: DiskCall[] = [...before, { call: 'unlink', path: `${root}/store` }];
    ok(outcomes('strict', removed).has('store=old'));
    deepEqual([...outcomes('strict', [...removed, ...sync('')])], ['']);
  });

  it('is sure only of what was finished before the sync began', () => {
    const [begins, ends] = sync('/store');
    const late: DiskCall = { call: 'write', path: `${root}/store`, offset: 3, bytes: Buffer.from('er') };
    const calls = [...write('/store', 'new'), ...sync('')];
    if (begins !== undefined && ends !== undefined) calls.push(begins, late, ends);
    deepEqual([...outcomes('strict', calls)].toSorted(), ['store=new', 'store=new\0\0', 'store=newer']);
  });

  it('notices when it only pretends to sync', () => {
    const calls = [...write('/store', 'new'), ...sync('/store'), ...sync('')];
    ok(outcomes('strict', calls, 'files').has('store='));
    ok(outcomes('strict', calls, 'folders').has(''));
    equal(outcomes('strict', calls, 'none').size, 1);
  });
});

/** Everything that may be left, as it was in 500 losses. */
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
