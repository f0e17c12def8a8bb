/** A server of an older version, while the tables are upgraded under it. */
import { strict as assert } from 'node:assert';
import type { PostgresServer } from '../../../scripts/lib/postgresServer.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { latestVersion } from '../../../src/store/postgres/schema/migrations.ts';
import { createServerAdmin } from '../../../src/store/postgres/serverAdmin.ts';
import { aFact, codeOf, findMemories, hash, noJudgement, visit } from '../support.ts';
import { administer, describeWithServer, openOn, ownServer } from './server.ts';

describeWithServer('a program that is older than the tables', () => {
  let server: PostgresServer;
  let store: Store;
  let ada: Caller;
  before(async () => {
    server = await ownServer();
  });
  after(() => server.stop());
  beforeEach(async () => {
    store = openOn(server.url);
    ada = await visit(store);
  });
  afterEach(async () => {
    await store.close();
    await administer(server, 'DROP SCHEMA bigmind CASCADE');
  });

  /** As a newer program does it; `oldestProgram` is that of each step after this version. */
  const upgrade = async (...oldestProgram: (number | null)[]): Promise<void> => {
    for (const [step, oldest] of oldestProgram.entries()) {
      const version = latestVersion + 1 + step;
      const row = `INSERT INTO bigmind.schema_migrations VALUES (${String(version)}, 'x', 'x', 'x', ${String(oldest)})`;
      await administer(server, `ALTER TABLE bigmind.facts ADD COLUMN later_${String(step)} TEXT; ${row}`);
    }
  };
  const works = async (with_: Store): Promise<string> => {
    const reading = await codeOf(findMemories(with_, ada, ['quay']));
    const writing = await codeOf(with_.facts.add(aFact(ada, 'A quay.'), noJudgement));
    return reading === writing ? reading : `${reading}, ${writing}`;
  };

  it('goes on, also if it starts anew, while each step lets it', async () => {
    await upgrade(latestVersion, latestVersion - 1);
    assert.equal(await works(store), 'no error');
    const again = openOn(server.url);
    assert.equal(await works(again), 'no error');
    await again.close();
  });

  it('is refused if one step does not, or does not say', async () => {
    for (const steps of [
      [latestVersion + 1],
      [null],
      [latestVersion, latestVersion + 2],
      [latestVersion + 1, latestVersion],
    ]) {
      await administer(
        server,
        `DELETE FROM bigmind.schema_migrations WHERE version > ${String(latestVersion)};
        ALTER TABLE bigmind.facts DROP COLUMN IF EXISTS later_0, DROP COLUMN IF EXISTS later_1`,
      );
      assert.equal(await works(store), 'no error');
      await upgrade(...steps);
      assert.equal(await works(store), 'store_newer', steps.join());
      const again = openOn(server.url);
      assert.equal(await works(again), 'store_newer', steps.join());
      await again.close();
    }
  });

  it('prepares nothing, because it would bring back its own rules', async () => {
    await upgrade(latestVersion);
    await administer(server, 'CREATE ROLE older_app NOLOGIN');
    const admin = createServerAdmin({ url: server.url, hash, now: () => new Date() });
    assert.equal(await codeOf(admin.prepare({ role: 'older_app' })), 'store_newer');
    await administer(server, 'DROP ROLE older_app');
  });

  it('answers every call while the tables change, with statements that it prepared before', async () => {
    const { fact } = await store.facts.add(aFact(ada, 'A quay.'), noJudgement);
    const call = async (): Promise<string> => {
      const read = await codeOf(store.facts.get(fact.id));
      const written = await codeOf(store.facts.add(aFact(ada, 'A quay.'), noJudgement));
      return `${read}, ${written}`;
    };
    // Statements are prepared once they were used some times.
    for (let time = 0; time < 10; time += 1) await Promise.all([call(), call(), call()]);
    for (let change = 0; change < 4; change += 1) {
      await administer(server, `ALTER TABLE bigmind.facts ADD COLUMN change_${String(change)} TEXT`);
      assert.deepEqual(
        await Promise.all([call(), call(), call()]),
        Array.from({ length: 3 }, () => 'no error, no error'),
      );
    }
  });
});
