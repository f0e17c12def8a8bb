/** The page's inbox of a sync: who gets it, what it shows, and decisions that can be undone. */
import assert from 'node:assert/strict';
import { remedyInTerminal } from '../../src/cli/shared/remedyInTerminal.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { ConflictCard } from '../../src/protocol/sync/conflicts.ts';
import { openTestMemory } from '../support/memory.ts';
import { rowsIn } from '../support/rows.ts';
import { removeFolders } from '../store/support.ts';
import { connected, factsOf, liveFact, say, syncAll } from '../sync/connected.ts';
import type { Machine } from '../sync/machines.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

after(removeFolders);

describe('the inbox of a sync', () => {
  let [one, other]: [Machine, Machine] = [undefined as never, undefined as never];
  let holder: Machine;
  let host: PageHost;
  /** Both machines change one fact; the second one to sync has the conflict. */
  beforeEach(async () => {
    ({ one, other } = await connected());
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    await edit(other, 'The relay listens on port 83.');
    await edit(one, 'The relay listens on port 82.');
    await syncAll(one, other);
    holder = (await one.sync.conflicts()).length === 1 ? one : other;
    host = hostOf(holder);
  });
  afterEach(async () => {
    for (const machine of [one, other]) await machine.close();
  });

  const hostOf = ({ caller, memory }: Machine): PageHost => hostFor(caller, { memory, search: undefined as never });
  const edit = (machine: Machine, fact: string): Promise<void> =>
    liveFact(machine, async (factId) => {
      await machine.memory.facts.edit(machine.caller, { factId, fact });
    });
  const inbox = async (): Promise<ConflictCard[]> =>
    (await runQuery(host, 'conflicts', { offset: 0, limit: 20 })).conflicts;
  const first = async (): Promise<ConflictCard> => {
    const [conflict] = await inbox();
    assert.ok(conflict !== undefined);
    return conflict;
  };

  it('shows both versions, where each was written, and how many wait', async () => {
    const { table, title, current, other: lost, differences } = await first();
    const [fact = ''] = await factsOf(holder);
    assert.deepEqual([table, title, current.isThere], ['facts', fact, true]);
    assert.deepEqual([current.machine, lost.machine].sort(), ['desktop', 'laptop']);
    assert.notEqual(current.isHere, lost.isHere);
    assert.deepEqual(
      differences.map(({ column, current: now }) => [column, now]),
      [['fact', fact]],
    );
    assert.notEqual(differences[0]?.other, fact);
    assert.equal((await runQuery(host, 'overview', {})).conflicts, 1);
    assert.equal((await runQuery(hostOf(holder === one ? other : one), 'overview', {})).conflicts, 0);
  });

  it('names this computer for a version that was edited since the last sync', async () => {
    await edit(holder, 'The relay listens on port 84.');
    const { current } = await first();
    assert.deepEqual([current.machine, current.isHere], [holder.name, true]);
  });

  it('makes the other version current on both computers, and finds it in searches', async () => {
    const { id, seen, differences } = await first();
    const lost = differences[0]?.other ?? '';
    await runCommand(host, { type: 'settleConflict', id, choice: 'take', seen });
    assert.deepEqual([await factsOf(holder), await inbox()], [[lost], []]);
    await syncAll(holder, holder === one ? other : one);
    assert.deepEqual([await factsOf(one), await factsOf(other)], [[lost], [lost]]);
    const { indexMissing, indexOrphans } = await holder.store.maintenance.inspect();
    assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
  });

  for (const choice of ['keep', 'take'] as const) {
    it(`takes the decision to ${choice} a version back, also after the next sync`, async () => {
      const before = await first();
      const facts = await factsOf(holder);
      const card = await runCommand(host, { type: 'settleConflict', id: before.id, choice, seen: before.seen });
      assert.equal((await runQuery(host, 'overview', {})).conflicts, 0);
      await syncAll(holder, holder === one ? other : one);
      await undo(host, card);
      assert.deepEqual([await factsOf(holder), (await first()).differences], [facts, before.differences]);
      await syncAll(holder, holder === one ? other : one);
      assert.deepEqual([await factsOf(one), await factsOf(other)], [facts, facts]);
      const again = await first();
      assert.equal(again.id, before.id);
      await runCommand(host, { type: 'settleConflict', id: again.id, choice: 'take', seen: again.seen });
      assert.deepEqual(await factsOf(holder), [before.differences[0]?.other]);
    });
  }

  it('does not take a decision back after one more edit, or the end of the sync', async () => {
    const undoOf = async (change: () => Promise<unknown>): Promise<string> => {
      const { id, seen } = await first();
      const { undo: changeId } = await runCommand(host, { type: 'settleConflict', id, choice: 'take', seen });
      await change();
      return (await refusal(host, { type: 'undo', changes: [changeId ?? ''] })).code;
    };
    assert.equal(await undoOf(() => edit(holder, 'The relay listens on port 85.')), 'conflict');
    await syncAll(one, other);
    await edit(other, 'The relay listens on port 86.');
    await edit(one, 'The relay listens on port 87.');
    await syncAll(one, other);
    holder = (await one.sync.conflicts()).length === 1 ? one : other;
    host = hostOf(holder);
    assert.equal(await undoOf(() => holder.sync.turnOff()), 'not_found');
    assert.deepEqual([await inbox(), (await runQuery(host, 'overview', {})).conflicts], [[], 0]);
  });

  const twinsOf = (text: string): unknown[] =>
    rowsIn(holder.file, `SELECT 1 FROM facts WHERE coalesce(deprecated, 0) = 0 AND fact = '${text}'`);

  it('does not make a version current that another live fact repeats, until that one is retired', async () => {
    const { id, seen, differences } = await first();
    const lost = differences[0]?.other ?? '';
    await say(holder, lost);
    const command = { type: 'settleConflict', id, choice: 'take', seen } as const;
    const { code, message, remedy } = await refusal(host, command);
    assert.deepEqual(
      [code, message, remedy],
      ['conflict', 'The fact #2 already says that.', { code: 'deprecate_duplicate' }],
    );
    assert.match(
      remedyInTerminal('deprecate_duplicate'),
      /`bigmind serve --open`, change or deprecate that one in the page/u,
    );
    assert.deepEqual([(await inbox()).length, twinsOf(lost).length], [1, 1]);
    await runCommand(host, { type: 'deprecateFact', id: 2, reason: 'Twice' });
    await runCommand(host, command);
    assert.deepEqual([await inbox(), twinsOf(lost).length], [[], 1]);
  });

  it('does not take a decision back to what another live fact repeats, until that one is retired', async () => {
    const { id, seen } = await first();
    const [before = ''] = await factsOf(holder);
    const card = await runCommand(host, { type: 'settleConflict', id, choice: 'take', seen });
    await say(holder, before);
    const changes = [card.undo ?? ''];
    const { code, message } = await refusal(host, { type: 'undo', changes });
    assert.deepEqual([code, message], ['conflict', 'The fact #2 already says that.']);
    assert.deepEqual([await inbox(), twinsOf(before).length], [[], 1]);
    await runCommand(host, { type: 'deprecateFact', id: 2, reason: 'Twice' });
    await undo(host, card);
    assert.deepEqual([(await inbox()).length, await factsOf(holder)], [1, [before]]);
  });

  it('lets a version be kept and taken back that another live fact repeats, because nothing is written', async () => {
    const { id, seen, differences } = await first();
    await say(holder, differences[0]?.other ?? '');
    await undo(host, await runCommand(host, { type: 'settleConflict', id, choice: 'keep', seen }));
    assert.equal((await inbox()).length, 1);
  });

  it('refuses a decision about a version that the user has not seen', async () => {
    const { id, seen } = await first();
    await edit(holder, 'The relay listens on port 84.');
    const command = { type: 'settleConflict', id, choice: 'take', seen } as const;
    assert.equal((await refusal(host, command)).code, 'conflict');
    assert.equal((await inbox()).length, 1);
    assert.equal((await refusal(host, { ...command, id: 99 })).code, 'not_found');
  });

  it('notes each decision in the audit, without text', async () => {
    const decide = async (choice: 'keep' | 'take'): Promise<void> => {
      const { id, seen } = await first();
      await undo(host, await runCommand(host, { type: 'settleConflict', id, choice, seen }));
    };
    await decide('keep');
    await decide('take');
    const rows = rowsIn(
      holder.file,
      `SELECT action, kind, memory_uid, detail FROM audit WHERE detail = 'sync conflict'`,
    );
    const [uid] = rowsIn(holder.file, 'SELECT uid FROM facts').map((row) => row['uid']);
    assert.deepEqual(
      rows.map((row) => [row['action'], row['kind'], row['memory_uid'], row['detail']]),
      ['resolve', 'take_back', 'edit', 'take_back'].map((action) => [action, 'fact', uid, 'sync conflict']),
    );
  });

  it('is hidden from everyone once several people use the memory', async () => {
    const { id, seen } = await first();
    const agent = { name: 'tests', version: '1' };
    await holder.memory.identities.resolve({ username: 'joe', agent, project: undefined, conversationId: null });
    assert.deepEqual([await inbox(), (await runQuery(host, 'overview', {})).conflicts], [[], 0]);
    const command = { type: 'settleConflict', id, choice: 'take', seen } as const;
    assert.equal((await refusal(host, command)).code, 'not_allowed');
  });

  for (const choice of ['keep', 'take'] as const) {
    it(`does not take back the decision to ${choice} a version once several people use the memory`, async () => {
      const { id, seen } = await first();
      const { undo: changeId } = await runCommand(host, { type: 'settleConflict', id, choice, seen });
      const facts = await factsOf(holder);
      const agent = { name: 'tests', version: '1' };
      await holder.memory.identities.resolve({ username: 'joe', agent, project: undefined, conversationId: null });
      const { code, message } = await refusal(host, { type: 'undo', changes: [changeId ?? ''] });
      assert.deepEqual([code, message.split('.')[0]], ['not_allowed', 'Several people use this memory']);
      assert.deepEqual([await factsOf(holder), rowsIn(holder.file, 'SELECT 1 FROM sync_conflicts')], [facts, []]);
    });
  }

  it('is erased with the memory, and so is what an undo would bring back', async () => {
    const { id, seen } = await first();
    const { undo: changeId } = await runCommand(host, { type: 'settleConflict', id, choice: 'keep', seen });
    await liveFact(one, async (factId) => {
      const ref = { kind: 'fact', id: String(factId) } as const;
      const { expected } = await one.memory.erasure.preview(one.caller, ref);
      await one.memory.erasure.erase(one.caller, ref, expected);
    });
    await syncAll(one, other);
    assert.equal((await refusal(host, { type: 'undo', changes: [changeId ?? ''] })).code, 'not_found');
    assert.deepEqual(rowsIn(holder.file, 'SELECT 1 FROM changes UNION ALL SELECT 1 FROM sync_conflicts'), []);
  });
});

