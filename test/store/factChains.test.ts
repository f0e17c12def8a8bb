/** How the facts that a fact replaced are found: a store with thousands of replaced facts must read only their own links. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { latestVersion } from '../../src/store/sqlite/schema/migrations/migrations.ts';
import { chainUids, olderUids } from '../../src/store/sql/index/liveFacts.ts';

describe('the chain of a fact', () => {
  const database = new DatabaseSync(join(import.meta.dirname, `../fixtures/stores/v${String(latestVersion)}.db`), {
    readOnly: true,
  });
  after(() => {
    database.close();
  });
  const planOf = (sql: string): string[] =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));

  for (const [what, uids] of [
    ['its predecessors', olderUids],
    ['all of its facts', chainUids],
  ] as const) {
    it(`reads ${what} through the indexes of links and facts`, () => {
      const plan = planOf(
        `SELECT n.id FROM facts f JOIN facts n ON n.uid IN (${uids('f.uid')}) AND +n.user_id = f.user_id WHERE f.id = 1`,
      );
      const links = plan.filter((step) => /^(?:SEARCH|SCAN) l\b/u.test(step));
      assert.equal(links.length, 2, plan.join('\n'));
      for (const step of links) assert.match(step, /(?:from|to)_uid=\?/u, plan.join('\n'));
      assert.ok(
        plan.some((step) => /^SEARCH n\b.*\buid=\?/u.test(step)),
        plan.join('\n'),
      );
    });
  }
});
