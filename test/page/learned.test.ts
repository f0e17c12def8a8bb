/** What was learned on the page: the list with its evidence, the turn of a quote, and what a person does with items. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { KnowledgeFilterCard } from '../../src/protocol/recall/knowledge.ts';
import type { KnowledgeCard, MemoryDetailCard } from '../../src/protocol/recall/memories.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

const current: KnowledgeFilterCard = { ...anyKnowledge, type: 'learned' };
const harbour = { key: 'harbour', name: 'harbour' };

interface Said {
  type: string;
  text: string;
  turn: number;
  quote: string;
  replaces?: number;
}
const lights: Said = {
  type: 'decision',
  text: 'The harbour lights are green at night.',
  turn: 1,
  quote: 'Green at night',
};
const crane: Said = {
  type: 'gotcha',
  text: 'The crane blocks the quay at low tide.',
  turn: 2,
  quote: 'blocks the quay',
};

describe('what was learned, on the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: harbour });
    host = hostFor(ada, open);
  });
  afterEach(() => open.close());

  async function record(conversation: string): Promise<void> {
    const texts = ['Which colour? Green at night.', 'The crane blocks the quay.', 'Thanks', 'Any time'];
    const caller = await open.caller({ project: harbour, conversationId: conversation });
    await recordChat(open, caller, conversation, texts);
    open.pass(24);
  }

  /** Records a chat, and learns the items from it. */
  async function learn(conversation: string, items: Said[]): Promise<void> {
    await record(conversation);
    const learner = { name: 'a model', inputTokens: 50_000, ask: () => Promise.resolve(JSON.stringify({ items })) };
    const report = await open.memory.learning.run(ada, learner, { projects: 'all' }, { dailyTokens: 1_000_000 });
    assert.ok('done' in report && report.done === 1);
  }

  const listed = async (filter: Partial<KnowledgeFilterCard> = {}, offset = 0): Promise<KnowledgeCard[]> =>
    (await runQuery(host, 'knowledge', { filter: { ...current, ...filter }, order: 'newest', offset, limit: 10 }))
      .items;
  const evidenceOf = async (item: KnowledgeCard | undefined): Promise<MemoryDetailCard['evidence']> =>
    (await runQuery(host, 'memory', { ref: { kind: 'fact', id: item?.id ?? '' } })).evidence;
  const numbers = async (): Promise<number[]> => (await listed()).map(({ id }) => Number(id));
  const texts = async (filter: Partial<KnowledgeFilterCard> = {}): Promise<string[]> =>
    (await listed(filter)).map(({ text }) => text);

  it('is listed with its quote, who said it, and where', async () => {
    await learn('a', [lights]);
    await open.memory.facts.store(ada, { type: 'decision', fact: 'The quay is closed' });
    const [item, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.deepEqual([item?.text, item?.project], [lights.text, 'harbour']);
    assert.deepEqual(item?.learned, { type: 'decision', value: 2, state: 'learned', sessions: 1 });
    const { quote, by, seq, model } = (await evidenceOf(item)) ?? {};
    assert.deepEqual({ quote, by, seq, model }, { quote: 'Green at night', by: 'user', seq: 1, model: 'a model' });
  });

  it('is filtered by project, type and state, and read in parts', async () => {
    await learn('a', [lights, crane]);
    assert.deepEqual(await texts({ subtype: 'gotcha' }), [crane.text]);
    assert.deepEqual(await texts({ project: 'airport' }), []);
    assert.equal((await texts({ project: 'harbour' })).length, 2);
    assert.deepEqual(await texts({ state: 'deprecated' }), []);
    const [, second] = await listed();
    assert.deepEqual(await listed({}, 1), [second]);
  });

  it('counts the sessions that said it', async () => {
    await learn('a', [lights]);
    await learn('b', [lights]);
    const items = await listed();
    assert.deepEqual(
      items.map(({ learned }) => learned?.sessions),
      [2],
    );
    assert.equal((await evidenceOf(items[0]))?.also.length, 1);
  });

  it('names what replaced it', async () => {
    await learn('a', [lights]);
    const [old] = await listed();
    const red: Said = { type: 'decision', text: 'The harbour lights are red now.', turn: 1, quote: 'Which colour?' };
    await learn('b', [{ ...red, replaces: Number(old?.id) }]);
    const [replaced] = await listed({ state: 'replaced' });
    assert.equal(replaced?.text, lights.text);
    const detail = await runQuery(host, 'memory', { ref: { kind: 'fact', id: replaced.id } });
    assert.equal(detail.supersededBy?.text, red.text);
    assert.deepEqual(await texts(), [red.text]);
  });

  it('opens the session at the turn of the quote', async () => {
    await learn('a', [crane]);
    const [item] = await listed();
    const id = item?.sessionId ?? '';
    const at = (await evidenceOf(item))?.seq ?? null;
    const { place } = await runQuery(host, 'session', { id, at, message: null });
    const { messages } = await runQuery(host, 'transcript', { id, offset: place ?? 0, limit: 1 });
    assert.match(messages[0]?.text ?? '', /blocks the quay/u);
    assert.equal((await runQuery(host, 'session', { id, at: null, message: null })).place, null);
  });

  it('is confirmed together, which one undo takes back', async () => {
    await learn('a', [lights, crane]);
    const ids = await numbers();
    const confirmed = await runCommand(host, { type: 'confirmLearned', ids });
    assert.equal((await listed({ state: 'confirmed' })).length, 2);
    const [fact] = await open.memory.facts.named(ada, ids);
    assert.deepEqual([fact?.confidence, fact?.origin], [0.9, 'person']);
    await undo(host, confirmed);
    assert.equal((await listed({ state: 'unconfirmed' })).length, 2);
  });

  it('is dismissed together and not learned again, until one undo', async () => {
    await learn('a', [lights, crane]);
    const ids = await numbers();
    const dismissed = await runCommand(host, { type: 'dismissLearned', ids, reason: 'Dismissed.' });
    assert.deepEqual(await texts(), []);
    assert.equal((await listed({ state: 'deprecated' })).length, 2);
    await learn('b', [lights]);
    assert.deepEqual(await texts(), []);
    await undo(host, dismissed);
    assert.equal((await texts()).length, 2);
  });

  it('keeps what was dismissed elsewhere meanwhile', async () => {
    await learn('a', [lights, crane]);
    const ids = await numbers();
    await runCommand(host, { type: 'dismissLearned', ids: ids.slice(0, 1), reason: 'Wrong.' });
    await runCommand(host, { type: 'confirmLearned', ids });
    assert.equal((await listed({ state: 'deprecated' })).length, 1);
    assert.equal((await listed({ state: 'confirmed' })).length, 1);
  });

  it('is seen and changed by its user only', async () => {
    await learn('a', [lights]);
    const [item] = await listed();
    const eve = hostFor(await open.caller({ username: 'eve' }), open);
    const [others] = await Promise.all([
      runQuery(eve, 'knowledge', { filter: current, order: 'newest', offset: 0, limit: 10 }),
      runCommand(eve, { type: 'dismissLearned', ids: [Number(item?.id)], reason: 'Hers.' }),
    ]);
    assert.equal(others.total, 0);
    assert.equal((await listed()).length, 1);
    const failure = await refusal(host, { type: 'dismissLearned', ids: [Number(item?.id)], reason: '' });
    assert.equal(failure.code, 'invalid_input');
  });

  it('says how many sessions wait and what the last run cost', async () => {
    await learn('a', [lights]);
    const read = await runQuery(host, 'learning', {});
    assert.deepEqual([read.sessions, read.lastRun?.done, read.lastRun?.isRunning], [0, 1, false]);
    assert.ok((read.lastRun?.tokens ?? 0) > 0);
    await record('b');
    const waiting = await runQuery(host, 'learning', {});
    assert.deepEqual([waiting.project, waiting.sessions], ['harbour', 1]);
    const elsewhere = hostFor(await open.caller(), open);
    const all = await runQuery(elsewhere, 'learning', {});
    assert.deepEqual([all.project, all.sessions], [null, 1]);
  });
});
