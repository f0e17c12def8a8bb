/** The side of a server that answers hooks, and what other programs of the user may send to it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { replyOfServer } from '../../src/cli/hook/asking/askHookServer.ts';
import { serveHooks, type HookServer, type HookServerParts } from '../../src/cli/hook/hookServer.ts';
import { linesOf, machineMark, programIdentity, type HookReply } from '../../src/cli/hook/asking/hookProtocol.ts';
import type { EnvironmentSettings } from '../../src/environment.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a server that answers hooks', () => {
  let home: TemporaryHome;
  let cli: string;
  let identity: string;
  let opened: number;
  let notes: string[];
  const servers: HookServer[] = [];
  beforeEach(() => {
    home = temporaryHome();
    cli = join(home.path, 'cli.js');
    writeFileSync(cli, '');
    identity = programIdentity(cli);
    opened = 0;
    notes = [];
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    home.remove();
  });

  const serve = async (more: Partial<HookServerParts> = {}): Promise<HookServer | undefined> => {
    const server = await serveHooks({
      home: home.path,
      cli,
      settingsFor: (env) => (env['BIGMIND_USER'] === 'ada' ? ({} as EnvironmentSettings) : undefined),
      open: () => {
        opened += 1;
        return Promise.reject(new Error('The store is gone.'));
      },
      platform: 'linux',
      now: () => new Date(),
      note: (text) => notes.push(text),
      ...more,
    });
    if (server !== undefined) servers.push(server);
    return server;
  };
  const run = (): string => join(home.path, 'run');
  const ask = (limitMs = 10_000): Promise<HookReply | undefined> =>
    replyOfServer({
      ...{ home: home.path, cli, args: ['Stop'], cwd: home.path, env: home.env, acceptMs: 10_000, limitMs },
      input: () => Promise.resolve('{}'),
    });
  /** What a program gets that sends these lines, until the server ends the connection. */
  const said = async (...lines: readonly string[]): Promise<string[]> => {
    const socket: Socket = connect(join(run(), readdirSync(run())[0] ?? ''));
    const next = linesOf(socket);
    for (const line of lines) socket.write(line);
    const got: string[] = [];
    for (let line = await next(); line !== undefined; line = await next()) got.push(line);
    return got;
  };
  const hello = (more: object = {}): string =>
    `${JSON.stringify({ program: identity, env: { BIGMIND_USER: 'ada' }, ...more })}\n`;
  const call = (more: object = {}): string =>
    `${JSON.stringify({ event: 'Stop', client: 'vscode', input: '{}', cwd: '/', env: {}, startedMs: 1, ...more })}\n`;

  it('refuses what is no hook of the same program and user', async () => {
    await serve();
    for (const line of ['\n', 'GET / HTTP/1.1\r\n', '[]\n', 'null\n', '{}\n', `${'['.repeat(50_000)}\n`, call()])
      assert.deepEqual(await said(line), [], line.slice(0, 40));
    for (const wrong of [{ program: 1 }, { program: 'other' }, { env: [] }, { env: { BIGMIND_USER: 1 } }, { env: {} }])
      assert.deepEqual(await said(hello(wrong)), []);
    assert.deepEqual(await said('x'.repeat(17_000_000)), []);
    assert.equal(opened, 0);
  });

  it('does nothing for what is no event', async () => {
    await serve();
    const wrong = [{ event: 1 }, { input: null }, { cwd: [] }, { env: null }, { startedMs: -1 }, { startedMs: '1' }];
    for (const one of wrong) assert.deepEqual(await said(hello(), call(one)), ['{"ready":true}']);
    assert.equal(opened, 0);
  });

  it('does not wait for a hook that says nothing, and goes on after all of these', async () => {
    const server = await serve();
    const silent = connect(join(run(), readdirSync(run())[0] ?? ''));
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    silent.write('{"program"');
    const began = performance.now();
    await once(silent.resume(), 'close');
    assert.ok(performance.now() - began > 1_500);
    assert.deepEqual(await said(hello(), call()), ['{"ready":true}']);
    assert.equal(opened, 1);
    assert.match(notes.join(), /^bigmind hook: .*The store is gone/u);
    await server?.close();
    assert.deepEqual(readdirSync(run()), []);
  });

  it('refuses hooks of the program that replaced it', async () => {
    await serve();
    writeFileSync(cli, '// An update in place.');
    identity = programIdentity(cli);
    assert.deepEqual(await said(hello()), []);
  });

  it('proves that it knows the key of a named pipe', async () => {
    await serve({ platform: 'win32' });
    const [name = ''] = readdirSync(run());
    assert.match(name, /\.json$/u);
    assert.equal(await ask(), undefined, 'It accepts, but its store is gone.');
    assert.equal(opened, 1);
  });

  it('is still found beside files of other machines, and one that cannot be removed', async () => {
    await serve();
    const [stuck, foreign] = [`z-1-${machineMark()}.sock`, 'z-2-other.sock'];
    // No connection is possible, and only a recursive removal removes it.
    mkdirSync(join(run(), stuck));
    writeFileSync(join(run(), foreign), '');
    assert.equal(await ask(), undefined);
    assert.equal(opened, 1);
    assert.ok([stuck, foreign].every((name) => readdirSync(run()).includes(name)));
  });

  it('has accepted within the time of the hook', async () => {
    mkdirSync(run(), { mode: 0o700 });
    const slow = createServer((socket) => void setTimeout(() => socket.write('{"ready":true}\n'), 400));
    slow.listen(join(run(), `a-${machineMark()}.sock`));
    await once(slow, 'listening');
    const began = performance.now();
    const reply = await ask(1_000);
    assert.match(reply?.err ?? '', /^hook Stop: the server took too long/u);
    assert.ok(performance.now() - began < 1_300);
    slow.close();
  });

  it('does not listen where others can write, or where the path is too long for a socket', async () => {
    mkdirSync(run(), { mode: 0o700 });
    chmodSync(run(), 0o777);
    assert.equal(await serve(), undefined);
    const long = join(home.path, 'long'.repeat(30));
    assert.equal(await serve({ home: long }), undefined);
    assert.ok(!existsSync(long));
    assert.equal(await serve({ home: cli }), undefined);
  });
});
