/** Rate limits, with a clock that the test controls, and time limits for slow clients. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createPageHost } from '../../src/http/pageHost.ts';
import { startProfileServer, type ProfileServer, type ProfileServerOptions } from '../../src/http/profileServer.ts';
import { RateLimit, type Rates } from '../../src/http/rateLimit.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { assetFolder, sendPageMessage, sendRequest } from './support.ts';

const lowRates: Rates = {
  connection: { burst: 2, perSecond: 1 },
  known: { burst: 3, perSecond: 1 },
  anonymous: { burst: 2, perSecond: 1 },
  wrong: { burst: 2, perSecond: 0.1 },
};

describe('the rate limit', () => {
  let now: number;
  let limit: RateLimit;
  const connections = [{}, {}] as const;
  beforeEach(() => {
    now = 1_000;
    limit = new RateLimit(lowRates, () => now);
  });

  it('allows a burst, then requests at the refill rate', () => {
    const [one] = connections;
    assert.deepEqual(
      [1, 2, 3].map(() => limit.secondsToWait('known', one)),
      [0, 0, 1],
    );
    now += 1_000;
    assert.equal(limit.secondsToWait('known', one), 0);
    assert.equal(limit.secondsToWait('known', one), 1);
  });

  it('limits each connection, and all of them together', () => {
    const [one, other] = connections;
    for (const connection of [one, one, other]) assert.equal(limit.secondsToWait('known', connection), 0);
    assert.equal(limit.secondsToWait('known', other), 1);
  });

  it('does not charge clients with the token for requests without it or with a wrong one', () => {
    const [one, other] = connections;
    for (const caller of ['anonymous', 'wrong'] as const) {
      while (limit.secondsToWait(caller, other) === 0);
      assert.equal(limit.secondsToWait('known', one), 0, caller);
    }
  });

  it('answers repeated guesses more and more slowly, then rejects them for a while', () => {
    const pauses = [1, 2].map(() => {
      assert.equal(limit.secondsToWait('wrong', {}), 0);
      return limit.pauseForWrongToken();
    });
    assert.deepEqual(pauses, [0, 20]);
    assert.equal(limit.secondsToWait('wrong', {}), 10);
  });
});

describe('the profile server, with abusive clients,', () => {
  const token = '5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11';
  const known = { authorization: `Bearer ${token}` };
  let open: TestMemory;
  let server: ProfileServer | undefined;
  beforeEach(() => {
    open = openTestMemory();
  });
  afterEach(async () => {
    await server?.close();
    await open.close();
  });

  async function start(options: Pick<ProfileServerOptions, 'rates' | 'timeouts'>): Promise<number> {
    const about = { username: 'ada', version: '1', project: undefined, location: '/home/ada/memory.db' };
    const note = (): void => undefined;
    const host = createPageHost({ ...about, memory: open.memory, search: open.search, note });
    server = await startProfileServer({ host, assetFolder, port: 0, token, newId: randomUUID, note, ...options });
    return server.port;
  }

  it('says when to retry, limits guesses first, and serves clients with the token', async () => {
    const port = await start({ rates: lowRates });
    const guess = { authorization: 'Bearer guess' };
    for (const status of [401, 401, 429]) {
      const refused = await sendPageMessage(port, { headers: guess });
      assert.equal(refused.status, status);
      if (status === 429) assert.ok(Number(refused.headers['retry-after']) > 0);
    }
    assert.equal((await sendPageMessage(port, { headers: known })).status, 200);
  });

  it('rejects clients that send too many requests, whatever they request', async () => {
    const port = await start({ rates: lowRates });
    for (const path of ['/', '/nowhere']) await sendRequest(port, path);
    assert.equal((await sendRequest(port, '/page.css')).status, 429);
  });

  it('does not charge the page for requests of other sites', async () => {
    const port = await start({ rates: lowRates });
    for (const [name, value] of [
      ['origin', 'http://evil.example'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['host', 'evil.example'],
    ] as const) {
      assert.equal((await sendRequest(port, '/page.css', { headers: { [name]: value } })).status, 403, value);
    }
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    assert.equal((await sendRequest(port, '/', { headers: followed })).status, 200);
  });

  const slow: [string, string][] = [
    ['sends its headers', 'GET / HTTP/1.1\r\nHost: '],
    [
      'sends its body',
      `POST /api/page HTTP/1.1\r\nHost: localhost:PORT\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ];
  for (const [what, begun] of slow) {
    it(`disconnects a client that ${what} and never finishes`, async () => {
      const port = await start({ timeouts: { headers: 100, wholeRequest: 100, nextRequest: 100, look: 20 } });
      const socket = connect(port, '127.0.0.1');
      socket.write(begun.replace('PORT', String(port)));
      socket.resume();
      await once(socket, 'close');
    });
  }

  it('rejects headers that are too long', async () => {
    const port = await start({});
    const { status } = await sendRequest(port, '/', { headers: { 'x-long': 'x'.repeat(20_000) } });
    assert.equal(status, 431);
  });
});
