/** What the store says when the server refuses it, and that it recovers by itself. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { bigMindErrorFrom } from '../../../src/memory/shared/errors.ts';
import type { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Store } from '../../../src/memory/store.ts';
import { aFact, codeOf, noJudgement, visit } from '../support.ts';
import {
  administer,
  assertDiscreet,
  describeWithServer,
  openOn,
  ownServer,
  password,
  prependRules,
  urlWith,
} from './server.ts';

async function errorAt(url: string): Promise<BigMindError> {
  const store = openOn(url);
  try {
    await store.maintenance.inspect();
  } catch (thrown) {
    return bigMindErrorFrom(thrown);
  } finally {
    await store.close();
  }
  throw new Error('The server was usable.');
}

const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

const textOf = (remedy: BigMindError['remedy']): string => (typeof remedy === 'string' ? remedy : '');

describeWithServer('a server that cannot be used', () => {
  let server: PostgresServer;
  before(async () => {
    server = await ownServer();
    await administer(server, `CREATE ROLE ada LOGIN PASSWORD '${password}'; CREATE ROLE outsider LOGIN`);
    await prependRules(
      server,
      [
        'host all ada 127.0.0.1/32 scram-sha-256',
        'hostssl all outsider 127.0.0.1/32 trust',
        'host all outsider 127.0.0.1/32 reject',
      ].join('\n'),
    );
  });
  after(() => server.stop());

  const cases: Record<string, { url: () => string; says: RegExp; remedy: RegExp }> = {
    'at another address': {
      url: () => `postgres://ada:${encodeURIComponent(password)}@127.0.0.1:1/postgres`,
      says: /cannot be reached/u,
      remedy: /BIGMIND_DB_URL/u,
    },
    'with a host name that does not exist': {
      url: () => `postgres://ada:${encodeURIComponent(password)}@nowhere.invalid/postgres`,
      says: /cannot be reached/u,
      remedy: /BIGMIND_DB_URL/u,
    },
    'with a wrong password': {
      url: () => urlWith(server, { user: 'ada', password: `${password}x` }),
      says: /refused the user or the password/u,
      remedy: /%40/u,
    },
    'without the password that it wants': {
      url: () => urlWith(server, { user: 'ada' }),
      says: /wants a password, and none was given/u,
      remedy: /BIGMIND_DB_URL.*PGPASSFILE/u,
    },
    'without the database': {
      url: () => urlWith(server, { database: 'nothing' }),
      says: /no database of the name/u,
      remedy: /Create it/u,
    },
    'with TLS that it does not offer': {
      url: () => urlWith(server, { search: 'sslmode=verify-full' }),
      says: /does not offer TLS/u,
      remedy: /ssl = on/u,
    },
    'without TLS that it wants': {
      url: () => urlWith(server, { user: 'outsider' }),
      says: /without TLS|no rule/u,
      remedy: /sslmode=verify-full/u,
    },
    'as a user who may create nothing': {
      url: () => urlWith(server, { user: 'ada', password }),
      says: /may not do this/u,
      remedy: /For the login of a server .* `bigmind database prepare`.*GRANT bigmind_app .*CREATE SCHEMA/u,
    },
  };
  for (const [name, { url, says, remedy }] of Object.entries(cases)) {
    it(`gets a clear error: ${name}`, async () => {
      const before = openSockets();
      const error = await errorAt(url());
      assert.equal(error.code, 'store_unavailable');
      // A command ends only then.
      const late = performance.now() + 5_000;
      while (openSockets() > before && performance.now() < late) await setTimeout(10);
      assert.ok(openSockets() <= before, 'A connection is still open.');
      assert.match(error.message, says);
      assert.match(textOf(error.remedy), remedy);
      assertDiscreet(error, url());
    });
  }

  it('gets the password from the file that PGPASSFILE names, without a warning on the terminal', async () => {
    await administer(server, 'CREATE SCHEMA of_ada AUTHORIZATION ada');
    const file = join(server.data, 'passwords');
    const { hostname, port } = new URL(server.url);
    writeFileSync(file, `${hostname}:${port}:*:ada:${password}\n`, { mode: 0o600 });
    const warnings: string[] = [];
    const note = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', note);
    process.env['PGPASSFILE'] = file;
    const store = openOn(urlWith(server, { user: 'ada' }), { schema: 'of_ada' });
    try {
      assert.equal((await store.maintenance.inspect()).ownsSchema, true);
    } finally {
      delete process.env['PGPASSFILE'];
      await store.close();
      process.off('warning', note);
    }
    assert.deepEqual(warnings, []);
  });

  it('gets a clear error if the database is read-only, and can still be read', async () => {
    await administer(server, 'CREATE DATABASE archive');
    const url = urlWith(server, { database: 'archive' });
    const first = openOn(url);
    const ada = await visit(first);
    await first.close();
    await administer(server, 'ALTER DATABASE archive SET default_transaction_read_only = on');
    const store = openOn(url);
    assert.deepEqual((await store.maintenance.inspect()).damage, []);
    const error = bigMindErrorFrom(await store.facts.add(aFact(ada, 'x'), noJudgement).catch((e: unknown) => e));
    assert.deepEqual([error.code, error.message], ['store_unavailable', 'The database is read-only.']);
    assert.deepEqual((await visit(store)).user.id, ada.user.id);
    assert.equal(await codeOf(visit(store, { username: 'new here' })), 'store_unavailable');
    await store.close();
  });

  it('waits for another write longer than the role may run a statement', async () => {
    await administer(server, 'CREATE DATABASE hasty');
    const url = urlWith(server, { database: 'hasty' });
    const first = openOn(url);
    const ada = await visit(first);
    await first.close();
    await administer(server, `ALTER DATABASE hasty SET statement_timeout = '1s'`);
    const store = openOn(url);
    await store.maintenance.inspect();
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(
      `BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(hashtextextended('bigmind bigmind default workspace', 0))`,
    );
    const adding = store.facts.add(aFact(ada, 'The gate opens at nine'), noJudgement);
    await setTimeout(1_500);
    await other.end();
    assert.equal((await adding).status, 'stored');
    await store.close();
  });

  it('gets a clear error if it has no connection left', async () => {
    await administer(server, 'CREATE ROLE narrow LOGIN SUPERUSER CONNECTION LIMIT 0');
    await administer(server, 'ALTER ROLE narrow NOSUPERUSER');
    const error = await errorAt(urlWith(server, { user: 'narrow' }));
    assert.match(error.message, /no free connection/u);
  });
});

/** Signed by itself, as the server wants it: owned by its user, and readable for nobody else. */
function makeCertificate(folder: string): void {
  const { uid, gid } = statSync(folder);
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=db', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  for (const file of [key, certificate]) chownSync(file, uid, gid);
  chmodSync(key, 0o600);
}

