/** Transfers that were stopped, killed or cut, and continue. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bigMindErrorFrom } from '../../../../src/memory/shared/errors.ts';
import { cuttingProxy, type Fate } from '../../postgres/proxies.ts';
import { aFile, codeOf, openStore, removeFolders, visit } from '../../support.ts';
import { aFullStore } from './fullStore.ts';
import { describeWithDatabases } from './describeWithDatabases.ts';
import { aDatabase, cutConnections, dropDatabases, openServerStore, stoppingAfter, transfer } from './server.ts';
import { change, rowsIn } from './sqliteRows.ts';

const messages = 1_500;

/** Messages of one session, more than fit into one batch. */
function addMessages(file: string): void {
  change(
    file,
    `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(messages + 99)})
     INSERT INTO messages (uid, session_id, user_id, seq, role, content, content_hash, created_at)
     SELECT 'message ' || i, (SELECT id FROM sessions ORDER BY id LIMIT 1), (SELECT id FROM users), i, 'user',
       'Text ' || i, 'hash ' || i, '2026-05-01T00:00:00.000Z' FROM n`,
  );
}

describeWithDatabases('an unfinished transfer', () => {
  let file: string;
  beforeEach(async () => {
    file = await aFullStore();
    addMessages(file);
  });
  afterEach(async () => {
    removeFolders();
    await dropDatabases();
  });

  const total = (): number => Object.values(rowsIn(file)).flat().length;
  const rowsBack = async (url: string): Promise<Record<string, unknown[]>> => {
    const back = aFile();
    assert.equal((await transfer(url, back)).outcome, 'finished');
    return rowsIn(back);
  };

  it('stops after any batch, and the same call adds only the rest', async () => {
    const url = await aDatabase();
    let added = 0;
    for (const batches of [1, 7, 9, 12, 40]) {
      const report = await transfer(file, url, stoppingAfter(batches));
      assert.equal(report.outcome, 'stopped');
      assert.deepEqual([report.updated, report.removed, report.indexed], [0, 0, null]);
      added += report.added;
    }
    const last = await transfer(file, url);
    assert.deepEqual([last.outcome, last.added + added], ['finished', total()]);
    assert.deepEqual(await rowsBack(url), rowsIn(file));
  });

  it('continues after a kill at any point, in either direction, and doubles nothing', async () => {
    const url = await aDatabase();
    const back = aFile();
    const program = join(import.meta.dirname, '../../programs/transferUntilKilled.ts');
    for (const [from, to] of [
      [file, url],
      [url, back],
    ] as const) {
      for (const point of ['1', '12', '45', 'index']) {
        const { signal, stderr } = spawnSync(process.execPath, [program, from, to, point], { encoding: 'utf8' });
        assert.equal(signal, 'SIGKILL', stderr);
      }
      const { outcome, added } = await transfer(from, to);
      assert.deepEqual([outcome, added], ['finished', 0]);
    }
    assert.deepEqual(rowsIn(back), rowsIn(file));
  });

  it('continues after its connections were cut', async () => {
    const url = await aDatabase();
    let cut: Promise<void> | undefined;
    const cutting = transfer(file, url, {
      onProgress: ({ table, rows }) => {
        if (table === 'messages' && rows > 500) cut ??= cutConnections(url);
      },
    });
    const failure = await cutting.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    assert.doesNotMatch(failure ?? '', /pass-word/u);
    assert.ok(cut !== undefined);
    await cut;
    // Cut between two transactions, or after the last one, it has finished on a new connection.
    if (failure !== undefined) {
      const last = await transfer(file, url);
      assert.equal(last.outcome, 'finished');
      // Nothing is left to add if the cut came while the index was built.
      assert.ok(last.added < total(), String(last.added));
    }
    assert.deepEqual(await rowsBack(url), rowsIn(file));
  });

  it('says after a cut that a part is copied, not that nothing was changed, and how to continue', async () => {
    const url = await aDatabase();
    let isCut = true;
    const fateOf = (sent: string): Fate => (isCut && sent.includes('INSERT INTO messages ') ? 'dropped' : 'passed');
    const proxy = await cuttingProxy(url, fateOf);
    const sentence = await transfer(file, proxy.url).then(
      () => assert.fail('It was not cut.'),
      (thrown: unknown) => bigMindErrorFrom(thrown).sentence,
    );
    assert.match(
      sentence,
      /was cut.*The copy is not finished: the source is unchanged, and the target has \d+ rows more/u,
    );
    assert.match(sentence, /Then run the same command again, which continues\.$/u);
    assert.doesNotMatch(sentence, /Nothing was/u);
    isCut = false;
    assert.equal((await transfer(file, proxy.url)).outcome, 'finished');
    await proxy.close();
  });

  it('says that nothing was changed if it was cut before it began', async () => {
    const proxy = await cuttingProxy(await aDatabase(), () => 'dropped');
    const sentence = await transfer(file, proxy.url).then(
      () => assert.fail('It was not cut.'),
      (thrown: unknown) => bigMindErrorFrom(thrown).sentence,
    );
    assert.match(sentence, /Nothing was changed/u);
    await proxy.close();
  });

  it('refuses to open its target, and names the source and the remedy without a password', async () => {
    const url = await aDatabase();
    await transfer(file, url, stoppingAfter(12));
    const store = openServerStore(url);
    await assert.rejects(visit(store), {
      code: 'store_unavailable',
      message: /^A transfer into this database, started at 2026-.* is not finished\.$/u,
      remedy: new RegExp(`\`bigmind migrate\` again to continue from ${file}\\. The source is complete`, 'u'),
    });
    await store.close();
    await transfer(file, url);
    const back = aFile();
    await transfer(url, back, stoppingAfter(12));
    const other = openStore('native', back);
    await assert.rejects(visit(other), (error: Error & { code: string; remedy: string }) => {
      assert.ok(error.remedy.includes(`Run \`bigmind migrate --to "${back}"\` again`), error.remedy);
      assert.match(error.remedy, /continue from postgres:\/\/127\.0\.0\.1:\d+\/moves_/u);
      assert.doesNotMatch(error.remedy, /pass-word/u);
      return error.code === 'store_unavailable';
    });
    await other.close();
  });

  it('brings what changed in the source since the last run', async () => {
    const url = await aDatabase();
    await transfer(file, url, stoppingAfter(45));
    const [session] = rowsIn(file)['sessions'] as { id: string }[];
    change(
      file,
      `UPDATE facts SET fact = 'Changed' WHERE id = 2`,
      `UPDATE users SET display_name = 'Ada', last_seen = '2027-01-01'`,
      `DELETE FROM messages WHERE uid IN ('message 200', 'message 201')`,
      // The same vector under another number, and a new session for the same open conversation.
      `UPDATE embedding_vectors SET id = 9`,
      `UPDATE embeddings SET id = 9`,
      `DELETE FROM muted_memories`,
      `DELETE FROM heaps WHERE id NOT IN (SELECT heap_id FROM messages WHERE heap_id IS NOT NULL)`,
      `INSERT INTO sessions SELECT '00000000-0000', user_id, started_at, NULL, 'again', NULL, NULL, 5, 0, 'a chat',
         'live', NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0 FROM sessions WHERE id = '${session?.id ?? ''}'`,
    );
    const last = await transfer(file, url);
    assert.equal(last.outcome, 'finished');
    assert.ok(last.updated >= 2 && last.removed >= 3, JSON.stringify(last).slice(0, 300));
    assert.deepEqual(await rowsBack(url), rowsIn(file));
  });

  it('brings an open conversation that was ended and opened again under another id', async () => {
    const open = (id: string): string =>
      `INSERT INTO sessions (id, user_id, started_at, one_liner, external_id) SELECT '${id}', id, 'now', '', 'a chat' FROM users`;
    change(file, open('ffff'));
    const url = await aDatabase();
    await transfer(file, url, stoppingAfter(20));
    change(file, `UPDATE sessions SET ended_at = 'now' WHERE id = 'ffff'`, open('0000'));
    assert.equal((await transfer(file, url)).outcome, 'finished');
    assert.deepEqual(await rowsBack(url), rowsIn(file));
  });

  it('is left alone by a run that another one overtook', async () => {
    const url = await aDatabase();
    let overtaking: Promise<unknown> | undefined;
    const overtaken = transfer(file, url, {
      onProgress: ({ table }) => {
        if (table === 'agents') overtaking ??= transfer(file, url, stoppingAfter(2));
      },
      isStopped: () => false,
    });
    const code = await codeOf(overtaken.then(async (report) => ({ report, other: await overtaking })));
    assert.equal(((await overtaking) as { outcome: string }).outcome, 'stopped');
    assert.equal(code, 'conflict');
    assert.equal((await transfer(file, url)).outcome, 'finished');
  });

  it('is refused to another source', async () => {
    const url = await aDatabase();
    await transfer(file, url, stoppingAfter(12));
    const other = await aFullStore();
    await assert.rejects(transfer(other, url), {
      code: 'invalid_input',
      message: `The target contains an unfinished transfer from ${file}.`,
    });
    assert.equal((await transfer(file, url)).outcome, 'finished');
  });
});
