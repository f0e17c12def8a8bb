/** What a transfer refuses, replaces and reports. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { aFile, openStore, removeFolders, visit } from '../../support.ts';
import { aFullStore } from './fullStore.ts';
import type { TransferProgress } from '../../../../src/memory/upkeep/transfer.ts';
import { describeWithDatabases } from './describeWithDatabases.ts';
import { aDatabase, aTransfer, dropDatabases, query, queryAtOnce, transfer } from './server.ts';
import { change, rowsIn } from './sqliteRows.ts';
import { postgresUrl } from '../../postgresSchemas.ts';

describeWithDatabases('a transfer', () => {
  let file: string;
  let url: string;
  beforeEach(async () => {
    file = await aFullStore();
    url = await aDatabase();
  });
  afterEach(async () => {
    removeFolders();
    await dropDatabases();
  });

  const planOf = async (from: string, to: string): ReturnType<ReturnType<typeof aTransfer>['plan']> => {
    const opened = aTransfer(from, to);
    try {
      return await opened.plan();
    } finally {
      await opened.close();
    }
  };

  it('shows what it would copy, and creates neither a schema nor a file for that', async () => {
    const plan = await planOf(file, url);
    assert.deepEqual([plan.target, plan.unfit, plan.from], ['empty', [], file]);
    const rows = Object.entries(rowsIn(file)).map(([table, { length }]) => [table, length]);
    assert.deepEqual(
      plan.tables.map(({ table, rows: count }) => [table, count]),
      rows,
    );
    assert.doesNotMatch(JSON.stringify(plan), /pass-word/u);
    assert.deepEqual(await query(url, `SELECT to_regnamespace('bigmind')::text AS schema`), [{ schema: null }]);
    await transfer(file, url);
    const back = aFile();
    assert.equal((await planOf(url, back)).target, 'empty');
    assert.ok(!existsSync(back));
  });

  it('refuses a target with memories or users, and leaves it as it was', async () => {
    await transfer(file, url);
    const other = await aFullStore();
    const before = rowsIn(other);
    for (const [from, to] of [
      [other, url],
      [url, other],
    ] as const) {
      assert.equal((await planOf(from, to)).target, 'taken');
      await assert.rejects(transfer(from, to), {
        code: 'invalid_input',
        message: 'The target already contains users or memories.',
      });
    }
    assert.deepEqual(rowsIn(other), before);
    const store = openStore('native', other);
    await visit(store);
    await store.close();
  });

  it('refuses rows that a server cannot store, names all of them in the plan, and copies nothing', async () => {
    change(
      file,
      `UPDATE sessions SET importance = 'high'`,
      "UPDATE facts SET confidence = x'00', deprecated = 0.5 WHERE id = 1",
      `UPDATE facts SET source_session = 'gone' WHERE id = 2`,
      `INSERT INTO projects (id, key, name) VALUES (NULL, 'k', 'n')`,
    );
    const { unfit } = await planOf(file, url);
    assert.deepEqual(
      unfit.map(({ table, column, rows, reason }) => `${table}.${column} ${String(rows)} ${reason}`).sort(),
      [
        'facts.confidence 1 type',
        'facts.deprecated 1 type',
        'facts.sessions 1 reference',
        'projects.id 1 key',
        'sessions.importance 3 type',
      ],
    );
    await assert.rejects(transfer(file, url), {
      code: 'bad_import',
      message: /^The server cannot store 1 row of projects without a valid id\. There are 4 more problems/u,
    });
    change(
      file,
      `UPDATE sessions SET importance = 5`,
      'UPDATE facts SET confidence = 1, deprecated = 0, source_session = NULL',
      `DELETE FROM projects WHERE id IS NULL`,
    );
    assert.equal((await transfer(file, url)).outcome, 'finished');
  });

  it('refuses a column that it does not know instead of losing it', async () => {
    change(file, 'ALTER TABLE facts ADD COLUMN mood TEXT');
    await assert.rejects(transfer(file, url), { code: 'bad_import', message: /the column mood of facts/u });
  });

  it('refuses a source with an unfinished erasure', async () => {
    change(file, `INSERT INTO erasures (user_id, begun_at) VALUES ('somebody', '2999-01-01T00:00:00.000Z')`);
    await assert.rejects(transfer(file, url), {
      code: 'conflict',
      message: 'An erasure in the source is not finished.',
    });
  });

  it('replaces the character 0 in texts, and says in how many', async () => {
    change(file, `UPDATE facts SET fact = 'a' || char(0) || 'b' || char(0) WHERE id IN (1, 2)`);
    const report = await transfer(file, url);
    assert.deepEqual([report.outcome, report.replacedTexts], ['finished', 2]);
    const rows = await query<{ fact: string }>(url, 'SELECT fact FROM facts WHERE id IN (1, 2)');
    assert.deepEqual(
      rows.map(({ fact }) => fact),
      ['a\u{fffd}b\u{fffd}', 'a\u{fffd}b\u{fffd}'],
    );
  });

  it('copies values of other types in text columns as the store reads them', async () => {
    change(file, `UPDATE facts SET created_at = 2026, category = CAST('bytes' AS BLOB) WHERE id = 1`);
    assert.equal((await transfer(file, url)).outcome, 'finished');
    const rows = await query(url, 'SELECT created_at, category FROM facts WHERE id = 1');
    assert.deepEqual(rows, [{ created_at: '2026', category: 'bytes' }]);
  });

  it('brings what others wrote to the source while it was copied', async () => {
    let isChanged = false;
    const report = await transfer(file, url, {
      onProgress: ({ stage }) => {
        if (stage !== 'compare' || isChanged) return;
        isChanged = true;
        change(file, `UPDATE facts SET fact = 'Later'`, `DELETE FROM muted_memories`);
      },
    });
    assert.deepEqual([report.outcome, report.sourceChanged, report.removed], ['finished', false, 1]);
    assert.deepEqual(await query(url, 'SELECT DISTINCT fact FROM facts'), [{ fact: 'Later' }]);
  });

  it('says that others changed the source without end, or while the index was built', async () => {
    let changes = 0;
    const changing = (when: 'compare' | 'index') => (progress: TransferProgress) => {
      if (progress.stage !== when || ![null, 'users'].includes(progress.table)) return;
      change(file, `UPDATE facts SET fact = 'Change ${String((changes += 1))}' WHERE id = 1`);
    };
    const report = await transfer(file, url, { onProgress: changing('compare') });
    assert.deepEqual([report.outcome, report.sourceChanged, changes], ['finished', true, 3]);
    assert.deepEqual(await query(url, 'SELECT fact FROM facts WHERE id = 1'), [{ fact: 'Change 2' }]);
    const other = await transfer(file, await aDatabase(), { onProgress: changing('index') });
    assert.deepEqual([other.outcome, other.sourceChanged], ['finished', true]);
  });

  it('reports rows that another program wrote to the target, does not finish, and corrects them in the next run', async () => {
    const report = await transfer(file, url, {
      onProgress: ({ stage, table }) => {
        if (stage !== 'compare' || table !== 'users') return;
        queryAtOnce(
          url,
          `UPDATE facts SET fact = 'Other' WHERE id = 1; DELETE FROM facts WHERE id = 2;
          INSERT INTO tombstones (uid, kind, erased_at) VALUES ('zz', 'fact', 'now')`,
        );
      },
    });
    assert.equal(report.outcome, 'different');
    const differences = report.tables.filter(({ sourceHash, targetHash }) => sourceHash !== targetHash);
    assert.deepEqual(
      differences.map(({ table, missing, changed, extra, examples }) => [table, missing, changed, extra, examples]),
      [
        ['facts', 1, 1, 0, ['2', '1']],
        ['tombstones', 0, 0, 1, ['"zz"']],
      ],
    );
    const next = await transfer(file, url);
    assert.deepEqual([next.outcome, next.added, next.updated, next.removed], ['finished', 1, 1, 1]);
  });

  it('refuses a login that does not own the schema, before it creates or writes the target', async () => {
    await transfer(file, url);
    const { username: owner } = new URL(url);
    const guest = `${owner}_guest`;
    await query(
      url,
      `GRANT USAGE ON SCHEMA bigmind TO PUBLIC; INSERT INTO logins VALUES ('${guest}', 'default', 'ada')`,
    );
    await query(postgresUrl ?? '', `CREATE ROLE ${guest} LOGIN`);
    const asGuest = Object.assign(new URL(url), { username: guest }).href;
    const back = aFile();
    for (const [from, to, command] of [
      [asGuest, back, `bigmind migrate --to "${back}"`],
      [file, asGuest, `bigmind migrate --from "${file}"`],
    ] as const) {
      const opened = aTransfer(from, to, { workspace: 'default', username: 'ada' });
      const refusal = {
        code: 'not_allowed',
        remedy: new RegExp(`Only its owner, ${owner}, can .* \`${command}\``, 'u'),
      };
      await assert.rejects(opened.plan(), refusal);
      await assert.rejects(opened.run({ onProgress: () => undefined, isStopped: () => false }), refusal);
      await opened.close();
    }
    assert.ok(!existsSync(back));
    await query(postgresUrl ?? '', `DROP ROLE ${guest}`);
  });

  it('refuses two files, two servers and an address that is none, without repeating a password', () => {
    assert.throws(() => aTransfer(file, 'other.db'), {
      code: 'invalid_input',
      message: 'Both places of the transfer are files.',
    });
    assert.throws(() => aTransfer(url, url), {
      code: 'invalid_input',
      message: 'Both places of the transfer are servers.',
    });
    assert.throws(
      () => aTransfer(file, 'postgres://ada:pass-word@:x/y'),
      (error: Error) => {
        assert.doesNotMatch(`${error.message} ${String(error.stack)}`, /pass-word/u);
        return true;
      },
    );
  });
});
