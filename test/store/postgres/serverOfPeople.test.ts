/**
 * A team's server as its administrator sets it up: the owner prepares the database with `bigmind database`, and the
 * server runs with a login that row security binds and the key.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { programFile, runProgram } from '../../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporaryHome.ts';
import { sendRequest } from '../../http/support.ts';
import { until } from '../../search/fakeModel.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import { defaultWorkspace } from '../../../src/memory/shared/identity.ts';
import { claimOf } from '../../../src/store/postgres/security/identity.ts';

(postgresUrl === undefined ? describe.skip : describe)('a server of several people on PostgreSQL', function () {
  const name = `people_${String(process.pid)}_${randomUUID().slice(0, 8)}`;
  const logins = { owner: `${name}_owner`, server: `${name}_server`, bob: `${name}_bob`, role: `${name}_app` };
  let home: TemporaryHome;
  let admin: pg.Client;
  let serving: ChildProcess | undefined;
  let port = 0;
  let key = '';
  let notes = '';
  const tokens: Record<string, string> = {};

  const addressFor = (login: string): string => {
    const url = new URL(postgresUrl ?? '');
    Object.assign(url, { username: login, pathname: `/${name}` });
    return url.href;
  };
  const env = (login: string, more: Record<string, string> = {}): Record<string, string> => ({
    BIGMIND_MODE: 'enterprise',
    BIGMIND_DB_URL: addressFor(login),
    BIGMIND_USER: 'ada',
    ...more,
  });
  const run = (login: string, args: string[], more: Record<string, string> = {}): ReturnType<typeof runProgram> =>
    runProgram(home, args, { env: env(login, more) });
  const asServer = (args: string[]): ReturnType<typeof runProgram> => run(logins.server, args, { BIGMIND_DB_KEY: key });
  const ask = async (user: string, path: string, body: unknown): Promise<string> => {
    const headers = { authorization: `Bearer ${tokens[user] ?? ''}`, 'x-bigmind-project': 'rocket' };
    return (await sendRequest(port, path, { method: 'POST', headers, body: JSON.stringify(body) })).body;
  };

  before(async () => {
    home = temporaryHome();
    admin = new pg.Client(postgresUrl);
    await admin.connect();
    const { owner, server, bob, role } = logins;
    for (const sql of [
      `CREATE ROLE ${owner} LOGIN`,
      `CREATE ROLE ${role} NOLOGIN`,
      `CREATE ROLE ${server} LOGIN IN ROLE ${role}`,
      `CREATE ROLE ${bob} LOGIN IN ROLE ${role}`,
      `CREATE DATABASE ${name} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`,
    ])
      await admin.query(sql);
  });
  after(async () => {
    if (serving?.exitCode === null) {
      serving.kill('SIGTERM');
      await once(serving, 'exit');
    }
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE ${Object.values(logins).join(', ')}`);
    await admin.end();
    home.remove();
  });

  it('tells a login without a schema to ask its owner', async () => {
    const { code, err } = await asServer(['list']);
    assert.equal(code, 1);
    assert.match(err, /owner of the schema .* runs `bigmind database prepare`/u);
  });

  it('is prepared by the owner, who gets the key once', async () => {
    const prepared = await run(logins.owner, ['database', 'prepare', '--role', logins.role, '--new-key']);
    assert.equal(prepared.code, 0, prepared.err);
    key = prepared.out.trim();
    assert.match(key, /^[\w-]{43}$/u);
    assert.match(prepared.err, /not shown again/u);
    const again = await run(logins.owner, ['database', 'prepare', '--role', logins.role]);
    assert.equal(again.code, 0, again.err);
    const refused = await asServer(['database', 'prepare', '--role', logins.role]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /does not own the schema/u);
    const unknown = await run(logins.owner, ['database', 'prepare', '--role', 'nobody_here']);
    assert.match(unknown.err, /CREATE ROLE nobody_here NOLOGIN/u);
  });

  it('refuses a process without the key, and one with a wrong key that it does not repeat', async () => {
    const without = await run(logins.server, ['list']);
    assert.match(without.err, /does not know for whom this login acts/u);
    const wrong = await run(logins.server, ['list'], { BIGMIND_DB_KEY: 'A'.repeat(43) });
    assert.match(wrong.err, /does not accept the key of this server \(BIGMIND_DB_KEY\)/u);
    assert.doesNotMatch(wrong.err, /AAAA/u);
    const broken = await run(logins.server, ['list'], { BIGMIND_DB_KEY: 'too short' });
    assert.match(broken.err, /BIGMIND_DB_KEY is not a key/u);
    assert.doesNotMatch(broken.err, /too short/u);
  });

  it('keeps the memories of its people apart, and shows everybody what is shared', async () => {
    for (const [user, ...more] of [['ada'], ['bob', '--user', 'bob'], ['cy', '--user', 'cy']] as const) {
      const { code, out, err } = await asServer(['token', 'add', `agent-of-${user}`, ...more]);
      assert.equal(code, 0, err);
      tokens[user] = out.trim();
    }
    serving = spawn(process.execPath, [programFile, 'serve', '--host', '127.0.0.1', '--port', '0', '--json'], {
      cwd: home.path,
      env: { ...home.env, ...env(logins.server, { BIGMIND_DB_KEY: key, BIGMIND_TOOLSETS: 'all' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    serving.stderr?.setEncoding('utf8').on('data', (text: string) => (notes += text));
    const [line] = (await once(serving.stdout?.setEncoding('utf8') ?? serving, 'data')) as [string];
    port = Number(new URL((JSON.parse(line) as { address: string }).address).port);
    assert.match(await ask('bob', '/memory/save', { content: 'Bob keeps a basilisk in the cellar.' }), /"stored"/u);
    assert.match(await ask('ada', '/memory/save', { content: 'Ada feeds the griffin.' }), /"stored"/u);
    assert.match(await ask('bob', '/memory/search', { query: 'basilisk' }), /in the cellar/u);
    assert.doesNotMatch(await ask('ada', '/memory/search', { query: 'basilisk' }), /in the cellar/u);
    assert.doesNotMatch(await ask('cy', '/memory/search', { query: 'griffin basilisk' }), /feeds|cellar/u);
    assert.match((await asServer(['role', 'cy', 'curator'])).out, /curator/u);
  });

  it('keeps what a person has read from files on another machine', async () => {
    const owner = new pg.Client(addressFor(logins.owner));
    await owner.connect();
    const identity = claimOf({ workspace: defaultWorkspace, username: 'bob', purpose: 'own' });
    await owner.query(`SET bigmind.identity = '${identity}'; SET search_path = bigmind;
      INSERT INTO mind_files (user_id, folder, path, source, content_hash, read_at)
        SELECT id, '/home/bob/rocket', '.mind/MEMORY.md', 'file', 'hash', '2026' FROM users WHERE username = 'bob'`);
    await ask('bob', '/memory/search', { query: 'basilisk' });
    assert.equal((await owner.query('SELECT path FROM mind_files')).rowCount, 1);
    await owner.query('DELETE FROM mind_files');
    await owner.end();
  });

  it('serves MCP clients without ever acting for nobody or for its own user', async () => {
    const client = new Client({ name: 'a-client', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${tokens['cy'] ?? ''}`, 'x-bigmind-project': 'rocket' } };
    const url = new URL(`http://127.0.0.1:${String(port)}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    const call = (called: string, args: Record<string, unknown> = {}): Promise<string> =>
      client.callTool({ name: called, arguments: args }).then((answer) => JSON.stringify(answer.content));
    const stored = await call('memory_store_fact', { category: 'codebase', fact: 'Cy tames the roc.' });
    assert.match(stored, /roc/u);
    assert.match(await call('memory_search', { query: 'roc griffin' }), /tames/u);
    for (const tool of (await client.listTools()).tools) {
      assert.doesNotMatch(await call(tool.name), /acted for nobody|griffin/u, tool.name);
    }
    await client.close();
    assert.doesNotMatch(notes, /acted for nobody/u);
  });

  it('notes behind an answer which facts of its user it used, and those of nobody else', async () => {
    const owner = new pg.Client(addressFor(logins.owner));
    await owner.connect();
    await owner.query(
      `SET bigmind.identity = '${claimOf({ workspace: defaultWorkspace, username: '', purpose: 'all' })}'`,
    );
    const used = async (): Promise<string[]> => {
      const sql = 'SELECT fact FROM bigmind.facts WHERE used_days > 0 ORDER BY fact';
      return (await owner.query<{ fact: string }>(sql)).rows.map(({ fact }) => fact);
    };
    await until(async () => (await used()).length > 0);
    assert.deepEqual(await used(), ['Cy tames the roc.']);
    await owner.end();
  });

  it('knows a person by their own login of the database, and names them to a process that names another', async () => {
    const search = ['search', '--project', 'all', 'basilisk griffin'];
    const added = await run(logins.owner, ['database', 'login', logins.bob, '--user', 'bob']);
    assert.equal(added.code, 0, added.err);
    const { code, out, err } = await run(logins.bob, search, { BIGMIND_USER: 'bob' });
    assert.equal(code, 0, err);
    assert.match(out, /cellar/u);
    const pretending = await run(logins.bob, search, { BIGMIND_USER: 'ada' });
    assert.match(pretending.err, /is "bob" in the workspace "default", not "ada"[\s\S]*Set BIGMIND_USER to bob/u);
    const asOwner = await run(logins.owner, ['database', 'login', logins.owner, '--user', 'bob']);
    assert.match(asOwner.err, /owns the schema/u);
  });

  it('refuses the login of the server and a user who does not exist as a person with a login', async () => {
    const prepared = await run(logins.owner, ['database', 'prepare', '--role', logins.role], { BIGMIND_DB_KEY: key });
    assert.equal(prepared.code, 0, prepared.err);
    const server = await run(logins.owner, ['database', 'login', logins.server, '--user', 'bob']);
    assert.match(server.err, /is that of the server[\s\S]*CREATE ROLE NAME LOGIN/u);
    const nobody = await run(logins.owner, ['database', 'login', logins.bob, '--user', 'bobby']);
    assert.match(nobody.err, /has no user "bobby"[\s\S]*token add/u);
    assert.equal((await run(logins.bob, ['list'], { BIGMIND_USER: 'bob' })).code, 0);
    assert.equal((await asServer(['list'])).code, 0);
  });

  it('gives an admin the export of everybody, and no one else', async () => {
    const exported = async (written: ReturnType<typeof run>, file: string): Promise<string> => {
      const { code, err } = await written;
      assert.equal(code, 0, err);
      return readFileSync(join(home.path, file), 'utf8');
    };
    assert.match(await exported(asServer(['export', '--output', 'all.json']), 'all.json'), /basilisk[\s\S]*griffin/u);
    const bobs = run(logins.bob, ['export', '--output', 'bob.json'], { BIGMIND_USER: 'bob' });
    const his = await exported(bobs, 'bob.json');
    assert.match(his, /basilisk/u);
    assert.doesNotMatch(his, /griffin/u);
  });

  it('erases a person as the admin, and forgets their login', async () => {
    assert.match((await run(logins.owner, ['database', 'login', logins.bob, '--remove'])).out, /no longer a user/u);
    const { code, err } = await asServer(['erase', 'user', 'bob', '--yes']);
    assert.equal(code, 0, err);
    assert.doesNotMatch(await ask('ada', '/memory/search', { query: 'basilisk', scope: 'all' }), /cellar/u);
    assert.match(await ask('bob', '/memory/search', { query: 'basilisk' }), /token_/u);
  });

  it('does not start with a wrong key, and says why', async () => {
    const args = ['serve', '--host', '127.0.0.1', '--port', '0'];
    const { code, err } = await run(logins.server, args, { BIGMIND_DB_KEY: 'A'.repeat(43) });
    assert.equal(code, 1);
    assert.match(err, /does not accept the key of this server[\s\S]*--new-key/u);
  });

  it('says in the doctor what the login protects from', async () => {
    assert.match((await asServer(['doctor'])).out, /itself keeps people apart[\s\S]*REVOKE CONNECT ON DATABASE/u);
    const asOwner = await run(logins.owner, ['doctor']);
    assert.match(asOwner.out, /owns the schema/u);
  });

  it('goes on with its key after it was replaced, and answers 503 once it was dropped, and names no key', async () => {
    const prepare = (...more: string[]): ReturnType<typeof run> =>
      run(logins.owner, ['database', 'prepare', '--role', logins.role, ...more]);
    const prepared = await prepare('--new-key');
    assert.equal(prepared.code, 0, prepared.err);
    assert.match(prepared.err, /REVOKE CONNECT ON DATABASE \w+ FROM PUBLIC; GRANT CONNECT/u);
    assert.match(prepared.err, /The key before stays valid.*--drop-old-key/u);
    assert.match(await ask('ada', '/memory/search', { query: 'griffin' }), /feeds/u);
    const fresh = { BIGMIND_DB_KEY: prepared.out.trim() };
    assert.equal((await run(logins.server, ['list'], fresh)).code, 0);
    const third = await prepare('--new-key');
    assert.equal(third.code, 1);
    assert.match(third.err, /Two keys are valid already/u);
    // A shell that still has the old key must not make it the current one.
    const dropping = ['database', 'prepare', '--role', logins.role, '--drop-old-key'];
    const dropped = await run(logins.owner, dropping, { BIGMIND_DB_KEY: key });
    assert.equal(dropped.code, 0, dropped.err);
    assert.doesNotMatch(dropped.err, /The key before/u);
    assert.equal((await run(logins.server, ['list'], fresh)).code, 0);
    const headers = { authorization: `Bearer ${tokens['ada'] ?? ''}` };
    const body = JSON.stringify({ query: 'griffin' });
    const search = await sendRequest(port, '/memory/search', { method: 'POST', headers, body });
    assert.deepEqual([search.status, search.body.includes('"code":"store_unavailable"')], [503, true], search.body);
    for (const path of ['/extension/user', '/health']) {
      assert.equal((await sendRequest(port, path, { headers })).status, 503, path);
    }
    assert.deepEqual(JSON.parse((await sendRequest(port, '/health', { headers })).body), {
      status: 'unavailable',
      store: 'store_unavailable',
    });
    assert.equal((await sendRequest(port, '/health')).body, '{"status":"unavailable"}');
    assert.equal(notes.split('does not accept the key of this server').length, 2, notes);
    for (const secret of [key, prepared.out.trim()]) assert.ok(!notes.includes(secret));
    key = prepared.out.trim();
    assert.equal((await asServer(['list'])).code, 0);
  });
});
