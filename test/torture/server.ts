/**
 * A team's server on PostgreSQL, while clients save over HTTP: in each round, PostgreSQL is killed and started again,
 * all its connections are cut, or the server of BigMind is killed and started again. Everything acknowledged must be
 * there in the end, and the next save must succeed within five seconds.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres, startPostgres, type PostgresServer } from '../../scripts/lib/postgresServer.ts';
import { prepareServer } from '../support/preparedServer.ts';
import { countFound, type Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { program } from './victim.ts';

const writers = 4;
/** Saves that must be acknowledged before the next blow, and milliseconds until it at most. */
const savesBetween = 8;
const latestBlow = 150;
const maxRecoveryMs = 5_000;

export const serverTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const evidence: Evidence = { name: 'team server', rounds, acknowledged: 0, found: 0, refused: 0, unsound: [] };
  const reason = engine === 'native' ? undefined : 'runs once, with the first engine';
  const missing = findPostgres() === undefined ? 'this machine has no PostgreSQL' : reason;
  if (missing !== undefined) return { ...evidence, rounds: 0, remark: missing };
  const server = await startPostgres({ sync: 'on' });
  const team = new TeamServer({ ...(await prepareServer(server)), BIGMIND_HOME: dirname(aFile()) });
  try {
    await team.addToken();
    await team.start();
    const clients = new Clients(team);
    const recoveries: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await clients.acknowledges(savesBetween);
      await setTimeout(chance() * latestBlow);
      await blows[Math.floor(chance() * blows.length)]?.(server, team);
      const back = performance.now();
      await clients.acknowledges(1);
      recoveries.push(performance.now() - back);
    }
    await clients.stop();
    const { facts, unsound } = await lookInto(server);
    const lost = clients.acknowledged.filter((text) => !facts.has(text)).map((text) => `lost: ${text}`);
    const slow = recoveries.filter((ms) => ms > maxRecoveryMs).map((ms) => `a recovery took ${ms.toFixed(0)} ms`);
    return {
      ...evidence,
      acknowledged: clients.acknowledged.length,
      found: countFound(clients.acknowledged, facts),
      refused: clients.refused,
      unsound: [...unsound, ...slow, ...lost],
      remark: `longest recovery ${Math.max(...recoveries).toFixed(0)} ms`,
    };
  } finally {
    await team.kill();
    await server.stop();
  }
};

type Blow = (server: PostgresServer, team: TeamServer) => Promise<void>;

const blows: readonly Blow[] = [
  async (server) => {
    await server.kill();
    await server.start();
  },
  async (server) => {
    await administer(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bigmind'`,
    );
  },
  async (_server, team) => {
    await team.kill();
    await team.start();
  },
];

class TeamServer {
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #port = 0;
  #token = '';

  constructor(env: Record<string, string>) {
    this.#env = { PATH: process.env['PATH'] ?? '', HOME: env['BIGMIND_HOME'] ?? '', ...env };
  }

  async addToken(): Promise<void> {
    const args = [program, 'token', 'add', 'torture'];
    this.#token = (await promisify(execFile)(process.execPath, args, { env: this.#env })).stdout.trim();
  }

  async start(): Promise<void> {
    const args = [program, 'serve', '--host', '127.0.0.1', '--port', String(this.#port), '--json'];
    const child = spawn(process.execPath, args, { env: this.#env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    this.#port = Number(new URL((JSON.parse(line) as { address: string }).address).port);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Whether the save was acknowledged. */
  async save(content: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const address = `http://127.0.0.1:${String(this.#port)}/memory/save`;
    try {
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ content }) });
      await answer.text();
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}

/** Several clients that save one fact after another until they are stopped. */
class Clients {
  readonly acknowledged: string[] = [];
  refused = 0;
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(team: TeamServer) {
    this.#running = Promise.all(Array.from({ length: writers }, (_, writer) => this.#write(team, writer)));
  }

  async acknowledges(more: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    while (this.acknowledged.length < wanted) await setTimeout(2);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #write(team: TeamServer, writer: number): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const text = `Writer ${String(writer)} says number ${String(n)}`;
      if (await team.save(text)) this.acknowledged.push(text);
      else {
        this.refused += 1;
        await setTimeout(20);
      }
    }
  }
}

async function lookInto(server: PostgresServer): Promise<{ facts: Set<string>; unsound: string[] }> {
  const rows = await administer<{ fact: string }>(server, 'SELECT fact FROM bigmind.facts');
  const facts = new Set(rows.map(({ fact }) => fact));
  const [gaps] = await administer<{ n: number }>(
    server,
    `SELECT (SELECT count(*) FROM bigmind.facts f WHERE NOT EXISTS (
         SELECT 1 FROM bigmind.memory_documents d JOIN bigmind.document_words w ON w.id = d.id
         WHERE d.kind = 'fact' AND d.memory_id = f.id::text))::int AS n`,
  );
  return {
    facts,
    unsound: [
      ...(facts.size === rows.length ? [] : ['a fact was stored twice']),
      ...(gaps?.n === 0 ? [] : [`${String(gaps?.n)} gaps in the index`]),
    ],
  };
}

async function administer<R extends pg.QueryResultRow>({ url }: PostgresServer, sql: string): Promise<R[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}
