/**
 * Hooks that a running server answers: a real `bigmind mcp`, asked by the code of the small hook programs. Whatever is
 * wrong with a server, the hook does its work itself, within its time, and nothing is recorded twice.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { replyOfServer } from '../../src/cli/hook/asking/askHookServer.ts';
import { linesOf, machineMark, type HookReply } from '../../src/cli/hook/asking/hookProtocol.ts';
import { writeRuntimeFiles } from '../../src/clients/runtimeFiles.ts';
import { builtProgram, openChat, programFile, runProgram } from '../support/program.ts';
import type { Chat, Finished } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const scripts = resolve(import.meta.dirname, '../../agent/plugin/hooks');
const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';

/** For tests whose processes have the time limits of hooks, which a busy machine exceeds at times. */
const tries = 4;

describe('a hook beside a running server', () => {
  let home: TemporaryHome;
  let folder: string;
  const chats: Chat[] = [];
  const others: { close: () => unknown }[] = [];
  beforeEach(() => {
    home = temporaryHome();
    folder = join(home.path, 'my project');
    mkdirSync(folder);
  });
  afterEach(async () => {
    for (const open of chats.splice(0)) await open.close();
    for (const other of others.splice(0)) other.close();
    home.remove();
  });

  const run = (): string => join(home.path, 'run');
  const socketsIn = (place: string): string[] => (existsSync(place) ? readdirSync(place) : []);
  const sockets = (): string[] => socketsIn(run());
  const server = async (here = home, cwd = folder): Promise<Chat> => {
    const place = join(here.path, 'run');
    const before = socketsIn(place).length;
    const opened = await openChat(here, { cwd, program: builtProgram });
    chats.push(opened);
    while (socketsIn(place).length === before) await pause(20);
    return opened;
  };
  const event = (more: Record<string, unknown> = {}): string =>
    JSON.stringify({ session_id: chat, cwd: folder, prompt: 'What next?', ...more });
  /** In this process, so that it shows whether a server answers. */
  const ask = (
    args = ['UserPromptSubmit', 'claude-code'],
    input = event(),
    {
      env = {},
      cli = programFile,
      acceptMs = 10_000,
    }: { env?: Record<string, string>; cli?: string; acceptMs?: number } = {},
  ): Promise<HookReply | undefined> =>
    replyOfServer({
      ...{ home: home.path, cli, args, cwd: folder, acceptMs, limitMs: 10_000 },
      env: { ...home.env, ...env },
      input: () => Promise.resolve(input),
    });
  const installHooks = async (here: TemporaryHome): Promise<void> => {
    const runtime = { execPath: process.execPath, electronRunAsNode: false, nodeVersion: '', sqliteVersion: null };
    await writeRuntimeFiles(here.path, { ...runtime, cli: programFile, env: {} }, scripts);
  };
  /** As an assistant runs it, through the launcher. */
  const hook = (here: TemporaryHome, name: string, input: string, env = {}): Promise<Finished> => {
    const program = { node: process.execPath, file: join(here.path, 'bigmind.cjs') };
    return runProgram(here, ['hook', name, 'claude-code'], { program, input, env });
  };

  it('gets its answer, if its program, user, store and settings are those of the server', async () => {
    await server();
    // The first event loads the code.
    await ask(['PreCompact']);
    const reply = await ask(['SessionStart', 'claude-code'], event({ source: 'startup' }));
    assert.match(reply?.out ?? '', /"additionalContext":"<bigmind-context>/u);
    const failed = await ask(['UserPromptSubmit'], 'no JSON');
    assert.match(failed?.err ?? '', /^\S+ hook UserPromptSubmit: standard input contains no event\.\n$/u);
    const other = join(home.path, 'cli.js');
    writeFileSync(other, '');
    const foreign: Parameters<typeof ask>[2][] = [
      { env: { BIGMIND_USER: 'eve' } },
      { env: { BIGMIND_DB_PATH: join(home.path, 'other.db') } },
      { env: { BIGMIND_SERVER_URL: 'https://memory.example.com' } },
      { env: { BIGMIND_DB_PATH: 'relative' } },
      { env: { BIGMIND_LEARNING: '1' } },
      { cli: other },
    ];
    for (const differs of foreign)
      assert.equal(await ask(undefined, undefined, differs), undefined, JSON.stringify(differs));
    assert.equal(await ask(['UserPromptSubmit', '--help']), undefined);
    assert.equal(await ask([]), undefined);
    assert.deepEqual(await ask(['UserPromptSubmit']), { out: '', err: '' });
  });

  it('gets what a sub-agent is told', async () => {
    const rule = 'Prices are integers in cents.';
    await runProgram(home, ['save', rule, '--type', 'convention'], { cwd: folder });
    await server();
    const reply = await ask(['SubagentStart', 'claude-code'], event({ agent_id: 'a1', agent_type: 'Explore' }));
    assert.match(
      reply?.out ?? '',
      /"hookEventName":"SubagentStart","additionalContext":"<bigmind-context>[^"]*in cents/u,
    );
  });

  it('records the same as by itself, each message once', async () => {
    const stored: unknown[] = [];
    for (const way of ['itself', 'a server', 'both']) {
      const here = temporaryHome();
      const place = join(here.path, 'my project');
      mkdirSync(place);
      await installHooks(here);
      if (way !== 'itself') await server(here, place);
      const chatFile = join(here.path, 'projects', 'p', `${chat}.jsonl`);
      mkdirSync(dirname(chatFile), { recursive: true });
      const line = (role: 'user' | 'assistant', text: string, id: string): string =>
        `${JSON.stringify({ type: role, uuid: id, sessionId: chat, cwd: place, timestamp: new Date().toISOString(), message: { role, content: text } })}\n`;
      const say = async (name: string, more: Record<string, unknown> = {}): Promise<Finished> => {
        const input = JSON.stringify({ session_id: chat, cwd: place, transcript_path: chatFile, ...more });
        const finished = await hook(here, name, input);
        assert.deepEqual([finished.code, finished.err], [0, '']);
        return finished;
      };
      const started = await say('SessionStart', { source: 'startup' });
      assert.match(started.out, /additionalContext/u);
      writeFileSync(chatFile, line('user', 'Which store do we take?', 'u1'));
      await say('UserPromptSubmit', { prompt: 'Which store do we take?' });
      writeFileSync(
        chatFile,
        line('user', 'Which store do we take?', 'u1') + line('assistant', 'We decided to use pgvector.', 'a1'),
      );
      const stops = [say('Stop', { last_assistant_message: 'We decided to use pgvector.' })];
      // Another hook of the same turn, by itself, while the server works.
      if (way === 'both')
        stops.push(
          runProgram(here, ['hook', 'Stop', 'claude-code'], {
            cwd: place,
            input: JSON.stringify({ session_id: chat, cwd: place, transcript_path: chatFile }),
          }),
        );
      await Promise.all(stops);
      await say('SessionEnd');
      stored.push([
        rowsIn(here.database, 'SELECT role, source_ref FROM messages ORDER BY id').map(({ role }) => role),
        rowsIn(here.database, 'SELECT ended_at IS NOT NULL AS ended FROM sessions'),
      ]);
      for (const open of chats.splice(0)) await open.close();
      here.remove();
    }
    assert.deepEqual(stored, Array(3).fill([['user', 'assistant'], [{ ended: 1 }]]));
  }).retries(tries);

  it('is answered by another server once one has ended, and by itself after the last', async () => {
    const first = await server();
    await server();
    assert.equal(sockets().length, 2);
    process.kill(first.pid(), 'SIGKILL');
    await pause(200);
    assert.deepEqual(await ask(), { out: '', err: '' });
    assert.equal(sockets().length, 1, 'The socket that nobody listens on is gone.');
    await chats[1]?.close();
    assert.deepEqual(sockets(), []);
    assert.equal(await ask(), undefined);
  }).retries(tries);

  it('does not wait for a server that hangs', async () => {
    await installHooks(home);
    const stuck = await server();
    process.kill(stuck.pid(), 'SIGSTOP');
    try {
      const began = performance.now();
      assert.equal(await ask(undefined, undefined, { acceptMs: 100 }), undefined);
      assert.ok(performance.now() - began < 1_000);
      const finished = await hook(home, 'SessionStart', event({ source: 'startup' }));
      assert.match(finished.out, /additionalContext/u);
    } finally {
      process.kill(stuck.pid(), 'SIGCONT');
    }
    await pause(200);
    const runs = rowsIn(home.database, `SELECT event FROM hook_runs`);
    assert.deepEqual(runs, [{ event: 'SessionStart' }], 'The server does nothing of what it did not accept in time.');
  }).retries(tries);

  it('reads nothing in the home folder of another hook', async () => {
    await server();
    const other = join(home.path, 'other');
    mkdirSync(other);
    execFileSync('mkfifo', [join(other, 'runtime.json')]);
    assert.equal(await ask(undefined, undefined, { env: { BIGMIND_HOME: other } }), undefined);
    assert.deepEqual(await ask(), { out: '', err: '' });
  });

  it('logs what goes wrong after its answer as a hook would', async () => {
    await runProgram(home, ['save', 'Nobody runs `git push --force` on main.'], { cwd: folder });
    mkdirSync(join(home.path, 'cache'), { recursive: true });
    writeFileSync(join(home.path, 'cache', 'known-names'), 'no folder');
    await server();
    assert.deepEqual(await ask(), { out: '', err: '' });
    await chats[0]?.close();
    assert.match(readFileSync(join(home.path, 'hooks.log'), 'utf8'), /^\S+Z hook UserPromptSubmit: .+\n$/u);
  });

  it('finds no server that began to end before it listened', async () => {
    await runProgram(home, ['save', 'The store is there.']);
    const locked = new DatabaseSync(home.database);
    locked.exec('BEGIN IMMEDIATE');
    const opened = await openChat(home, { cwd: folder, program: builtProgram });
    const stored = opened.call('memory_store_fact', { fact: 'We sail at dawn.', category: 'decision' });
    stored.catch(() => undefined);
    await opened.close();
    locked.close();
    assert.deepEqual(sockets(), []);
  });

  it('asks nobody in a folder that others can write, or that is a link', async () => {
    await server();
    chmodSync(run(), 0o770);
    assert.equal(await ask(), undefined);
    chmodSync(run(), 0o700);
    assert.deepEqual(await ask(), { out: '', err: '' });
    renameSync(run(), join(home.path, 'elsewhere'));
    symlinkSync(join(home.path, 'elsewhere'), run());
    assert.equal(await ask(), undefined);
  });

  describe('and a socket of another program', () => {
    /** Answers each line with the next of these; closes the connection after the last. */
    const imposter = async (
      answers: readonly string[],
      address = join(run(), `a-${machineMark()}.sock`),
      endsAfterMs = 0,
    ): Promise<string[]> => {
      const got: string[] = [];
      const listening = createServer((socket) => {
        const left = [...answers];
        const next = linesOf(socket);
        const talk = async (): Promise<void> => {
          for (let line = await next(); line !== undefined; line = await next()) {
            got.push(line);
            const said = left.shift();
            if (said === undefined) setTimeout(() => socket.destroy(), endsAfterMs);
            else socket.write(said);
          }
        };
        void talk();
      });
      mkdirSync(run(), { mode: 0o700 });
      listening.listen(address);
      await once(listening, 'listening');
      others.push(listening);
      return got;
    };

    for (const [what, ...answers] of [
      ['says something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
      ['says a line that never ends', 'x'.repeat(17_000_000)],
      ['says nothing', ''],
      ['is ready, and answers nonsense', '{"ready":true}\n', '{"out":1}\n'],
      ['is ready, and ends', '{"ready":true}\n'],
    ] as const) {
      it(`that ${what} gets nowhere`, async () => {
        await imposter(answers);
        assert.equal(await ask(undefined, undefined, { acceptMs: 500 }), undefined);
      });
    }

    it('that ends in its work leaves it to the hook', async () => {
      await installHooks(home);
      await imposter(['{"ready":true}\n']);
      const finished = await hook(home, 'SessionStart', event({ source: 'startup' }));
      assert.match(finished.out, /additionalContext/u);
      assert.equal(finished.code, 0);
    }).retries(tries);

    it('that ends late leaves only the rest of the time', async () => {
      await installHooks(home);
      const stuck = join(home.path, 'stuck.cjs');
      writeFileSync(stuck, `if (process.argv[1].endsWith('cli.js')) for (;;);`);
      await imposter(['{"ready":true}\n'], undefined, 1_200);
      const began = performance.now();
      const finished = await hook(home, 'SessionStart', event(), {
        NODE_OPTIONS: `--require ${JSON.stringify(stuck)}`,
      });
      assert.deepEqual(finished, { code: 0, out: '', err: '' });
      assert.ok(performance.now() - began < 2_900);
    }).retries(tries);

    it('that is ready and never answers ends the hook in time, with a line', async () => {
      await installHooks(home);
      await imposter(['{"ready":true}\n', '']);
      const { code, out, err } = await hook(home, 'SessionStart', event({ source: 'startup' }));
      assert.deepEqual([code, out], [0, '']);
      assert.match(err, /^hook SessionStart: the server took too long/u);
    }).retries(tries);

    it('that does not know the key of a named pipe gets neither variables nor the event', async () => {
      const got = await imposter(['{"proof":"0"}\n', '{"ready":true}\n'], join(home.path, 'pipe'));
      writeFileSync(
        join(run(), `a-${machineMark()}.json`),
        JSON.stringify({ address: join(home.path, 'pipe'), key: 'k' }),
      );
      assert.equal(await ask(), undefined);
      assert.equal(got.length, 1);
      assert.match(got[0] ?? '', /^\{"challenge":"[0-9a-f]{64}"\}$/u);
    });

    it('is no server with a broken file', async () => {
      mkdirSync(run(), { mode: 0o700 });
      for (const text of ['', '[]', '{"address":1}', '{"address":"/dev/null","key":"k"}']) {
        writeFileSync(join(run(), `a-${machineMark()}.json`), text);
        assert.equal(await ask(), undefined);
      }
    });
  });
});
