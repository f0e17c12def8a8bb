/** `bigmind migrate` from the command line: its places, progress, exit codes and answers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { placesFrom } from '../../src/cli/portability/migrate/migratePlaces.ts';
import { createTransferProgress } from '../../src/cli/portability/migrate/transferProgress.ts';
import { describeWithDatabases } from '../store/exchange/transfer/describeWithDatabases.ts';
import { aDatabase, dropDatabases } from '../store/exchange/transfer/server.ts';
import { change } from '../store/exchange/transfer/sqliteRows.ts';
import { builtProgram, programFile, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const server = { kind: 'server', url: 'postgres://ada:pass-word@host/db' } as const;

describe('the places of bigmind migrate', () => {
  const given = (from?: string, to?: string, url?: string): unknown =>
    placesFrom({ from, to, url, file: '/home/memory.db' });
  const current = { kind: 'file', file: '/home/memory.db' };
  const other = { kind: 'file', file: '/tmp/other.db' };

  it('are the current store and the server of the environment unless they are named', () => {
    assert.deepEqual(given(undefined, undefined, server.url), { from: current, to: server });
    assert.deepEqual(given(undefined, server.url), { from: current, to: server });
    assert.deepEqual(given('/tmp/other.db', undefined, server.url), { from: other, to: server });
    assert.deepEqual(given(undefined, '/tmp/other.db', server.url), { from: server, to: other });
    assert.deepEqual(given('postgresql://host/db', '/tmp/other.db', server.url), {
      from: { kind: 'server', url: 'postgresql://host/db' },
      to: other,
    });
  });

  it('are refused as wrong usage, without the address, if they are not one file and one server', () => {
    for (const [from, to, url, message] of [
      [undefined, undefined, undefined, /No database server is named/u],
      [undefined, '/tmp/other.db', undefined, /No database server is named/u],
      [undefined, undefined, 'mysql://ada:pass-word@host', /BIGMIND_DB_URL is not the address of a PostgreSQL server/u],
      [server.url, undefined, undefined, /No file is named/u],
      [server.url, server.url, undefined, /Both places are servers/u],
      ['a.db', 'b.db', undefined, /Both places are files/u],
    ] as const) {
      assert.throws(
        () => given(from, to, url),
        (error: Error & { details: Record<string, unknown> }) => {
          assert.match(error.message, message);
          assert.doesNotMatch(JSON.stringify(error), /pass-word/u);
          return error.details['isWrongUsage'] === true;
        },
      );
    }
  });
});

describe('the progress of bigmind migrate', () => {
  it('is one line a second, with the share and the rate', () => {
    const lines: string[] = [];
    let time = 5_000;
    const show = createTransferProgress(
      (line) => lines.push(line),
      () => new Date(time),
    );
    for (const [table, rows, total] of [
      ['users', 1, 1],
      ['messages', 1_000, 4_000],
      ['messages', 2_500, 4_000],
    ] as const) {
      show({ stage: 'copy', table, rows, total });
      time += 500;
    }
    show({ stage: 'index', table: null, rows: 0, total: 0 });
    assert.deepEqual(lines, [
      'Copying users: 1 of 1 rows (100%)',
      'Copying messages: 2,500 of 4,000 rows (62%), 2,501 rows/s',
      'Building the search index. If you stop now, the next run builds it.',
    ]);
  });
});

describeWithDatabases('bigmind migrate', () => {
  let home: TemporaryHome;
  let url: string;
  beforeEach(async () => {
    home = temporaryHome();
    url = await aDatabase();
    await runProgram(home, ['save', 'We deploy on Thursdays']);
  });
  afterEach(async () => {
    home.remove();
    await dropDatabases();
  });

  const run = async (
    ...args: string[]
  ): Promise<{ code: number | null; json: Record<string, unknown>; err: string }> => {
    const { code, out, err } = await runProgram(home, ['migrate', ...args, '--json'], { env: { BIGMIND_DB_URL: url } });
    assert.doesNotMatch(out + err, /pass-word/u);
    return { code, json: JSON.parse(out) as Record<string, unknown>, err };
  };

  it('previews, copies there and back, and answers with one JSON value', async () => {
    const preview = await run('--dry-run');
    assert.deepEqual([preview.code, preview.json['target'], preview.json['refused']], [0, 'empty', false]);
    const there = await run();
    assert.deepEqual([there.code, there.json['outcome'], there.json['indexed']], [0, 'finished', 1], there.err);
    assert.match(there.err, /Copying users: 1 of 1 rows \(100%\)\n[^]*Building the search index/u);
    const back = await run('--to', join(home.path, 'back.db'));
    assert.deepEqual([back.code, back.json['rows']], [0, there.json['rows']], back.err);
    const search = ['search', 'when do we deploy'];
    const found = await runProgram(home, search, { env: { BIGMIND_DB_PATH: join(home.path, 'back.db') } });
    assert.match(found.out, /We deploy on Thursdays/u);
    const onServer = await runProgram(home, search, { env: { BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: url } });
    assert.equal(onServer.out, found.out);
  });

  it('refuses a target with memories, with exit code 1, and wrong usage, with exit code 2', async () => {
    assert.equal((await run()).code, 0);
    const preview = await run('--dry-run');
    assert.deepEqual([preview.code, preview.json['target'], preview.json['refused']], [1, 'taken', true]);
    const again = await run();
    assert.equal(again.code, 1);
    assert.match(again.err, /already contains users or memories\. .*`bigmind export` and `bigmind import`/u);
    assert.equal((await run('--from', url)).code, 2);
    assert.equal((await runProgram(home, ['migrate'])).code, 2);
  });

  it('stops at a signal, says how to continue, and continues', async () => {
    change(
      home.database,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO audit (at, level, user_id, action) SELECT '2026-01-01', 'change', 'somebody', 'fact ' || i FROM n`,
    );
    const env = { ...home.env, BIGMIND_DB_URL: url };
    const child = spawn(process.execPath, [programFile, 'migrate'], { cwd: home.path, env, stdio: 'pipe' });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (err === '') child.kill('SIGINT');
      err += text;
    });
    const code = await new Promise((done) => child.once('close', done));
    assert.equal(code, 1, err);
    assert.match(err, /Stopping after this step …/u);
    assert.match(out, /^Stopped\. This run added [\d,]+ rows?\. Run the same command again to continue\.\n$/u);
    const used = await runProgram(home, ['search', 'deploy'], {
      env: { BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: url },
    });
    assert.equal(used.code, 1);
    assert.match(used.err, /A transfer into this database, started at .* Run `bigmind migrate` again/u);
    const rest = await run();
    assert.deepEqual([rest.code, rest.json['outcome']], [0, 'finished'], rest.err);
  });

  it('keeps the space for new objects small, however many rows there are', async () => {
    const text = 'x'.repeat(400);
    change(
      home.database,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO audit (at, level, user_id, action) SELECT '2026-01-01', 'change', 'somebody', '${text}' || i FROM n`,
    );
    const note = `import v8 from 'node:v8'; process.on('exit', () => process.stderr.write('new space: ' +
      v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size + '\\n'))`;
    const { code, err } = await runProgram(home, ['migrate'], {
      program: builtProgram,
      env: { BIGMIND_DB_URL: url, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(note)}` },
    });
    assert.equal(code, 0, err);
    const size = Number(/new space: (\d+)/u.exec(err)?.[1]);
    assert.ok(size > 0 && size <= 32 * 2 ** 20, String(size));
  });
});
