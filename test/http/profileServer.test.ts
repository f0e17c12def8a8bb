/** The profile's server, as browsers and programs meet it that mean well, and as those that do not. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createProfileReader } from '../../src/http/profileReader.ts';
import { startProfileServer, type ProfileServer } from '../../src/http/profileServer.ts';
import { BigMindError } from '../../src/memory/errors.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { readHostMessage } from '../../src/protocol/messages.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { ask, assetFolder, enter, hasIpv6, leave, occupy, type Reply } from './support.ts';

const token = '5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11';

function start(memory: Memory, options: { port?: number; note?: (text: string) => void } = {}): Promise<ProfileServer> {
  const { port = 0, note = () => undefined } = options;
  const about = { username: 'ada', version: '1', project: undefined, location: '/home/ada/memory.db' };
  const reader = createProfileReader({ ...about, memory, note });
  return startProfileServer({ reader, assetFolder, port, token, newId: randomUUID, note });
}

describe('the profile server', () => {
  let open: TestMemory;
  let server: ProfileServer;
  let port: number;
  /** What the page of somebody who opened the address sends. */
  let headers: { authorization: string };
  beforeEach(async () => {
    open = openTestMemory();
    server = await start(open.memory);
    ({ port, headers } = await enter(server.address));
  });
  afterEach(async () => {
    await server.close();
    await open.close();
  });

  async function remember(fact: string): Promise<void> {
    await open.memory.facts.store(await open.caller(), { category: 'decision', fact });
  }

  async function changeToken(): Promise<unknown> {
    const { body } = await ask(port, '/api/changes', { headers });
    return (JSON.parse(body) as { token: unknown }).token;
  }

  it('has its token where no browser sends it, and in nothing that it serves without', async () => {
    assert.equal(server.address, `http://localhost:${String(port)}/#token=${token}`);
    for (const path of ['/', '/profile.js', '/nowhere', '/api/profile']) {
      const { headers: got, body } = await ask(port, path);
      assert.ok(!JSON.stringify([got, body]).includes(token), path);
    }
  });

  it('sets no cookie, which every other server of this machine would be sent', async () => {
    for (const path of ['/', `/?token=${token}`, '/api/profile', '/api/changes', '/profile.js']) {
      for (const sent of [{}, headers]) {
        assert.equal((await ask(port, path, { headers: sent })).headers['set-cookie'], undefined, path);
      }
    }
  });

  it('answers with the card that the page shows, and offers no button', async () => {
    await remember('The harbour lights are green');
    const { status, headers: got, body } = await ask(port, '/api/profile', { headers });
    assert.equal(status, 200);
    assert.match(got['content-type'] ?? '', /^application\/json/u);
    const message = readHostMessage(JSON.parse(body));
    assert.ok(message?.type === 'profile');
    assert.deepEqual(
      message.profile.facts.map(({ text }) => text),
      ['The harbour lights are green'],
    );
    assert.deepEqual([message.profile.user, message.profile.actions], ['ada', []]);
    assert.equal(message.profile.location, '/home/ada/memory.db');
  });

  it('says that something changed when something did, and not before', async () => {
    await ask(port, '/api/profile', { headers });
    const before = await changeToken();
    assert.equal(await changeToken(), before);
    await ask(port, '/api/profile', { headers });
    assert.equal(await changeToken(), before, 'Looking at the page is no change.');
    await remember('News');
    assert.notEqual(await changeToken(), before);
  });

  const strangers: [string, Record<string, string>][] = [
    ['nobody who opened it', {}],
    ['another token', { authorization: 'Bearer 5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b12' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, 20)}` }],
    ['the token and more', { authorization: `Bearer ${token}, Bearer ${token}` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token without its scheme', { authorization: token }],
    ['the token as a password', { authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` }],
    ['the token in a cookie', { cookie: `token=${token}` }],
  ];
  for (const [who, sent] of strangers) {
    it(`shows nothing to ${who}, and says where the token is`, async () => {
      for (const path of ['/api/profile', '/api/changes', '/api/profile?token=guess', `/api/profile?token=${token}`]) {
        const answered = await ask(port, path, { headers: sent });
        assert.deepEqual([answered.status, answered.headers['www-authenticate']], [401, 'Bearer'], path);
        assert.match(answered.body, /bigmind serve/u);
      }
    });
  }

  it('serves the page itself to anybody on this machine, for it holds nothing', async () => {
    await remember('The harbour lights are green');
    for (const path of ['/', '/?token=guess']) {
      const { status, body } = await ask(port, path);
      assert.equal(status, 200);
      assert.ok(!body.includes('harbour'));
    }
  });

  it('answers under its two names only, so that no other name can be bent to it', async () => {
    const statusFor = async (host: string): Promise<number> =>
      (await ask(port, '/api/profile', { headers: { ...headers, host } })).status;
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
    const even = await ask(port, '/profile.js', { headers: { host: 'evil.example' } });
    assert.equal(even.status, 403);
  });

  it('answers to its own page only', async () => {
    const statusFor = async (origin: string): Promise<number> =>
      (await ask(port, '/api/profile', { headers: { ...headers, origin } })).status;
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

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
    it(`refuses ${method}`, async () => {
      const answered = await ask(port, '/api/profile', { method, headers });
      assert.deepEqual([answered.status, answered.headers.allow], [405, 'GET']);
    });
  }

  it('allows no other site anything', async () => {
    for (const path of ['/', '/api/profile', '/profile.js', '/nowhere']) {
      const { headers: got } = await ask(port, path, { headers });
      assert.ok(!Object.keys(got).some((name) => name.startsWith('access-control-')));
      assert.equal(got['cache-control'], 'no-store');
      assert.equal(got['x-content-type-options'], 'nosniff');
      assert.equal(got['x-frame-options'], 'DENY');
      assert.equal(got['referrer-policy'], 'no-referrer');
      assert.equal(got['cross-origin-resource-policy'], 'same-origin');
    }
  });

  it('has no way out of its folder', async () => {
    const ways = [
      '/../cli.js',
      '/%2e%2e/cli.js',
      '/..%2fcli.js',
      '/..\\cli.js',
      '/profile.js/../../cli.js',
      '/profile.js%00',
      '//etc/passwd',
      '/./profile.js',
      '/constructor',
      'http://evil.example/profile.js',
    ];
    for (const path of ways) assert.equal((await ask(port, path, { headers })).status, 404, path);
  });

  it('serves the files of the page to anybody on this machine, for they hold nothing', async () => {
    const files: [string, RegExp][] = [
      ['/profile.js', /javascript/u],
      ['/page.css', /css/u],
      ['/theme.css', /css/u],
      ['/codicon.css', /css/u],
      ['/codicon.ttf?a1b2', /font/u],
    ];
    for (const [path, type] of files) {
      const answered = await ask(port, path);
      assert.equal(answered.status, 200, path);
      assert.match(answered.headers['content-type'] ?? '', type);
      assert.equal(answered.headers['cache-control'] !== 'no-store', path.startsWith('/codicon'), path);
    }
  });

  it('holds no word of a memory in its HTML, which may run one script that it names', async () => {
    const fact = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
    await remember(fact);
    const pages: Reply[] = [await ask(port, '/', { headers }), await ask(port, '/', { headers })];
    const nonces = pages.map(({ headers: got, body }) => {
      assert.ok(!body.includes('alert'));
      const policy = String(got['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'nonce-[\w-]+'; /u);
      assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/u);
      const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/u.exec(policy) ?? [];
      assert.ok(body.includes(`<script nonce="${nonce}" src="/profile.js">`));
      return nonce;
    });
    assert.notEqual(nonces[0], nonces[1]);
    const { headers: got, body } = await ask(port, '/api/profile', { headers });
    assert.match(got['content-type'] ?? '', /json/u);
    assert.ok(body.includes(JSON.stringify(fact)));
  });

  it('refuses a port that is taken, and names the variable that chooses another', async () => {
    await assert.rejects(start(open.memory, { port }), (error) => {
      assert.ok(error instanceof BigMindError);
      assert.equal(error.code, 'invalid_input');
      assert.ok(error.message.includes(String(port)));
      assert.match(error.remedy ?? '', /BIGMIND_PORT/u);
      return true;
    });
  });

  it('refuses a port that another program has at the other loopback address', async function () {
    if (!(await hasIpv6())) this.skip();
    await server.close();
    const { server: other } = await occupy('::1', port);
    try {
      await assert.rejects(start(open.memory, { port }), /is taken by another program/u);
      await assert.rejects(ask(port, '/'), { code: 'ECONNREFUSED' }, 'It must not stay at the first address.');
    } finally {
      await leave(other);
    }
  });

  it('answers at both addresses that localhost stands for, so that nobody else can', async function () {
    if (!(await hasIpv6())) this.skip();
    for (const at of ['127.0.0.1', '::1'] as const) {
      assert.equal((await ask(port, '/api/profile', { at, headers })).status, 200, at);
      assert.equal((await ask(port, '/api/profile', { at })).status, 401, at);
      assert.equal((await ask(port, '/', { at, headers: { host: `evil.example:${String(port)}` } })).status, 403, at);
      await assert.rejects(occupy(at, port), { code: 'EADDRINUSE' });
    }
  });

  it('answers nobody any more once it is closed', async () => {
    await server.close();
    await assert.rejects(ask(port, '/'), { code: 'ECONNREFUSED' });
    if (await hasIpv6()) await assert.rejects(ask(port, '/', { at: '::1' }), { code: 'ECONNREFUSED' });
  });
});
