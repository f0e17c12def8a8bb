/** What every client with BigMind's tools must do: offer all of them, store a fact with one and find it again. */
import assert from 'node:assert/strict';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { textOf } from './clientHome.ts';
import type { Suite } from './suite.ts';
import { assertOneForEachChat, explained, sessionsIn } from './sessions.ts';

const coreNames = toolsets.core.map(({ name }) => name).toSorted();
const fact = 'We deploy the WOMBAT service on Thursdays only.';
const answer = 'I stored that WOMBAT goes out on Thursdays.';

export function checkTools({ client, home, verify }: Suite): void {
  it('offers the twelve tools and stores a fact with one of them', async () => {
    const prompt = 'Remember for us that we deploy WOMBAT on Thursdays.';
    const store = { call: 'memory_store_fact', input: { fact, category: 'decision' } };
    const chat = await home().chatWithTools(prompt, { steps: [store, { say: answer }] });
    assert.equal(chat.code, 0, `The client failed.${explained(home(), chat)}`);
    const offered = (chat.first?.tools ?? []).map(({ name }) => name.slice(name.lastIndexOf('memory_')));
    const named = client.defersTools ? textOf(chat.first).match(/\bmcp__bigmind__memory_\w+/gu) : null;
    const known = new Set([...offered, ...(named ?? []).map((name) => name.slice('mcp__bigmind__'.length))]);
    assert.deepEqual(
      coreNames.filter((name) => !known.has(name)),
      [],
      `These tools are not offered to the model.${explained(home(), chat)}`,
    );
    assert.ok(chat.out.includes(answer), `The client does not print the answer.${explained(home(), chat)}`);
    assert.deepEqual(
      home().rows('SELECT fact FROM facts'),
      [{ fact }],
      `The tool did not store the fact.${explained(home(), chat)}`,
    );
    verify('tools');
  });

  it('finds the fact with a tool in the next chat', async () => {
    const search = { call: 'memory_search', input: { query: 'WOMBAT deploy' } };
    const chat = await home().chatWithTools('Search the memory for the wombat.', {
      steps: [search, { say: 'Searched.' }],
    });
    const results = (chat.requests.at(-1)?.turns ?? []).filter(({ role }) => role === 'result');
    assert.ok(
      results.some(({ text }) => text.includes('Thursdays only')),
      `No tool result contains the fact: ${JSON.stringify(results)}${explained(home(), chat)}`,
    );
  });

  it('has one session per chat, even after a tool call, and leaves none open without a headline', () => {
    assertOneForEachChat([home()]);
    const [source] = home().rows('SELECT source_session AS id FROM facts');
    const sessions = sessionsIn(home());
    const its = client.namesChatToServer ? sessions.slice(0, 1) : sessions;
    const belongs = its.some(({ id }) => id === source?.['id']);
    assert.ok(belongs, `The fact does not belong to its chat.${explained(home())}`);
  });
}
