/** Sessions that an older program left open in the database get their own headline when they end. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Session } from '../../src/memory/sessions/sessions.ts';
import type { Store } from '../../src/memory/store.ts';
import type { FileEngineName } from './support.ts';
import { aFile, fileEngineNames, openStore, removeFolders } from './support.ts';

after(removeFolders);

/** Opens a store of an older version whose session `s-2` is open and has this headline. */
function openOlder(engine: FileEngineName, version: number, headline: string, summarySource?: string): Store {
  const file = aFile();
  copyFileSync(join(import.meta.dirname, `../fixtures/stores/v${String(version)}.db`), file);
  const theirs = new DatabaseSync(file);
  theirs.prepare(`UPDATE sessions SET one_liner = ? WHERE id = 's-2'`).run(headline);
  if (summarySource !== undefined)
    theirs.prepare(`UPDATE sessions SET told_by = ? WHERE id = 's-2'`).run(summarySource);
  theirs.close();
  return openStore(engine, file);
}

/** Ends the session the way starting another one a day later does. */
async function ended(store: Store): Promise<Session | undefined> {
  const late = '2027-01-01T00:00:00.000Z';
  const headlines = { tooLong: 'Ended by itself', silent: 'Ended by silence' };
  await store.sessions.closeSilent({ userId: 'u-1', silentBefore: late, startedBefore: late, headlines });
  return store.sessions.get('s-2');
}

for (const engine of fileEngineNames) {
  describe(`an open session of an older database (${engine})`, () => {
    for (const version of [1, 2, 3]) {
      for (const headline of ['[in progress]', '🟡 **[in progress]**', 'In progress…']) {
        it(`loses the placeholder headline "${headline}" in an upgrade from version ${String(version)}`, async () => {
          const store = openOlder(engine, version, headline);
          const open = await store.sessions.get('s-2');
          assert.deepEqual([open?.oneLiner, open?.summarizedBy], ['', null]);
          assert.equal((await ended(store))?.oneLiner, 'Ended by itself');
          await store.close();
        });
      }
    }

    it('loses the placeholder when it ends, even if an earlier version of BigMind kept it', async () => {
      const store = openOlder(engine, 8, '[in progress]', 'agent');
      const session = await ended(store);
      assert.deepEqual([session?.oneLiner, session?.summarizedBy], ['Ended by itself', null]);
      await store.close();
    });

    it('keeps a headline that a person chose or that says more', async () => {
      const named = openOlder(engine, 8, 'In progress', 'person');
      assert.equal((await ended(named))?.oneLiner, 'In progress');
      const specific = openOlder(engine, 3, 'In progress: the new login');
      assert.equal((await ended(specific))?.oneLiner, 'In progress: the new login');
      await Promise.all([named.close(), specific.close()]);
    });
  });
}
