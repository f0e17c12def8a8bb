/** Hand-offs that a rule derives from recorded sessions, if neither an agent nor a person summarized them. */
import assert from 'node:assert/strict';
import type { TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import type { Fact } from '../../src/memory/facts/facts.ts';
import type { HandOff } from '../../src/memory/recall/handOffs.ts';
import { HandOffs } from '../../src/memory/recall/handOffs.ts';
import type { HandOffChange, RecordedEnd } from '../../src/memory/recall/handOffStore.ts';
import type { Caller, ProjectRef } from '../../src/memory/shared/identity.ts';
import type { Ports } from '../../src/memory/shared/ports.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { at, chat, itemsOf, messagesOf } from './transcript.ts';

const shop: ProjectRef = { key: 'github.com/acme/shop', name: 'shop' };
const day = 24;

for (const engine of engineNames) {
  describe(`a hand-off that a rule derives (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = await inShop(chat);
    });
    afterEach(() => test.close());

    const inShop = (conversationId: string): Promise<Caller> => test.caller({ conversationId, project: shop });
    const aList = (...openTodos: string[]): Partial<TranscriptMessage> => ({
      ...{ role: 'assistant', type: 'tool_use', content: '{}', tool: 'TodoWrite' },
      work: { todos: ['Draw the map', ...openTodos], ...(openTodos.length > 0 && { openTodos }) },
    });
    /** Records a session in the minutes before the current one, and ends it as its client does. */
    const record = async (
      caller: Caller,
      inputs: Parameters<typeof messagesOf>[0],
      { minute = 0, isOpen = false }: { minute?: number; isOpen?: boolean } = {},
    ): Promise<void> => {
      const messages = messagesOf(inputs).map((message, place) => ({ ...message, createdAt: at(minute + place / 60) }));
      const conversation = caller.conversationId ?? '';
      await test.memory.recording.record(itemsOf(messages, undefined, { conversation }), {
        ...{ format: 'claude-code', origin: 'live', path: `/chats/${conversation}.jsonl` },
        callerOf: () => Promise.resolve(caller),
      });
      if (!isOpen) await test.memory.sessions.close(caller);
    };
    const derive = async (by: Caller | string = 'next'): Promise<HandOff | undefined> => {
      const caller = typeof by === 'string' ? await inShop(by) : by;
      const { session } = await test.memory.sessions.start(caller);
      return test.memory.handOffs.derive(caller, session.id);
    };
    const allFacts = async (): Promise<number> => (await test.memory.portability.export('ada')).tables.facts.length;

    it('has the open items of the last list, less confidence, and expires counting from the last activity', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      test.pass(5 * day);
      const { fact, nextSteps } = (await derive()) ?? assert.fail('There is none.');
      assert.deepEqual(nextSteps, ['Wire the lamp', 'Paint the tower']);
      const { confidence, origin, sourceSession, createdAt, expiresAt, agentName } = fact;
      assert.deepEqual(
        { confidence, origin, sourceSession, agentName },
        { confidence: 0.6, origin: 'transcript', sourceSession: chat, agentName: 'tests' },
      );
      assert.deepEqual([createdAt, expiresAt], ['2026-03-30T09:15:00.000Z', '2026-04-13T09:15:00.000Z']);
      assert.deepEqual((await test.memory.handOffs.current(ada))?.nextSteps, nextSteps);
    });

    it('is not sent automatically once its session turns out to have read the web', async () => {
      const work = ['Build it', aList('Wire the lamp')];
      await record(ada, work, { isOpen: true });
      test.pass(1);
      assert.equal((await derive())?.fact.origin, 'transcript');
      const read = { role: 'assistant', type: 'tool_use', content: '{}', tool: 'WebFetch' } as const;
      await record(ada, [...work, read, 'The page says so.'], { isOpen: true });
      assert.equal((await test.memory.handOffs.current(ada))?.fact.origin, 'web');
    });

    it('is not sent automatically once an import shows that its session read the web', async () => {
      await record(ada, ['Build it', aList('Wire the lamp')]);
      test.pass(1);
      await derive();
      const snapshot = await test.memory.portability.export('ada');
      const [message] = snapshot.tables.messages;
      const read = { ...message, id: 99, uid: 'web', seq: 99, role: 'assistant', type: 'tool_use', tool: 'WebFetch' };
      await test.memory.portability.import(
        JSON.stringify({ ...snapshot, tables: { ...snapshot.tables, messages: [read] } }),
        'ada',
      );
      assert.equal((await test.memory.handOffs.current(ada))?.fact.origin, 'web');
    });

    it('is derived once, also if it was deprecated, superseded or has expired', async () => {
      const { handOffs, facts } = test.memory;
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      const first: Fact | undefined = (await derive())?.fact;
      assert.equal(await derive('third'), undefined);
      await facts.deprecate(ada, { factId: first?.id ?? 0, reason: 'done' });
      assert.equal(await derive('fourth'), undefined);
      await facts.restore(ada, first?.id ?? 0);
      const other = await inShop('other');
      await handOffs.leave(other, {
        nextSteps: ['Buy oil'],
        sessionId: (await test.memory.sessions.current(other)).id,
      });
      assert.equal(await derive('fifth'), undefined);
      test.pass(15 * day);
      assert.equal(await derive('sixth'), undefined);
      assert.equal(await allFacts(), 2);
    });

    it('is derived again if its session went on', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      await derive();
      test.pass(0.2);
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower'), 'Go on', aList('Paint the tower')]);
      assert.deepEqual((await derive('third'))?.nextSteps, ['Paint the tower']);
      assert.equal((await test.memory.handOffs.current(ada))?.fact.supersedesCount, 1);
    });

    it('is derived from a session that is silent, and not from one that goes on', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')], { isOpen: true });
      assert.equal(await derive(), undefined);
      test.pass(1);
      assert.notEqual(await derive('third'), undefined);
    });

    it('is not derived from the current session', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      assert.equal(await derive(ada), undefined);
    });

    it('is not derived for a session that its agent ended, with or without steps', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')], { isOpen: true });
      await test.memory.sessions.end(ada, { oneLiner: 'Built it' });
      assert.equal(await derive(), undefined);
    });

    it('is not derived for a session with a headline of a person', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      await test.memory.sessions.rename(ada, { sessionId: chat, headline: 'Lamps' });
      assert.equal(await derive(), undefined);
    });

    it('supersedes one that was left before, and none that was left later', async () => {
      const other = await inShop('other');
      const { id: sessionId } = (await test.memory.sessions.start(other)).session;
      await test.memory.handOffs.leave(other, { nextSteps: ['Buy oil'], sessionId });
      test.pass(0.1);
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      assert.equal((await derive())?.fact.supersedesCount, 1);
      test.pass(0.1);
      await test.memory.handOffs.leave(other, { nextSteps: ['Buy more oil'], sessionId });
      assert.equal(await derive('third'), undefined);
      assert.deepEqual((await test.memory.handOffs.current(ada))?.nextSteps, ['Buy more oil']);
    });

    it('is not derived from work before the moment when nothing was left', async () => {
      const other = await inShop('other');
      const { id: sessionId } = (await test.memory.sessions.start(other)).session;
      const left = await test.memory.handOffs.leave(other, { nextSteps: ['Buy oil'], sessionId });
      test.pass(0.1);
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      test.pass(0.1);
      const factId = left.status === 'left' ? left.handOff.fact.id : 0;
      await test.memory.facts.deprecate(ada, { factId, reason: 'done' });
      assert.equal(await derive(), undefined);
    });

    describe('and that is open', () => {
      let factId: number;
      beforeEach(async () => {
        await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
        factId = (await derive())?.fact.id ?? 0;
        test.pass(0.2);
      });
      const state = async (): Promise<unknown> => {
        const { deprecated, deprecationReason, supersedesCount } = await test.memory.facts.own(ada, factId, 'edit');
        return deprecated ? deprecationReason : { supersedesCount };
      };
      const closed = /^session [0-9a-f]{8} left nothing to continue$/u;
      const isOpen = { supersedesCount: 0 };

      it('is withdrawn if a later session finished its work', async () => {
        await record(await inShop('later'), ['Go on', aList(), 'Both are done.'], { minute: 12 });
        assert.equal(await derive('third'), undefined);
        assert.match(String(await state()), closed);
        assert.equal(await test.memory.handOffs.current(ada), undefined);
        assert.equal(await derive('fourth'), undefined);
      });

      it('stays if a later session only talked, goes on, or worked elsewhere', async () => {
        await record(await inShop('talk'), ['What time is it?', 'Nine.'], { minute: 12 });
        await record(await inShop('running'), ['Go on', aList()], { minute: 13, isOpen: true });
        await record(await test.caller({ conversationId: 'elsewhere' }), ['Go on', aList()], { minute: 14 });
        assert.equal(await derive('third'), undefined);
        assert.deepEqual(await state(), isOpen);
      });

      it('is withdrawn if an agent ends a session without steps, which learns that', async () => {
        const other = await inShop('other');
        const { id: sessionId } = await test.memory.sessions.end(other, { oneLiner: 'Wired it' });
        const left = await test.memory.handOffs.leave(other, { sessionId });
        assert.equal(left.status === 'withdrawn' && left.handOff.fact.id, factId);
        assert.match(String(await state()), closed);
      });

      it('is taken over if an agent ends a session with blockers only', async () => {
        const other = await inShop('other');
        const { id: sessionId } = await test.memory.sessions.end(other, { oneLiner: 'Could not wire it' });
        await test.memory.handOffs.leave(other, { blockers: ['The key is lost'], sessionId });
        const { fact, nextSteps } = (await test.memory.handOffs.current(ada)) ?? assert.fail('There is none.');
        assert.deepEqual([nextSteps, fact.origin, fact.confidence], [['Wire the lamp', 'Paint the tower'], 'agent', 1]);
        await test.memory.handOffs.leave(await inShop('third'), { sessionId });
        assert.deepEqual((await test.memory.handOffs.current(ada))?.nextSteps, ['Wire the lamp', 'Paint the tower']);
      });
    });

    it('of an agent stays open when a later session finished its work', async () => {
      const other = await inShop('other');
      const { id: sessionId } = (await test.memory.sessions.start(other)).session;
      await test.memory.handOffs.leave(other, { nextSteps: ['Buy oil'], sessionId });
      test.pass(0.1);
      await record(ada, ['Build it', aList(), 'Done.'], { minute: 6 });
      assert.equal(await derive(), undefined);
      assert.deepEqual((await test.memory.handOffs.current(ada))?.nextSteps, ['Buy oil']);
    });

    it('is not derived from a session that is older than the setting, or whose work is elsewhere', async () => {
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')]);
      assert.equal(await derive(await test.caller({ conversationId: 'no project' })), undefined);
      assert.equal(await derive(await test.caller({ username: 'mara', project: shop })), undefined);
      test.pass(15 * day);
      assert.equal(await derive(), undefined);
    });

    it('comes from the web, and only its length is shown, if its session read the web', async () => {
      const fetched = { type: 'tool_use', role: 'assistant', content: '{}', tool: 'WebFetch' } as const;
      await record(ada, ['Build it', fetched, aList('Wire the lamp', 'Paint the tower')]);
      assert.equal((await derive())?.fact.origin, 'web');
      const { markdown } = await test.memory.context.build(await inShop('next'));
      assert.match(markdown, /### Continue from\n.*\n_2 next steps are not shown, because/u);
      assert.doesNotMatch(markdown, /Wire the lamp|left out/u);
    });

    it('from the web does not replace one that may be shown', async () => {
      const other = await inShop('other');
      const { id: sessionId } = (await test.memory.sessions.start(other)).session;
      await test.memory.handOffs.leave(other, { nextSteps: ['Buy oil'], sessionId });
      test.pass(0.1);
      const fetched = { type: 'tool_use', role: 'assistant', content: '{}', tool: 'WebFetch' } as const;
      await record(ada, ['Build it', fetched, aList('Wire the lamp', 'Paint the tower')]);
      assert.equal(await derive(), undefined);
      assert.deepEqual((await test.memory.handOffs.current(ada))?.nextSteps, ['Buy oil']);
    });

    it('is not derived, and nothing fails, if the session left nothing or the store does not answer', async () => {
      await record(ada, ['Build it', 'Built.']);
      assert.equal(await derive(), undefined);
      await record(ada, ['Build it', 'Built.', 'More', aList('Wire the lamp', 'Paint the tower')]);
      const next = await inShop('next');
      await test.close();
      assert.equal(await test.memory.handOffs.derive(next, null), undefined);
      test = openTestMemory('personal', engine);
    });

    it('has the session that was active last of several', async () => {
      await record(await inShop('older'), ['Build it', aList('Buy oil', 'Sell oil')], { minute: 1 });
      test.pass(0.1);
      await record(ada, ['Build it', aList('Wire the lamp', 'Paint the tower')], { minute: 6 });
      assert.equal((await derive())?.fact.sourceSession, chat);
    });
  });
}

describe('a derived hand-off that meets a newer one', () => {
  it('keeps the one that another process left after the session was read', async () => {
    const { close, caller, memory } = openTestMemory();
    try {
      const ada = await caller({ project: shop });
      const { id: sessionId } = (await memory.sessions.start(ada)).session;
      await memory.handOffs.leave(ada, { nextSteps: ['Buy oil'], sessionId });
      const { fact: newer } = (await memory.handOffs.current(ada)) ?? assert.fail('There is none.');
      const changes: HandOffChange[] = [];
      const handOffs = new HandOffs(
        {
          current: () => Promise.resolve(newer),
          latestWithoutHandOff: () => Promise.resolve({ ...anEnd, lastActiveAt: at(14) }),
          change: (_owner, decide) => {
            changes.push(decide(newer));
            return Promise.resolve({ change: 'keep', fact: newer });
          },
        },
        {
          sessions: memory.sessions,
          ports: { ...plainPorts, clock: memory.clock },
          silenceMinutes: 30,
          stepsLeft: () => ({ nextSteps: ['Wire the lamp'], blockers: [] }),
        },
      );
      assert.equal(await handOffs.derive(ada, null), undefined);
      assert.deepEqual(changes, [{ change: 'keep' }]);
    } finally {
      await close();
    }
  });
});

const anEnd: RecordedEnd = {
  ...{ id: chat, isImported: false, agentId: null, lastActiveAt: '', hasReadWeb: false },
  ...{ messages: [], answer: '' },
};
const plainPorts: Omit<Ports, 'clock'> = {
  newId: () => 'id',
  hash: (text) => text,
  redact: (text) => ({ text, removed: 0 }),
  indexText: (text) => text,
};
