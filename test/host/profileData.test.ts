/** The profile shows first what concerns the project of the window, and who else writes here. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/identity.ts';
import { ownAgentName, readProfileCard } from '../../src/vscode/profileData.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';

describe('the profile', () => {
  let open: TestMemory;
  let harbour: Caller;
  let airport: Caller;
  let nowhere: Caller;
  beforeEach(async () => {
    open = openTestMemory();
    harbour = await open.caller({ project: { key: 'example.org/harbour', name: 'harbour' } });
    airport = await open.caller({ project: { key: 'example.org/airport', name: 'airport' } });
    nowhere = await open.caller();
  });
  afterEach(() => open.close());

  /** Each fact is newer than the one before. */
  async function remember(caller: Caller, ...facts: string[]): Promise<void> {
    for (const fact of facts) {
      open.pass(1);
      await open.memory.facts.store(caller, { category: 'decision', fact });
    }
  }

  async function factsShownTo(caller: Caller): Promise<string[]> {
    const card = await readProfileCard({ ...open, caller }, { kind: 'node' }, 'here');
    return card.facts.map(({ text }) => text);
  }

  it("shows this project's facts, then those of no project, then others'", async () => {
    await remember(harbour, 'Ours');
    await remember(nowhere, 'Mine');
    await remember(airport, 'Theirs');
    assert.deepEqual(await factsShownTo(harbour), ['Ours', 'Mine', 'Theirs']);
    assert.deepEqual(await factsShownTo(nowhere), ['Mine', 'Theirs', 'Ours']);
  });

  it('lets no newer facts of other projects push out those of this one', async () => {
    const many = (whose: string): string[] => Array.from({ length: 12 }, (_, n) => `${whose} ${String(n)}`);
    await remember(harbour, ...many('Ours').slice(0, 4));
    await remember(airport, ...many('Theirs'));
    const shown = await factsShownTo(harbour);
    assert.equal(shown.length, 10);
    assert.deepEqual(shown.slice(0, 4), ['Ours 3', 'Ours 2', 'Ours 1', 'Ours 0']);
    assert.equal(shown[4], 'Theirs 11');
    await remember(harbour, ...many('Ours').slice(4));
    assert.ok((await factsShownTo(harbour)).every((text) => text.startsWith('Ours')));
  });

  it('names each assistant once, and not the extension itself', async () => {
    for (const version of ['1', '2']) {
      const agents = [ownAgentName, 'claude-code'].map((name) => ({ name, version }));
      for (const agent of agents) {
        const visitor = { username: 'ada', agent, project: undefined, conversationId: null };
        await remember(await open.memory.identities.resolve(visitor), `Heard by ${agent.name}`);
      }
    }
    await remember(nowhere, 'Heard by the tests');
    const bob = await open.caller({ username: 'bob' });
    const { agents: others } = await readProfileCard({ ...open, caller: bob }, { kind: 'node' }, 'here');
    assert.deepEqual(others, [], 'nobody else’s');
    const { agents } = await readProfileCard({ ...open, caller: nowhere }, { kind: 'node' }, 'here');
    assert.deepEqual(
      agents.toSorted((a, b) => a.name.localeCompare(b.name)),
      [
        { name: 'claude-code', version: '2' },
        { name: 'tests', version: '1' },
      ],
    );
  });
});
