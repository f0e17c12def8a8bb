/** The client of a team's server, against a real one and against what is none. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { errorFromAnswer, refusalReasonOf } from '../../src/remote/serverErrors.ts';
import { ServerClient } from '../../src/remote/serverClient.ts';
import { hostRefusal } from '../../src/http/agents/hostNames.ts';
import { openServer, randomSecret, type TestServer } from '../http/agents/support.ts';

const overview = { type: 'ask', id: 7, question: { type: 'overview' } } as const;

describe('the client of a team server', () => {
  let opened: TestServer | undefined;
  const others: Server[] = [];

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    for (const server of others.splice(0)) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });

  const clientOf = ({ server }: TestServer, token: string): ServerClient =>
    new ServerClient({ address: `http://127.0.0.1:${String(server.port)}`, token });

  const listen = async (handler: RequestListener): Promise<string> => {
    const server = createServer(handler);
    others.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  };

  it('learns whose token it has, asks as that user, and notices changes', async () => {
    opened = await openServer();
    const client = clientOf(opened, await opened.token({ username: 'eve', agent: 'vscode' }));
    assert.deepEqual(await client.user(), { user: 'eve', agent: 'vscode', isReadOnly: false, version: '1' });
    const before = await client.changeToken();
    const text = 'The rocket needs new fins.';
    const done = await client.page({ type: 'act', id: 8, act: { type: 'storeFact', text, category: 'codebase' } });
    assert.deepEqual([done.type, 'id' in done && done.id], ['answer', 8]);
    assert.notEqual(await client.changeToken(), before);
    assert.match(JSON.stringify(await client.page(overview)), /"username":"eve".*"facts":1/u);
  });

  for (const [kind, more] of [
    ['unknown', undefined],
    ['expired', { expiresInHours: 1 }],
    ['revoked', {}],
  ] as const) {
    it(`says that a token is ${kind}, without showing it`, async () => {
      opened = await openServer();
      const token = more === undefined ? `bmt_0123456789ab_${randomSecret()}` : await opened.token(more);
      opened.open.pass(2);
      const admin = await opened.open.caller({ conversationId: null });
      if (kind === 'revoked') await opened.open.memory.tokens.revoke(admin, token.split('_')[1] ?? '');
      const error = await errorOf(clientOf(opened, token).user());
      assert.equal(refusalReasonOf(error), 'token');
      assert.match(error.message, kind === 'unknown' ? /is not known/u : new RegExp(kind, 'u'));
      assert.equal(error.message.includes(token), false);
    });
  }

  it('says that a token may only read when it changes something', async () => {
    opened = await openServer();
    const client = clientOf(opened, await opened.token({ isReadOnly: true }));
    assert.equal((await client.user()).isReadOnly, true);
    assert.equal(refusalReasonOf(await errorOf(client.deliver('{}'))), 'read_only');
  });

  it('says that a server is away, and that it is back', async () => {
    opened = await openServer();
    const client = clientOf(opened, await opened.token());
    await opened.stop();
    const error = await errorOf(client.page(overview));
    assert.equal(error.code, 'server_down');
    assert.match(error.message, /127\.0\.0\.1:\d+ does not answer/u);
    await opened.start();
    assert.equal((await client.page(overview)).type, 'answer');
  });

  it('sends the token to no address that is not a BigMind server', async () => {
    const seen: (string | undefined)[] = [];
    const address = await listen(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('<html>Welcome</html>');
    });
    const error = await errorOf(new ServerClient({ address, token: 'bmt_secret' }).user());
    assert.deepEqual([refusalReasonOf(error), seen], ['address', [undefined]]);
  });

  it('never follows a redirect to another address', async () => {
    const seen: string[] = [];
    const other = await listen(({ url }, response) => {
      seen.push(url ?? '');
      response.end('{}');
    });
    const address = await listen(({ url = '' }, response) => {
      if (url === '/health') response.end('{"status":"ok"}');
      else response.writeHead(307, { location: `${other}${url}` }).end();
    });
    const client = new ServerClient({ address, token: 'bmt_secret' });
    const requests = [
      () => client.user(),
      () => client.page(overview),
      () => client.changeToken(),
      () => client.deliver('{}'),
    ];
    for (const send of requests) {
      const error = await errorOf(send());
      assert.equal(refusalReasonOf(error), 'address');
      assert.match(error.message, /redirects/u);
    }
    assert.deepEqual(seen, []);
  });

  it('says that a server is too old if it does not know the address', async () => {
    const address = await listen(({ url }, response) => {
      if (url === '/health') response.end('{"status":"ok"}');
      else response.writeHead(404).end('{"error":{"code":"not_found","message":"This address does not exist."}}');
    });
    assert.equal(refusalReasonOf(await errorOf(new ServerClient({ address, token: 'bmt_1' }).user())), 'version');
  });

  it('blames the address if the server does not know that name, and one request if it is not allowed', () => {
    const address = 'https://memory.example.com';
    const unknown = hostRefusal({ host: 'memory.example.com' }, []);
    assert.ok(unknown);
    const role = { status: 403, code: 'not_allowed', message: 'Your role does not allow this.' };
    const reasons = [unknown, role].map((problem) =>
      refusalReasonOf(errorFromAnswer(address, 403, JSON.stringify({ error: problem }))),
    );
    assert.deepEqual(reasons, ['address', 'request']);
  });

  it('says why a server cannot answer now, and blames none that says nothing', () => {
    const message = 'The memory is locked by another program.';
    const problem = JSON.stringify({ error: { code: 'store_locked', message } });
    const texts = [problem, '<html>Bad gateway</html>'];
    const errors = texts.map((text) => errorFromAnswer('https://memory.example.com', 503, text));
    assert.deepEqual(
      errors.map((error) => [error.code, error.message, error.details]),
      [
        ['server_down', `memory.example.com cannot answer now (503): ${message}`, { status: 503 }],
        ['server_down', 'memory.example.com cannot answer now (503).', {}],
      ],
    );
  });

  it('says that a certificate is not valid', async () => {
    const { createServer: createTls } = await import('node:https');
    const { key, cert } = await import('./selfSigned.ts');
    const server = createTls({ key, cert }, (_, response) => response.end('{"status":"ok"}'));
    others.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const error = await errorOf(new ServerClient({ address, token: 'bmt_1' }).user());
    assert.equal(refusalReasonOf(error), 'certificate');
  });
});

async function errorOf(asked: Promise<unknown>): Promise<BigMindError> {
  const thrown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof BigMindError, String(thrown));
  return thrown;
}
