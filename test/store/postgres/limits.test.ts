/**
 * A server that refuses writes for a while: its disk is full, it has no connection left, it is read-only, another program
 * locks what they need, or its administrator stops a request. What was acknowledged stays, and the same store writes
 * again once that is over.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import { bigMindErrorFrom } from '../../../src/memory/shared/errors.ts';
import type { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { fastFolder } from '../../support/fastFolder.ts';
import { aFact, noJudgement, visit } from '../support.ts';
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

describeWithServer('a server that refuses writes for a while', () => {
  let server: PostgresServer;
  let url: string;
  let store: Store;
  let isOpen = false;
  let ada: Caller;
  let acknowledged: string[];

  before(async () => {
    server = await ownServer({ settings: ['max_connections=20'] });
    await administer(server, `CREATE ROLE ada LOGIN PASSWORD '${password}'`);
    await prependRules(server, 'host all ada 127.0.0.1/32 scram-sha-256');
  });
  after(() => server.stop());

  afterEach(async () => {
    if (isOpen) await store.close();
    isOpen = false;
  });

  /** A store in a new database, whose login is not the superuser, with one acknowledged fact. */
  async function open(database: string, more = ''): Promise<void> {
    await administer(server, `CREATE DATABASE ${database} OWNER ada ${more}`);
    url = urlWith(server, { user: 'ada', password, database });
    store = openOn(url);
    isOpen = true;
    ada = await visit(store);
    acknowledged = [];
    assert.equal(await refusal('before'), undefined);
  }

  /** Of storing a fact; undefined if it was acknowledged. */
  async function refusal(text: string): Promise<BigMindError | undefined> {
    try {
      await store.facts.add(aFact(ada, text), noJudgement);
      acknowledged.push(text);
      return undefined;
    } catch (thrown) {
      return bigMindErrorFrom(thrown);
    }
  }

  async function assertRefused(says: string | RegExp, remedy: RegExp, error?: BigMindError): Promise<void> {
    const refused = error ?? (await refusal('refused'));
    assert.ok(refused);
    assert.match(refused.message, typeof says === 'string' ? new RegExp(says, 'u') : says);
    const text = typeof refused.remedy === 'string' ? refused.remedy : '';
    assert.match(text, /^Nothing was changed\. /u);
    assert.match(text, remedy);
    assertDiscreet(refused, url);
  }

  async function assertRecovered(): Promise<void> {
    assert.equal((await refusal('after'))?.message, undefined);
    const { facts } = await store.facts.list({ userId: ada.user.id, scope: 'all', limit: 10_000 });
    // The same text, stored again, is the same fact.
    assert.deepEqual(facts.map(({ fact }) => fact).sort(), [...new Set(acknowledged)].sort());
    assert.deepEqual((await store.maintenance.inspect()).damage, []);
  }

  const cut = (database: string): Promise<unknown> =>
    administer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);

  /** Until the server has none left. */
  async function allConnections(): Promise<pg.Client[]> {
    const others: pg.Client[] = [];
    for (;;) {
      const other = new pg.Client({ connectionString: url });
      other.on('error', () => undefined);
      const state = await stateOf(other.connect());
      if (state === '53300') return others;
      assert.equal(state, undefined);
      others.push(other);
    }
  }

  it('keeps everything acknowledged while a small disk is full', async function () {
    const disk = smallDisk(server, 64);
    if (disk === undefined) this.skip();
    try {
      await administer(server, `CREATE TABLESPACE small LOCATION '${disk.folder}'`);
      await open('on_small_disk', 'TABLESPACE small');
      const inDatabase = { url: urlWith(server, { database: 'on_small_disk' }) };
      await administer(inDatabase, 'CREATE TABLE ballast (text text)');
      const more = `INSERT INTO ballast SELECT repeat(md5(n::text), 30) FROM generate_series(1, 1000) n`;
      let state: string | undefined;
      while (state === undefined) state = await stateOf(administer(inDatabase, more));
      assert.equal(state, '53100');
      let error: BigMindError | undefined;
      while (error === undefined) error = await refusal(randomBytes(3_000).toString('base64'));
      assert.equal(error.code, 'store_full');
      await assertRefused('The disk of the database server is full', /Free space on the server/u, error);
      await administer(inDatabase, 'DROP TABLE ballast');
      await assertRecovered();
    } finally {
      await store.close();
      await administer(server, 'DROP DATABASE IF EXISTS on_small_disk WITH (FORCE)');
      disk.release();
    }
  });

  it('is read while more writes than it has connections wait for another one', async () => {
    await open('waiting');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const lock = "hashtextextended('bigmind bigmind default workspace', 0)";
    await other.query(`SELECT pg_advisory_lock(${lock})`);
    const writes = Promise.all(Array.from({ length: 30 }, (_, n) => refusal(`written ${String(n)}`)));
    try {
      for (let n = 0; n < 20; n += 1) await store.facts.list({ userId: ada.user.id, scope: 'all', limit: 10 });
    } finally {
      await other.end();
    }
    assert.deepEqual(new Set(await writes), new Set([undefined]));
    await assertRecovered();
  });

  /** States that a healthy server does not get into, raised where a fact is stored. */
  const raised = {
    53100: { code: 'store_full', says: 'disk of the database server is full', remedy: /What is stored is safe/u },
    53200: { code: 'store_unavailable', says: 'no memory left', remedy: /Try again later/u },
    53400: { code: 'store_full', says: 'temporary files', remedy: /temp_file_limit/u },
  };
  for (const [state, { code, says, remedy }] of Object.entries(raised)) {
    it(`says what to do about the state ${state}`, async () => {
      await open(`raises_${state}`);
      const inDatabase = { url: urlWith(server, { database: `raises_${state}` }) };
      await administer(
        inDatabase,
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'at ${url}' USING ERRCODE = '${state}'; END $$;
         CREATE TRIGGER refuse AFTER INSERT ON bigmind.facts EXECUTE FUNCTION refuse()`,
      );
      const error = await refusal('refused');
      assert.equal(error?.code, code);
      await assertRefused(says, remedy, error);
      await administer(inDatabase, 'DROP FUNCTION refuse CASCADE');
      await assertRecovered();
    });
  }

  it('says that a request was stopped', async () => {
    await open('stops');
    const holder = new pg.Client({ connectionString: urlWith(server, { database: 'stops' }) });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE bigmind.facts');
    const refused = refusal('stopped');
    const stop = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                  WHERE datname = 'stops' AND wait_event_type = 'Lock' AND application_name = 'bigmind'`;
    while ((await administer(server, stop)).length === 0);
    await assertRefused('took too long', /Try again later/u, await refused);
    await holder.end();
    await assertRecovered();
  });

  it('says that another program keeps a row or a table locked', async () => {
    await open('locks');
    const address = urlWith(server, { database: 'locks' });
    const others = [new pg.Client(address), new pg.Client(address)];
    await Promise.all(others.map((other) => other.connect()));
    await others[0]?.query('BEGIN; SELECT 1 FROM bigmind.memory_counts FOR UPDATE');
    await others[1]?.query('BEGIN; LOCK TABLE bigmind.sessions');
    // More than run at once, so that some do not even begin.
    const read = store.sessions
      .list({ userId: ada.user.id, scope: 'all', limit: 1 })
      .then(() => undefined, bigMindErrorFrom);
    const writes = await Promise.all(Array.from({ length: 12 }, (_, n) => refusal(`refused ${String(n)}`)));
    for (const error of [await read, ...writes.slice(0, 6)]) {
      assert.equal(error?.code, 'store_locked');
      await assertRefused('Another program is changing', /Try again in a moment/u, error);
    }
    for (const error of writes.slice(6))
      await assertRefused('No connection to the database server became free', /Try again/u, error);
    await Promise.all(others.map((other) => other.end()));
    await assertRecovered();
    const left = `SELECT state FROM pg_stat_activity WHERE datname = 'locks' AND usename = 'ada' AND state LIKE '%transaction%'`;
    assert.deepEqual(await administer(server, left), []);
  });

  it('writes again as soon as the database is no longer read-only', async () => {
    await open('archive');
    await administer(server, 'ALTER DATABASE archive SET default_transaction_read_only = on');
    await cut('archive');
    let error = await refusal('refused');
    while (error?.message !== 'The database is read-only.') error = await refusal('refused');
    await assertRefused('read-only', /primary server/u, error);
    const read = (): Promise<{ facts: readonly { fact: string }[] }> =>
      store.facts.list({ userId: ada.user.id, scope: 'all', limit: 10 });
    // So many that the pool has connections from before, which stay read-only.
    for (const { facts } of await Promise.all(Array.from({ length: 8 }, read)))
      assert.deepEqual(
        facts.map(({ fact }) => fact),
        ['before'],
      );
    await administer(server, 'ALTER DATABASE archive SET default_transaction_read_only = off');
    await assertRecovered();
  });

  it('writes again as soon as the server has a free connection', async () => {
    await open('crowded');
    const others: pg.Client[] = [];
    let error: BigMindError | undefined;
    // A connection that was cut gives its place back later, so the store may get it.
    while (error === undefined) {
      await cut('crowded');
      others.push(...(await allConnections()));
      error = await refusal('refused');
      while (error?.message.includes('was cut') === true) error = await refusal('refused');
    }
    await assertRefused('no free connection', /max_connections/u, error);
    await Promise.all(others.map((other) => other.end()));
    await assertRecovered();
  });
});

/** The SQLSTATE with which it fails; undefined if it succeeds. */
async function stateOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
  }
}

/** A file system in memory, for the user of the server. Undefined where the tests may not mount one. */
function smallDisk({ data }: PostgresServer, megabytes: number): { folder: string; release: () => void } | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const place = mkdtempSync(join(fastFolder, 'bigmind-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    rmdirSync(place); // A container without the right to mount.
    return undefined;
  }
  const { uid, gid } = statSync(data);
  chownSync(place, uid, gid);
  return {
    folder: place,
    release: () => {
      execFileSync('umount', [place]);
      rmdirSync(place);
    },
  };
}
