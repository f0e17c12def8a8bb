/** The commands for a dump and its restore that BigMind names. They are run as they are, with a login filled in. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../../scripts/lib/postgresServer.ts';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { bigMindErrorFrom } from '../../../src/memory/shared/errors.ts';
import { createServerBackups } from '../../../src/store/postgres/serverBackups.ts';
import type { Store } from '../../../src/memory/store.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import { createServerAdmin } from '../../../src/store/postgres/serverAdmin.ts';
import { aFact, hash, moment, noJudgement, visit } from '../support.ts';
import { administer, describeWithServer, openOn, ownServer, urlWith } from './server.ts';

const owner = 'memory_owner';

describeWithServer('a dump of a database', () => {
  let server: PostgresServer;
  before(async () => {
    server = await ownServer();
    await administer(server, `CREATE ROLE ${owner} LOGIN; CREATE SCHEMA bigmind AUTHORIZATION ${owner}`);
  });
  after(() => server.stop());

  /** Nothing else uses the database during a restore. */
  async function withStore<T>(work: (store: Store) => Promise<T>, database = 'postgres'): Promise<T> {
    const store = openOn(urlWith(server, { user: owner, database }));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Rejects with what the program printed. */
  async function run(command: string, login: string, database = 'postgres'): Promise<void> {
    const [program = '', ...args] = command.replace('SUPERUSER', login).replace('DATABASE', database).split(' ');
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

  it('is made and restored by a superuser; another login fails and changes nothing', async () => {
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

  describe('with tokens', () => {
    const restored = { code: 'not_allowed', message: /restored from a dump/u };
    const admin = (database = 'postgres') =>
      createServerAdmin({ url: urlWith(server, { user: owner, database }), hash, now: () => new Date(moment) });

    /** Stores a token with this hash. */
    const add = (tokenHash: string): Promise<unknown> =>
      withStore(async (store) => {
        const caller = await visit(store);
        const id = tokenHash.padEnd(12, '0');
        const token = { id, username: 'ada', agent: 'codex', isReadOnly: false, expiresAt: null, tokenHash };
        const change = { userId: caller.user.id, mode: 'personal', by: actorOf(caller), now: moment } as const;
        return store.tokens.add({ ...token, freshUserId: randomUUID() }, change);
      });
    const revoke = (tokenHash: string): Promise<unknown> =>
      withStore(async (store) => {
        const caller = await visit(store);
        const change = { userId: caller.user.id, mode: 'personal', by: actorOf(caller), now: moment } as const;
        return store.tokens.revoke(tokenHash.padEnd(12, '0'), change);
      });
    /** Whether it is accepted; rejects as a server refuses it. */
    const check = (tokenHash: string, database?: string): Promise<'accepted' | 'revoked' | 'unknown'> =>
      withStore(async (store) => {
        const found = await store.tokens.find(tokenHash);
        return found === undefined ? 'unknown' : found.revokedAt === null ? 'accepted' : 'revoked';
      }, database);
    const keys = (): Promise<unknown[]> => administer(server, 'SELECT inner_pad FROM bigmind.identity_keys');

    let dump: string;
    let restore: string;
    beforeEach(async () => {
      // The test before restored a dump.
      await admin().confirmRestore({ keepsTokens: true });
      const backups = createServerBackups();
      dump = await commandIn(backups.make('manual'), /pg_dump .* DATABASE\b/u);
      restore = await commandIn(backups.previewRepair('ada'), /pg_restore .*\.dump/u);
    });

    it('accepts none of them after a restore, until the owner confirms it and they are revoked', async () => {
      await administer(server, 'CREATE ROLE bigmind_app NOLOGIN');
      await admin().prepare({ key: 'new' });
      await add('aaaa');
      await add('bbbb');
      assert.deepEqual([await check('aaaa'), (await keys()).length], ['accepted', 1]);
      await run(dump, 'bigmind');
      await revoke('aaaa');
      assert.equal(await check('aaaa'), 'revoked');
      await run(restore, 'bigmind');
      await assert.rejects(check('aaaa'), restored);
      await assert.rejects(check('bbbb'), restored);
      await assert.rejects(check('bbbb'), ({ remedy }: { remedy: string }) => remedy.includes('confirm-restore'));
      const isReady = (): Promise<void> => withStore((store) => store.maintenance.checkReads());
      await assert.rejects(isReady(), restored);
      // A stranger learns nothing.
      assert.equal(await check('cccc'), 'unknown');
      // An update of BigMind does not confirm it.
      await admin().prepare({});
      await assert.rejects(check('aaaa'), restored);
      await withStore((store) => visit(store));
      await assert.rejects(check('aaaa'), restored);

      assert.deepEqual(await admin().confirmRestore({ keepsTokens: false }), { revoked: 2, logins: [] });
      assert.deepEqual([await check('aaaa'), await check('bbbb'), await keys()], ['revoked', 'revoked', []]);
      await isReady();
      await add('dddd');
      assert.equal(await check('dddd'), 'accepted');
    });

    it('keeps them where the owner says so, also in another database', async () => {
      await add('eeee');
      await run(dump, 'bigmind');
      await administer(server, 'CREATE DATABASE moved');
      await run(restore.replace('--clean --if-exists ', ''), 'bigmind', 'moved');
      await assert.rejects(check('eeee', 'moved'), restored);
      assert.equal(await check('eeee'), 'accepted');
      assert.equal((await admin('moved').confirmRestore({ keepsTokens: true })).revoked, 0);
      assert.equal(await check('eeee', 'moved'), 'accepted');
    });

    it('are refused where only their table is restored, or a dump of another restore', async () => {
      await add('ffff');
      await run(dump, 'bigmind');
      await run(restore, 'bigmind');
      await run(dump, 'bigmind');
      await run(restore, 'bigmind');
      await assert.rejects(check('ffff'), restored);
      await admin().confirmRestore({ keepsTokens: true });
      assert.equal(await check('ffff'), 'accepted');
      await run(dump, 'bigmind');
      await revoke('ffff');
      await run(restore.replace('pg_restore ', 'pg_restore --table=tokens '), 'bigmind');
      await administer(server, `ALTER TABLE bigmind.tokens OWNER TO ${owner}`);
      await assert.rejects(check('ffff'), restored);
    });
  });
});

async function commandIn(refused: Promise<unknown>, form: RegExp): Promise<string> {
  const { remedy } = bigMindErrorFrom(await refused.catch((thrown: unknown) => thrown));
  return form.exec(typeof remedy === 'string' ? remedy : '')?.[0] ?? '';
}
