/**
 * A team's server on PostgreSQL, as docs/postgresql-security.md sets it up: saves and searches of 50 clients at once,
 * with the tokens of all users, over HTTP. The yardstick is a bare insert by as many connections of the same database.
 * `BENCH_USERS` and `BENCH_FACTS` set how many users have how many facts; without users, only the archive of one person
 * is measured (`teamArchive.ts`).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, type PostgresServer } from '../scripts/lib/postgresServer.ts';
import { hashOf } from '../src/http/agents/agentTokens.ts';
import { prepareServer } from '../test/support/preparedServer.ts';
import { program, temporaryFolder, type Figure } from './lib.ts';
import { archiveFigures } from './teamArchive.ts';
import { fillTeam, sentence } from './teamFill.ts';

const clients = 50;
/** Searches per second: as 50 people might ask, and 50 agents that ask twice a second each. */
const paces = [15, 100];
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const users = Number(process.env['BENCH_USERS'] ?? 200);
const facts = Number(process.env['BENCH_FACTS'] ?? 500);

interface Load {
  perSecond: number;
  p50: number;
  p95: number;
  failed: number;
}

export async function teamFigures(): Promise<Figure[]> {
  return [...(users > 0 ? await loadFigures() : []), ...(await archiveFigures())];
}

async function loadFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const server = await startPostgres({
    sync: 'on',
    settings: ['shared_buffers=2GB', 'max_connections=200', 'jit=off'],
  });
  try {
    const env = await prepareServer(server);
    const admin = new pg.Client(server.url);
    // The server ends before it does.
    admin.on('error', () => undefined);
    await admin.connect();
    await admin.query('SET search_path = bigmind');
    console.error(`filling ${String(users)} users with ${String(facts)} facts each`);
    const began = performance.now();
    await fillTeam(admin, users, facts);
    const { rows } = await admin.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    console.error(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${rows[0]?.size ?? ''}`);
    await addTokens(admin);
    const serving = await startServer(env, folder.path);
    try {
      return await loads(server, serving.port, admin);
    } finally {
      serving.child.kill('SIGTERM');
      await once(serving.child, 'exit');
      await admin.end();
    }
  } finally {
    await server.stop();
    folder.remove();
  }
}

const tokenOf = (user: number): string => `bmt_${String(user).padStart(12, '0')}_${'0'.repeat(43)}`;

async function addTokens(admin: pg.Client): Promise<void> {
  for (let user = 0; user < users; user += 1) {
    const name = `user${String(user)}`;
    await admin.query(
      `INSERT INTO tokens (id, user_id, agent, token_hash, is_read_only, created_at, last_used_at, workspace_id)
       VALUES ($1, $1, 'bench', $2, 0, $3, $3, 'default')`,
      [name, hashOf(tokenOf(user)), new Date().toISOString()],
    );
  }
}

async function startServer(env: Record<string, string>, home: string): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [program, 'serve', '--host', '127.0.0.1', '--port', '0', '--json'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, BIGMIND_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, port: Number(new URL((JSON.parse(line) as { address: string }).address).port) };
}

const agent = new Agent({ keepAlive: true, maxSockets: clients });

function post(port: number, path: string, user: number, body: unknown): Promise<{ status: number; text: string }> {
  const sent = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' };
    const asked = request({ port, path, method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject).end(sent);
  });
}

/**
 * `call` is one call of a client; returns whether it succeeded. With `perSecond`, the clients together call as often;
 * without, each calls again at once.
 */
async function loadOf(
  call: (client: number, n: number) => Promise<boolean>,
  during = seconds,
  perSecond = Infinity,
): Promise<Load> {
  const every = (clients / perSecond) * 1000;
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const until = began + during * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      await sleep((every * client) / clients);
      for (let n = 0; performance.now() < until; n += 1) {
        const start = performance.now();
        if (!(await call(client, n))) failed += 1;
        times.push(performance.now() - start);
        await sleep(Math.max(0, start + every - performance.now()));
      }
    }),
  );
  const done = times.length / ((performance.now() - began) / 1000);
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: done, p50: at(0.5), p95: at(0.95), failed };
}

async function loads(server: PostgresServer, port: number, admin: pg.Client): Promise<Figure[]> {
  let error = '';
  const checked = async (answer: Promise<{ status: number; text: string }>): Promise<boolean> => {
    const { status, text } = await answer;
    if (status !== 200 && status !== 201) error ||= `${String(status)} ${text.slice(0, 300)}`;
    return status === 200 || status === 201;
  };
  /** Each client calls for a few of the users in turn, so that all together call for all of them. */
  const userOf = (client: number, n: number): number => (client + n * clients) % users;
  const save = (client: number, n: number): Promise<boolean> =>
    checked(
      post(port, '/memory/save', userOf(client, n), {
        content: `${sentence(25)} ${String(client)} ${String(n)} ${String(Math.random())}`,
      }),
    );
  const search = (client: number, n: number): Promise<boolean> =>
    checked(post(port, '/memory/search', userOf(client, n), { query: `${sentence(3)}?`, scope: 'all' }));
  await loadOf(search, 2);
  const paced: { pace: number; load: Load }[] = [];
  for (const pace of paces) paced.push({ pace, load: await loadOf(search, seconds, pace) });
  const searches = await loadOf(search);
  await loadOf(save, 2);
  const saves = await loadOf(save);
  const pool = new pg.Pool({ connectionString: server.url, max: clients });
  // The server may end before its last connections do.
  pool.on('error', () => undefined);
  await admin.query('CREATE TABLE public.bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
  const bare = await loadOf(async () => {
    await pool.query('INSERT INTO public.bare (text) VALUES ($1)', [sentence(25)]);
    return true;
  }, 5);
  await pool.end();
  if (error !== '') console.error(error);
  const text = ({ perSecond, p50, p95, failed }: Load): string =>
    `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${failed > 0 ? `, ${String(failed)} failed` : ''}`;
  const common = { yardstick: text(bare), ratio: '' };
  return [
    ...paced.map(({ pace, load }) => ({
      name: `searches of 50 clients, ${String(pace)} a second`,
      value: text(load),
      ...common,
      goal: 'p95 150 ms',
      met: load.p95 <= 150 && load.failed === 0,
    })),
    {
      name: 'the same, each as fast as it is answered',
      value: text(searches),
      ...common,
      goal: 'p95 150 ms',
      met: searches.p95 <= 150 && searches.failed === 0,
    },
    {
      name: 'saves of 50 clients',
      value: text(saves),
      ...common,
      goal: '500/s',
      met: saves.perSecond >= 500 && saves.failed === 0,
    },
  ];
}
