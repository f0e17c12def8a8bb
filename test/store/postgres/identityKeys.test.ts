/** The keys with which a server signs identities, while one replaces another. */
import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Store } from '../../../src/memory/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/openPostgresStore.ts';
import { createPostgresConnection } from '../../../src/store/postgres/engine/postgresConnection.ts';
import { dropPreviousKey, hasPreviousKey, setIdentityKey } from '../../../src/store/postgres/security/roles.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { codeOf, hash, indexText, visit } from '../support.ts';
import { aSecuredServer, type SecuredServer } from './securedServer.ts';

(postgresUrl === undefined ? describe.skip : describe)('the keys of a server', () => {
  let secured: SecuredServer;
  const stores: Store[] = [];
  beforeEach(async () => {
    secured = await aSecuredServer();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await secured.drop();
  });

  const keyed = (identityKey: Uint8Array): Store => {
    const url = new URL(postgresUrl ?? '');
    url.username = secured.server;
    const store = openPostgresStore({
      ...{ url: url.href, schema: secured.schema, identityKey, hash, indexText },
      ...{ newId: randomUUID, now: () => new Date(), person: { workspace: 'acme', username: 'ada' } },
    });
    stores.push(store);
    return store;
  };
  const accepted = async (...sent: Store[]): Promise<boolean[]> => {
    const codes = [];
    for (const store of sent) codes.push(await codeOf(store.identity.listUsers()));
    for (const code of codes) assert.ok(['no error', 'store_unavailable'].includes(code), code);
    return codes.map((code) => code === 'no error');
  };

  it('are both valid until the older one is dropped, on connections that are open and on new ones', async () => {
    const db = createPostgresConnection(secured.admin);
    const [oldKey, newKey] = [secured.key, new Uint8Array(randomBytes(32))];
    const [before, after, other] = [keyed(oldKey), keyed(newKey), keyed(new Uint8Array(32))];
    assert.deepEqual(await accepted(before, after, other), [true, false, false]);
    await setIdentityKey(db, newKey);
    assert.deepEqual(await accepted(before, keyed(oldKey), after, other), [true, true, true, false]);
    assert.equal(await dropPreviousKey(db), true);
    assert.deepEqual(await accepted(before, keyed(oldKey), after, other), [false, false, true, false]);
    assert.deepEqual([await hasPreviousKey(db), await dropPreviousKey(db)], [false, false]);
  });

  it('stay as they are if the current one is set again, and change places if the previous one is', async () => {
    const db = createPostgresConnection(secured.admin);
    const [first, second, third] = [secured.key, new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const all = [keyed(first), keyed(second), keyed(third)];
    await setIdentityKey(db, second);
    await setIdentityKey(db, second);
    assert.deepEqual(await accepted(...all), [true, true, false]);
    await setIdentityKey(db, first);
    assert.deepEqual(await accepted(...all), [true, true, false]);
    await setIdentityKey(db, third);
    assert.deepEqual(await accepted(...all), [true, false, true], 'the one that was the previous key');
    await dropPreviousKey(db);
    assert.deepEqual(await accepted(...all), [false, false, true]);
    for (const dropped of [first, second])
      await assert.rejects(setIdentityKey(db, dropped), { code: 'not_allowed' }, 'a dropped key stays dropped');
    assert.deepEqual(await accepted(...all), [false, false, true]);
  });

  it('keep the logins of servers, so that none of them becomes a person', async () => {
    const db = createPostgresConnection(secured.admin);
    await visit(keyed(secured.key));
    await setIdentityKey(db, new Uint8Array(randomBytes(32)));
    await dropPreviousKey(db);
    const { rows } = await secured.admin.query<{ used_by: string }>('SELECT used_by::text FROM identity_keys');
    assert.deepEqual(
      rows.map((row) => row.used_by),
      [`{${secured.server}}`],
    );
  });
});
