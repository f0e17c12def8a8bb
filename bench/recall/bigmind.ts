/**
 * BigMind as its users see it: it imports conversations with `bigmind import jsonl`, and a real MCP client calls the
 * tool `memory_search` over stdio. So every part between a file and an answer is measured.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import pg from 'pg';
import * as z from 'zod';
import { program, root, temporaryFolder } from '../lib.ts';
import { EvaluationRefused } from './dataset.ts';
import type { Turn } from './dataset.ts';
import type { AnswerForms } from './firstTokens.ts';

/** A filled store that answers questions while it is open. */
export interface OpenStore {
  ask: (question: string, how?: HowToAsk) => Promise<Found>;
}

export interface HowToAsk {
  /** The default of `memory_search` if absent. */
  limit?: number;
  /** Leaves out later messages. */
  until?: string | undefined;
  kinds?: readonly string[];
}

/** An answer of `memory_search` in both forms. */
export interface Found extends AnswerForms {
  /** Best first. */
  results: z.infer<typeof resultShape>[];
}

/** The data for a store. */
export interface Source {
  turns: readonly Turn[];
  /** Transcripts of Claude Code with the same turns, which are imported instead. */
  transcripts?: string | undefined;
}

const importReport = z.object({ stored: z.number() });

const resultShape = z.object({
  kind: z.string(),
  id: z.string(),
  score: z.number(),
  session_id: z.string().optional(),
  source_ref: z.string().optional(),
});

const content = z.array(z.object({ text: z.string() }));
const toolAnswer = z.union([
  z.object({ isError: z.literal(true), content }),
  z.object({ content, structuredContent: z.looseObject({ results: z.array(z.unknown()) }) }),
]);

/** Warns if the built program is older than the sources, because nothing else would show that. */
export function requireProgram(note: (text: string) => void): void {
  if (!existsSync(program)) throw new EvaluationRefused('dist/cli.js is missing: run npm run build first.');
  const built = statSync(program).mtimeMs;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  if (sources.some((name) => statSync(join(root, 'src', name)).mtimeMs > built)) {
    note('dist/cli.js is older than src: npm run build, unless it is the older one that you mean to measure.');
  }
}

/**
 * Fills a temporary store, passes it to `work`, and removes it. At most one store per core is open at once, so callers
 * may start all conversations together.
 */
export async function withStore<T>(
  source: Source,
  note: (text: string) => void,
  work: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const leave = await enter();
  const folder = temporaryFolder();
  try {
    const env = { ...environmentOf(folder.path), ...(await newDatabase()) };
    await fill(folder.path, env, source, note);
    const client = new Client({ name: 'recall', version: '1' });
    const command = { command: process.execPath, args: [program, 'mcp'], env, cwd: folder.path };
    await client.connect(new StdioClientTransport(command));
    try {
      return await work({ ask: (question, how = {}) => ask(client, question, how, note) });
    } finally {
      await client.close();
    }
  } finally {
    folder.remove();
    leave();
  }
}

const waiting: (() => void)[] = [];
let free = availableParallelism();

/** Waits for a free place and returns the function that releases it. */
async function enter(): Promise<() => void> {
  if (free === 0) await new Promise<void>((go) => waiting.push(go));
  else free -= 1;
  return () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
}

/** Excludes everything of the user who measures: no project, no settings, no other store. */
function environmentOf(home: string): Record<string, string> {
  const path = process.env['PATH'] ?? '';
  return { PATH: path, HOME: home, USERPROFILE: home, BIGMIND_HOME: home, BIGMIND_USER: 'recall', TZ: 'UTC' };
}

let databases = 0;

/**
 * BENCH_POSTGRES is the address of a PostgreSQL server, with a login that creates databases: each store is a new
 * database there, instead of a file. They are not removed, so the server should be a temporary one.
 */
async function newDatabase(): Promise<Record<string, string>> {
  const server = process.env['BENCH_POSTGRES'];
  if (server === undefined) return {};
  const name = `recall_${String(process.pid)}_${String((databases += 1))}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  await client.end();
  const address = new URL(server);
  address.pathname = `/${name}`;
  return { BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: address.href };
}

/** Lines that the import skips are reported and cost recall, as they would cost a user. */
async function fill(
  home: string,
  env: Record<string, string>,
  { turns, transcripts }: Source,
  note: (text: string) => void,
): Promise<void> {
  if (transcripts !== undefined) {
    await imported(home, env, ['claude-code', transcripts]);
    return;
  }
  const file = join(home, 'corpus.jsonl');
  writeFileSync(file, turns.map(({ line }) => `${line}\n`).join(''));
  const { stored } = importReport.parse(JSON.parse(await imported(home, env, ['jsonl', file])));
  if (stored !== turns.length) note(`The import kept ${stored} of ${turns.length} turns.`);
}

/** The report of `bigmind import`, as JSON. */
async function imported(home: string, env: Record<string, string>, args: string[]): Promise<string> {
  const command = [program, 'import', ...args, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: home }).catch(
    answerOfPartialImport,
  );
  return stdout;
}

const partialImport = z.object({ code: z.literal(1), stdout: z.string().startsWith('{') });

/** Exit code 1 with a report means that lines were skipped; anything else is a failure. */
function answerOfPartialImport(thrown: unknown): { stdout: string } {
  const partial = partialImport.safeParse(thrown);
  if (!partial.success) throw thrown;
  return partial.data;
}

/** Searches all projects, because the transcripts are from several. A refused question found nothing. */
async function ask(
  client: Client,
  query: string,
  { limit, until, kinds }: HowToAsk,
  note: (text: string) => void,
): Promise<Found> {
  const wanted = { ...(limit && { limit }), ...(until !== undefined && { until }), ...(kinds && { kinds }) };
  const called = await client.callTool({ name: 'memory_search', arguments: { query, project: 'all', ...wanted } });
  const answer = toolAnswer.parse(called);
  const text = answer.content.map((part) => part.text).join('\n');
  if ('isError' in answer) {
    note(`memory_search refused a question: ${text}`);
    return { text, structured: { results: [] }, results: [] };
  }
  const structured = answer.structuredContent;
  return { text, structured, results: z.array(resultShape).parse(structured.results) };
}
