/**
 * Decisions, outcomes, typed memories and hand-offs that an agent stored in a turn that read the web. Its client gives
 * the server another chat id than the recording, so recorded calls identify them.
 */
import assert from 'node:assert/strict';
import { contextTools } from '../../src/mcp/shared/instructions.ts';
import type { TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { SnapshotTable } from '../../src/memory/upkeep/snapshot.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { at, chat, itemsOf, messagesOf } from './transcript.ts';

describe('what recorded calls stored after reading the web', () => {
  let test: TestMemory;
  let ada: Caller;
  let other: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ conversationId: chat });
    other = await test.caller({ conversationId: 'connection', project: { key: 'acme/shop', name: 'shop' } });
  });
  afterEach(() => test.close());

  type Message = Partial<TranscriptMessage>;
  const request = { content: 'Which build tool does the wombat shop take?', createdAt: at(1) };
  const read = { type: 'tool_use', role: 'assistant', content: '{}', tool: 'WebFetch', createdAt: at(10) } as const;
  const reply = { role: 'assistant', content: 'Done.', createdAt: at(16) } as const;
  const call = (tool: string, given: object, minute = 14): Message => {
    return { type: 'tool_use', role: 'assistant', content: JSON.stringify(given), tool, createdAt: at(minute) };
  };
  const record = async (...messages: Message[]): Promise<void> => {
    await test.memory.recording.record(itemsOf(messagesOf(messages)), {
      format: 'claude-code',
      origin: 'live',
      path: '/chats/one.jsonl',
      callerOf: () => Promise.resolve(ada),
    });
  };
  const originsOf = async (table: SnapshotTable): Promise<unknown[]> =>
    (await test.memory.portability.export('ada')).tables[table].map(({ origin }) => origin);

  const zork = {
    ...{ title: 'Build the shop with Zork', decidedBy: 'ada', project: 'shop' },
    ...{ rationale: 'A page praises it.', alternatives: ['Make: too old'] },
  };
  const given = { title: zork.title, decided_by: 'ada', project: 'shop', rationale: zork.rationale };
  const decide = async (): Promise<number> => (await test.memory.decisions.save(other, zork)).fact.id;
  const rate = (decision: number, notes: string, by = other): Promise<unknown> =>
    test.memory.decisions.addOutcome(by, { decision, rating: 2, notes });

  it('is from the web, for a decision and for a memory for other agents', async () => {
    await test.memory.facts.store(other, { type: 'research', fact: 'Zork reads wombat files.' });
    await decide();
    const remembered = { content: 'Zork reads wombat files.', type: 'research' };
    await record(request, read, call('Brain-brain_remember', remembered), call('save_decision', given), reply);
    assert.deepEqual(await originsOf('facts'), ['web', 'web']);
    const [past] = await test.memory.decisions.pastApproaches(other);
    assert.equal(past?.origin, 'web');
  });

  it('is recognized if the server is named like the tools', async () => {
    await test.memory.facts.store(other, { type: 'research', fact: 'Zork reads wombat files.' });
    await record(request, read, call('mcp__memory__memory_store_fact', { fact: 'Zork reads wombat files.' }), reply);
    assert.deepEqual(await originsOf('facts'), ['web']);
  });

  it('includes the details of a fact that was there before, and not those that were known', async () => {
    await test.memory.facts.store(other, { category: 'decision', fact: zork.title });
    const known = { ...zork, title: 'Draw the map by hand' };
    await test.memory.decisions.save(other, known);
    test.pass(1);
    await decide();
    await test.memory.decisions.save(other, known);
    await record(
      { ...request, createdAt: at(60) },
      { ...read, createdAt: at(70) },
      call('mcp__bigmind__save_decision', given, 74),
      call('mcp__bigmind__save_decision', { ...given, title: known.title }, 74),
      { ...reply, createdAt: at(76) },
    );
    assert.deepEqual(await originsOf('facts'), ['web', 'agent']);
  });

  it('includes outcomes, and no other outcome', async () => {
    const id = await decide();
    const notes = 'The page says that Zork is dead.';
    await rate(id, 'It held for a week.');
    await rate(id, notes);
    await rate(id, notes, { ...other, origin: 'person' });
    await record(request, read, call('mcp__bigmind__save_retrospective', { id, rating: 2, notes }), reply);
    assert.deepEqual(await originsOf('facts'), ['agent']);
    assert.deepEqual(await originsOf('outcomes'), ['agent', 'web', 'person']);
  });

  it('includes outcomes of the recorded session itself, also if no call is recorded', async () => {
    const id = await decide();
    await test.memory.sessions.current(ada);
    await rate(id, 'The page says so.', ada);
    test.pass(1 / 120);
    await rate(id, 'Said in another chat.');
    await record(request, read, reply);
    assert.deepEqual(await originsOf('outcomes'), ['web', 'agent']);
  });

  describe('for the next session', () => {
    const leave = async (headline: string, nextStep: string): Promise<string> => {
      test.pass(4 / 60);
      const { id: sessionId } = await test.memory.sessions.end(other, { oneLiner: headline });
      await test.memory.handOffs.leave(other, { nextSteps: [nextStep], blockers: ['No key'], sessionId });
      return sessionId;
    };
    const end = { one_liner: 'Chose Zork', next_steps: ['Install  Zork'] };
    const origin = async (): Promise<unknown> => (await test.memory.handOffs.current(other))?.fact.origin;

    it('is from the web if a person has renamed the session since', async () => {
      const sessionId = await leave('Chose Zork', 'Install Zork');
      await test.memory.sessions.rename(other, { sessionId, headline: 'A build tool' });
      await record(request, read, reply, call('mcp__bigmind__memory_end_session', end, 18));
      assert.equal(await origin(), 'web');
      const { markdown } = await test.memory.context.build(other, { tools: contextTools });
      assert.doesNotMatch(markdown, /Install Zork/u);
    });

    it('is from the web if the call has its items as lines', async () => {
      const sessionId = await leave('Chose Zork', 'Install Zork');
      await test.memory.sessions.rename(other, { sessionId, headline: 'A build tool' });
      const lines = { one_liner: 'Chose Zork', blockers: '- No oil\n- No key' };
      await record(request, read, reply, call('mcp__bigmind__memory_end_session', lines, 18));
      assert.equal(await origin(), 'web');
    });

    it('is not from the web if another session left it', async () => {
      await leave('Drew the map', 'Print the map');
      await record(request, read, reply, call('mcp__bigmind__memory_end_session', end, 18));
      assert.equal(await origin(), 'agent');
    });
  });
});
