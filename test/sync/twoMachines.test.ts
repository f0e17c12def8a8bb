/** Two machines with real stores: what one changes, the other has after both have synced. */
import assert from 'node:assert/strict';
import { removeFolders } from '../store/support.ts';
import { rowsIn } from '../support/rows.ts';
import { connected, factsOf, folder, liveFact, say, syncAll } from './connected.ts';
import type { Machine } from './machines.ts';
import { aMachine, ask, recordsOf } from './machines.ts';

after(removeFolders);

async function edit({ memory, caller }: Machine, factId: number, fact: string): Promise<void> {
  await memory.facts.edit(caller, { factId, fact });
}

describe('a sync of two machines', () => {
  let [one, other]: [Machine, Machine] = [undefined as never, undefined as never];
  beforeEach(async () => {
    ({ one, other } = await connected());
  });
  afterEach(async () => {
    for (const machine of [one, other]) await machine.close();
  });

  it('brings facts to the other machine, where searches find them', async () => {
    await say(one, 'The relay listens on port 81.');
    await say(other, 'The cache lives in Redis.');
    await syncAll(one, other);
    assert.deepEqual(recordsOf(one), recordsOf(other));
    assert.deepEqual(await factsOf(one), ['The cache lives in Redis.', 'The relay listens on port 81.']);
    assert.deepEqual(await factsOf(other), await factsOf(one));
    const { indexMissing, indexOrphans } = await other.store.maintenance.inspect();
    assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
  });

  it('serves one person who has another user name on each machine', async () => {
    const named = await connected({ username: 'ada.l' });
    await say(named.one, 'The relay listens on port 81.');
    await syncAll(named.one, named.other);
    assert.deepEqual(await factsOf(named.other), ['The relay listens on port 81.']);
    assert.equal(rowsIn(named.other.file, 'SELECT 1 FROM users').length, 1);
    for (const machine of [named.one, named.other]) await machine.close();
  });

  it('also works with the engine that needs no native SQLite', async () => {
    const third = await aMachine('tablet', one.place, { engine: 'wasm' });
    await third.sync.setUp(folder, 'tablet', ask);
    await say(one, 'The relay listens on port 81.');
    await say(third, 'The cache lives in Redis.');
    await syncAll(one, third);
    assert.deepEqual(await factsOf(one), ['The cache lives in Redis.', 'The relay listens on port 81.']);
    assert.deepEqual(await factsOf(third), await factsOf(one));
    await third.close();
  });

  /** Who replaced the first fact that several machines replaced, and by what. */
  const rivalsOn = async ({ sync }: Machine): Promise<string[]> =>
    ((await sync.run()).rivals[0]?.by ?? []).map(({ text, machine }) => `${machine}: ${text}`).sort();
  const replace = async ({ memory, caller }: Machine, old: string, fact: string): Promise<void> => {
    const factId = (await memory.facts.list(caller, 'all', 50)).facts.find((one) => one.fact === old)?.id ?? 0;
    await memory.facts.supersede(caller, { factId, category: 'codebase', fact });
  };

  describe('names the live facts by which both machines replaced one', () => {
    beforeEach(async () => {
      await say(one, 'Port 80.');
      await syncAll(one, other);
      await replace(one, 'Port 80.', 'Port 81.');
      await replace(other, 'Port 80.', 'Port 82.');
      await syncAll(one, other);
    });

    it('also after one of them was replaced again, with the machines that stored them', async () => {
      for (const machine of [one, other])
        assert.deepEqual(await rivalsOn(machine), ['desktop: Port 82.', 'laptop: Port 81.']);
      await replace(other, 'Port 81.', 'Port 83.');
      await syncAll(other, one);
      for (const machine of [one, other])
        assert.deepEqual(await rivalsOn(machine), ['desktop: Port 82.', 'desktop: Port 83.']);
      await replace(one, 'Port 82.', 'Port 84.');
      await syncAll(one, other);
      for (const machine of [one, other])
        assert.deepEqual(await rivalsOn(machine), ['desktop: Port 83.', 'laptop: Port 84.']);
    });

    it('until one of them is deprecated, on both machines', async () => {
      await liveFact(other, async (factId) => {
        await other.memory.facts.deprecate(other.caller, { factId, reason: 'Wrong' });
      });
      await syncAll(other, one);
      for (const machine of [one, other]) assert.deepEqual(await rivalsOn(machine), []);
    });

    it('until one of them expires', async () => {
      const expiresAt = '2026-03-30T12:00:00.000Z';
      await liveFact(one, async (factId) => {
        await one.memory.facts.edit(one.caller, { factId, expiresAt });
      });
      assert.equal((await rivalsOn(one)).length, 2);
      one.pass(24);
      assert.deepEqual(await rivalsOn(one), []);
    });
  });

  it('names nothing if one machine replaced a fact twice, or both by the same', async () => {
    for (const fact of ['Port 80.', 'Host A.']) await say(one, fact);
    await syncAll(one, other);
    await replace(one, 'Port 80.', 'Port 81.');
    await one.memory.facts.supersede(one.caller, { factId: 1, category: 'codebase', fact: 'Port 82.' });
    for (const machine of [one, other]) await replace(machine, 'Host A.', 'Host B.');
    await syncAll(one, other);
    assert.deepEqual(await factsOf(other), ['Host B.', 'Port 81.', 'Port 82.']);
    for (const machine of [one, other]) assert.deepEqual(await rivalsOn(machine), []);
  });

  it('sends nothing if nothing changed', async () => {
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    const files = other.place.files.size;
    for (const { sync } of [one, other]) {
      const { added, changed, erased, sent } = await sync.run();
      assert.deepEqual({ added, changed, erased, sent }, { added: 0, changed: 0, erased: 0, sent: 0 });
    }
    assert.equal(other.place.files.size, files);
  });

  it('keeps the version that lost, and can make it the current one on both machines', async () => {
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    for (const { memory, caller, name } of [one, other]) {
      const factId = (await memory.facts.list(caller, 'all', 1)).facts[0]?.id ?? 0;
      await memory.facts.edit(caller, { factId, fact: `The relay of ${name} listens on port 82.` });
    }
    await syncAll(one, other);
    const [current] = await factsOf(one);
    assert.deepEqual(await factsOf(other), [current]);
    const conflicts = [...(await one.sync.conflicts()), ...(await other.sync.conflicts())];
    assert.equal(conflicts.length, 1);
    const lost = conflicts[0]?.content?.['fact'];
    assert.notEqual(lost, current);
    const holder = (await one.sync.conflicts()).length === 1 ? one : other;
    await holder.sync.settle(conflicts[0]?.id ?? 0, 'take');
    assert.deepEqual(await holder.sync.conflicts(), []);
    await syncAll(holder, holder === one ? other : one);
    assert.deepEqual([await factsOf(one), await factsOf(other)], [[lost], [lost]]);
  });

  for (const later of ['one', 'other'] as const)
    for (const firstToSync of ['one', 'other'] as const)
      it(`lets the later edit of ${later} win if ${firstToSync} syncs first`, async () => {
        const machines = { one, other };
        await say(one, 'The relay listens on port 81.');
        await syncAll(one, other);
        machines[later].pass(24);
        for (const machine of [one, other])
          await liveFact(machine, (factId) => edit(machine, factId, `The relay of ${machine.name} is up.`));
        const first = machines[firstToSync];
        await syncAll(first, first === one ? other : one);
        const text = `The relay of ${machines[later].name} is up.`;
        assert.deepEqual([await factsOf(one), await factsOf(other)], [[text], [text]]);
      });

  it('lets an edit win over what it has seen, also if its clock is behind', async () => {
    one.pass(24 * 365);
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    await liveFact(other, (factId) => edit(other, factId, 'The relay listens on port 82.'));
    await syncAll(one, other);
    assert.deepEqual(await factsOf(one), ['The relay listens on port 82.']);
    assert.deepEqual([...(await one.sync.conflicts()), ...(await other.sync.conflicts())], []);
  });

  it('drops the version that lost if the person keeps the current one', async () => {
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    for (const { memory, caller, name } of [one, other]) {
      const factId = (await memory.facts.list(caller, 'all', 1)).facts[0]?.id ?? 0;
      await memory.facts.edit(caller, { factId, fact: `The relay of ${name} listens on port 82.` });
    }
    await syncAll(one, other);
    const [current] = await factsOf(one);
    const holder = (await one.sync.conflicts()).length === 1 ? one : other;
    await holder.sync.settle((await holder.sync.conflicts())[0]?.id ?? 0, 'keep');
    await syncAll(one, other);
    assert.deepEqual([await factsOf(one), await factsOf(other)], [[current], [current]]);
    await assert.rejects(holder.sync.settle(99, 'keep'), { code: 'not_found' });
  });

  it('keeps one of two equal facts, the same one on both machines', async () => {
    for (const machine of [one, other]) await say(machine, 'The relay listens on port 81.');
    await syncAll(one, other);
    assert.deepEqual(await factsOf(one), ['The relay listens on port 81.']);
    assert.deepEqual(recordsOf(one), recordsOf(other));
    const retired = rowsIn(one.file, 'SELECT deprecation_reason FROM facts WHERE deprecated = 1');
    assert.deepEqual(retired, [{ deprecation_reason: 'The same was stored on another machine.' }]);
  });

  it('erases on the other machine what was erased on one, with its text, hash and lost versions', async () => {
    const secret = 'The zeppelin lands on Tuesday.';
    await say(one, secret);
    await syncAll(one, other);
    await liveFact(other, async (factId) => {
      await other.memory.facts.edit(other.caller, { factId, fact: 'The zeppelin lands on Wednesday.' });
    });
    await liveFact(one, async (factId) => {
      await one.memory.facts.edit(one.caller, { factId, fact: 'The zeppelin lands on Thursday.' });
    });
    await syncAll(one, other);
    await liveFact(one, async (factId) => {
      const ref = { kind: 'fact', id: String(factId) } as const;
      const { expected } = await one.memory.erasure.preview(one.caller, ref);
      await one.memory.erasure.erase(one.caller, ref, expected);
    });
    assert.equal((await one.sync.run()).sent > 0, true);
    assert.equal((await other.sync.run()).erased, 1);
    for (const { file } of [one, other]) {
      assert.deepEqual(rowsIn(file, `SELECT 1 FROM facts WHERE fact LIKE '%zeppelin%'`), []);
      assert.deepEqual(rowsIn(file, 'SELECT 1 FROM sync_conflicts'), []);
      const hashes = `SELECT 1 FROM sync_stamps WHERE hash IS NOT NULL AND table_name = 'facts'`;
      assert.deepEqual(rowsIn(file, hashes), []);
    }
    await syncAll(one, other);
    assert.deepEqual(await factsOf(other), []);
  });

  it('erases everything on the other machine that had synced when the person erased everything on one', async () => {
    await say(one, 'The relay listens on port 81.');
    await one.memory.profiles.update(one.caller, { role: 'Engineer' });
    await syncAll(one, other);
    const ref = { kind: 'user', id: 'ada' } as const;
    const { expected } = await one.memory.scopeErasure.preview(one.caller, ref);
    await one.memory.scopeErasure.erase(one.caller, ref, expected);
    const identity = { username: 'ada', agent: { name: 'tests', version: '1' }, project: undefined };
    for (const machine of [one, other])
      machine.caller = await machine.memory.identities.resolve({ ...identity, conversationId: null });
    await syncAll(one, other);
    for (const { file } of [one, other])
      for (const table of ['facts', 'identity_profile']) assert.deepEqual(rowsIn(file, `SELECT 1 FROM ${table}`), []);
    await say(other, 'A new start.');
    await syncAll(one, other);
    assert.deepEqual(recordsOf(one), recordsOf(other));
    assert.equal(rowsIn(one.file, 'SELECT 1 FROM facts').length, 1);
  });

  it('leaves a vacuum local: what it deleted is not sent as a deletion and does not come back', async () => {
    const old = { content: 'An old exchange.', createdAt: '2020-01-01T00:00:00.000Z' };
    await one.memory.chunks.append(one.caller, old);
    await syncAll(one, other);
    await one.store.chunks.deleteOlder(one.caller.user.id, '2021-01-01T00:00:00.000Z');
    await syncAll(one, other);
    const all = 'SELECT content FROM conversation_chunks';
    assert.deepEqual([rowsIn(one.file, all), rowsIn(other.file, all)], [[], [{ content: 'An old exchange.' }]]);
  });

  it('removes secrets that the other machine did not know', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await say(one, 'The token is somewhere.');
    const { sync } = one.store;
    await one.sync.run();
    // As an older BigMind stored it.
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(one.file);
    database.prepare('UPDATE facts SET fact = ?').run(`The token is ${secret}.`);
    database.close();
    assert.ok((await sync.state()) !== undefined);
    await one.sync.run();
    await other.sync.run();
    const [{ fact = '' } = {}] = rowsIn(other.file, 'SELECT fact FROM facts');
    assert.doesNotMatch(String(fact), /ghp_/u);
    await syncAll(one, other);
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('brings conversations that both imported together, each message once', async () => {
    async function* lines(
      count: number,
    ): AsyncGenerator<{ lineNumber: number; session: string; seq: number; content: string }> {
      for (let seq = 0; seq < count; seq += 1) {
        await Promise.resolve();
        yield { lineNumber: seq + 1, session: 'talk', seq, content: `Line ${String(seq)}.` };
      }
    }
    await one.memory.archive.importMessages(one.caller, lines(3), { projectId: null });
    await other.memory.archive.importMessages(other.caller, lines(5), { projectId: null });
    await syncAll(one, other);
    for (const { file } of [one, other]) {
      const contents = rowsIn(file, 'SELECT content FROM messages ORDER BY content').map(({ content }) => content);
      assert.deepEqual(
        contents,
        [0, 1, 2, 3, 4].map((seq) => `Line ${String(seq)}.`),
      );
      assert.equal(rowsIn(file, 'SELECT 1 FROM sessions').length, 1);
      assert.deepEqual(rowsIn(file, 'SELECT 1 FROM messages WHERE heap_id IS NULL'), []);
    }
  });

  it('ends the older of two open sessions of one conversation, on both machines', async () => {
    const chat = { conversationId: 'the same chat' };
    for (const machine of [one, other]) {
      machine.pass(1);
      await machine.memory.sessions.start({ ...machine.caller, ...chat });
      await machine.memory.sessions.heard({ ...machine.caller, ...chat });
    }
    await syncAll(one, other);
    for (const { file } of [one, other]) {
      const open = rowsIn(file, 'SELECT id FROM sessions WHERE ended_at IS NULL');
      assert.equal(open.length, 1);
    }
    assert.deepEqual(recordsOf(one), recordsOf(other));
  });

  it('is refused where several people use the memory', async () => {
    await other.memory.identities.resolve({
      ...{ username: 'bob', agent: { name: 'tests', version: '1' }, project: undefined, conversationId: null },
    });
    await assert.rejects(other.sync.run(), /Several people use this memory/u);
    await assert.rejects(other.sync.outline(), { code: 'not_allowed' });
  });
});
