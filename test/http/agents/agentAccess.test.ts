/** Who may use a server for agents: each route with each kind of token, claimed identities, names and origins. */
import assert from 'node:assert/strict';
import { hashOf } from '../../../src/http/agents/agentTokens.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { accept, codeIn, initialize, jsonOf, openServer, randomSecret, type TestServer } from './support.ts';

const fact = { content: 'We deploy on Thursdays only.' };

const routes = [
  ['POST', '/memory/save', fact],
  ['POST', '/memory/search', { query: 'deploy' }],
  ['GET', '/memory/status/1', undefined],
  ['GET', '/openapi.json', undefined],
  ['POST', '/mcp', initialize],
  ['GET', '/nowhere', undefined],
] as const;

describe('a server for agents', () => {
  let opened: TestServer;
  afterEach(() => opened.close());

  for (const [method, path, body] of routes) {
    it(`answers ${method} ${path} with 401 without a valid token, and says why`, async () => {
      const { send, token, open } = (opened = await openServer());
      const admin = await open.caller({ conversationId: null });
      const revoked = await token();
      await open.memory.tokens.revoke(admin, revoked.split('_')[1] ?? '');
      const expired = await token({ expiresInHours: 1 });
      open.pass(1);
      const tokens = [
        [undefined, 'token_missing'],
        [`bmt_0123456789ab_${randomSecret()}`, 'token_unknown'],
        ['something else', 'token_missing'],
        ['5d0c8a52-6a0e-4f0e-8a35-0d4f6a1c9b11', 'token_unknown'],
        [expired, 'token_expired'],
        [revoked, 'token_revoked'],
      ] as const;
      for (const [given, code] of tokens) {
        const reply = await send(method, path, { token: given, body, headers: accept });
        assert.deepEqual([reply.status, codeIn(reply)], [401, code], given);
        assert.equal(reply.headers['www-authenticate'], 'Bearer');
      }
      assert.equal(
        (await send('GET', path === '/mcp' ? '/openapi.json' : path, { token: await token() })).status < 500,
        true,
      );
    });
  }

  it('answers 403 to a client that would begin to sign in at 401, and does not invite it to', async () => {
    const { send, token, open } = (opened = await openServer());
    const revoked = await token();
    await open.memory.tokens.revoke(await open.caller({ conversationId: null }), revoked.split('_')[1] ?? '');
    const headers = { ...accept, 'x-bigmind-sign-in': 'none' };
    const reply = await send('POST', '/mcp', { token: revoked, body: '{}', headers });
    assert.deepEqual([reply.status, codeIn(reply)], [403, 'token_revoked']);
    assert.equal(reply.headers['www-authenticate'], undefined);
  });

  it('accepts a token for MCP, the REST API and its description', async () => {
    const { send, token } = (opened = await openServer());
    const good = await token();
    const statuses = [];
    for (const [method, path, body] of routes) {
      statuses.push((await send(method, path, { token: good, body, headers: accept })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 404]);
  });

  it('serves no page and no file of it', async () => {
    const { send, token } = (opened = await openServer());
    for (const path of ['/', '/page.js', '/api/page', '/api/entry', '/api/changes']) {
      assert.equal((await send('GET', path, { token: await token() })).status, 404, path);
      assert.equal((await send('GET', path)).status, 401, path);
    }
  });

  it('tells its health without a token, and the state of its parts only with one', async () => {
    const { send, token } = (opened = await openServer());
    const plain = await send('GET', '/health');
    assert.deepEqual([plain.status, jsonOf(plain)], [200, { status: 'ok' }]);
    const wrong = await send('GET', '/health', { token: `bmt_0123456789ab_${randomSecret()}` });
    assert.deepEqual([wrong.status, jsonOf(wrong)], [200, { status: 'ok' }]);
    const full = jsonOf(await send('GET', '/health', { token: await token() }));
    const fine = { status: 'ok', store: 'ok', reads: 'ok', writes: 'ok' };
    assert.deepEqual(full, { ...fine, version: '1', embedder: 'off', reranker: 'off' });
  });

  it('answers 503 while the store does not answer, also where it cannot check a token', async () => {
    const down = (): Promise<never> =>
      Promise.reject(new BigMindError('store_unavailable', 'The file /srv/memory.db is away.'));
    opened = await openServer({
      changed: (memory) => ({
        ...memory,
        maintenance: { ...memory.maintenance, checkReads: down, checkWrites: down },
        tokens: Object.assign(Object.create(memory.tokens) as typeof memory.tokens, { check: down }),
      }),
    });
    const { send, token } = opened;
    const health = await send('GET', '/health');
    assert.deepEqual([health.status, jsonOf(health)], [503, { status: 'unavailable' }]);
    const save = await send('POST', '/memory/save', { token: await token(), body: fact });
    assert.deepEqual([save.status, codeIn(save), save.headers['retry-after']], [503, 'store_unavailable', '5']);
    assert.doesNotMatch(save.body, /srv/u);
    assert.match(opened.notes.join(), /srv/u);
  });

  it('takes user and agent from the token, and refuses a request that names others', async () => {
    const { send, token, open } = (opened = await openServer());
    const eve = await token({ username: 'eve', agent: 'codex' });
    const claims = [
      { body: { ...fact, agent_id: 'claude-code' } },
      { body: { ...fact, agent_id: { name: 'codex' } } },
      { body: fact, headers: { 'x-bigmind-agent': 'claude-code' } },
      { body: fact, headers: { 'x-bigmind-user': 'ada' } },
    ];
    for (const claim of claims) {
      const reply = await send('POST', '/memory/save', { token: eve, ...claim });
      assert.deepEqual([reply.status, codeIn(reply)], [403, 'not_allowed']);
    }
    const search = await send('POST', '/memory/search', { token: eve, body: { query: 'x', agent_id: 'ada' } });
    assert.equal(search.status, 403);
    const own = { ...fact, agent_id: 'Codex' };
    const headers = { 'x-bigmind-agent': 'codex', 'x-bigmind-user': 'EVE' };
    assert.equal((await send('POST', '/memory/save', { token: eve, body: own, headers })).status, 200);
    const stored = await open.memory.facts.list(await open.caller({ username: 'eve' }), 'all', 10);
    assert.deepEqual(
      stored.facts.map(({ fact: text, agentName }) => [text, agentName]),
      [[fact.content, 'codex']],
    );
  });

  it('keeps the memories of its users apart', async () => {
    const { send, token } = (opened = await openServer());
    const [ada, eve] = [await token(), await token({ username: 'eve' })];
    const { pg_id: id } = jsonOf(await send('POST', '/memory/save', { token: ada, body: fact }));
    const found = jsonOf(await send('POST', '/memory/search', { token: eve, body: { query: 'deploy', scope: 'all' } }));
    assert.deepEqual(found['results'], []);
    assert.equal((await send('GET', `/memory/status/${String(id)}`, { token: eve })).status, 404);
  });

  it('lets a read-only token search and read, and nothing else', async () => {
    const { send, token, saved } = (opened = await openServer());
    const reader = await token({ isReadOnly: true });
    const save = await send('POST', '/memory/save', { token: reader, body: fact });
    assert.deepEqual([save.status, codeIn(save), saved()], [403, 'not_allowed', 0]);
    assert.equal((await send('POST', '/memory/search', { token: reader, body: { query: 'deploy' } })).status, 200);
  });

  it('refuses a token from the call after it was revoked', async () => {
    const { send, token, open } = (opened = await openServer());
    const good = await token();
    assert.equal((await send('POST', '/memory/save', { token: good, body: fact })).status, 200);
    await open.memory.tokens.revoke(await open.caller(), good.split('_')[1] ?? '');
    assert.equal((await send('POST', '/memory/save', { token: good, body: fact })).status, 401);
  });

  it('accepts fixed tokens of the environment, as its own user', async () => {
    const secret = 'tok_change_me_abc123';
    const { send, open } = (opened = await openServer({ fixed: [{ agent: 'codex', tokenHash: hashOf(secret) }] }));
    assert.equal((await send('POST', '/memory/save', { token: secret, body: fact })).status, 200);
    assert.equal((await send('POST', '/memory/save', { token: `${secret}4`, body: fact })).status, 401);
    const { facts } = await open.memory.facts.list(await open.caller(), 'all', 10);
    assert.equal(facts[0]?.agentName, 'codex');
  });

  it('answers only to addresses and to names that the administrator allows', async () => {
    const { send } = (opened = await openServer({ allowedHosts: ['memory.example.com'] }));
    const names = [
      ['localhost', 200],
      ['127.0.0.1:7700', 200],
      ['[::1]:7700', 200],
      ['Memory.Example.com:443', 200],
      ['memory.example.com.evil.example', 403],
      ['evil.example', 403],
    ] as const;
    for (const [host, status] of names) {
      assert.equal((await send('GET', '/health', { headers: { host } })).status, status, host);
    }
  });

  it('refuses every request of a web page', async () => {
    const { send, token } = (opened = await openServer());
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${String(opened.server.port)}`]) {
      const reply = await send('POST', '/memory/search', {
        token: await token(),
        body: { query: 'x' },
        headers: { origin },
      });
      assert.equal(reply.status, 403, origin);
    }
  });

  it('names the methods of a route', async () => {
    const { send, token } = (opened = await openServer());
    const reply = await send('GET', '/memory/save', { token: await token() });
    assert.deepEqual([reply.status, reply.headers.allow], [405, 'POST']);
  });

  it('gives the session of one token to no other', async () => {
    const { send, token } = (opened = await openServer());
    const [one, other] = [await token(), await token()];
    const begun = await send('POST', '/mcp', { token: one, body: initialize, headers: accept });
    const session = { ...accept, 'mcp-session-id': String(begun.headers['mcp-session-id']) };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    assert.equal((await send('POST', '/mcp', { token: other, body: list, headers: session })).status, 404);
    assert.equal((await send('POST', '/mcp', { token: one, body: list, headers: session })).status, 200);
  });

  it('believes the address in a proxy header only with --trust-proxy', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, 198.51.100.4' };
    opened = await openServer();
    await opened.send('GET', '/health', { headers });
    assert.equal(opened.log[0]?.address, '127.0.0.1');
    await opened.close();
    opened = await openServer({ trustsProxy: true });
    await opened.send('GET', '/health', { headers });
    await opened.send('GET', '/health', { headers: { 'x-forwarded-for': 'no address\u0020at all' } });
    assert.deepEqual(
      opened.log.map(({ address }) => address),
      ['198.51.100.4', '127.0.0.1'],
    );
  });
});
