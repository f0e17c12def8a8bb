/**
 * One person's archive on a team's server and in a file: the same sessions, the same questions in turns. The yardstick of
 * the server is the file. `BENCH_ARCHIVE` sets the numbers of messages, of which the first is imported and the others are
 * multiples of it; `0` measures none.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgresServer.ts';
import { assembleBigMind } from '../src/assemble.ts';
import type { BigMind } from '../src/assemble.ts';
import { conversationLinesOfFile } from '../src/capture/conversationFile.ts';
import type { Caller } from '../src/memory/shared/identity.ts';
import { createNodePorts } from '../src/nodePorts.ts';
import { openPostgresStore } from '../src/store/postgres/openPostgresStore.ts';
import { runAs } from '../src/store/postgres/security/identity.ts';
import { prepareServer } from '../test/support/preparedServer.ts';
import { countQueries } from '../test/support/queryCount.ts';
import { seededRandom } from '../test/support/seededRandom.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds, openBigMind, quantile, ratioFigure, root, temporaryFolder } from './lib.ts';
import { syntheticTalk } from './syntheticTalk.ts';
import type { TalkMessage } from './syntheticTalk.ts';
import { multiplyInFile, multiplyOnServer } from './teamCopies.ts';

const sizes = (process.env['BENCH_ARCHIVE'] ?? '30000,990000').split(',').map(Number);
const questions = Number(process.env['BENCH_QUESTIONS'] ?? 100);
const seed = 20_261_130;
const username = 'ann';
const maxCalls = 12;

interface Place {
  bigmind: BigMind;
  caller: Caller;
  /** Acts for the person. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

export async function archiveFigures(): Promise<Figure[]> {
  if (sizes.every((size) => size === 0)) return [];
  const folder = temporaryFolder();
  const server = await startPostgres({ settings: ['shared_buffers=2GB', 'jit=off', 'max_wal_size=4GB'] });
  try {
    return await measured(await prepareServer(server), server.url, join(folder.path, 'memory.db'));
  } finally {
    await server.stop();
    folder.remove();
  }
}

/** `admin` is the address of a superuser. */
async function measured(env: Record<string, string>, admin: string, file: string): Promise<Figure[]> {
  const [first = 30_000] = sizes;
  const figures: Figure[] = [];
  const asked = fillWith(file, first);
  let copies = 1;
  for (const size of sizes) {
    let [onServer, inFile] = [await openServer(env), await openFile(file)];
    if (size === first) {
      for (const place of [inFile, onServer]) await importInto(place, `${file}.jsonl`);
    } else {
      for (const { bigmind } of [inFile, onServer]) await bigmind.close();
      const wanted = Math.round(size / first);
      const database = new DatabaseSync(file);
      multiplyInFile(database, copies, wanted);
      database.close();
      await multiplyOnServer(admin, copies, wanted);
      copies = wanted;
      [onServer, inFile] = [await openServer(env), await openFile(file)];
    }
    figures.push(...(await compared(onServer, inFile, asked, copies * first)));
    for (const { bigmind } of [inFile, onServer]) await bigmind.close();
  }
  return figures;
}

