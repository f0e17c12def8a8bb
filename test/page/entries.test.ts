/** An entry of a memory file on the page: listed and found with its file, and only the file can be changed. */
import assert from 'node:assert/strict';
import { isPageQuery } from '../../src/protocol/queries.ts';
import type { RefreshEntries } from '../../src/memory/entries/entryStore.ts';
import { aFileOf } from '../store/contract/anEntry.ts';
import { openStore } from '../store/support.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, runQuery } from './support.ts';

describe('an entry on the page', () => {
  let test: TestMemory;
  let refreshed: number;
  beforeEach(() => {
    refreshed = 0;
    const refreshEntries: RefreshEntries = async (caller) => {
      refreshed += 1;
      const store = openStore('native', test.file);
      await store.entries.replace(aFileOf(caller, ['Vite over Webpack']));
      await store.close();
      return { folder: '/projects/rocket', isListed: true };
    };
    test = openTestMemory('personal', 'native', { refreshEntries });
  });
  afterEach(() => test.close());

  it('is in the list as the file has it now, with file and line', async () => {
    const host = hostFor(await test.caller(), test);
    const listed = { filter: anyKnowledge, order: 'newest', offset: 0, limit: 9 } as const;
    const { items } = await runQuery(host, 'knowledge', listed);
    assert.deepEqual(
      items.map(({ kind, text, category, sourceRef, origin }) => [kind, text, category, sourceRef, origin]),
      [['entry', 'Vite over Webpack', 'decision', '.mind/MEMORY.md#L1', 'file']],
    );
    await runQuery(host, 'knowledge', { ...listed, filter: { ...anyKnowledge, type: 'fact' } });
    assert.equal(refreshed, 1);
  });

  it('makes a store with nothing else a store in use, so that it can be seen', async () => {
    const host = hostFor(await test.caller(), test);
    assert.equal((await runQuery(host, 'overview', {})).isUnused, false);
  });

  it('can be opened, but neither changed nor erased', async () => {
    const host = hostFor(await test.caller(), test);
    await runQuery(host, 'knowledge', { filter: anyKnowledge, order: 'newest', offset: 0, limit: 9 });
    const ref = { kind: 'entry', id: '1' } as const;
    const { mayChange, muted, history } = await runQuery(host, 'memory', { ref });
    assert.deepEqual([mayChange, muted, history], [false, false, []]);
    assert.ok(isPageQuery({ type: 'memory', ref }));
    assert.ok(!isPageQuery({ type: 'erasure', ref }));
  });
});
