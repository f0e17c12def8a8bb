/** What the operator of a server for agents sees: metrics, the ids of requests, and readiness while it ends. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Metrics, type CurrentState } from '../../../src/http/agents/monitoring/metrics.ts';
import { logLine, type RequestEntry } from '../../../src/http/agents/requestLog.ts';
import type { Reply } from '../support.ts';
import { accept, codeIn, initialize, jsonOf, openServer, randomSecret, type TestServer } from './support.ts';

const secret = 'the-token-of-our-prometheus';
const fact = { content: 'The hidden quay is wet.', scope: 'secret-rocket' };

describe('the monitoring of a server for agents', () => {
  let opened: TestServer;
  afterEach(() => opened.close());

  /** The value of a sample; undefined without one. */
  const valueIn = ({ body }: Reply, sample: string): number | undefined => {
    const line = body.split('\n').find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };

  describe('its metrics', () => {
    it('are read with their own token only, which reads nothing else', async () => {
      const { send, token } = (opened = await openServer({ metricsToken: secret }));
      for (const method of ['GET', 'HEAD'])
        assert.equal((await send(method, '/metrics', { token: secret })).status, 200, method);
      const admin = await send('GET', '/metrics', { token: await token() });
      assert.deepEqual([admin.status, codeIn(admin)], [403, 'not_allowed']);
      for (const given of [undefined, 'odd', `${secret}x`, `bmt_0123456789ab_${randomSecret()}`]) {
        assert.equal((await send('GET', '/metrics', { token: given })).status, 401, given);
      }
      const search = await send('POST', '/memory/search', { token: secret, body: { query: 'x' } });
      assert.equal(search.status, 401);
    });

    it('do not exist without that token, for nobody', async () => {
      const { send, token } = (opened = await openServer());
      assert.equal((await send('GET', '/metrics', { token: await token() })).status, 404);
      assert.equal((await send('GET', '/metrics', { token: secret })).status, 401);
      assert.equal((await send('GET', '/metrics')).status, 401);
    });

    it('count requests by method, template of the route and code, with their times', async () => {
      const { send, token } = (opened = await openServer({ metricsToken: secret }));
      const given = await token();
      await send('POST', '/memory/save', { token: given, body: { content: fact.content } });
      for (const id of ['1', '1', '4711']) await send('GET', `/memory/status/${id}`, { token: given });
      await send('POST', '/mcp', { token: given, body: initialize, headers: accept });
      await send('GET', '/secret-rocket/%2e%2e/etc', { token: given });
      const reply = await send('GET', '/metrics', { token: secret });
      assert.equal(reply.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      const total = (of: string): number | undefined => valueIn(reply, `bigmind_http_requests_total{${of}}`);
      assert.equal(total('method="POST",route="/memory/save",code="200"'), 1);
      assert.equal(total('method="GET",route="/memory/status/{id}",code="200"'), 2);
      assert.equal(total('method="GET",route="/memory/status/{id}",code="404"'), 1);
      assert.equal(total('method="GET",route="other",code="404"'), 1);
      const status = 'bigmind_http_request_duration_seconds';
      const of = 'method="GET",route="/memory/status/{id}"';
      assert.equal(valueIn(reply, `${status}_count{${of}}`), 3);
      assert.equal(valueIn(reply, `${status}_bucket{${of},le="+Inf"}`), 3);
      assert.ok((valueIn(reply, `${status}_sum{${of}}`) ?? 0) > 0);
      assert.equal(valueIn(reply, 'bigmind_http_requests_running'), 1);
      assert.equal(valueIn(reply, 'bigmind_mcp_sessions'), 1);
      assert.equal(valueIn(reply, 'bigmind_draining'), 0);
    });

    it('count refused tokens by their reason', async () => {
      const { send } = (opened = await openServer({ metricsToken: secret }));
      for (const given of [undefined, 'odd', `bmt_0123456789ab_${randomSecret()}`]) {
        await send('GET', '/openapi.json', { token: given });
      }
      const reply = await send('GET', '/metrics', { token: secret });
      const rejected = (reason: string): number | undefined =>
        valueIn(reply, `bigmind_token_rejections_total{reason="${reason}"}`);
      assert.deepEqual(['missing', 'unknown', 'revoked'].map(rejected), [1, 2, 0]);
    });

    it('have no content, and no names of people, agents, projects or tokens, whatever clients send', async () => {
      const { send, token } = (opened = await openServer({ metricsToken: secret }));
      const given = await token({ username: 'eve', agent: 'spyglass' });
      await send('POST', '/memory/save', {
        token: given,
        body: fact,
        headers: { 'x-bigmind-project': 'secret-rocket' },
      });
      await send('GET', '/memory/status/hidden?kind=quay', { token: given });
      await send('GET', '/hidden/quay', { headers: { 'x-request-id': 'spyglass' } });
      const { body } = await send('GET', '/metrics', { token: secret });
      assert.doesNotMatch(body, /eve|spyglass|rocket|hidden|quay|ada|bmt_|prometheus/u);
    });

    it('stay few, however many paths and methods are tried', async () => {
      opened = await openServer({ metricsToken: secret });
      const { send } = opened;
      const lines = async (): Promise<number> =>
        (await send('GET', '/metrics', { token: secret })).body.split('\n').length;
      await send('GET', '/a');
      await lines();
      const before = await lines();
      for (let place = 0; place < 40; place += 1) await send('GET', `/a${String(place)}`);
      assert.equal(await lines(), before);
    });

    it('are in the form of Prometheus: each family described once, its limits rising, odd values escaped', () => {
      const metrics = new Metrics();
      for (const ms of [3, 5, 6, 70_000]) {
        metrics.begun();
        metrics.answered({ method: 'BREW', route: 'a"b\\c\nd', status: 200, ms });
      }
      const load = { busy: 2, idle: 3, waitingCalls: 4, waitingWrites: 5 };
      const state: CurrentState = { version: '1', isEnding: true, mcpSessions: 0, load };
      const lines = metrics.text(state).trimEnd().split('\n');
      const sample = /^[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? [0-9.e+-]+$/u;
      for (const line of lines) assert.match(line, line.startsWith('#') ? /^# (?:HELP|TYPE) bigmind_\S+ \S/u : sample);
      const types = lines.filter((line) => line.startsWith('# TYPE'));
      assert.equal(new Set(types).size, types.length);
      const bucket = lines.filter((line) => line.includes('_bucket')).map((line) => Number(line.split(' ').at(-1)));
      assert.deepEqual(bucket, [2, ...Array.from({ length: 12 }, () => 3), 4]);
      assert.ok(lines.includes('bigmind_database_connections{state="busy"} 2'));
      assert.ok(lines.includes('bigmind_database_waiting{for="write"} 5'));
      assert.ok(lines.some((line) => line.includes('method="other",route="a\\"b\\\\c\\nd",code="200"')));
    });
  });

  describe('the id of a request', () => {
    const idOf = ({ headers }: Reply): unknown => headers['x-request-id'];

    it('is that of the client if it is harmless, else a new one, in answer, error and log', async () => {
      const { send, token, log } = (opened = await openServer());
      const given = await token();
      const harmless = ['4bf92f3577b34da6a3ce929d0e0e4736', 'Root=1-67891233-abcdef012345678912345678', 'a'];
      for (const id of harmless) {
        const reply = await send('GET', '/health', { token: given, headers: { 'x-request-id': id } });
        assert.equal(idOf(reply), id);
        assert.equal(log.at(-1)?.request, id);
      }
      const odd = ['a b', '"quoted"', '<script>', 'x'.repeat(129), 'ä', '{"a":1}', ''];
      for (const id of odd) {
        const headers = { 'x-request-id': encodeURIComponent(id) === id ? id : Buffer.from(id).toString('latin1') };
        const reply = await send('POST', '/memory/search', { headers, body: {} });
        assert.match(String(idOf(reply)), /^[0-9a-f-]{36}$/u, id);
        const { error } = jsonOf(reply) as { error: Record<string, unknown> };
        assert.deepEqual([reply.status, error['request_id']], [401, idOf(reply)]);
        assert.equal(log.at(-1)?.request, idOf(reply));
      }
    });

    it('is in answers of MCP and of the extension too, and is another one for each request', async () => {
      const { send, token } = (opened = await openServer());
      const given = await token();
      const replies = [
        await send('POST', '/mcp', { token: given, body: initialize, headers: accept }),
        await send('GET', '/extension/user', { token: given }),
        await send('GET', '/openapi.json', { token: given }),
        await send('GET', '/nowhere', { token: given }),
      ];
      assert.equal(new Set(replies.map(idOf)).size, 4);
    });

    it('is in the line of the log', () => {
      const entry: RequestEntry = {
        ...{ time: '2026-01-01T00:00:00.000Z', method: 'GET', route: '/health', status: 200, ms: 3, request: 'abc' },
        ...{ token: null, user: null, agent: null, address: '127.0.0.1' },
      };
      assert.match(logLine(entry, 'text'), /127\.0\.0\.1 +abc$/u);
      assert.equal((JSON.parse(logLine(entry, 'json')) as RequestEntry).request, 'abc');
    });
  });

  it('is not ready while it drains, but alive, and answers calls on connections that end', async () => {
    const { send, token, server } = (opened = await openServer());
    const given = await token();
    assert.equal((await send('GET', '/health/ready')).status, 200);
    server.drain();
    for (const path of ['/health', '/health/ready']) {
      const reply = await send('GET', path);
      assert.deepEqual([reply.status, jsonOf(reply)], [503, { status: 'draining' }], path);
    }
    assert.equal((await send('GET', '/health/live')).status, 200);
    const saved = await send('POST', '/memory/save', { token: given, body: { content: fact.content } });
    assert.deepEqual([saved.status, saved.headers['connection']], [200, 'close']);
    await server.close();
    await new Promise((done) => connect(server.port, '127.0.0.1').once('error', done));
  });
});
