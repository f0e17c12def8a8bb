/** `bigmind serve` and the page of `bigmind mcp` as processes: they print, answer, see writes by others, and exit. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHostMessage, type HostMessage } from '../../src/protocol/messages.ts';
import { writeShowcaseNotes } from '../fixtures/showcase/notes.ts';
import { openChat, programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { memoriesAt, openAddress, sendPageMessage, sendRequest } from './support.ts';

interface Serving {
  child: ChildProcess;
  address: string;
  err: () => string;
}

describe('bigmind serve', () => {
  let home: TemporaryHome;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    home.remove();
  });

  /** Resolves once it has printed its address. */
  async function serve(args: string[] = [], env: Record<string, string> = {}): Promise<Serving> {
    const child = spawn(process.execPath, [programFile, 'serve', '--json', ...args], {
      cwd: home.path,
      env: { ...home.env, BIGMIND_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    return { child, address: (JSON.parse(line) as { address: string }).address, err: () => err };
  }

  async function messageAt(port: number, headers: { authorization: string }): Promise<HostMessage | undefined> {
    return readHostMessage(JSON.parse((await sendPageMessage(port, { headers })).body));
  }

  it('prints an address that answers, and exits on SIGTERM', async () => {
    const { child, address } = await serve();
    const { port, headers } = await openAddress(address);
    assert.equal((await sendRequest(port, '/', { headers })).status, 200);
    assert.deepEqual(await memoriesAt(port, headers), []);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('sees what another program stores', async () => {
    const { port, headers } = await openAddress((await serve()).address);
    const token = async (): Promise<string> => (await sendRequest(port, '/api/changes', { headers })).body;
    await memoriesAt(port, headers);
    const before = await token();
    assert.equal(await token(), before);
    assert.equal((await runProgram(home, ['save', 'The harbour lights are green'])).code, 0);
    assert.notEqual(await token(), before);
    assert.deepEqual(await memoriesAt(port, headers), ['The harbour lights are green']);
  });

  it('opens no store before the first authorized request', async () => {
    const { address } = await serve();
    const { port } = await openAddress(address);
    assert.equal((await sendPageMessage(port)).status, 401);
    assert.ok(!existsSync(home.database));
  });

  it('reports why there is no profile, and shows it once there is one', async () => {
    writeFileSync(home.database, 'These are the notes of somebody else, and no database at all.');
    const { port, headers } = await openAddress((await serve()).address);
    const broken = await messageAt(port, headers);
    assert.ok(broken?.type === 'failure', JSON.stringify(broken));
    assert.ok(broken.failure.remedy);
    assert.deepEqual(broken.failure.actions, []);
    assert.equal((await sendRequest(port, '/api/changes', { headers })).body, '{"token":null}');
    rmSync(home.database);
    assert.notEqual((await sendRequest(port, '/api/changes', { headers })).body, '{"token":null}');
    assert.deepEqual(await memoriesAt(port, headers), []);
  });

  it('shows memory files of its user, but not for a store that several people share', async () => {
    const project = join(home.path, 'shop');
    writeShowcaseNotes(home.path, project);
    const file = join(project, '.mind', 'REMINDERS.md');
    const before = readFileSync(file, 'utf8');
    const own = { HOME: home.path, USERPROFILE: home.path };
    const command = { type: 'addReminder', project: realpathSync(project), text: 'Call Kim', when: 'tomorrow' };
    const message = { type: 'act', id: 1, act: command };
    const shared = await openAddress((await serve([], { ...own, BIGMIND_MODE: 'team' })).address);
    const refused = await sendPageMessage(shared.port, { headers: shared.headers, message });
    assert.match(refused.body, /not_allowed/u);
    assert.match((await sendPageMessage(shared.port, { headers: shared.headers })).body, /"hasFiles":false/u);
    assert.equal(readFileSync(file, 'utf8'), before);
    const { port, headers } = await openAddress(
      (await serve([], { ...own, BIGMIND_DB_PATH: join(home.path, 'own.db') })).address,
    );
    await sendPageMessage(port, { headers, message });
    assert.match(readFileSync(file, 'utf8'), /- \[ \] Call Kim \| due: /u);
  });

  it('names a port that is in use, and says what to do', async () => {
    const { port } = new URL((await serve()).address);
    const refused = await runProgram(home, ['serve', '--port', port]);
    assert.equal(refused.code, 1);
    assert.ok(refused.err.includes(port), refused.err);
    assert.match(refused.err, /BIGMIND_PORT/u);
  });

  it('rejects an invalid port', async () => {
    const refused = await runProgram(home, ['serve', '--port', 'http']);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /--port is "http"/u);
  });

  /** A `PATH` on which the platform's opener only records its argument. */
  function aBrowser(): { env: Record<string, string>; opened: () => Promise<string> } {
    const folder = join(home.path, 'programs');
    const note = join(home.path, 'opened');
    mkdirSync(folder);
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(folder, name), `#!/bin/sh\nprintf %s "$1" > '${note}.part' && mv '${note}.part' '${note}'\n`);
      chmodSync(join(folder, name), 0o755);
    }
    return {
      env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
      opened: async () => {
        await until('a browser was opened', () => existsSync(note));
        return readFileSync(note, 'utf8');
      },
    };
  }

  it('opens the browser on request', async function () {
    if (process.platform === 'win32') this.skip();
    const { env, opened } = aBrowser();
    const { address } = await serve(['--open'], env);
    assert.equal(new URL(await opened()).origin, new URL(address).origin);
    assert.notEqual(await opened(), address);
    for (const one of [address, await opened()]) await openAddress(one);
  });

  it('keeps serving if there is no browser', async function () {
    if (process.platform === 'win32') this.skip();
    const { address, err } = await serve([], { PATH: join(home.path, 'nothing'), BIGMIND_AUTOOPEN: 'true' });
    await until('the address was printed', () => err().includes('in a browser:'));
    const [byHand = ''] = /http:\S+/u.exec(err().split('in a browser:')[1] ?? '') ?? [];
    for (const one of [address, byHand]) await openAddress(one);
  });

  it('opens the page of an MCP server at its first call, and exits with its client', async function () {
    if (process.platform === 'win32') this.skip();
    const { env, opened } = aBrowser();
    const chat = await openChat(home, { env: { ...env, BIGMIND_PORT: '0', BIGMIND_AUTOOPEN: '1' } });
    await chat.client.listTools();
    assert.ok(!existsSync(join(home.path, 'opened')));
    await chat.call('memory_store_fact', { category: 'decision', fact: 'We deploy on Thursdays' });
    const { port, headers } = await openAddress(await opened());
    assert.deepEqual(await memoriesAt(port, headers), ['We deploy on Thursdays']);
    const start = performance.now();
    await chat.close();
    assert.ok(performance.now() - start < 2_000, 'The client had to end the server by force.');
    await assert.rejects(sendRequest(port, '/'), { code: 'ECONNREFUSED' });
  });
});

/** Polls with a time limit, because a failed test must not keep the run alive. */
async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `Timed out waiting until ${what}.`);
    await sleep(20);
  }
}
