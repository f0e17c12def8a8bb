/** The profile's server, as browsers and programs meet it that mean well, and as those that do not. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createProfileReader } from '../../src/http/profileReader.ts';
import { startProfileServer, type ProfileServer } from '../../src/http/profileServer.ts';
import { BigMindError } from '../../src/memory/errors.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { readHostMessage } from '../../src/protocol/messages.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { ask, assetFolder, enter, type Reply } from './support.ts';

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
  /** The cookie of somebody who opened the address. */
  let headers: { cookie: string };
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

  it('opens with the token, which goes into a cookie and out of the address', async () => {
    const { status, headers: got } = await ask(port, `/?token=${token}`);
    assert.deepEqual([status, got.location], [303, '/']);
    assert.match(String(got['set-cookie']), /^bigmind-\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/u);
    const page = await ask(port, '/', { headers });
    assert.equal(page.status, 200);
    assert.ok(!page.body.includes(token));
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
    ['another token', { cookie: 'bigmind-PORT=5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b12' }],
    ['the beginning of the token', { cookie: `bigmind-PORT=${token.slice(0, 20)}` }],
    ['the token of another port', { cookie: `bigmind-1=${token}` }],
    ['an empty token', { cookie: 'bigmind-PORT=' }],
  ];
  for (const [who, sent] of strangers) {
    it(`shows nothing to ${who}, and says which address to open`, async () => {
      const cookie = sent['cookie']?.replace('PORT', String(port));
      for (const path of ['/', '/api/profile', '/api/changes', '/nowhere', '/?token=', '/?token=guess']) {
        const answered = await ask(port, path, { headers: cookie === undefined ? {} : { cookie } });
        assert.equal(answered.status, 401, path);
        assert.match(answered.body, /bigmind serve/u);
        assert.equal(answered.headers['set-cookie'], undefined);
      }
    });
  }

  it('lets a token in at the front door only', async () => {
    assert.equal((await ask(port, `/api/profile?token=${token}`)).status, 401);
  });

  it('takes the cookie among others', async () => {
    const cookie = `theme=dark; ${headers.cookie}; other=1`;
    assert.equal((await ask(port, '/api/profile', { headers: { cookie } })).status, 200);
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

  it('answers nobody any more once it is closed', async () => {
    await server.close();
    await assert.rejects(ask(port, '/'), { code: 'ECONNREFUSED' });
  });
});
