/** Faded facts on the page: the list of them, what a person sees of one, and refreshing or retiring it. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { KnowledgeFilterCard } from '../../src/protocol/recall/knowledge.ts';
import { passDaysOfChats } from '../support/daysOfChats.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

describe('faded facts on the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  let id: number;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller();
    host = hostFor(ada, open);
    ({ id } = (await open.memory.facts.store(ada, { category: 'codebase', fact: 'The quay has a crane' })).fact);
    await open.memory.facts.store(ada, { category: 'decision', fact: 'The lights are green' });
    await passDaysOfChats(open, 100);
  });
  afterEach(() => open.close());

  const listed = async (filter: Partial<KnowledgeFilterCard> = {}): Promise<string[]> => {
    const asked = { filter: { ...anyKnowledge, state: 'faded' as const, ...filter } };
    const { items, total } = await runQuery(host, 'knowledge', { ...asked, order: 'newest', offset: 0, limit: 10 });
    assert.equal(total, items.length);
    return items.map(({ text }) => text);
  };
  const shown = () => runQuery(host, 'memory', { ref: { kind: 'fact', id: String(id) } });

  it('are listed, and other filters apply to them', async () => {
    assert.deepEqual(await listed(), ['The quay has a crane']);
    assert.deepEqual(await listed({ type: 'session' }), []);
    assert.deepEqual(await listed({ subtype: 'bug' }), []);
    assert.deepEqual(await listed({ minConfidence: 1 }), ['The quay has a crane']);
  });

  it('are current memories, too', async () => {
    assert.ok((await listed({ state: 'live', type: 'fact' })).includes('The quay has a crane'));
  });

  it('say since when they were not used, and stay faded when they are opened', async () => {
    assert.match((await shown()).unusedSince ?? '', /^2026-03-30/u);
    await open.memory.fading.flush();
    assert.deepEqual(await listed(), ['The quay has a crane']);
  });

  it('are no longer listed after a refresh, until it is undone', async () => {
    const refreshed = await runCommand(host, { type: 'refreshFact', id });
    assert.deepEqual(await listed(), []);
    assert.equal((await shown()).unusedSince, null);
    await undo(host, refreshed);
    assert.deepEqual(await listed(), ['The quay has a crane']);
  });

  it('are deprecated when they are retired, and current again when that is undone', async () => {
    const retired = await runCommand(host, { type: 'deprecateFact', id, reason: 'No longer used.' });
    assert.deepEqual(await listed(), []);
    assert.equal((await shown()).status, 'deprecated');
    await undo(host, retired);
    assert.equal((await shown()).status, 'live');
  });

  it('refuses to refresh a fact that is no longer current', async () => {
    await runCommand(host, { type: 'deprecateFact', id, reason: 'No longer used.' });
    assert.match((await refusal(host, { type: 'refreshFact', id })).message, /no fact #1 among your current memories/u);
  });

  it('count a fact that a person opens as used', async () => {
    const { fact } = await open.memory.facts.store(ada, { category: 'codebase', fact: 'The pier has a bell' });
    await passDaysOfChats(open, 60);
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    await runQuery(host, 'memory', { ref });
    await open.memory.fading.flush();
    await passDaysOfChats(open, 60);
    assert.deepEqual(await listed(), ['The quay has a crane']);
    await passDaysOfChats(open, 60);
    assert.equal((await listed()).length, 2);
  });
});
