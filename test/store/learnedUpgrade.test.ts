/** A store of the version before learning: nothing of it changes, nothing counts as learned, and its sessions wait. */
import { strict as assert } from 'node:assert';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { rowsIn } from '../support/rows.ts';
import { openSessionsToLearn } from './learnedSessions.ts';
import { aFile, fileEngineNames, removeFolders } from './support.ts';

after(removeFolders);

for (const engine of fileEngineNames) {
  describe(`the upgrade to learning (${engine})`, () => {
    it('keeps facts and runs that wrote syntheses, and lets recorded sessions wait', async () => {
      const file = aFile();
      copyFileSync(join(import.meta.dirname, '../fixtures/stores/v19.db'), file);
      const old = new DatabaseSync(file);
      old.exec(`INSERT INTO sleep_runs (user_id, holder, started_at, leased_until, tokens)
        SELECT id, 'a process', '2026-03-30T11:00:00.000Z', '2026-03-30T11:05:00.000Z', 500 FROM users LIMIT 1`);
      old.close();
      const columns = 'id, user_id, fact, category, uid, origin, confidence, created_at, version, deprecated';
      const facts = rowsIn(file, `SELECT ${columns} FROM facts ORDER BY id`);
      assert.ok(facts.length > 0);
      const open = await openSessionsToLearn(engine, file);
      assert.equal((await open.store.maintenance.inspect()).schemaVersion, latestVersion);
      assert.deepEqual(rowsIn(file, `SELECT ${columns} FROM facts ORDER BY id`), facts);
      assert.deepEqual(rowsIn(file, 'SELECT evidence FROM facts WHERE evidence IS NOT NULL'), []);
      assert.deepEqual(rowsIn(file, 'SELECT DISTINCT kind FROM sleep_runs'), [{ kind: 'sleep' }]);
      assert.deepEqual(rowsIn(file, 'SELECT DISTINCT learn_attempts AS n FROM sessions'), [{ n: 0 }]);
      const [user] = rowsIn(file, 'SELECT user_id AS id FROM sleep_runs');
      const userId = String(user?.['id']);
      // What writing syntheses cost does not count for learning, and its lease does not stop it.
      assert.equal(await open.store.learning.runs.tokensSince(userId, ''), 0);
      const lease = { userId, holder: 'this one', now: '2026-03-30T11:01:00.000Z', until: '2026-03-30T11:06:00.000Z' };
      assert.ok('runId' in (await open.store.learning.runs.begin(lease)));
      await open.record('chat');
      assert.equal((await open.waiting()).length, 1);
      await open.close();
    });
  });
}
