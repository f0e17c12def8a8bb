/** Traces of a server: what a collector gets of requests and transactions, and that nothing depends on it. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectorFrom } from '../../../src/http/agents/monitoring/collector.ts';
import { Traces } from '../../../src/http/agents/monitoring/traces.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  status: { code: number };
}

describe('traces', () => {
  let collector: Server;
  let endpoint: string;
  let got: { headers: IncomingMessage['headers']; spans: Span[]; body: string }[];
  let status: number;
  let notes: string[];
  beforeEach(async () => {
    [got, notes, status] = [[], [], 200];
    collector = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const parsed = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
        const spans = parsed.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
        got.push({ headers: request.headers, spans, body });
        response.writeHead(status).end('{}');
      });
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    endpoint = `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}/v1/traces`;
  });
  afterEach(async () => {
    collector.closeAllConnections();
    await new Promise((done) => collector.close(done));
  });

  const timers: (() => void)[] = [];
  const open = (): Traces =>
    new Traces({
      ...{ endpoint, headers: { authorization: 'Bearer key' }, service: 'memory', version: '1' },
      after: (_ms, work) => {
        timers.push(work);
        return () => undefined;
      },
      note: (text) => notes.push(text),
    });
  const asked = { method: 'POST', route: '/memory/search', status: 200, id: 'r1' };

  it('have a span for the request, and one for each of its transactions, also those that fail', async () => {
    const traces = open();
    const span = traces.begin(undefined);
    await span?.run(async () => {
      await Promise.all([
        traces.transaction('read', () => Promise.resolve(1)),
        traces.transaction('read', () => Promise.resolve(2)),
      ]);
      await assert.rejects(traces.transaction('write', () => Promise.reject(new Error('full'))));
    });
    span?.end({ ...asked, status: 503 });
    await traces.close();
    const [sent] = got;
    const spans = sent?.spans ?? [];
    assert.equal(sent?.headers.authorization, 'Bearer key');
    assert.match(sent.body, /"service.name","value":\{"stringValue":"memory"\}/u);
    const root = spans.find(({ kind }) => kind === 2);
    assert.deepEqual([root?.name, root?.status, root?.parentSpanId], ['POST /memory/search', { code: 2 }, undefined]);
    const parts = spans.filter(({ kind }) => kind === 3);
    assert.deepEqual(
      parts.map(({ name, status: { code } }) => [name, code]),
      [
        ['store read', 0],
        ['store read', 0],
        ['store write', 2],
      ],
    );
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, 4);
    for (const part of parts) assert.deepEqual([part.traceId, part.parentSpanId], [root?.traceId, root?.spanId]);
    for (const one of spans) {
      assert.match(one.traceId + one.spanId, /^[0-9a-f]{48}$/u);
      assert.ok(BigInt(one.startTimeUnixNano) <= BigInt(one.endTimeUnixNano));
    }
    const values = root?.attributes.map(({ key, value }) => [key, ...Object.values(value)].join(' '));
    const wanted = ['http.request.method POST', 'http.route /memory/search', 'http.response.status_code 503'];
    assert.deepEqual(values, [...wanted, 'bigmind.request_id r1']);
  });

  it('continue the trace of the caller, leave out what it does not sample, and begin their own for odd headers', async () => {
    const traces = open();
    const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    traces.begin(`00-${trace}-${parent}-01`)?.end(asked);
    assert.equal(traces.begin(`00-${trace}-${parent}-00`), undefined);
    for (const odd of ['x', `00-${'0'.repeat(32)}-${parent}-01`, ['a', 'b'], undefined]) traces.begin(odd)?.end(asked);
    await traces.close();
    const [own, ...others] = got[0]?.spans ?? [];
    assert.deepEqual([own?.traceId, own?.parentSpanId], [trace, parent]);
    assert.equal(others.length, 4);
    for (const other of others) assert.deepEqual([other.parentSpanId, other.traceId === trace], [undefined, false]);
  });

  it('are not of work outside of requests', async () => {
    const traces = open();
    assert.equal(await traces.transaction('read', () => Promise.resolve('done')), 'done');
    await traces.close();
    assert.deepEqual(got, []);
  });

  it('are dropped if the collector fails, which is said once, and never more than fit', async () => {
    const traces = open();
    status = 500;
    for (let batch = 0; batch < 2; batch += 1) {
      traces.begin(undefined)?.end(asked);
      while (got.length <= batch) {
        for (const work of timers.splice(0)) work();
        await new Promise((done) => setImmediate(done));
      }
    }
    await traces.close();
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', /answers 500.*dropped/u);
    assert.ok(!notes.join('').includes('key'));
    for (let place = 0; place < 5_000; place += 1) traces.begin(undefined)?.end(asked);
    await traces.close();
    assert.ok(got.slice(2).reduce((sum, { spans }) => sum + spans.length, 0) <= 2 * 2_048);
  });

  it('go to the address of the environment, with its headers, or to none that is odd', () => {
    assert.deepEqual(collectorFrom('http://collector:4318/', 'a=b, authorization = Bearer%20x'), {
      endpoint: 'http://collector:4318/v1/traces',
      headers: { a: 'b', authorization: 'Bearer x' },
    });
    assert.equal(collectorFrom('https://o.example/otlp', undefined).endpoint, 'https://o.example/otlp/v1/traces');
    for (const [url, headers] of [
      ['collector:4318', undefined],
      ['file:///etc', undefined],
      ['http://user:secret@collector', undefined],
      ['http://collector', 'no-value'],
      ['http://collector', 'a=%0d%0ab'],
      ['http://collector', 'a=%'],
    ] as const) {
      assert.throws(
        () => collectorFrom(url, headers),
        (thrown: Error) => thrown.message.startsWith('OTEL_') && !thrown.message.includes('secret'),
        `${url} ${headers ?? ''}`,
      );
    }
  });
});
