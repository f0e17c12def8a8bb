/** The commands for a dump and its restore that BigMind names. They are run as they are, with a login filled in. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../../scripts/lib/postgresServer.ts';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { bigMindErrorFrom } from '../../../src/memory/shared/errors.ts';
import { createServerBackups } from '../../../src/store/postgres/serverBackups.ts';
import type { Store } from '../../../src/memory/store.ts';
import { aFact, noJudgement, visit } from '../support.ts';
import { administer, describeWithServer, openOn, ownServer, urlWith } from './server.ts';

const owner = 'memory_owner';

describeWithServer('a dump of a database', () => {
  let server: PostgresServer;
  before(async function () {
    this.timeout(60_000);
    server = await ownServer();
    await administer(server, `CREATE ROLE ${owner} LOGIN; CREATE SCHEMA bigmind AUTHORIZATION ${owner}`);
  });
  after(() => server.stop());

  /** Nothing else uses the database during a restore. */
  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = openOn(urlWith(server, { user: owner }));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Rejects with what the program printed. */
  async function run(command: string, login: string): Promise<void> {
    const [program = '', ...args] = command.replace('SUPERUSER', login).replace('DATABASE', 'postgres').split(' ');
    const place = ['--host=127.0.0.1', `--port=${String(server.port)}`, '--no-password'];
    const options = { cwd: server.data, timeout: 30_000 };
    await promisify(execFile)(join(findPostgres() ?? '', program), [...place, ...args], options);
  }

  const save = (text: string): Promise<unknown> =>
    withStore(async (store) => store.facts.add(aFact(await visit(store), text), noJudgement));
  const texts = (): Promise<string[]> =>
    withStore(async (store) => {
      const { user } = await visit(store);
      const { facts } = await store.facts.list({ userId: user.id, scope: 'all', limit: 10 });
      return facts.map(({ fact }) => fact).toSorted();
    });

  it('is made and restored by a superuser; another login fails and changes nothing', async function () {
    this.timeout(60_000);
    const backups = createServerBackups();
    const dump = await commandIn(backups.make('manual'), /pg_dump .* DATABASE\b/u);
    const restore = await commandIn(backups.previewRepair('ada'), /pg_restore .*\.dump/u);
    await save('before');
    await assert.rejects(run(dump, owner), /row-level security/u);
    await run(dump, 'bigmind');
    await save('later');
    await assert.rejects(run(restore, owner), /permission denied/u);
    assert.deepEqual(await texts(), ['before', 'later']);
    await run(restore, 'bigmind');
    assert.deepEqual(await texts(), ['before']);
  });
});

async function commandIn(refused: Promise<unknown>, form: RegExp): Promise<string> {
  const { remedy } = bigMindErrorFrom(await refused.catch((thrown: unknown) => thrown));
  return form.exec(typeof remedy === 'string' ? remedy : '')?.[0] ?? '';
}
