import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { chat, itemsOf, messagesOf } from './transcript.ts';

describe('recording the work of a session', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ conversationId: chat });
  });
  afterEach(() => test.close());

  const record = async (items: Iterable<TranscriptItem>): Promise<number> => {
    const callerOf = (): Promise<Caller> => Promise.resolve(ada);
    const { redacted } = await test.memory.recording.record(items, {
      ...{ format: 'claude-code', origin: 'live', path: null },
      callerOf,
    });
    return redacted;
  };
  const column = async (table: 'messages' | 'sessions', name: string): Promise<unknown[]> => {
    const { tables } = await test.memory.portability.export('ada');
    return tables[table].map((row) => row[name]);
  };
  const aCall = (work: TranscriptMessage['work']): Partial<TranscriptMessage> => ({
    ...{ role: 'assistant', type: 'tool_use', content: '{}', tool: 'Bash' },
    ...(work !== undefined && { work }),
  });
  const onBranch = (branch: string): TranscriptHead => ({ conversation: chat, branch });

  it('stores it with the message, each item once and on one line', async () => {
    const work = { commits: ['Keep  the\nbasket', 'Keep the basket'], todos: ['', ' '] };
    await record(itemsOf(messagesOf(['Fix the basket', aCall(work), aCall(undefined)])));
    assert.deepEqual(await column('messages', 'work'), [null, '{"commits":["Keep the basket"]}', null]);
  });

  it('stores at most 20 items of each kind per message, with at most 200 characters each', async () => {
    const todos = Array.from({ length: 50 }, (_, place) => `${String(place)} ${'word '.repeat(100)}`);
    await record(itemsOf(messagesOf(['Fix it', aCall({ todos })])));
    const [, work] = await column('messages', 'work');
    const kept = (JSON.parse(String(work)) as { todos: string[] }).todos;
    assert.equal(kept.length, 20);
    assert.ok(kept.every(({ length }) => length <= 200));
  });

  it('writes no secret to the disk', async () => {
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    const branch = `rotate-${secret}`;
    const work = { commits: [`Rotate ${secret}`], todos: [`Drop ${secret}`], plans: [`Away with ${secret}`] };
    const redacted = await record(itemsOf(messagesOf(['Rotate the key', aCall(work)]), undefined, onBranch(branch)));
    assert.ok(redacted >= 4, String(redacted));
    const stored = [...(await column('messages', 'work')), ...(await column('sessions', 'branch'))].map(String).join();
    assert.ok(stored.includes('Rotate') && stored.includes('rotate-'), stored);
    assert.ok(!stored.includes(secret), stored);
  });

  for (const [request, title] of Object.entries({
    'Implement the following plan:\n\n# Round prices up\n\n## Why\n': 'Round prices up',
    'Bitte setze diesen Umsetzungsplan um:\n\n# Plan: Preise runden\n': 'Preise runden',
    '请实施以下计划：\n\n# 计划：价格取整\n': '价格取整',
  })) {
    it(`recognizes the plan in a request: ${title}`, async () => {
      await record(itemsOf(messagesOf([request])));
      assert.deepEqual(await column('messages', 'work'), [JSON.stringify({ plans: [title] })]);
    });
  }

  for (const request of [
    'Why is the first line of this file like that?\n\n# Shop\n',
    'Plan a party',
    'I plan to visit my mother\n# notes',
    '我的计划还没写完\n# 笔记',
    'Implement the following plan:\n\n##\n\nWe will do it\n',
  ]) {
    it(`does not mistake other text in a request for a plan: ${JSON.stringify(request)}`, async () => {
      await record(itemsOf(messagesOf([request])));
      assert.deepEqual(await column('messages', 'work'), [null]);
    });
  }

  it('reads no plan from a private passage, but reads one next to it', async () => {
    const [hidden, shown] = ['# Sell the zeppelin', '# Round prices up'];
    const planRequest = 'Implement the following plan:\n\n';
    await record(
      itemsOf(
        messagesOf([
          ...[`${planRequest}<private>${hidden}\n</private>`, 'Ok'],
          ...[`<private>${planRequest}${hidden}</private>`, 'Ok'],
          ...[`${planRequest}${shown}\n\n<private>\n${hidden}\n</private>`, 'Ok'],
        ]),
      ),
    );
    const work = await column('messages', 'work');
    assert.deepEqual(
      work.filter((entry) => entry !== null),
      [JSON.stringify({ plans: ['Round prices up'] })],
    );
    const { session, summary } = await test.memory.sessions.get(ada, chat);
    assert.ok(!JSON.stringify([session, summary]).includes('zeppelin'));
    const { results } = await test.search.find(ada, { query: 'zeppelin' });
    assert.deepEqual(results, []);
  });

  it('derives the headline from the work, also when more is read', async () => {
    const headline = async (): Promise<string> => (await test.memory.sessions.get(ada, chat)).session.oneLiner;
    const messages = messagesOf([
      'Fix the failing tests',
      'I will.',
      'Go on',
      aCall({ todos: ['Mend the basket suite'] }),
      aCall({ commits: ['Keep the basket at logout'] }),
    ]);
    await record(itemsOf(messages.slice(0, 2), undefined, onBranch('ada/basket')));
    assert.equal(await headline(), 'basket: Fix the failing tests');
    await record(itemsOf(messages, undefined, onBranch('ada/basket')));
    assert.equal(await headline(), 'Keep the basket at logout');
    const { summary } = await test.memory.sessions.get(ada, chat);
    assert.match(summary?.summary ?? '', /Planned:\n- Mend the basket suite\n/u);
    assert.match(summary?.summary ?? '', /Committed:\n- Keep the basket at logout\n/u);
  });

  it('lists the branches of a session once each, without uninformative ones', async () => {
    const [first, second, third, fourth] = messagesOf(['Fix it', 'Fixed.', 'And that', 'That, too.']);
    assert.ok(first && second && third && fourth);
    const items = [
      ...itemsOf([first], undefined, onBranch('main')),
      ...itemsOf([second], undefined, onBranch('ada/basket')),
      ...itemsOf([third], undefined, onBranch('HEAD')),
      ...itemsOf([fourth], undefined, onBranch('fix/prices')),
    ];
    await record(items);
    assert.deepEqual(await column('sessions', 'branch'), ['ada/basket\nfix/prices']);
    const { markdown } = await test.memory.sessionDetails.get(ada, chat);
    assert.match(markdown, /^Branches: ada\/basket, fix\/prices\.$/mu);
  });

  for (const branch of ['main', 'master', 'HEAD', 'develop', 'worktree-calm-otter', '(no branch)', '3f2a9c1d', '']) {
    it(`ignores an uninformative branch: ${JSON.stringify(branch)}`, async () => {
      await record(itemsOf(messagesOf(['Fix it']), undefined, onBranch(branch)));
      assert.deepEqual(await column('sessions', 'branch'), [null]);
    });
  }

  it('appends to the known branches when more is read', async () => {
    const messages = messagesOf(['Fix it', 'Fixed.', 'And that', 'That, too.']);
    await record(itemsOf(messages.slice(0, 2), undefined, onBranch('ada/basket')));
    await record(itemsOf(messages, undefined, onBranch('fix/prices')));
    assert.deepEqual(await column('sessions', 'branch'), ['ada/basket\nfix/prices']);
  });
});
