/** What hooks read of a server through a window, which alone has the token. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { askHookRelay, startHookRelay, type HookRelay } from '../../src/remote/hookRelay.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const limitMs = 2_000;

describe('a relay for hooks', () => {
  const home = temporaryHome();
  const relays: HookRelay[] = [];
  let folder: string;

  beforeEach(() => {
    folder = join(home.path, randomUUID());
  });
  afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.close())));
  after(() => home.remove());

  const start = async (ask: (question: string) => Promise<unknown>): Promise<HookRelay> => {
    const relay = await startHookRelay({ folder, key: randomUUID(), ask });
    relays.push(relay);
    return relay;
  };
  const placeOf = (): { file: string; port: number; key: string } => {
    const [name = ''] = readdirSync(folder);
    const file = join(folder, name);
    return { file, ...(JSON.parse(readFileSync(file, 'utf8')) as { port: number; key: string }) };
  };

  it('passes a question on and returns the answer', async () => {
    await start((question) => Promise.resolve({ asked: question }));
    assert.deepEqual(await askHookRelay(folder, '{"event":"start"}', limitMs), { asked: '{"event":"start"}' });
  });

  it('answers nobody without its key, and no web page', async () => {
    let asked = 0;
    await start(() => Promise.resolve({ asked: (asked += 1) }));
    const { port, key } = placeOf();
    const good = { authorization: `Bearer ${key}` };
    const wrong = [{}, { authorization: `Bearer ${randomUUID()}` }, { ...good, origin: 'https://example.com' }];
    for (const headers of wrong) {
      const { status } = await fetch(`http://127.0.0.1:${String(port)}/`, { method: 'POST', headers, body: '{}' });
      assert.equal(status, 403);
    }
    assert.equal(asked, 0);
  });

  it('lets nobody else read its key, which lasts as long as the window', async function () {
    if (process.platform === 'win32') this.skip();
    const relay = await start(() => Promise.resolve({}));
    assert.equal((statSync(placeOf().file).mode & 0o777).toString(8), '600');
    await relay.close();
    relays.pop();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('has nothing to say if the server fails or takes too long', async () => {
    await start((question) => (question === 'fail' ? Promise.reject(new Error('down')) : new Promise(() => undefined)));
    assert.deepEqual(await askHookRelay(folder, 'fail', limitMs), {});
    assert.equal(await askHookRelay(folder, 'wait', 50), undefined);
  });

  it('is skipped and forgotten if its window was killed', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'relay-00000000.json'), JSON.stringify({ port: 9, key: 'old' }));
    writeFileSync(join(folder, 'relay-00000001.json'), 'not JSON');
    assert.equal(await askHookRelay(folder, '{}', limitMs), undefined);
    assert.deepEqual(readdirSync(folder), []);
    await start(() => Promise.resolve({ fine: true }));
    writeFileSync(join(folder, 'relay-00000000.json'), JSON.stringify({ port: 9, key: 'old' }));
    assert.deepEqual(await askHookRelay(folder, '{}', limitMs), { fine: true });
  });

  for (const [what, answer] of [
    ['any question', '{}'],
    ['a proof', JSON.stringify({ proof: '0'.repeat(64) })],
  ] as const) {
    it(`gives neither key nor question to a foreign program that answers ${what}`, async () => {
      let seen = '';
      const foreign = createServer((incoming, response) => {
        seen += JSON.stringify(incoming.headers);
        incoming.setEncoding('utf8').on('data', (part: string) => (seen += part));
        incoming.on('end', () => response.end(answer));
      });
      await once(foreign.listen(0, '127.0.0.1'), 'listening');
      const { port } = foreign.address() as AddressInfo;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'relay-00000000.json'), JSON.stringify({ port, key: 'KEY-17' }));
      try {
        assert.equal(await askHookRelay(folder, 'PROMPT-17', limitMs), undefined);
      } finally {
        foreign.closeAllConnections();
        await new Promise((done) => foreign.close(done));
      }
      assert.match(seen, /x-bigmind-challenge/u);
      assert.doesNotMatch(seen, /KEY-17|PROMPT-17/u);
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  it('survives a hook that is ended while it sends its question', async () => {
    await start(() => Promise.resolve({ fine: true }));
    const { port, key } = placeOf();
    const socket = connect(port, '127.0.0.1');
    const head = ['Host: localhost', `Authorization: Bearer ${key}`, 'Content-Length: 99', 'Expect: 100-continue'];
    socket.write(`POST / HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    const rejected: unknown[] = [];
    const note = (reason: unknown): number => rejected.push(reason);
    process.prependListener('unhandledRejection', note);
    try {
      socket.resetAndDestroy();
      await once(socket, 'close');
      assert.deepEqual(await askHookRelay(folder, '{}', limitMs), { fine: true });
    } finally {
      process.removeListener('unhandledRejection', note);
    }
    assert.deepEqual(rejected, []);
  });

  it('is not needed where no window was ever open', async () => {
    assert.equal(await askHookRelay(join(home.path, 'nowhere'), '{}', limitMs), undefined);
  });
});
