/** What somebody without a token can make a server for agents do, and requests that are not valid. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Memory } from '../../../src/memory/memory.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { accept, codeIn, initialize, jsonOf, openServer, randomSecret, type TestServer } from './support.ts';

const wrongToken = (): string => `bmt_0123456789ab_${randomSecret()}`;
const noRefill = { burst: 3, perSecond: 0.000_001 };

describe('a server for agents and strangers', () => {
  let opened: TestServer;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await opened.close();
  });

  function connected(from = '127.0.0.1'): Socket {
    const socket = connect({ port: opened.server.port, host: '127.0.0.1', localAddress: from });
    sockets.push(socket);
    return socket.on('error', () => undefined);
  }

  /** Resolves with the status and the error of the answer to these bytes, and `reset` without one. */
  async function answerTo(bytes: string | Buffer): Promise<[number | 'reset', string, Record<string, unknown>?]> {
    const socket = connected();
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString('utf8')));
    socket.end(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const status = /^HTTP\/1\.1 (\d{3})/u.exec(head)?.[1];
    if (status === undefined) return ['reset', ''];
    const message = /"message":"([^"]*)"/u.exec(body)?.[1] ?? '';
    return [Number(status), message];
  }

  function head(target: string, more: string[] = [], method = 'GET'): string {
    const lines = [
      `${method} ${target} HTTP/1.1`,
      ...(more.some((one) => /^host:/iu.test(one)) ? [] : ['Host: localhost']),
    ];
    return `${[...lines, 'Connection: close', ...more].join('\r\n')}\r\n\r\n`;
  }

  describe('with wrong tokens', () => {
    let asked: string[];
    const counting = (memory: Memory): Memory => {
      asked = [];
      const { tokens } = memory;
      const check: typeof tokens.check = (token) => {
        asked.push(token);
        return tokens.check(token);
      };
      return { ...memory, tokens: Object.assign(Object.create(tokens) as typeof tokens, { check }) };
    };
    const limits = { unidentified: noRefill };

    for (const path of ['/memory/search', '/mcp', '/openapi.json', '/health', '/extension/user']) {
      it(`asks the store about no more of them than the limit allows, at ${path}`, async () => {
        opened = await openServer({ limits, changed: counting });
        const method = path === '/memory/search' || path === '/mcp' ? 'POST' : 'GET';
        const sent = Array.from({ length: 20 }, () =>
          opened.send(method, path, { token: wrongToken(), body: initialize, headers: accept }),
        );
        const statuses = (await Promise.all(sent)).map(({ status }) => status);
        assert.equal(asked.length, 3);
        assert.deepEqual(statuses.filter((status) => status === 429).length, 17);
      });
    }

    it('does not ask the store about a text that cannot be one of its tokens', async () => {
      opened = await openServer({ changed: counting });
      for (const token of [
        'bmt_',
        'bmt_x',
        `bmt_${'0'.repeat(12)}_`,
        `BMT_0123456789ab_${randomSecret()}`,
        'a'.repeat(9_000),
      ]) {
        assert.equal(codeIn(await opened.send('GET', '/openapi.json', { token })), 'token_unknown', token.slice(0, 20));
      }
      assert.deepEqual(asked, []);
    });

    it('answers a token that it knows from the same address, and counts it as wrong once it was revoked', async () => {
      opened = await openServer({ limits, changed: counting });
      const { send, token, open } = opened;
      const good = await token();
      const statusOf = async (given: string): Promise<number> =>
        (await send('GET', '/openapi.json', { token: given })).status;
      assert.equal(await statusOf(good), 200);
      for (let call = 0; call < 4; call += 1) await statusOf(wrongToken());
      assert.deepEqual([await statusOf(wrongToken()), await statusOf(good)], [429, 200]);
      await open.memory.tokens.revoke(await open.caller({ conversationId: null }), good.split('_')[1] ?? '');
      assert.deepEqual([await statusOf(good), await statusOf(good)], [401, 429]);
    });

    it('says that a store does not accept its tokens, to the client and once in the log', async () => {
      const restored = (): Promise<never> =>
        Promise.reject(new BigMindError('not_allowed', 'The database was restored.', { remedy: 'Confirm it.' }));
      opened = await openServer({
        changed: (memory) => ({
          ...memory,
          tokens: Object.assign(Object.create(memory.tokens) as typeof memory.tokens, { check: restored }),
        }),
      });
      for (let call = 0; call < 2; call += 1) {
        const reply = await opened.send('GET', '/openapi.json', { token: wrongToken() });
        const { request_id: id, ...error } = jsonOf(reply)['error'] as Record<string, unknown>;
        assert.equal(typeof id, 'string');
        assert.deepEqual(
          [reply.status, error],
          [403, { code: 'not_allowed', message: 'The database was restored.', remedy: 'Confirm it.' }],
        );
      }
      assert.deepEqual(opened.notes, ['bigmind: The store cannot be used. The database was restored. Confirm it.']);
    });

    it('counts all addresses of one IPv6 network together, and an IPv4 address however it is written', async () => {
      opened = await openServer({ limits, trustsProxy: true });
      const from = async (address: string): Promise<number> =>
        (await opened.send('GET', '/openapi.json', { headers: { 'x-forwarded-for': address } })).status;
      for (const last of [':1', ':ffff:0:1', 'a::1']) assert.equal(await from(`2001:db8:0:7:${last}`), 401, last);
      assert.equal(await from('2001:DB8::7:0:0:0:99'), 429);
      assert.equal(await from('2001:db8:0:8::1'), 401);
      assert.deepEqual(
        [await from('192.0.2.1'), await from('::ffff:192.0.2.1'), await from('192.0.2.1')],
        [401, 401, 401],
      );
      assert.deepEqual([await from('::FFFF:192.0.2.1'), await from('192.0.2.2')], [429, 401]);
    });
  });

  describe('with many connections', () => {
    const connections = { ofAddress: 6, unidentified: 3 };

    /** Whether the server answers on a new connection from this address. */
    async function isServed(from: string, token?: string): Promise<Socket | undefined> {
      const socket = connected(from);
      const line = token === undefined ? 'X-None: 1' : `Authorization: Bearer ${token}`;
      socket.write(`GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`);
      const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => [])) as unknown[];
      return Buffer.isBuffer(first) ? socket : undefined;
    }

    it('refuses more without a token from one address, and serves others', async () => {
      opened = await openServer({ connections });
      const idle = [connected(), connected(), connected()];
      await Promise.all(idle.map((socket) => once(socket, 'connect')));
      assert.equal(await isServed('127.0.0.1'), undefined);
      assert.notEqual(await isServed('127.0.0.2'), undefined);
      idle[0]?.destroy();
      let again: Socket | undefined;
      while (again === undefined) again = await isServed('127.0.0.1');
    });

    it('lets those who sent a valid token have more, up to a limit', async () => {
      opened = await openServer({ connections });
      const token = await opened.token();
      const served = [];
      for (let count = 0; count < 8; count += 1) served.push((await isServed('127.0.0.1', token)) !== undefined);
      assert.deepEqual(served, [true, true, true, true, true, true, false, false]);
      assert.notEqual(await isServed('127.0.0.2'), undefined);
    });

    it('does not count the connections of a trusted proxy', async () => {
      opened = await openServer({ connections, trustsProxy: true });
      const token = await opened.token();
      for (let count = 0; count < 8; count += 1) assert.notEqual(await isServed('127.0.0.1', token), undefined);
    });
  });

  describe('with requests that are not valid', () => {
    const targets = [
      'http://[',
      'http://',
      'http:///health',
      'http://[::1',
      'http://localhost:99999/health',
      'http://localhost:x/health',
      'http://ada@localhost/health',
      'http://evil.example/health',
      'ftp://localhost/health',
      'health',
      '*',
      '/health#part',
      '/memory/status/%',
      '/memory/status/%zz',
      '/memory/status/%ff',
      '/memory/status/%c3',
      '/memory/status/%ed%a0%80',
      '/health?x=%',
      '/health?x=%fe',
      '/health?x=\u00e4',
      '//[',
    ];
    for (const target of targets) {
      it(`answers ${target.slice(0, 40)} with 400 and no stack, or as any address that does not exist`, async () => {
        opened = await openServer();
        const [status, message] = await answerTo(Buffer.from(head(target), 'latin1'));
        // It is a valid path, however odd.
        if (target === '//[') assert.equal(status, 401);
        else assert.equal(status, 400, message);
        assert.deepEqual(opened.notes, []);
      });
    }

    it('says what is wrong with the address, as JSON, and logs it without it', async () => {
      opened = await openServer();
      const [, message] = await answerTo(head('http://['));
      assert.equal(message, 'The address is not valid.');
      assert.deepEqual(
        opened.log.map(({ route, status }) => [route, status]),
        [['other', 400]],
      );
    });

    it('accepts the absolute form of an address, and encoded characters', async () => {
      opened = await openServer();
      for (const target of [
        'http://localhost/health',
        'HTTP://LOCALHOST/health?x=%C3%A4',
        '/health?x=a+b',
        '/health?',
      ]) {
        assert.equal((await answerTo(head(target)))[0], 200, target);
      }
    });

    for (const host of [
      '[',
      'a b',
      'ada@localhost',
      'localhost:',
      'localhost:x',
      'localhost:99999',
      'localhost/x',
      '[::1',
      '::1',
      '',
    ]) {
      it(`answers the Host header "${host}" with 400`, async () => {
        opened = await openServer();
        assert.deepEqual((await answerTo(head('/health', [`Host: ${host}`])))[0], 400);
        assert.deepEqual(opened.notes, []);
      });
    }

    it('does not choose one of two Host, Authorization or X-BigMind-Project headers', async () => {
      opened = await openServer();
      const good = `Authorization: Bearer ${await opened.token()}`;
      assert.equal((await answerTo(head('/openapi.json', [good])))[0], 200);
      assert.equal((await answerTo(head('/openapi.json', [good, 'authorization: Bearer x'])))[0], 400);
      assert.equal((await answerTo(head('/health', ['Host: localhost', 'host: evil.example'])))[0], 400);
      const projects = [good, 'X-BigMind-Project: rocket', 'x-bigmind-project: lamp'];
      assert.equal((await answerTo(head('/openapi.json', projects.slice(0, 2))))[0], 200);
      assert.equal((await answerTo(head('/openapi.json', projects)))[0], 400);
    });

    it('refuses headers that are not UTF-8, and reads those that are', async () => {
      opened = await openServer();
      const { open, token, send } = opened;
      const good = `Authorization: Bearer ${await token({ username: 'jürgen' })}`;
      const sending = async (header: Buffer): Promise<[number | 'reset', string]> => {
        const [start, end] = head('/openapi.json', [good, 'X-BigMind-User: @']).split('@');
        const [status, message] = await answerTo(
          Buffer.concat([Buffer.from(start ?? ''), header, Buffer.from(end ?? '')]),
        );
        return [status, message];
      };
      assert.deepEqual(await sending(Buffer.from('jürgen', 'latin1')), [
        400,
        'The header X-BigMind-User is not valid UTF-8.',
      ]);
      assert.equal((await sending(Buffer.from('Jürgen')))[0], 200);
      const project = async (name: string): Promise<[number, string | null | undefined]> => {
        const given = await token();
        const body = { content: `We deploy ${name.replaceAll(/[^a-z]/gu, '')} on Thursdays only.` };
        const reply = await send('POST', '/memory/save', {
          token: given,
          body,
          headers: { 'x-bigmind-project': name },
        });
        return [reply.status, jsonOf(reply)['project'] as string | null | undefined];
      };
      assert.deepEqual(await project('caf%C3%A9'), [200, 'café']);
      assert.deepEqual(await project('100% done'), [200, '100% done']);
      assert.equal((await project('caf%E9'))[0], 400);
      const { facts } = await open.memory.facts.list(await open.caller(), 'all', 10);
      assert.equal(facts.length, 2);
    });

    for (const path of [
      '/memory/save',
      '/memory/search',
      '/mcp',
      '/extension/page',
      '/extension/chats',
      '/extension/texts',
    ]) {
      it(`refuses a body of ${path} that is not UTF-8`, async () => {
        opened = await openServer();
        const token = await opened.token();
        for (const bytes of [[0xe4], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc3]]) {
          const body = Buffer.concat([Buffer.from('{"content":"caf'), Buffer.from(bytes), Buffer.from('"}')]);
          const headers = { ...accept, authorization: `Bearer ${token}` };
          const reply = await fetch(`http://127.0.0.1:${String(opened.server.port)}${path}`, {
            method: 'POST',
            headers,
            body,
          });
          const { error } = (await reply.json()) as { error: { message: string } };
          assert.deepEqual([reply.status, error.message], [400, 'The body is not valid UTF-8.']);
        }
        assert.deepEqual([opened.saved(), opened.notes], [0, []]);
      });
    }
  });

  describe('with other methods', () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const allowed = [
      ['/health', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
      ['/memory/status/1', 'GET, HEAD'],
      ['/extension/user', 'GET, HEAD'],
      ['/extension/changes', 'GET, HEAD'],
      ['/memory/save', 'POST'],
      ['/memory/search', 'POST'],
      ['/memory/graph', 'POST'],
      ['/extension/page', 'POST'],
      ['/extension/chats', 'POST'],
      ['/extension/texts', 'POST'],
      ['/mcp', 'GET, POST, DELETE'],
    ] as const;
    for (const [path, allow] of allowed) {
      it(`answers ${path} with 405 and its methods, with a token and without`, async () => {
        opened = await openServer();
        const token = await opened.token();
        for (const method of methods.filter((one) => !allow.split(', ').includes(one))) {
          for (const given of [token, undefined]) {
            const reply = await opened.send(method, path, { token: given, body: '{}' });
            assert.deepEqual([reply.status, reply.headers.allow], [405, allow], method);
          }
        }
      });
    }

    it('answers HEAD as GET, without a body', async () => {
      opened = await openServer();
      const token = await opened.token();
      for (const path of ['/health', '/openapi.json', '/extension/user']) {
        const [got, asked] = [await opened.send('GET', path, { token }), await opened.send('HEAD', path, { token })];
        assert.deepEqual([asked.status, asked.body], [got.status, ''], path);
        assert.equal(asked.headers['content-type'], got.headers['content-type']);
      }
    });
  });
});
