/** A scan in steps: other writers go between, and no bundle can have a row without its session. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { removeFolders } from '../store/support.ts';
import { rowsIn } from '../support/rows.ts';
import { connected, factsOf, liveFact, say, syncAll } from './connected.ts';
import type { Machine } from './machines.ts';
import { recordsOf } from './machines.ts';

after(removeFolders);

describe('a scan of changes', () => {
  let [one, other]: [Machine, Machine] = [undefined as never, undefined as never];
  beforeEach(async () => {
    ({ one, other } = await connected());
  });
  afterEach(async () => {
    for (const machine of [one, other]) await machine.close();
  });

  const scan = async ({ store }: Machine, shouldContinue?: () => Promise<boolean>): Promise<number> => {
    const { machine } = (await store.sync.state()) ?? { machine: '' };
    return store.sync.scan(machine, { rows: 2, ...(shouldContinue && { shouldContinue }) });
  };
  const speak = async ({ memory, caller }: Machine, content: string): Promise<void> => {
    await memory.sessions.start(caller);
    await memory.chunks.append(caller, { content });
  };

  it('needs no lock if nothing changed', async () => {
    for (let at = 0; at < 7; at += 1) await say(one, `The relay ${String(at)} listens.`);
    // The session is one, too.
    assert.equal(await scan(one), 8);
    const writer = new DatabaseSync(one.file);
    writer.exec('BEGIN IMMEDIATE');
    assert.equal(await scan(one), 0);
    writer.exec('ROLLBACK');
    writer.close();
  });

  it('finds edits, new rows, and what was taken back, in parts of a table', async () => {
    for (let at = 0; at < 7; at += 1) await say(one, `The relay ${String(at)} listens.`);
    const ids = rowsIn(one.file, 'SELECT id FROM facts ORDER BY id').map((row) => String(row['id']));
    for (const id of ids.slice(0, 5)) await one.memory.muted.mute(one.caller, { kind: 'fact', id });
    assert.equal(await scan(one), 13);
    for (const id of ids.slice(0, 5)) await one.memory.muted.unmute(one.caller, { kind: 'fact', id });
    await one.memory.facts.edit(one.caller, { factId: Number(ids[6]), fact: 'The relay 6 is silent.' });
    assert.equal(await scan(one), 6);
    assert.equal(await scan(one), 0);
  });

  it('ends early if asked, and the next one finds the rest', async () => {
    for (let at = 0; at < 7; at += 1) await say(one, `The relay ${String(at)} listens.`);
    const untilThree = (): Promise<boolean> =>
      Promise.resolve(rowsIn(one.file, 'SELECT 1 FROM sync_stamps').length < 3);
    assert.equal(await scan(one, untilThree), 3);
    assert.equal(await scan(one), 5);
    await syncAll(one, other);
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('sends what was changed between two steps, with this sync or the next one', async () => {
    for (let at = 0; at < 4; at += 1) await say(one, `The relay ${String(at)} listens.`);
    let step = 0;
    one.interrupt.inScan = async () => {
      step += 1;
      await say(one, `The cache ${String(step)} is warm.`);
      await speak(one, `Said at step ${String(step)}.`);
      await liveFact(one, async (factId) => {
        await one.memory.facts.deprecate(one.caller, { factId, reason: 'Not so.' });
      });
    };
    const { waiting } = await one.sync.run();
    assert.deepEqual(waiting, []);
    one.interrupt.inScan = () => Promise.resolve();
    assert.deepEqual((await other.sync.run()).waiting, []);
    await syncAll(one, other);
    assert.deepEqual(await factsOf(other), await factsOf(one));
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('stamps a row together with its session, because another run may send it between two steps', async () => {
    const alone = `SELECT 1 FROM sync_stamps k JOIN conversation_chunks c ON c.uid = k.record_key
      WHERE k.table_name = 'conversation_chunks' AND NOT EXISTS
        (SELECT 1 FROM sync_stamps s WHERE s.table_name = 'sessions' AND s.record_key = c.session_id)`;
    await speak(one, 'The tide turns at noon.');
    let steps = 0;
    await scan(one, () => {
      steps += 1;
      assert.deepEqual(rowsIn(one.file, alone), []);
      return Promise.resolve(true);
    });
    assert.ok(steps > 20, String(steps));
  });
});
