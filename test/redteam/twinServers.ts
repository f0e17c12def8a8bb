/**
 * Two servers of a team on PostgreSQL whose databases are copies, down to the numbers of rows. So the same requests to
 * both, in the same order, have the same answers, unless they name something that only one of the teams has.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { createMemory, type Memory } from '../../src/memory/memory.ts';
import type { Store } from '../../src/memory/store.ts';
import { createNodePorts } from '../../src/nodePorts.ts';
import { openPostgresStore } from '../../src/store/postgres/openPostgresStore.ts';
import { createServerAdmin } from '../../src/store/postgres/serverAdmin.ts';
import { sendRequest } from '../http/support.ts';
import { randomSecret } from '../http/agents/support.ts';
import { postgresUrl } from '../store/postgresSchemas.ts';
import { programFile } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import type { EveryRequest } from './everyRequest.ts';

/** A person with a token, who says to work in a project. */
export interface Sender {
  /** The answer as the sender reads it. */
  send: (request: EveryRequest, named: string) => Promise<string>;
  leave: () => Promise<void>;
}

export interface TwinServer {
  /** The person is new if the team does not know the name. */
  sender: (username: string, project: string) => Promise<Sender>;
}

export interface Twins {
  servers: readonly [TwinServer, TwinServer];
  close: () => Promise<void>;
}

/** `found` fills the team that is then copied, and calls the store as its people. */
export async function twinServers(found: (memory: Memory, actFor: Store['actFor']) => Promise<void>): Promise<Twins> {
  const name = `twins_${String(process.pid)}_${randomUUID().slice(0, 8)}`;
  const [owner, login, app] = [`${name}_owner`, `${name}_server`, `${name}_app`];
  const databases = [`${name}_0`, `${name}_1`, name];
  const addressOf = (username: string, database: string): string =>
    Object.assign(new URL(postgresUrl ?? ''), { username, pathname: `/${database}` }).href;
  const superuser = new pg.Client(postgresUrl);
  await superuser.connect();
  for (const sql of [
    `CREATE ROLE ${owner} LOGIN`,
    `CREATE ROLE ${app} NOLOGIN`,
    `CREATE ROLE ${login} LOGIN IN ROLE ${app}`,
    `CREATE DATABASE ${name} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`,
  ])
    await superuser.query(sql);
  const { hash, clock } = createNodePorts();
  const prepared = createServerAdmin({ url: addressOf(owner, name), hash, now: () => clock.now() });
  const { newKey: key = '' } = await prepared.prepare({ role: app, key: 'new' });
  const open = (database: string): { memory: Memory; store: Store } => openTeam(addressOf(login, database), key);
  const first = open(name);
  await found(first.memory, (username, work) => first.store.actFor(username, work));
  await first.store.close();
  const ends: (() => void | Promise<void>)[] = [];
  const start = async (database: string): Promise<TwinServer> => {
    await superuser.query(`CREATE DATABASE ${database} TEMPLATE ${name} OWNER ${owner}`);
    const { memory, store } = open(database);
    const home = temporaryHome();
    const env = { BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: addressOf(login, database), BIGMIND_DB_KEY: key };
    const { port, stop } = await startServer(home, { ...env, BIGMIND_USER: 'ada', BIGMIND_TOOLSETS: 'all' });
    ends.push(
      stop,
      () => store.close(),
      () => home.remove(),
    );
    return { sender: (username, project) => senderAt(port, username, project, { memory, store }) };
  };
  const servers = [await start(`${name}_0`), await start(`${name}_1`)] as const;
  return {
    servers,
    close: async () => {
      for (const end of ends) await end();
      for (const database of databases) await superuser.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await superuser.query(`DROP ROLE ${login}, ${owner}, ${app}`);
      await superuser.end();
    },
  };
}

function openTeam(url: string, key: string): { memory: Memory; store: Store } {
  const ports = createNodePorts();
  const { hash, newId, indexText, clock } = ports;
  const identityKey = new Uint8Array(Buffer.from(key, 'base64url'));
  const store = openPostgresStore({ url, hash, newId, indexText, now: () => clock.now(), identityKey });
  return { memory: createMemory(store, ports, 'team', { instance: { name: 'server' } }), store };
}

async function startServer(
  home: TemporaryHome,
  env: Record<string, string>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const args = [programFile, 'serve', '--host', '127.0.0.1', '--port', '0', '--json'];
  const child: ChildProcess = spawn(process.execPath, args, {
    ...{ cwd: home.path, env: { ...home.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  const [line] = (await once(child.stdout?.setEncoding('utf8') ?? child, 'data')) as [string];
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { port: Number(new URL((JSON.parse(line) as { address: string }).address).port), stop };
}

/** Each sender has a token of their own, whose limits nobody else uses up. */
async function senderAt(
  port: number,
  username: string,
  project: string,
  { memory, store }: { memory: Memory; store: Store },
): Promise<Sender> {
  const token = await store.actFor('ada', async () => {
    const visitor = { username: 'ada', agent: { name: 'tests', version: '1' }, project: undefined };
    const ada = await memory.identities.resolve({ ...visitor, conversationId: null });
    return (await memory.tokens.add(ada, { agent: 'vscode', username, secret: randomSecret() })).token;
  });
  const headers = { authorization: `Bearer ${token}`, 'x-bigmind-project': project };
  let client: Client | undefined;
  const connected = async (): Promise<Client> => {
    if (client !== undefined) return client;
    client = new Client({ name: 'twin', version: '1' });
    const url = new URL(`http://127.0.0.1:${String(port)}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const http = async (method: string, path: string, body: unknown): Promise<string> => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const reply = await sendRequest(port, path, { method, headers, ...(json !== undefined && { body: json }) });
    return `${String(reply.status)} ${reply.body}`;
  };
  return {
    send: async (request, named) => {
      if ('message' in request) return http('POST', '/extension/page', request.message(named));
      if ('tool' in request) {
        const called = { name: request.tool.name, arguments: request.args(named) };
        return JSON.stringify(await (await connected()).callTool(called));
      }
      const { params, query, body } = request.parts(named);
      const path = request.route.path.replaceAll(/\{(\w+)\}/gu, (_, field: string) =>
        encodeURIComponent(params[field] ?? ''),
      );
      const asked = new URLSearchParams(query).toString();
      return http(request.route.method, asked === '' ? path : `${path}?${asked}`, body);
    },
    leave: async () => client?.close(),
  };
}
