/** Erasing a project or a user from the page: the copies are cleaned while the store is still open. */
import assert from 'node:assert/strict';
import type { ErasureCleanup } from '../../src/memory/governance/scopeErasure.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandResult } from '../../src/protocol/commands.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, runCommand, runQuery } from './support.ts';

describe('erasing a scope from the page', () => {
  let open: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller();
    await open.memory.facts.store(ada, { category: 'decision', fact: 'The port is 7' });
  });
  afterEach(() => open.close());

  /** Erases everything of the user with these copies. Also returns what was cleaned when the store was released. */
  async function erase(rest: Partial<ErasureCleanup>): Promise<{ card: CommandResult; cleanedOnRelease: string[] }> {
    const done: string[] = [];
    const cleanedOnRelease: string[] = [];
    const erasureCleanup: ErasureCleanup = {
      forgetLog: () => Promise.resolve('done'),
      findCopies: () => open.memory.erasureCleanup.findCopies(),
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
          return await work({ memory: { ...open.memory, erasureCleanup }, search: open.search, caller: ada });
        } finally {
          cleanedOnRelease.splice(0, cleanedOnRelease.length, ...done);
        }
      },
    };
    const scope = { kind: 'user' as const, id: ada.user.username };
    const { expected } = await runQuery(host, 'scopeErasure', { scope });
    return { card: await runCommand(host, { type: 'eraseScope', scope, expected }), cleanedOnRelease };
  }

  it('keeps the store open until its copies are cleaned, and names those that remain', async () => {
    const { card, cleanedOnRelease } = await erase({
      scrubCopies: () => Promise.resolve({ cleaned: [], removed: [], left: ['/home/ada/old.db'] }),
      forgetLog: () => Promise.resolve('held'),
    });
    assert.deepEqual(cleanedOnRelease, ['copies']);
    assert.deepEqual(card.copies, { left: ['/home/ada/old.db'], later: false, log: 'held' });
  });

  it('previews some erased texts on one line each, and counts what others share', async () => {
    const project = { key: 'github.com/ada/lights', name: 'lights' };
    const here = await open.caller({ project });
    const bob = await open.caller({ username: 'bob', project });
    for (const lamp of [1, 2, 3, 4, 5, 6]) {
      await open.memory.facts.store(here, { category: 'decision', fact: `Lamp ${String(lamp)} is\n# green` });
    }
    await open.memory.facts.store(bob, { category: 'decision', fact: 'Lamp 9 is red' });
    await open.memory.facts.store(bob, { category: 'decision', fact: 'Lamp 8 is blue', visibility: 'workspace' });
    const scope = { kind: 'project' as const, id: project.key };
    const { goes, headlines, ofOthers } = await runQuery(hostFor(here, open), 'scopeErasure', { scope });
    assert.deepEqual(goes.find(({ what }) => what === 'facts')?.count, 6);
    assert.deepEqual(headlines, [
      { what: 'facts', texts: [6, 5, 4, 3, 2].map((lamp) => `Lamp ${String(lamp)} is # green`) },
    ]);
    assert.equal(ofOthers, 1);
  });

  it('returns the former memory id, so a page does not mistake its successor for a stranger', async () => {
    assert.equal((await runQuery(hostFor(ada, open), 'overview', {})).formerMemoryId, null);
    await erase({});
    const again = await open.caller();
    const { memoryId, formerMemoryId, username } = await runQuery(hostFor(again, open), 'overview', {});
    assert.deepEqual({ formerMemoryId, username }, { formerMemoryId: ada.user.id, username: ada.user.username });
    assert.notEqual(memoryId, ada.user.id);
    const bob = await open.caller({ username: 'bob' });
    assert.equal((await runQuery(hostFor(bob, open), 'overview', {})).formerMemoryId, null);
  });

  it('removes invisible and bidirectional characters from project names in the confirmation', async () => {
    const project = { key: 'github.com/acme/\u202eyauq', name: '\u202eyau\u200bq' };
    const there = await open.caller({ project });
    await open.memory.facts.store(there, { category: 'decision', fact: 'The quay is dry' });
    const host = hostFor(there, open);
    const { projects } = await runQuery(host, 'erasable', {});
    const listed = projects.map(({ key, words }) => ({ key, words }));
    assert.deepEqual(listed, [{ key: project.key, words: { key: 'github.com/acme/yauq', name: 'yauq' } }]);
    const { id, words } = await runQuery(host, 'scopeErasure', { scope: { kind: 'project', id: project.key } });
    assert.deepEqual({ id, words }, { id: project.key, words: 'github.com/acme/yauq' });
  });

  it('reports that copies follow later if cleaning them fails', async () => {
    const { card } = await erase({ scrubCopies: () => Promise.reject(new Error('The disk is full.')) });
    assert.deepEqual(card.copies, { left: [], later: true, log: 'done' });
  });
});
