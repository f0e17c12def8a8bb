/** The key in an address of the page: only the page can exchange it for the token, once and within a short time. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EntryKeys } from '../../src/http/entryKeys.ts';
import { startProfileServer, type ProfileServer } from '../../src/http/profileServer.ts';
import { assetFolder, exchangeKey, hostWithoutStore, sendPageMessage, sendRequest } from './support.ts';

const token = '5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11';

describe('the key of an address', () => {
  it('is valid for two minutes', () => {
    let now = 0;
    const keys = new EntryKeys(randomUUID, () => now);
    const [soon, late] = [keys.make(), keys.make()];
    now += 119_999;
    assert.ok(keys.use(soon));
    now += 1;
    assert.ok(!keys.use(late));
  });

  it('is invalid once there are 100 newer ones', () => {
    const keys = new EntryKeys(randomUUID);
    const [oldest = '', next = ''] = Array.from({ length: 101 }, () => keys.make());
    assert.ok(!keys.use(oldest));
    assert.ok(keys.use(next));
  });

  describe('at the server', () => {
    let server: ProfileServer;
    let port: number;
    beforeEach(async () => {
      const note = (): void => undefined;
      server = await startProfileServer({
        host: hostWithoutStore,
        assetFolder,
        port: 0,
        token,
        newId: randomUUID,
        note,
      });
      ({ port } = server);
    });
    afterEach(() => server.close());

    const aKey = (): string => server.newAddress().split('#key=')[1] ?? '';

    it('yields the token once, even for two concurrent requests', async () => {
      const key = aKey();
      const replies = await Promise.all([exchangeKey(port, key), exchangeKey(port, key)]);
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401]);
      assert.ok(replies.some(({ body }) => body === JSON.stringify({ token })));
      assert.equal((await exchangeKey(port, key)).status, 401);
    });

    it('gives access to nothing else, and the token is not accepted as a key', async () => {
      const key = aKey();
      assert.equal((await sendPageMessage(port, { headers: { authorization: `Bearer ${key}` } })).status, 401);
      assert.equal((await exchangeKey(port, token)).status, 401);
      assert.equal((await sendRequest(port, '/api/entry', { method: 'POST' })).status, 401);
      assert.equal((await exchangeKey(port, key)).status, 200);
    });

    it('is neither used nor revealed by requests of other sites', async () => {
      const key = aKey();
      assert.equal((await exchangeKey(port, key, { origin: 'https://evil.example' })).status, 403);
      assert.equal((await exchangeKey(port, key, { host: 'evil.example' })).status, 403);
      assert.equal(
        (await sendRequest(port, '/api/entry', { headers: { authorization: `Bearer ${key}` } })).status,
        405,
      );
      assert.equal((await exchangeKey(port, key)).status, 200);
    });

    it('is protected against guessing by the rate limit', async () => {
      const guesses = await Promise.all(Array.from({ length: 12 }, () => exchangeKey(port, randomUUID())));
      assert.ok(guesses.some(({ status }) => status === 429));
      assert.equal((await exchangeKey(port, aKey())).status, 200);
    });
  });
});
