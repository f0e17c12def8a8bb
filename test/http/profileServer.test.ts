/** The profile server, with legitimate and with hostile browsers and programs. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createPageHost } from '../../src/http/pageHost.ts';
import { startProfileServer, type ProfileServer } from '../../src/http/profileServer.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { maxPageMessageLength, readAnswer, readHostMessage } from '../../src/protocol/messages.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import {
  allMemoriesQuery,
  assetFolder,
  closeServer,
  hasIpv6,
  memoriesAt,
  occupyPort,
  openAddress,
  pagePath,
  sendPageMessage,
  sendRequest,
  type Reply,
} from './support.ts';

const token = '5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11';

function start(
  { memory, search }: TestMemory,
  options: { port?: number; note?: (text: string) => void } = {},
): Promise<ProfileServer> {
  const { port = 0, note = () => undefined } = options;
  const about = { username: 'ada', version: '1', project: undefined, location: '/home/ada/memory.db' };
  const host = createPageHost({ ...about, memory, search, note });
  return startProfileServer({ host, assetFolder, port, token, newId: randomUUID, note });
}

describe('the profile server', () => {
  let open: TestMemory;
  let server: ProfileServer;
  let port: number;
  let notes: string[];
  /** The headers that the page sends after a user opened the address. */
  let headers: { authorization: string };
  beforeEach(async () => {
    open = openTestMemory();
    notes = [];
    server = await start(open, { note: (text) => notes.push(text) });
    ({ port, headers } = await openAddress(server.newAddress()));
  });
  afterEach(async () => {
    await server.close();
    await open.close();
  });

  async function remember(fact: string): Promise<void> {
    await open.memory.facts.store(await open.caller(), { category: 'decision', fact });
  }

  async function changeToken(): Promise<unknown> {
    const { body } = await sendRequest(port, '/api/changes', { headers });
    return (JSON.parse(body) as { token: unknown }).token;
  }

  it('puts its token in no address, and in no response to a request without it', async () => {
    assert.ok(!server.newAddress().includes(token));
    for (const path of ['/', '/page.js', '/nowhere', '/api/changes', '/api/entry']) {
      const { headers: got, body } = await sendRequest(port, path);
      assert.ok(!JSON.stringify([got, body]).includes(token), path);
    }
  });

  it('sets no cookie, because every other server on this machine would receive it', async () => {
    for (const path of ['/', `/?token=${token}`, '/api/changes', '/page.js']) {
      for (const sent of [{}, headers]) {
        assert.equal((await sendRequest(port, path, { headers: sent })).headers['set-cookie'], undefined, path);
      }
    }
  });

  it('answers queries of the page, and offers no actions', async () => {
    await remember('The harbour lights are green');
    const { status, headers: got, body } = await sendPageMessage(port, { headers });
    assert.equal(status, 200);
    assert.match(got['content-type'] ?? '', /^application\/json/u);
    const message = readHostMessage(JSON.parse(body));
    assert.ok(message?.type === 'answer');
    const overview = readAnswer('overview', message.answer);
    assert.deepEqual([overview?.user, overview?.totals.facts, overview?.actions], ['ada', 1, []]);
    assert.equal(overview?.location, '/home/ada/memory.db');
    assert.deepEqual(await memoriesAt(port, headers), ['The harbour lights are green']);
  });

  it('executes a command, and returns how to undo it', async () => {
    const command = { type: 'storeFact', text: 'We deploy on Thursdays', category: 'decision' };
    const { status, body } = await sendPageMessage(port, { headers, message: { type: 'act', id: 7, act: command } });
    assert.equal(status, 200, body);
    const message = readHostMessage(JSON.parse(body));
    assert.ok(message?.type === 'answer' && message.id === 7, body);
    assert.deepEqual(await memoriesAt(port, headers), ['We deploy on Thursdays']);
    const undo = { type: 'undo', changes: [(message.answer as { undo: string }).undo] };
    assert.equal((await sendPageMessage(port, { headers, message: { type: 'act', id: 8, act: undo } })).status, 200);
    assert.deepEqual(await memoriesAt(port, headers), []);
  });

  it('reports why a command fails, and changes nothing', async () => {
    const command = { type: 'storeFact', text: ' ', category: 'decision' };
    const { status, body } = await sendPageMessage(port, { headers, message: { type: 'act', id: 7, act: command } });
    assert.equal(status, 200);
    const message = readHostMessage(JSON.parse(body));
    assert.ok(message?.type === 'failure' && message.failure.code === 'invalid_input', body);
    assert.deepEqual(await memoriesAt(port, headers), []);
  });

  const invalidMessages: [string, unknown][] = [
    ['invalid JSON', undefined],
    ['a text', 'overview'],
    ['a list', [allMemoriesQuery]],
    ['null', null],
    ['an unknown query', { type: 'ask', id: 1, question: { type: 'everything' } }],
    ['a query without an id', { type: 'ask', question: { type: 'overview' } }],
    ['a command of the wrong shape', { type: 'act', id: 1, act: { type: 'erase', ref: 'all', expected: '' } }],
    ['a query named like a property of every object', { type: 'ask', id: 1, question: { type: 'constructor' } }],
    ['a message that only VS Code accepts', { type: 'run', action: 'showLog' }],
  ];
  for (const [what, message] of invalidMessages) {
    it(`rejects and logs ${what}`, async () => {
      const sent = message === undefined ? { body: '{"type":' } : { message };
      assert.equal((await sendPageMessage(port, { headers, ...sent })).status, 400);
      assert.equal(notes.length, 1);
    });
  }

  it('rejects a message that is too long', async () => {
    const command = { type: 'storeFact', text: 'x'.repeat(maxPageMessageLength), category: 'decision' };
    const long = await sendPageMessage(port, { headers, message: { type: 'act', id: 1, act: command } });
    assert.equal(long.status, 413);
    assert.match(long.body, /the maximum here is 400,000 characters/u);
    const longer = await sendPageMessage(port, { headers, body: ' '.repeat(3 * maxPageMessageLength + 1) });
    assert.equal(longer.status, 413);
    assert.deepEqual(await memoriesAt(port, headers), []);
  });

  it('logs no error if a browser disconnects in the middle of a message', async () => {
    const lines = [`POST ${pagePath} HTTP/1.1`, `Host: localhost:${String(port)}`, 'Content-Length: 100'];
    const socket = connect(port, '127.0.0.1');
    socket.write([...lines, `Authorization: ${headers.authorization}`, '', 'half of'].join('\r\n'));
    await sendPageMessage(port, { headers });
    socket.destroy();
    await sendPageMessage(port, { headers });
    assert.deepEqual(notes, []);
  });

  it('reports a change only after a write', async () => {
    await sendPageMessage(port, { headers });
    const before = await changeToken();
    assert.equal(await changeToken(), before);
    await sendPageMessage(port, { headers });
    assert.equal(await changeToken(), before, 'A query of the page is no change.');
    await remember('News');
    assert.notEqual(await changeToken(), before);
  });

  const unauthorizedClients: [string, Record<string, string>][] = [
    ['a client without a token', {}],
    ['another token', { authorization: 'Bearer 5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b12' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, 20)}` }],
    ['the token and more', { authorization: `Bearer ${token}, Bearer ${token}` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token without its scheme', { authorization: token }],
    ['the token as a password', { authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` }],
    ['the token in a cookie', { cookie: `token=${token}` }],
  ];
  for (const [who, sent] of unauthorizedClients) {
    it(`shows nothing to ${who}, and says where to get the token`, async () => {
      for (const path of ['/api/changes', '/api/changes?token=guess', `/api/changes?token=${token}`, pagePath]) {
        const method = path === pagePath ? 'POST' : 'GET';
        const answered = await sendRequest(port, path, { method, headers: sent });
        assert.deepEqual([answered.status, answered.headers['www-authenticate']], [401, 'Bearer'], path);
        assert.match(answered.body, /bigmind serve/u);
      }
    });
  }

  it('serves the page without a token, because it contains no data', async () => {
    await remember('The harbour lights are green');
    for (const path of ['/', '/?token=guess']) {
      const { status, body } = await sendRequest(port, path);
      assert.equal(status, 200);
      assert.ok(!body.includes('harbour'));
    }
  });

  it('answers only to its two host names, to prevent DNS rebinding', async () => {
    const statusFor = async (host: string): Promise<number> =>
      (await sendPageMessage(port, { headers: { ...headers, host } })).status;
    assert.equal(await statusFor(`127.0.0.1:${String(port)}`), 200);
    assert.equal(await statusFor(`LOCALHOST:${String(port)}`), 200);
    const wrong = [
      'evil.example',
      `evil.example:${String(port)}`,
      'localhost',
      'localhost:1',
      `localhost.evil:${String(port)}`,
    ];
    for (const host of wrong) assert.equal(await statusFor(host), 403, host);
    const asset = await sendRequest(port, '/page.js', { headers: { host: 'evil.example' } });
    assert.equal(asset.status, 403);
  });

  it('accepts requests from its own page only', async () => {
    const statusFor = async (origin: string): Promise<number> =>
      (await sendPageMessage(port, { headers: { ...headers, origin } })).status;
    assert.equal(await statusFor(`http://localhost:${String(port)}`), 200);
    const wrong = [
      'null',
      'https://evil.example',
      'http://localhost:1',
      'http://localhost',
      `http://127.0.0.1:${String(port)}`,
    ];
    for (const origin of wrong) assert.equal(await statusFor(origin), 403, origin);
  });

  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
    it(`rejects ${method}`, async () => {
      for (const path of ['/', '/api/changes', pagePath]) {
        const answered = await sendRequest(port, path, { method, headers });
        const allowed = path === pagePath ? 'POST' : 'GET';
        assert.deepEqual([answered.status, answered.headers.allow], [405, allowed], path);
      }
    });
  }

  it('rejects queries by GET, and files by POST', async () => {
    assert.equal((await sendRequest(port, pagePath, { headers })).status, 405);
    for (const path of ['/', '/page.js', '/api/changes']) {
      assert.equal((await sendRequest(port, path, { method: 'POST', headers })).status, 405, path);
    }
  });

  it('gives other sites no access', async () => {
    for (const path of ['/', '/api/changes', '/page.js', '/nowhere']) {
      const { headers: got } = await sendRequest(port, path, { headers });
      assert.ok(!Object.keys(got).some((name) => name.startsWith('access-control-')));
      assert.equal(got['cache-control'], 'no-store');
      assert.equal(got['x-content-type-options'], 'nosniff');
      assert.equal(got['x-frame-options'], 'DENY');
      assert.equal(got['referrer-policy'], 'no-referrer');
      assert.equal(got['cross-origin-resource-policy'], 'same-origin');
    }
  });

  it('serves nothing outside its folder', async () => {
    const paths = [
      '/../cli.js',
      '/%2e%2e/cli.js',
      '/..%2fcli.js',
      '/..\\cli.js',
      '/page.js/../../cli.js',
      '/page.js%00',
      '//etc/passwd',
      '/./page.js',
      '/constructor',
    ];
    for (const path of paths) assert.equal((await sendRequest(port, path, { headers })).status, 404, path);
  });

  it('refuses an address that is not valid, or names another server', async () => {
    for (const path of ['http://evil.example/page.js', 'http://[', '/page.js%', '/api/page?x=%ff', 'page.js']) {
      assert.equal((await sendRequest(port, path, { headers })).status, 400, path);
    }
    assert.deepEqual(notes, []);
  });

  it('serves the files of the page without a token, because they contain no data', async () => {
    const files: [string, RegExp][] = [
      ['/page.js', /javascript/u],
      ['/page.css', /css/u],
      ['/theme.css', /css/u],
      ['/codicon.css', /css/u],
      ['/codicon.ttf?a1b2', /font/u],
    ];
    for (const [path, type] of files) {
      const answered = await sendRequest(port, path);
      assert.equal(answered.status, 200, path);
      assert.match(answered.headers['content-type'] ?? '', type);
      assert.equal(answered.headers['cache-control'] !== 'no-store', path.startsWith('/codicon'), path);
    }
  });

  it('puts no memory into its HTML, which may run only the script that it names', async () => {
    const fact = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
    await remember(fact);
    const pages: Reply[] = [await sendRequest(port, '/', { headers }), await sendRequest(port, '/', { headers })];
    const nonces = pages.map(({ headers: got, body }) => {
      assert.ok(!body.includes('alert'));
      const policy = String(got['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'nonce-[\w-]+'; /u);
      assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/u);
      const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/u.exec(policy) ?? [];
      assert.ok(body.includes(`<script nonce="${nonce}" src="/page.js">`));
      return nonce;
    });
    assert.notEqual(nonces[0], nonces[1]);
    const { headers: got, body } = await sendPageMessage(port, { headers, message: allMemoriesQuery });
    assert.match(got['content-type'] ?? '', /json/u);
    assert.ok(body.includes(JSON.stringify(fact)));
  });

  it('rejects a port in use, and names the variable that selects another', async () => {
    await assert.rejects(start(open, { port }), (error) => {
      assert.ok(error instanceof BigMindError);
      assert.equal(error.code, 'invalid_input');
      assert.ok(error.message.includes(String(port)));
      assert.match(error.sentence, /BIGMIND_PORT/u);
      return true;
    });
  });

  it('rejects a port that another program uses at the other loopback address', async function () {
    if (!(await hasIpv6())) this.skip();
    await server.close();
    const { server: other } = await occupyPort('::1', port);
    try {
      await assert.rejects(start(open, { port }), /is in use by another program/u);
      await assert.rejects(sendRequest(port, '/'), { code: 'ECONNREFUSED' }, 'It must not stay at the first address.');
    } finally {
      await closeServer(other);
    }
  });

  it('listens at both addresses of localhost, so that no other program can', async function () {
    if (!(await hasIpv6())) this.skip();
    for (const at of ['127.0.0.1', '::1'] as const) {
      assert.equal((await sendPageMessage(port, { at, headers })).status, 200, at);
      assert.equal((await sendPageMessage(port, { at })).status, 401, at);
      assert.equal(
        (await sendRequest(port, '/', { at, headers: { host: `evil.example:${String(port)}` } })).status,
        403,
        at,
      );
      await assert.rejects(occupyPort(at, port), { code: 'EADDRINUSE' });
    }
  });

  it('answers no requests after it is closed', async () => {
    await server.close();
    await assert.rejects(sendRequest(port, '/'), { code: 'ECONNREFUSED' });
    if (await hasIpv6()) await assert.rejects(sendRequest(port, '/', { at: '::1' }), { code: 'ECONNREFUSED' });
  });
});
