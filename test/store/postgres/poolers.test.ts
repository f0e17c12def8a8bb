/** A pooler in transaction mode, which gives each transaction another connection. */
import { strict as assert } from 'node:assert';
import { bigMindErrorFrom, type BigMindError } from '../../../src/memory/shared/errors.ts';
import { openPostgresStore } from '../../../src/store/postgres/openPostgresStore.ts';
import { storeErrorFrom } from '../../../src/store/postgres/engine/postgresErrors.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { hash, indexText } from '../support.ts';
import { transactionPooler, type Proxy } from './proxies.ts';
import { aSecuredServer, type SecuredServer } from './securedServer.ts';

const says = /transaction pooling.*Nothing was changed\. Use session pooling \(PgBouncer: pool_mode = session\)/u;

describe('a pooler', () => {
  it('that misses a statement, has it already, or allows no transaction is named', () => {
    for (const [code, message] of [
      ['26000', 'prepared statement "bigmind_begin_read" does not exist'],
      ['42P05', 'prepared statement "bigmind_begin_read" already exists'],
      ['08P01', 'transaction blocks not allowed in statement pooling mode'],
    ]) {
      assert.match(storeErrorFrom(Object.assign(new Error(message), { code })).sentence, says);
    }
    const other = storeErrorFrom(Object.assign(new Error('unsupported startup parameter'), { code: '08P01' }));
    assert.doesNotMatch(other.sentence, /pooling/u);
  });

  (postgresUrl === undefined ? describe.skip : describe)('in transaction mode', () => {
    let secured: SecuredServer;
    let pooler: Proxy;
    beforeEach(async () => {
      secured = await aSecuredServer();
      const url = new URL(postgresUrl ?? '');
      url.username = secured.server;
      pooler = await transactionPooler(url.href);
    });
    afterEach(async () => {
      await pooler.close();
      await secured.drop();
    });

    async function errorWith(identityKey: Uint8Array): Promise<BigMindError> {
      const person = { workspace: 'acme', username: 'ada' };
      const options = { url: pooler.url, schema: secured.schema, hash, indexText, identityKey, person };
      const store = openPostgresStore({ ...options, newId: () => 'id', now: () => new Date() });
      try {
        for (let attempt = 0; attempt < 4; attempt += 1) await store.identity.listUsers();
      } catch (thrown) {
        return bigMindErrorFrom(thrown);
      } finally {
        await store.close();
      }
      throw new Error('It was usable.');
    }

    it('is named, instead of the key, which is right', async () => {
      const error = await errorWith(secured.key);
      assert.equal(error.code, 'store_unavailable');
      assert.match(error.sentence, says);
      assert.doesNotMatch(error.sentence, /does not accept the key/u);
    });
  });
});
