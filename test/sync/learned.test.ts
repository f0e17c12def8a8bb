/** Learned facts on two machines: evidence arrives, what one dismissed stays dismissed, and what one erased stays away. */
import assert from 'node:assert/strict';
import { stateOf } from '../../src/memory/facts/evidence.ts';
import type { LearnedFact } from '../../src/memory/learn/learnStore.ts';
import { anAnswerWith } from '../memory/learn/learnBuilders.ts';
import { aLearner, aStatement, fourTurns, summarizeByRule } from '../store/learnedSessions.ts';
import { aRecording } from '../store/recorded.ts';
import { removeFolders } from '../store/support.ts';
import { connected, syncAll } from './connected.ts';
import type { Machine } from './machines.ts';
import { recordsOf } from './machines.ts';

after(removeFolders);

const statement = aStatement(0);

async function learn({ store, memory, caller }: Machine, name: string, text = statement): Promise<void> {
  const at = '2026-03-02T09:00:00.000Z';
  const { sessions } = await store.recording.append(aRecording(caller, name, at, fourTurns));
  await summarizeByRule(store, caller, sessions[0] ?? '');
  const scope = { projects: 'all', sessionId: sessions[0] } as const;
  const report = await memory.learning.run(caller, aLearner([anAnswerWith({ text })]), scope, { dailyTokens: 1e6 });
  assert.ok(!('running' in report) && report.done === 1);
}

async function learnedOn({ memory, caller }: Machine): Promise<LearnedFact[]> {
  return (await memory.learning.list(caller, { scope: 'all', limit: 100 })).facts;
}

async function statesOn(machine: Machine): Promise<string[]> {
  return (await learnedOn(machine)).map(stateOf).sort();
}

async function dismiss(machine: Machine): Promise<void> {
  const live = (await learnedOn(machine)).find(({ deprecated }) => !deprecated);
  await machine.memory.facts.deprecate(machine.caller, { factId: live?.id ?? 0, reason: 'Wrong' });
}

async function erase({ memory, caller }: Machine, kind: 'session' | 'message', id: string): Promise<void> {
  const { expected } = await memory.erasure.preview(caller, { kind, id });
  await memory.erasure.erase(caller, { kind, id }, expected);
}

describe('a sync of what two machines learned', () => {
  let [one, other]: [Machine, Machine] = [undefined as never, undefined as never];
  beforeEach(async () => {
    ({ one, other } = await connected());
  });
  afterEach(async () => {
    assert.deepEqual(recordsOf(one), recordsOf(other));
    for (const machine of [one, other]) await machine.close();
  });

  it('brings the evidence, and the place until which a session was read', async () => {
    await learn(one, 'chat');
    await syncAll(one, other);
    const [here, there] = [await learnedOn(one), await learnedOn(other)];
    assert.equal(there.length, 1);
    assert.deepEqual(
      there.map(({ fact, evidence }) => [fact, evidence]),
      here.map(({ fact, evidence }) => [fact, evidence]),
    );
    assert.equal((await other.memory.learning.preview(other.caller, { projects: 'all' })).sessions, 0);
  });

  it('keeps one of the same item that both learned', async () => {
    await learn(one, 'chat of one');
    await learn(other, 'chat of other');
    await syncAll(one, other);
    for (const machine of [one, other]) assert.deepEqual(await statesOn(machine), ['learned', 'replaced']);
  });

  for (const first of ['the machine that dismissed', 'the machine that learned']) {
    it(`keeps an item dismissed that the other one learned, if ${first} syncs first`, async () => {
      await learn(one, 'chat of one');
      await dismiss(one);
      await learn(other, 'chat of other');
      await (first.endsWith('dismissed') ? syncAll(one, other) : syncAll(other, one));
      for (const machine of [one, other]) assert.deepEqual(await statesOn(machine), ['dismissed', 'dismissed']);
      await learn(other, 'another chat');
      await syncAll(one, other);
      for (const machine of [one, other]) assert.deepEqual(await statesOn(machine), ['dismissed', 'dismissed']);
    });
  }

  it('keeps an item dismissed that the other one learned in other words', async () => {
    await learn(one, 'chat of one', 'The search keeps its answers for an hour, because it is slow.');
    await dismiss(one);
    await learn(other, 'chat of other', 'The search keeps answers for an hour because the engine is slow.');
    await syncAll(one, other);
    for (const machine of [one, other]) assert.deepEqual(await statesOn(machine), ['dismissed', 'dismissed']);
  });

  it('brings the dismissal of an item that both have', async () => {
    await learn(one, 'chat');
    await syncAll(one, other);
    await dismiss(other);
    await syncAll(other, one);
    assert.deepEqual(await statesOn(one), ['dismissed']);
  });

  it('keeps an item dismissed that both learned before one of them dismissed it', async () => {
    await learn(one, 'chat of one');
    await learn(other, 'chat of other');
    await syncAll(one, other);
    await dismiss(one);
    await syncAll(one, other);
    for (const machine of [one, other])
      assert.ok((await statesOn(machine)).every((state) => state === 'dismissed' || state === 'replaced'));
    await learn(other, 'another chat');
    await syncAll(other, one);
    for (const machine of [one, other]) assert.ok(!(await statesOn(machine)).includes('learned'));
  });

  for (const kind of ['session', 'message'] as const) {
    it(`erases what a ${kind} taught on both machines`, async () => {
      await learn(one, 'chat');
      await learn(one, 'stays', aStatement(1));
      await syncAll(one, other);
      const taught = (await learnedOn(one)).find(({ fact }) => fact === statement);
      const { tables } = await one.store.portability.read('2026-04-01T00:00:00.000Z', 'ada');
      const message = tables.messages.find(({ uid }) => uid === taught?.evidence.message);
      await erase(one, kind, kind === 'session' ? (taught?.sourceSession ?? '') : String(message?.['id']));
      await syncAll(one, other);
      for (const machine of [one, other])
        assert.deepEqual(
          (await learnedOn(machine)).map(({ fact }) => fact),
          [aStatement(1)],
        );
    });
  }

  it('keeps out what the other machine learned from a message that was erased here meanwhile', async () => {
    const at = '2026-03-02T09:00:00.000Z';
    const { sessions } = await one.store.recording.append(aRecording(one.caller, 'chat', at, fourTurns));
    await summarizeByRule(one.store, one.caller, sessions[0] ?? '');
    await syncAll(one, other);
    const { tables } = await one.store.portability.read('2026-04-01T00:00:00.000Z', 'ada');
    const message = tables.messages.find(({ content }) => content === fourTurns[0]);
    await erase(one, 'message', String(message?.['id']));
    const answers = aLearner([anAnswerWith({ text: statement })]);
    await other.memory.learning.run(other.caller, answers, { projects: 'all' }, { dailyTokens: 1e6 });
    assert.equal((await learnedOn(other)).length, 1);
    await other.sync.run();
    await one.sync.run();
    assert.deepEqual(await learnedOn(one), []);
    await syncAll(one, other);
    assert.deepEqual(await learnedOn(other), []);
  });
});
