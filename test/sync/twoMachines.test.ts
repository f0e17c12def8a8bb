/** Two machines with real stores: what one changes, the other has after both have synced. */
import assert from 'node:assert/strict';
import { removeFolders } from '../store/support.ts';
import type { Machine } from './machines.ts';
import { aMachine, ask, MemoryPlace, recordsOf } from './machines.ts';

after(removeFolders);

const folder = { kind: 'folder', folder: '/nowhere' } as const;

describe('a sync of two machines', () => {
  let place: MemoryPlace;
  let [laptop, desktop]: Machine[] = [];

  const pair = (): [Machine, Machine] => {
    assert.ok(laptop !== undefined && desktop !== undefined);
    return [laptop, desktop];
  };
  const syncAll = async (): Promise<void> => {
    for (const machine of [...pair(), ...pair()]) await machine.sync.run();
  };
  const factsOf = async ({ memory, caller }: Machine): Promise<string[]> =>
    (await memory.facts.list(caller, 'all', 50)).facts.map(({ fact }) => fact).sort();

  beforeEach(async () => {
    place = new MemoryPlace();
    laptop = await aMachine('laptop', place);
    desktop = await aMachine('desktop', place);
    await laptop.sync.setUp(folder, 'laptop', ask);
    await desktop.sync.setUp(folder, 'desktop', ask);
  });
  afterEach(async () => {
    for (const machine of pair()) await machine.close();
  });

  it('brings facts to the other machine', async () => {
    const [one, other] = pair();
    await one.memory.facts.store(one.caller, { category: 'codebase', fact: 'The relay listens on port 81.' });
    await other.memory.facts.store(other.caller, { category: 'preference', fact: 'Prefers short answers.' });
    await syncAll();
    assert.deepEqual(recordsOf(one), recordsOf(other));
    assert.equal((await factsOf(one)).length, 2);
    assert.deepEqual(await factsOf(one), await factsOf(other));
  });
});
