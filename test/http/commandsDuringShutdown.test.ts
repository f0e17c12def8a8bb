/** Commands of the page while `bigmind serve` shuts down: each is executed and answered, or not executed. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile, runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { openAddress, pagePath, sendPageMessage } from './support.ts';

describe('a command of the page during shutdown', function () {
  let home: TemporaryHome;
  let locked: DatabaseSync;
  let child: ChildProcess;
  let port: number;
  let headers: { authorization: string };

  before(function () {
    // On Windows, a signal ends the process at once.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    home = temporaryHome();
    await runProgram(home, ['save', 'The store is there.']);
    child = spawn(process.execPath, [programFile, 'serve', '--port', '0', '--json'], { env: home.env, cwd: home.path });
    const [line] = (await once(child.stdout?.setEncoding('utf8') ?? child, 'data')) as [string];
    ({ port, headers } = await openAddress((JSON.parse(line) as { address: string }).address));
    // The store is open, and its user is known.
    assert.equal((await sendPageMessage(port, { headers })).status, 200);
    locked = new DatabaseSync(home.database);
    locked.exec('BEGIN IMMEDIATE');
  });
  afterEach(() => {
    locked.close();
    child.kill('SIGKILL');
    home.remove();
  });

  const store = (text: string): unknown => ({
    type: 'act',
    id: 3,
    act: { type: 'storeFact', text, category: 'decision' },
  });
  const facts = (): unknown[] => {
    const database = new DatabaseSync(home.database);
    const rows = database.prepare('SELECT fact FROM facts ORDER BY id').all();
    database.close();
    return rows.map(({ fact }) => fact);
  };

  it('is executed and answered if it finishes in time', async () => {
    const ended = once(child, 'exit');
    const answer = sendPageMessage(port, { headers, message: store('We sail at dawn.') });
    await sleep(200);
    child.kill('SIGTERM');
    await sleep(300);
    locked.exec('ROLLBACK');
    const { status, body } = await answer;
    assert.equal(status, 200);
    assert.match(body, /"type":"answer"/u);
    assert.deepEqual(await ended, [0, null]);
    assert.ok(facts().includes('We sail at dawn.'));
  });

  it('is not executed at all if it cannot finish, and the process still exits', async () => {
    const ended = once(child, 'exit');
    const answer = sendPageMessage(port, { headers, message: store('We sail at dawn.') });
    await sleep(200);
    const start = performance.now();
    child.kill('SIGTERM');
    await assert.rejects(answer);
    assert.deepEqual(await ended, [0, null]);
    assert.ok(performance.now() - start < 15_000);
    locked.exec('ROLLBACK');
    assert.deepEqual(facts(), ['The store is there.']);
  });

  it('is rejected if it arrives later over an open connection', async () => {
    const agent = new Agent({ keepAlive: true });
    const body = JSON.stringify(store('Too late.'));
    const sent = { ...headers, host: `localhost:${String(port)}`, 'content-length': String(body.length) };
    const late = request({ host: '127.0.0.1', port, path: pagePath, method: 'POST', headers: sent, agent });
    late.flushHeaders();
    // Another command is in progress, so the server still waits.
    const first = sendPageMessage(port, { headers, message: store('In time.') });
    await sleep(200);
    child.kill('SIGTERM');
    await sleep(200);
    const refused = assert.rejects(once(late, 'response'));
    late.end(body);
    await sleep(100);
    locked.exec('ROLLBACK');
    await refused;
    assert.equal((await first).status, 200);
    assert.deepEqual(facts().slice(1), ['In time.']);
    agent.destroy();
  });
});
