/** What is said of an upgrade or a new key whose connection was cut while it was committed. */
import { strict as assert } from 'node:assert';
import { createServerAdmin } from '../../../src/store/postgres/serverAdmin.ts';
import { bigMindErrorFrom, type BigMindError } from '../../../src/memory/shared/errors.ts';
import type { ServerAdmin } from '../../../src/memory/upkeep/serverAdmin.ts';
import { openPostgresStore } from '../../../src/store/postgres/openPostgresStore.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { codeOf, hash, indexText } from '../support.ts';
import { cuttingProxy, type Fate, type Proxy } from './proxies.ts';
import { aSecuredServer, type SecuredServer } from './securedServer.ts';

(postgresUrl === undefined ? describe.skip : describe)('a change of the schema that is cut', () => {
  let secured: SecuredServer;
  const proxies: Proxy[] = [];
  beforeEach(async () => {
    secured = await aSecuredServer();
  });
  afterEach(async () => {
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
    await secured.drop();
  });

  const now = (): Date => new Date();
  const addressOf = (login: string): string => {
    const url = new URL(postgresUrl ?? '');
    url.username = login;
    return url.href;
  };
  /** `before` the commit arrives, or `after`; `away`: after it, and the server does not return. */
  async function cutAt(point: 'before' | 'after' | 'away'): Promise<string> {
    let isCut = false;
    const fateOf = (sent: string): Fate => {
      if (isCut || !sent.includes('COMMIT')) return 'passed';
      isCut = true;
      return point === 'before' ? 'dropped' : 'last';
    };
    const proxy = await cuttingProxy(addressOf(secured.owner), fateOf, () => !isCut || point !== 'away');
    proxies.push(proxy);
    return proxy.url;
  }
  const adminAt = (url: string): ServerAdmin => createServerAdmin({ url, schema: secured.schema, hash, now });
  const keys = async (): Promise<number> =>
    Number((await secured.admin.query<{ n: string }>('SELECT count(*) AS n FROM identity_keys')).rows[0]?.n);
  const failureOf = async (work: Promise<unknown>): Promise<BigMindError> =>
    bigMindErrorFrom(
      await work.then(
        () => assert.fail('It succeeded.'),
        (thrown: unknown) => thrown,
      ),
    );

  it('is known to be done, so that the new key is printed', async () => {
    const { newKey = '' } = await adminAt(await cutAt('after')).prepare({ role: secured.app, key: 'new' });
    assert.equal(await keys(), 2);
    const store = openPostgresStore({
      ...{ url: addressOf(secured.server), schema: secured.schema, hash, indexText, now, newId: () => 'id' },
      ...{
        identityKey: new Uint8Array(Buffer.from(newKey, 'base64url')),
        person: { workspace: 'acme', username: 'ada' },
      },
    });
    assert.equal(await codeOf(store.identity.listUsers()), 'no error');
    await store.close();
  });

  it('is known to be undone', async () => {
    const error = await failureOf(adminAt(await cutAt('before')).prepare({ role: secured.app, key: 'new' }));
    assert.match(error.sentence, /was cut.*Nothing was changed\. Try again/u);
    assert.equal(await keys(), 1);
  });

  it('is not said to have changed nothing if the server does not return, but what to do', async () => {
    const error = await failureOf(adminAt(await cutAt('away')).prepare({ role: secured.app, key: 'new' }));
    assert.equal(error.code, 'store_unavailable');
    assert.match(error.sentence, /was cut while the tables were .* No memory is lost.*do the same again.*--new-key/u);
    assert.doesNotMatch(error.sentence, /Nothing was changed/u);
    assert.equal(await keys(), 2);
  });

  it('is found out at the first opening by the owner too, and changes nothing where it has nothing to do', async () => {
    const url = await cutAt('after');
    const store = openPostgresStore({ url, schema: `${secured.schema}_new`, hash, indexText, now, newId: () => 'id' });
    await secured.admin.query(`CREATE SCHEMA ${secured.schema}_new AUTHORIZATION ${secured.owner}`);
    assert.equal(await codeOf(store.identity.listUsers()), 'no error');
    await store.close();
    await secured.admin.query(`DROP SCHEMA ${secured.schema}_new CASCADE`);
  });
});
