/** `bigmind serve --host` as a process, with real MCP clients; and agents at the server of the page. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile, runProgram } from '../../support/program.ts';
import { rowsIn } from '../../support/rows.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporaryHome.ts';
import { sendRequest } from '../support.ts';

interface Running {
  child: ChildProcess;
  port: number;
  /** Everything that it has written so far. */
  output: () => string;
}

const team = { BIGMIND_MODE: 'team', BIGMIND_USER: 'ada' };
const fixed = 'tok_change_me_abc123';
/** Warns and fails once the program catches what fails. */
const oddProcess = `const timer = setInterval(() => {
  if (process.listenerCount('uncaughtException') === 0) return;
  clearInterval(timer);
  process.emitWarning('Odd.');
  throw new Error('A defect');
}, 10);`;

describe('bigmind serve for agents', function () {
  let home: TemporaryHome;
  const children: ChildProcess[] = [];
  const clients: Client[] = [];
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close().catch(() => undefined);
    for (const child of children.splice(0)) child.kill('SIGKILL');
    home.remove();
  });

  async function start(args: string[], env: Record<string, string> = {}): Promise<Running> {
    const child = spawn(process.execPath, [programFile, 'serve', '--json', '--port', '0', ...args], {
      cwd: home.path,
      env: { ...home.env, ...team, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    output += line;
    const { address } = JSON.parse(line) as { address: string };
    return { child, port: Number(new URL(address).port), output: () => output };
  }

  async function tokenOf(...args: string[]): Promise<string> {
    const { code, out, err } = await runProgram(home, ['token', 'add', ...args], { env: team });
    assert.equal(code, 0, err);
    return out.trim();
  }

  async function connected(port: number, token: string, headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: 'a-client', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
    const url = new URL(`http://127.0.0.1:${String(port)}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    clients.push(client);
    return client;
  }

  const textOf = (result: unknown): string => JSON.stringify(result);

  it('keeps what other users have read from files on their machines, with and without the page', async () => {
    const token = await tokenOf('codex', '--user', 'eve');
    const database = new DatabaseSync(home.database);
    for (const args of [[], ['--host', '127.0.0.1']]) {
      const { port } = await start(args);
      const headers = { authorization: `Bearer ${token}` };
      const ask = (): Promise<{ status: number }> =>
        sendRequest(port, '/memory/search', { method: 'POST', headers, body: '{"query":"griffin"}' });
      await ask();
      database.exec(`DELETE FROM mind_files; INSERT INTO mind_files (user_id, folder, path, source, content_hash, read_at)
        SELECT id, '/home/eve/rocket', '.mind/MEMORY.md', 'file', 'hash', '2026' FROM users WHERE username = 'eve'`);
      assert.equal((await ask()).status, 200);
      assert.equal(rowsIn(home.database, 'SELECT path FROM mind_files').length, 1, args.join(' '));
    }
    database.close();
  });

  it('serves clients of several users at the same time, each with the identity of its token', async () => {
    const { port } = await start(['--host', '127.0.0.1']);
    const [ada, eve] = [
      await connected(port, await tokenOf('claude-code'), { 'x-bigmind-project': 'git@github.com:Acme/Rocket.git' }),
      await connected(port, await tokenOf('codex', '--user', 'eve')),
    ];
    const facts = { category: 'preference', fact: 'Answer in rhymes.' };
    const [stored, other] = await Promise.all([
      ada.callTool({ name: 'memory_store_fact', arguments: { category: 'codebase', fact: 'The quay is wet.' } }),
      eve.callTool({ name: 'memory_store_fact', arguments: facts }),
    ]);
    assert.match(textOf(stored), /project rocket/u);
    assert.notEqual(other.isError, true);
    const found = textOf(await ada.callTool({ name: 'memory_search', arguments: { query: 'quay rhymes' } }));
    assert.match(found, /quay is wet.*claude-code/u);
    assert.doesNotMatch(found, /rhymes\./u);
    const { out } = await runProgram(home, ['audit', '--json'], { env: team });
    const { rows } = JSON.parse(out) as { rows: { action: string; user: string; agent: string }[] };
    const stores = rows.filter(({ action }) => action === 'store').map(({ user, agent }) => `${user} ${agent}`);
    assert.deepEqual(stores.toSorted(), ['ada claude-code', 'eve codex']);
  });

  it('offers a read-only token the tools that read, and refuses the others', async () => {
    const { port } = await start(['--host', '127.0.0.1'], { BIGMIND_TOOLSETS: 'all' });
    const reader = await connected(port, await tokenOf('reader', '--read'));
    const { tools } = await reader.listTools();
    assert.ok(tools.some(({ name }) => name === 'memory_search'));
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
      [],
    );
    const call = { name: 'memory_store_fact', arguments: { category: 'codebase', fact: 'No.' } };
    const refused = await reader.callTool(call);
    assert.equal(refused.isError, true);
    assert.match(textOf(refused), /this token may only read/u);
  });

  it('lets no token reach the files, the page or the projects of the machine', async () => {
    const { port } = await start(['--host', '127.0.0.1'], { BIGMIND_TOOLSETS: 'all' });
    const client = await connected(port, await tokenOf('claude-code'));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    const machine = ['memory_export', 'memory_import', 'memory_open_profile', 'memory_get_profile_url', 'mind_log'];
    assert.deepEqual(
      names.filter((name) => machine.includes(name)),
      [],
    );
    for (const name of machine) {
      const refused = await client.callTool({ name, arguments: {} });
      assert.match(textOf(refused), /machine of the server/u, name);
    }
  });

  it('ends the calls of a session when its token is revoked', async () => {
    const { port } = await start(['--host', '127.0.0.1']);
    const token = await tokenOf('claude-code');
    const client = await connected(port, token);
    await client.callTool({ name: 'memory_search', arguments: { query: 'quay' } });
    const { code } = await runProgram(home, ['token', 'revoke', token.split('_')[1] ?? ''], { env: team });
    assert.equal(code, 0);
    await assert.rejects(client.callTool({ name: 'memory_search', arguments: { query: 'quay' } }), /401|revoked/iu);
  });

  it('logs JSON lines without tokens and content, warns of plain HTTP, and exits on SIGTERM', async () => {
    const { child, port, output } = await start(['--host', '0.0.0.0', '--log', 'json'], {
      AGENT_TOKENS: `codex:${fixed}`,
    });
    const token = await tokenOf('claude-code');
    const authorization = `Bearer ${token}`;
    const body = JSON.stringify({ content: 'The quay is wet.' });
    for (const header of [authorization, `Bearer ${fixed}`, `${authorization}x`]) {
      await sendRequest(port, '/memory/save', { method: 'POST', body, headers: { authorization: header } });
    }
    const client = await connected(port, token);
    await client.callTool({ name: 'memory_search', arguments: { query: 'quay' } });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
    assert.match(output(), /plain HTTP/u);
    assert.doesNotMatch(output(), /quay/u);
    const secretPart = token.split('_').slice(2).join('_');
    for (const secret of [token, secretPart, fixed]) assert.ok(!output().includes(secret));
    const lines = output().trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ route }) => route);
    assert.deepEqual(
      entries.slice(0, 3).map(({ route, status, agent }) => [route, status, agent]),
      [
        ['/memory/save', 200, 'claude-code'],
        ['/memory/save', 200, 'codex'],
        ['/memory/save', 401, null],
      ],
    );
    assert.ok(entries.some(({ route }) => route === '/mcp'));
  });

  it('answers calls after SIGTERM although it is not ready, for --drain-seconds or until a second signal', async () => {
    const token = await tokenOf('codex');
    const { child, port } = await start(['--host', '127.0.0.1', '--drain-seconds', '600']);
    const ready = async (): Promise<number> => (await sendRequest(port, '/health/ready')).status;
    assert.equal(await ready(), 200);
    child.kill('SIGTERM');
    while ((await ready()) === 200) await sleep(10);
    const options = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{"content":"It drains."}' };
    assert.equal((await sendRequest(port, '/memory/save', options)).status, 200);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
  });

  for (const args of [['--host', '0.0.0.0', '--log', 'json'], ['--log=json']]) {
    it(`writes nothing but JSON with ${args.join(' ')}: notes, warnings, defects and requests`, async () => {
      const odd = join(home.path, 'odd.cjs');
      writeFileSync(odd, oddProcess);
      const { child, port, output } = await start(args, {
        NODE_OPTIONS: `--require "${odd}"`,
        BIGMIND_CONTEXT_TOKENS: 'many',
      });
      await sendRequest(port, '/health');
      while (!/A defect.*\n/u.test(output()) || !/Odd\..*\n/u.test(output())) await sleep(10);
      child.kill('SIGTERM');
      await once(child, 'close');
      const lines = output().trimEnd().split('\n');
      const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      // All but the answer on standard output.
      const entries = parsed.filter(({ mcp }) => mcp === undefined);
      for (const { time } of entries) assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
      const notes = entries.map(({ note }) => String(note)).join('\n');
      for (const said of [/BIGMIND_CONTEXT_TOKENS/u, /Warning: Odd\./u, /A defect\n.*odd\.cjs/u, /press Ctrl-C/u])
        assert.match(notes, said);
      assert.ok(entries.some(({ route, status }) => route === '/health' && status === 200));
    });
  }

  for (const [name, args, env, code] of [
    ['an error', ['--host', '203.0.113.7'], {}, 1],
    ['wrong usage', ['--prot', '7700'], {}, 2],
    ['a wrong setting', ['--host', '127.0.0.1'], { BIGMIND_MODE: 'many' }, 1],
  ] as const) {
    it(`writes ${name} as JSON with --log json`, async () => {
      const run = await runProgram(home, ['serve', '--log', 'json', ...args], { env: { ...team, ...env } });
      const entries = run.err
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.deepEqual([run.code, entries.length], [code, 1], run.err);
      assert.match(String(entries[0]?.['note']), /^bigmind: /u);
    });
  }

  it('serves agents beside the page too, without giving them the page', async () => {
    const { port } = await start([]);
    const token = await tokenOf('codex', '--user', 'eve');
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify({ content: 'Seals sleep.' });
    const saved = await sendRequest(port, '/memory/save', { method: 'POST', body, headers });
    assert.equal(saved.status, 200, saved.body);
    const client = await connected(port, token);
    assert.match(
      textOf(await client.callTool({ name: 'memory_search', arguments: { query: 'seals' } })),
      /Seals sleep/u,
    );
    assert.equal((await sendRequest(port, '/health')).status, 200);
    assert.equal((await sendRequest(port, '/api/changes', { headers })).status, 401);
    assert.equal((await sendRequest(port, '/memory/save', { method: 'POST', body })).status, 401);
  });

  for (const [name, args, problem] of [
    ['an option of the page', ['--host', '0.0.0.0', '--open'], /--open cannot be used with --host/u],
    ['an option of the team without --host', ['--trust-proxy'], /--trust-proxy needs --host/u],
    ['an unknown form of the log', ['--log', 'xml'], /log/u],
  ] as const) {
    it(`refuses ${name} as wrong usage`, async () => {
      const { code, err } = await runProgram(home, ['serve', ...args], { env: team });
      assert.equal(code, 2, err);
      assert.match(err, problem);
    });
  }

  it('starts without its database, says once why it cannot be used, and answers 503', async () => {
    const url = 'postgres://server:hunter2@127.0.0.1:1/memory';
    const { port, output } = await start(['--host', '127.0.0.1'], {
      BIGMIND_MODE: 'enterprise',
      BIGMIND_DB_URL: url,
      BIGMIND_DB_KEY: 'A'.repeat(43),
    });
    const reason = /The store cannot be used\. The database server cannot be reached\.[^\n]*BIGMIND_DB_URL/gu;
    assert.equal(output().match(reason)?.length, 1, output());
    assert.equal((await sendRequest(port, '/health')).status, 503);
    const headers = { authorization: `Bearer bmt_0123456789ab_${'a'.repeat(43)}` };
    const found = await sendRequest(port, '/memory/search', { method: 'POST', headers, body: '{"query":"x"}' });
    assert.equal(found.status, 503, found.body);
    assert.equal(output().match(reason)?.length, 1, output());
    assert.doesNotMatch(output(), /hunter2|AAAA/u);
  });

  it('refuses an address that is not one of this machine, and tokens that are none, without showing them', async () => {
    const elsewhere = await runProgram(home, ['serve', '--host', '203.0.113.7'], { env: team });
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.err, /cannot listen at 203\.0\.113\.7/u);
    const odd = await runProgram(home, ['serve', '--host', '127.0.0.1'], {
      env: { ...team, AGENT_TOKENS: 'codex:short' },
    });
    assert.equal(odd.code, 1);
    assert.match(odd.err, /Entry 1 of AGENT_TOKENS/u);
    assert.ok(!odd.err.includes('short'));
  });
});
