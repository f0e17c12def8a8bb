/** What becomes of copies when a project or a person is erased from the page: gone through while the store is still open. */
import assert from 'node:assert/strict';
import type { ErasureRest } from '../../src/memory/governance/scopeErasure.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandResult } from '../../src/protocol/commands.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { act, ask, hostFor } from './support.ts';

describe('erasing all of something from the page', () => {
  let open: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller();
    await open.memory.facts.store(ada, { category: 'decision', fact: 'The port is 7' });
  });
  afterEach(() => open.close());

  /** Erases everything of the person with these copies; answers also what was gone through when the store was let go. */
  async function erase(rest: Partial<ErasureRest>): Promise<{ card: CommandResult; whenLetGo: string[] }> {
    const done: string[] = [];
    const whenLetGo: string[] = [];
    const erasureRest: ErasureRest = {
      forgetLog: () => Promise.resolve('done'),
      findCopies: () => open.memory.erasureRest.findCopies(),
      finishLeft: () => Promise.resolve(),
      ...rest,
      scrubCopies: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        done.push('copies');
        return (await rest.scrubCopies?.()) ?? { cleaned: [], removed: [], left: [] };
      },
    };
    const host: PageHost = {
      ...hostFor(ada, open),
      use: async (work) => {
        try {
          return await work({ memory: { ...open.memory, erasureRest }, search: open.search, caller: ada });
        } finally {
          whenLetGo.splice(0, whenLetGo.length, ...done);
        }
      },
    };
    const scope = { kind: 'user' as const, id: ada.user.username };
    const { expected } = await ask(host, 'scopeErasure', { scope });
    return { card: await act(host, { type: 'eraseScope', scope, expected }), whenLetGo };
  }

  it('keeps the store until its copies were gone through, and names those that could not be', async () => {
    const { card, whenLetGo } = await erase({
      scrubCopies: () => Promise.resolve({ cleaned: [], removed: [], left: ['/home/ada/old.db'] }),
      forgetLog: () => Promise.resolve('held'),
    });
    assert.deepEqual(whenLetGo, ['copies']);
    assert.deepEqual(card.copies, { left: ['/home/ada/old.db'], later: false, log: 'held' });
  });

  it('shows beforehand a few of what goes, quoted on one line, and how many of others stay', async () => {
    const project = { key: 'github.com/ada/lights', name: 'lights' };
    const here = await open.caller({ project });
    const bob = await open.caller({ username: 'bob', project });
    for (const lamp of [1, 2, 3, 4, 5, 6]) {
      await open.memory.facts.store(here, { category: 'decision', fact: `Lamp ${String(lamp)} is\n# green` });
    }
    await open.memory.facts.store(bob, { category: 'decision', fact: 'Lamp 9 is red' });
    const scope = { kind: 'project' as const, id: project.key };
    const { goes, headlines, ofOthers } = await ask(hostFor(here, open), 'scopeErasure', { scope });
    assert.deepEqual(goes.find(({ what }) => what === 'facts')?.count, 6);
    assert.deepEqual(headlines, [
      { what: 'facts', texts: [6, 5, 4, 3, 2].map((lamp) => `Lamp ${String(lamp)} is # green`) },
    ]);
    assert.equal(ofOthers, 1);
  });

  it('names the memory that was erased, so that no page takes the one that begins anew for a stranger', async () => {
    assert.equal((await ask(hostFor(ada, open), 'overview', {})).formerMemoryId, null);
    await erase({});
    const again = await open.caller();
    const { memoryId, formerMemoryId, username } = await ask(hostFor(again, open), 'overview', {});
    assert.deepEqual({ formerMemoryId, username }, { formerMemoryId: ada.user.id, username: ada.user.username });
    assert.notEqual(memoryId, ada.user.id);
    const bob = await open.caller({ username: 'bob' });
    assert.equal((await ask(hostFor(bob, open), 'overview', {})).formerMemoryId, null);
  });

  it('is asked in words that hide nothing and read in their own order, whatever a project is called', async () => {
    const project = { key: 'github.com/acme/\u202eyauq', name: '\u202eyau\u200bq' };
    const there = await open.caller({ project });
    await open.memory.facts.store(there, { category: 'decision', fact: 'The quay is dry' });
    const host = hostFor(there, open);
    const { projects } = await ask(host, 'erasable', {});
    const told = projects.map(({ key, words }) => ({ key, words }));
    assert.deepEqual(told, [{ key: project.key, words: { key: 'github.com/acme/yauq', name: 'yauq' } }]);
    const { id, words } = await ask(host, 'scopeErasure', { scope: { kind: 'project', id: project.key } });
    assert.deepEqual({ id, words }, { id: project.key, words: 'github.com/acme/yauq' });
  });

  it('says that they follow where nobody could look at them', async () => {
    const { card } = await erase({ scrubCopies: () => Promise.reject(new Error('The disk is full.')) });
    assert.deepEqual(card.copies, { left: [], later: true, log: 'done' });
  });
});