describe('the inbox of a sync with a hypothesis', () => {
  it('never opens one that is open under another number', async () => {
    const { one, other } = await connected();
    const suppose = async ({ memory, caller }: Machine): Promise<number> =>
      (await memory.hypotheses.add(caller, { hypothesis: 'The cache is slow.' })).hypothesis.id;
    const resolve = async (machine: Machine, status: 'confirmed' | 'refuted'): Promise<void> => {
      const input = { hypothesisId: 1, status, resolution: `Measured on the ${machine.name}.` };
      await machine.memory.hypotheses.resolve(machine.caller, input);
    };
    await suppose(one);
    await resolve(one, 'confirmed');
    await syncAll(one, other);
    for (const { memory, caller } of [one, other])
      await memory.hypotheses.reopen(caller, {
        hypothesisId: 1,
        version: (await memory.hypotheses.get(caller, 1)).version,
      });
    await resolve(other, 'refuted');
    await syncAll(one, other);
    const holder = (await one.sync.conflicts()).length === 1 ? one : other;
    const host = hostFor(holder.caller, { memory: holder.memory, search: undefined as never });
    const [conflict] = (await runQuery(host, 'conflicts', { offset: 0, limit: 1 })).conflicts;
    assert.ok(conflict !== undefined);
    const take = { type: 'settleConflict', id: conflict.id, choice: 'take', seen: conflict.seen } as const;
    // Which version lost depends on the random ids of the machines.
    const isOpenNow = (await holder.memory.hypotheses.get(holder.caller, 1)).status === 'open';
    const changes = isOpenNow ? [(await runCommand(host, take)).undo ?? ''] : [];
    assert.equal(await suppose(holder), 2);
    const { code, message } = await refusal(host, isOpenNow ? { type: 'undo', changes } : take);
    assert.deepEqual([code, message], ['conflict', 'The hypothesis #2 already says that.']);
    for (const machine of [one, other]) await machine.close();
  });
});

describe('the inbox of a sync in a shared memory', () => {
  it('is empty for everyone, and refuses every decision', async () => {
    const open = openTestMemory('team');
    for (const caller of [await open.caller(), await open.caller({ username: 'joe', conversationId: 'chat-2' })]) {
      const host = hostFor(caller, open);
      assert.deepEqual(await runQuery(host, 'conflicts', { offset: 0, limit: 20 }), { conflicts: [], total: 0 });
      assert.equal((await runQuery(host, 'overview', {})).conflicts, 0);
      const command = { type: 'settleConflict', id: 1, choice: 'take', seen: null } as const;
      assert.equal((await refusal(host, command)).code, 'not_allowed');
    }
    await open.close();
  });
});