describeWithServer('a server with TLS', () => {
  it('is refused if nobody knows its certificate', async () => {
    const server = await ownServer();
    try {
      makeCertificate(server.data);
      await administer(server, 'ALTER SYSTEM SET ssl = on');
      await administer(server, 'SELECT pg_reload_conf()');
      const url = urlWith(server, { search: 'sslmode=verify-full' });
      let error = await errorAt(url);
      while (error.message.includes('does not offer')) error = await errorAt(url);
      assert.match(error.message, /certificate .* was not accepted/u);
      assert.match(textOf(error.remedy), /sslrootcert/u);
    } finally {
      await server.stop();
    }
  });
});

describeWithServer('a server that fails while it is used', () => {
  let server: PostgresServer;
  let store: Store;
  beforeEach(async () => {
    server = await ownServer();
    store = openOn(server.url);
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('loses no acknowledged fact when it is killed, and is used again within five seconds', async () => {
    const ada = await visit(store);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      let isOver = false;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; !isOver; n += 1) {
          const text = `fact ${[round, writer, n].join(' ')}`;
          const stored = await store.facts.add(aFact(ada, text), noJudgement).catch(bigMindErrorFrom);
          if ('status' in stored) acknowledged.push(text);
          else if (n > 0) isOver = true;
        }
      });
      while (acknowledged.length < (round + 1) * 8) await setTimeout(5);
      await server.kill();
      isOver = true;
      await server.start();
      const began = performance.now();
      while ((await store.maintenance.totals(null).catch(() => undefined)) === undefined);
      assert.ok(performance.now() - began < 5_000);
      await Promise.all(writers);
    }
    const { facts } = await store.facts.list({ userId: ada.user.id, scope: 'all', limit: 10_000 });
    const kept = new Set(facts.map(({ fact }) => fact));
    assert.deepEqual(
      acknowledged.filter((text) => !kept.has(text)),
      [],
    );
  });

  it('says that nothing was changed if a connection is cut in a transaction, and connects again', async () => {
    const ada = await visit(store);
    const cutAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bigmind'`;
    const cut = store.recall.read(async (reader) => {
      await administer(server, cutAll);
      return reader.count({ userId: ada.user.id, scope: 'all' });
    });
    const error = bigMindErrorFrom(await cut.catch((thrown: unknown) => thrown));
    assert.equal(error.code, 'store_unavailable');
    assert.match(textOf(error.remedy), /^Nothing was changed\. Try again/u);
    assert.equal((await store.facts.add(aFact(ada, 'again'), noJudgement)).status, 'stored');
  });

  it('writes on a new connection if its own was cut while nobody used it', async () => {
    const ada = await visit(store);
    // Another process cuts it while this one waits, and so cannot notice it before the write.
    const program = `const client = new (require('pg').Client)(process.argv[1]);
      client.connect().then(() => client.query(process.argv[2])).then(() => client.end());`;
    const cutAll = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'bigmind'`;
    execFileSync(process.execPath, ['-e', program, server.url, cutAll], { cwd: import.meta.dirname });
    assert.equal((await store.facts.add(aFact(ada, 'again'), noJudgement)).status, 'stored');
  });

  it('tells of an erased and recreated database instead of storing into it', async () => {
    const ada = await visit(store);
    await administer(server, 'DROP SCHEMA bigmind CASCADE');
    const other = openOn(server.url);
    await visit(other, { username: 'grace' });
    await other.close();
    const error = bigMindErrorFrom(
      await store.facts.add(aFact(ada, 'x'), noJudgement).catch((thrown: unknown) => thrown),
    );
    assert.equal(error.code, 'store_replaced');
  });
});
