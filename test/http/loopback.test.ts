/** The two addresses of `localhost`, on simulated machines: without IPv6, or with a port in use at one address only. */
import assert from 'node:assert/strict';
import { listenOnLoopback, type ListenAt } from '../../src/http/loopback.ts';

interface Machine {
  listenAt: ListenAt;
  /** The listeners, as `address port`, in the order in which they started. */
  listening: () => string[];
}

/** Assigns the ports 1, 2, 3 and so on if any port will do, and rejects ::1 as `errorAtSecond` says. */
function aMachine(errorAtSecond: (port: number) => string | undefined): Machine {
  const open = new Set<string>();
  let free = 1;
  return {
    listening: () => [...open],
    listenAt: (host, requestedPort) => {
      const port = requestedPort === 0 ? free++ : requestedPort;
      const code = host === '::1' ? errorAtSecond(port) : undefined;
      if (code !== undefined) return Promise.reject(Object.assign(new Error(`listen ${code}`), { code }));
      const place = `${host} ${String(port)}`;
      open.add(place);
      return Promise.resolve({ port, close: () => Promise.resolve(void open.delete(place)) });
    },
  };
}

describe('listening on loopback', () => {
  it('uses one port at both addresses, and closes both', async () => {
    const { listenAt, listening } = aMachine(() => undefined);
    const { port, close } = await listenOnLoopback(listenAt, 7700);
    assert.equal(port, 7700);
    assert.deepEqual(listening(), ['127.0.0.1 7700', '::1 7700']);
    await close();
    assert.deepEqual(listening(), []);
  });

  for (const code of ['EADDRNOTAVAIL', 'EAFNOSUPPORT']) {
    it(`uses only the first address if the second does not exist (${code})`, async () => {
      const { listenAt, listening } = aMachine(() => code);
      const { close } = await listenOnLoopback(listenAt, 0);
      assert.deepEqual(listening(), ['127.0.0.1 1']);
      await close();
      assert.deepEqual(listening(), []);
    });
  }

  it('tries another port if any will do and the first is in use at the second address', async () => {
    const { listenAt, listening } = aMachine((port) => (port < 3 ? 'EADDRINUSE' : undefined));
    assert.equal((await listenOnLoopback(listenAt, 0)).port, 3);
    assert.deepEqual(listening(), ['127.0.0.1 3', '::1 3']);
  });

  it('gives up after five ports, and listens nowhere', async () => {
    const seen: number[] = [];
    const { listenAt, listening } = aMachine((port) => (seen.push(port), 'EADDRINUSE'));
    await assert.rejects(listenOnLoopback(listenAt, 0), { code: 'EADDRINUSE' });
    assert.deepEqual([seen, listening()], [[1, 2, 3, 4, 5], []]);
  });

  it('tries a named port once, and listens nowhere if it is in use', async () => {
    const seen: number[] = [];
    const { listenAt, listening } = aMachine((port) => (seen.push(port), 'EADDRINUSE'));
    await assert.rejects(listenOnLoopback(listenAt, 7700), { code: 'EADDRINUSE' });
    assert.deepEqual([seen, listening()], [[7700], []]);
  });

  it('fails if the second address fails for another reason', async () => {
    const { listenAt, listening } = aMachine(() => 'EACCES');
    await assert.rejects(listenOnLoopback(listenAt, 0), { code: 'EACCES' });
    assert.deepEqual(listening(), []);
  });
});
