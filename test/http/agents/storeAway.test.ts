/** A server for agents whose store fails or does not answer: what clients get, and what its administrator reads. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf } from '../../../src/http/agents/agentTokens.ts';
import { healthAnswer } from '../../../src/http/agents/restAnswers.ts';
import type { Memory } from '../../../src/memory/memory.ts';
import { BigMindError, type ErrorCode } from '../../../src/memory/shared/errors.ts';
import {
  accept,
  codeIn,
  initialize,
  jsonOf,
  openServer,
  randomSecret,
  type ServerChoice,
  type TestServer,
} from './support.ts';

const fact = { content: 'We deploy on Thursdays only.' };
const away = (): Promise<never> =>
  Promise.reject(
    new BigMindError('store_unavailable', 'The file /srv/memory.db is away.', { remedy: 'Mount /srv again.' }),
  );
const never = (): Promise<never> => new Promise(() => undefined);

describe('a server for agents whose store cannot be used', () => {
  let opened: TestServer;
  /** Undefined while the store works. */
  let trouble: (() => Promise<never>) | undefined;
  /** Of saves alone. */
  let writeTrouble: (() => Promise<never>) | undefined;
  beforeEach(() => (trouble = writeTrouble = undefined));
  afterEach(() => opened.close());

  async function open(choice: ServerChoice = {}): Promise<TestServer> {
    const changed = (memory: Memory): Memory => {
      const check: typeof memory.tokens.check = (text) => trouble?.() ?? memory.tokens.check(text);
      const checks = {
        checkReads: () => trouble?.() ?? memory.maintenance.checkReads(),
        checkWrites: () => writeTrouble?.() ?? trouble?.() ?? memory.maintenance.checkWrites(),
      };
      const tokens = Object.assign(Object.create(memory.tokens) as typeof memory.tokens, { check });
      return { ...memory, tokens, maintenance: { ...memory.maintenance, ...checks } };
    };
    return (opened = await openServer({ changed, ...choice }));
  }

  it('answers every call with 504 at the limit if the check of the token hangs, and begins nothing later', async () => {
    const { send, token, saved, server } = await open({ limits: { callMs: 50, endMs: 5_000 } });
    const given = await token();
    let release = (): void => undefined;
    const hung = new Promise<void>((done) => (release = done));
    const { tokens } = opened.open.memory;
    trouble = () => hung.then(() => tokens.check(given)) as Promise<never>;
    for (const [path, body] of [
      ['/memory/save', fact],
      ['/memory/search', { query: 'deploy' }],
      ['/mcp', initialize],
      ['/extension/texts', {}],
    ] as const) {
      const reply = await send('POST', path, { token: given, body, headers: accept });
      assert.deepEqual([reply.status, codeIn(reply)], [504, 'timeout'], path);
    }
    trouble = undefined;
    release();
    await sleep(50);
    assert.equal(saved(), 0);
    const begun = performance.now();
    await server.close();
    assert.ok(performance.now() - begun < 2_000, 'An answered call still counts as running.');
  });

  it('gives a health check the promised body, and to a token that it cannot check no more than the error', async () => {
    const fixed = 'tok_change_me_abc123';
    const { send, token } = await open({ fixed: [{ agent: 'codex', tokenHash: hashOf(fixed) }] });
    const given = await token();
    trouble = away;
    const answers = [];
    for (const one of [given, `bmt_0123456789ab_${randomSecret()}`, fixed, 'odd', undefined]) {
      const reply = await send('GET', '/health', { token: one });
      assert.equal(reply.status, 503);
      answers.push(healthAnswer.parse(jsonOf(reply)));
    }
    const unchecked = { status: 'unavailable', store: 'store_unavailable' };
    const [reads, writes] = ['store_unavailable', 'store_unavailable'];
    const full = { ...unchecked, version: '1', reads, writes, embedder: 'off', reranker: 'off' };
    assert.deepEqual(answers, [unchecked, unchecked, full, { status: 'unavailable' }, { status: 'unavailable' }]);
  });

  it('answers a health check with a token in time although the store hangs', async () => {
    const { send, token, notes } = await open();
    const given = await token();
    trouble = never;
    const reply = await send('GET', '/health', { token: given });
    assert.deepEqual([reply.status, jsonOf(reply)], [503, { status: 'unavailable', store: 'timeout' }]);
    assert.match(notes.join('\n'), /The store cannot be used\. It does not answer/u);
  }).timeout(30_000);

  it('is not ready while saves fail although searches do not, says so once, and is alive all the time', async () => {
    const { send, token, notes } = await open();
    const given = await token();
    for (const state of [away, never, undefined]) {
      writeTrouble = state;
      const [status, writes] =
        state === undefined ? [200, 'ok'] : [503, state === away ? 'store_unavailable' : 'timeout'];
      for (const path of ['/health', '/health/ready']) {
        const reply = await send('GET', path, { token: given });
        const { store, reads, writes: said } = jsonOf(reply);
        assert.deepEqual([reply.status, store, reads, said], [status, writes, 'ok', writes], path);
        assert.equal((await send('GET', path)).status, status);
      }
      assert.equal((await send('POST', '/memory/search', { token: given, body: { query: 'x' } })).status, 200);
      const live = await send('GET', '/health/live', { token: 'odd' });
      assert.deepEqual([live.status, jsonOf(live)], [200, { status: 'ok' }]);
    }
    assert.equal(notes.filter((note) => note.includes('cannot be used')).length, 2);
    assert.equal(notes.filter((note) => note.includes('can be used again')).length, 1);
  });

  it('notes the reason with its remedy once for each time that the store is away, and that it is back', async () => {
    const { send, token, notes } = await open();
    const given = await token();
    const search = () => send('POST', '/memory/search', { token: given, body: { query: 'x' } });
    const health = (one?: string) => send('GET', '/health', { token: one });
    const reason = 'bigmind: The store cannot be used. The file /srv/memory.db is away. Mount /srv again.';
    const back = 'bigmind: The store can be used again.';
    for (const state of [undefined, away, away, undefined, away, undefined]) {
      trouble = state;
      for (const reply of [await search(), await health(given), await health()]) {
        assert.equal(reply.status, state === undefined ? 200 : 503);
        assert.doesNotMatch(reply.body, /srv/u);
      }
    }
    assert.deepEqual(notes, [reason, back, reason, back]);
  });

  it('says whether to try again, or that the administrator must act, and nothing about the machine', async () => {
    const { send, token } = await open();
    const given = await token();
    const cases: [ErrorCode, string | undefined, RegExp][] = [
      ['store_unavailable', '5', /Try again in a few seconds/u],
      ['store_locked', '5', /Try again in a few seconds/u],
      ['store_replaced', '5', /Nothing was stored\. Try again in a few seconds/u],
      ['store_full', undefined, /Ask the administrator of the server to free space/u],
      ['store_newer', undefined, /older than its store.*does not help.*update BigMind there/u],
      ['store_corrupt', undefined, /does not help.*repair it/u],
      ['store_foreign', undefined, /does not help.*correct its settings/u],
      ['engine_unavailable', undefined, /does not help.*administrator of the server/u],
    ];
    for (const [code, retryAfter, said] of cases) {
      trouble = () => Promise.reject(new BigMindError(code, 'The file /srv/memory.db.', { remedy: 'Look at /srv.' }));
      for (const [path, body] of [
        ['/memory/search', { query: 'x' }],
        ['/mcp', initialize],
      ] as const) {
        const reply = await send('POST', path, { token: given, body, headers: accept });
        assert.deepEqual([reply.status, codeIn(reply), reply.headers['retry-after']], [503, code, retryAfter]);
        assert.match(reply.body, said);
        assert.doesNotMatch(reply.body, /srv/u);
        if (retryAfter === undefined) assert.doesNotMatch(reply.body, /few seconds/u);
      }
    }
  });

  it('does not call a client that hangs up a defect', async () => {
    const { token, server, notes, log } = await open();
    const given = await token();
    let release = (): void => undefined;
    const hung = new Promise<void>((done) => (release = done));
    const { tokens } = opened.open.memory;
    trouble = () => hung.then(() => tokens.check(given)) as Promise<never>;
    const socket = connect(server.port, '127.0.0.1');
    const head = `POST /memory/save HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${given}\r\n`;
    socket.write(`${head}Content-Length: 50\r\n\r\n{"content":`);
    await sleep(50);
    socket.destroy();
    await sleep(50);
    release();
    while (log.length === 0) await sleep(10);
    assert.deepEqual([log.map(({ status }) => status), notes], [[400], []]);
  });
});