/** Writes the messages beside the store. Returns the questions: the first words of prompts, and words of any message. */
function fillWith(file: string, messages: number): string[] {
  const talk = [...inUnevenSessions(syntheticTalk(messages, seed))];
  rmSync(`${file}.jsonl`, { force: true });
  writeFileSync(`${file}.jsonl`, talk.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const random = seededRandom(seed);
  return Array.from({ length: questions }, (_, n) => {
    const { content } = talk[Math.floor(random() * talk.length)] ?? { content: '' };
    const words = content.split(' ');
    if (n % 2 === 0) return words.slice(0, 20).join(' ');
    return Array.from({ length: 2 + (n % 9) }, () => words[Math.floor(random() * words.length)] ?? '').join(' ');
  });
}

/** As coding sessions are: half of them have up to 27 messages, a tenth has more than a hundred. */
function* inUnevenSessions(talk: Iterable<TalkMessage>): Generator<TalkMessage> {
  const random = seededRandom(seed);
  let [session, left, seq, startedAt] = [0, 0, 0, ''];
  for (const message of talk) {
    if (left === 0) {
      [session, left, seq, startedAt] = [session + 1, 2 + Math.floor(150 * random() ** 2.5), 0, message.created_at];
    }
    yield { ...message, session: `talk-${String(session)}`, session_started_at: startedAt, seq };
    [left, seq] = [left - 1, seq + 1];
  }
}

async function openFile(file: string): Promise<Place> {
  const bigmind = openBigMind(file);
  const run: Place['run'] = (work) => work();
  return { bigmind, caller: await visit(bigmind), run };
}

async function openServer(env: Record<string, string>): Promise<Place> {
  const ports = createNodePorts();
  const { hash, newId, indexText, clock } = ports;
  const store = openPostgresStore({
    ...{ url: env['BIGMIND_DB_URL'] ?? '', hash, newId, indexText, now: () => clock.now() },
    identityKey: Buffer.from(env['BIGMIND_DB_KEY'] ?? '', 'base64'),
  });
  const loadWordVectors = (): Promise<Uint8Array> => readFile(join(root, 'data/word-vectors.bin'));
  const bigmind = assembleBigMind(store, ports, 'team', { loadWordVectors });
  const run: Place['run'] = (work) => runAs({ workspace: 'default', username, purpose: 'own' }, work);
  return { bigmind, caller: await run(() => visit(bigmind)), run };
}

function visit(bigmind: BigMind): Promise<Caller> {
  const agent = { name: 'bench', version: '1' };
  return bigmind.memory.identities.resolve({ username, agent, project: undefined, conversationId: null });
}

async function importInto({ bigmind, caller, run }: Place, file: string): Promise<void> {
  const began = performance.now();
  await run(() => bigmind.memory.archive.importMessages(caller, conversationLinesOfFile(file), { projectId: null }));
  console.error(`imported in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function compared(onServer: Place, inFile: Place, asked: readonly string[], size: number): Promise<Figure[]> {
  const times = { server: [] as number[], file: [] as number[] };
  const calls: number[] = [];
  let different = 0;
  const warm = Math.min(20, asked.length);
  for (const [n, question] of [...asked.slice(0, warm), ...asked].entries()) {
    const counted = await countQueries(pg.Client, () => timed(onServer, question));
    const server = counted.result;
    const file = await timed(inFile, question);
    // The first ones warm the caches.
    if (n < warm) continue;
    times.server.push(server.took);
    times.file.push(file.took);
    calls.push(counted.queries);
    if (server.found !== file.found) different += 1;
  }
  const shown = size.toLocaleString('en');
  const most = Math.max(...calls);
  if (different > 0) console.error(`${String(different)} of ${String(asked.length)} answers differ from the file's`);
  return [
    ratioFigure(`search of one of ${shown} messages, p50`, median(times.server), median(times.file), 3, milliseconds),
    {
      ...ratioFigure('the same, p95', quantile(times.server, 0.95), quantile(times.file, 0.95), 3, milliseconds),
    },
    {
      name: 'calls of the database for one search, p50 and most',
      value: `${String(median(calls))}, ${String(most)}`,
      ...{ yardstick: '–', ratio: '–', goal: `≤ ${String(maxCalls)}`, met: most <= maxCalls },
    },
  ];
}

/** The texts that were found, which are comparable between stores, and the time. */
async function timed({ bigmind, caller, run }: Place, query: string): Promise<{ took: number; found: string }> {
  const began = performance.now();
  const { results } = await run(() => bigmind.search.find(caller, { query, limit: 10 }));
  const took = performance.now() - began;
  return { took, found: results.map(({ kind, text, score }) => `${kind} ${score.toFixed(4)} ${text}`).join('\n') };
}
