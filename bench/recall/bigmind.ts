/**
 * BigMind as others meet it: conversations come in through `bigmind import jsonl`, and questions are asked with the
 * tool `memory_search` by a real MCP client over stdio. So every part between a file and an answer is measured.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as z from 'zod';
import { program, root, temporaryFolder } from '../lib.ts';
import { EvaluationRefused } from './dataset.ts';
import type { Turn } from './dataset.ts';
import { resultsAsked } from './metrics.ts';

/** What one store was filled with, and may be asked while it is open. */
export interface OpenStore {
  /** Ids of turns, best first. */
  ask: (question: string) => Promise<string[]>;
}

const importReport = z.object({ stored: z.number() });

const toolAnswer = z.union([
  z.object({ isError: z.literal(true), content: z.array(z.object({ text: z.string() })) }),
  z.object({
    structuredContent: z.object({
      results: z.array(z.object({ kind: z.string(), id: z.string(), source_ref: z.string().optional() })),
    }),
  }),
]);

/** Says when the built program is not what the sources say, which would be measured unnoticed. */
export function requireProgram(note: (text: string) => void): void {
  if (!existsSync(program)) throw new EvaluationRefused('dist/cli.js is missing: run npm run build first.');
  const built = statSync(program).mtimeMs;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  if (sources.some((name) => statSync(join(root, 'src', name)).mtimeMs > built)) {
    note('dist/cli.js is older than src: npm run build, unless it is the older one that you mean to measure.');
  }
}

/** Fills a store of its own with the turns and hands it to `work`; nothing of it is left afterwards. */
export async function withStore<T>(
  turns: readonly Turn[],
  note: (text: string) => void,
  work: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder();
  try {
    const env = environmentOf(folder.path);
    await fill(folder.path, env, turns, note);
    const client = new Client({ name: 'recall', version: '1' });
    const command = { command: process.execPath, args: [program, 'mcp'], env, cwd: folder.path };
    await client.connect(new StdioClientTransport(command));
    try {
      return await work({ ask: (question) => ask(client, question, note) });
    } finally {
      await client.close();
    }
  } finally {
    folder.remove();
  }
}

/** Nothing of the person who measures comes in: no project, no settings, no other memory. */
function environmentOf(home: string): Record<string, string> {
  const path = process.env['PATH'] ?? '';
  return { PATH: path, HOME: home, USERPROFILE: home, BIGMIND_HOME: home, BIGMIND_USER: 'recall', TZ: 'UTC' };
}

/** Lines that the import leaves out are told and cost recall, as they would cost a user. */
async function fill(
  home: string,
  env: Record<string, string>,
  turns: readonly Turn[],
  note: (text: string) => void,
): Promise<void> {
  const file = join(home, 'corpus.jsonl');
  writeFileSync(file, turns.map(({ line }) => `${line}\n`).join(''));
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'import', 'jsonl', file, '--json'], {
    env,
    cwd: home,
  }).catch(answerOfPartialImport);
  const { stored } = importReport.parse(JSON.parse(stdout));
  if (stored !== turns.length) note(`The import kept ${stored} of ${turns.length} turns.`);
}

const partialImport = z.object({ code: z.literal(1), stdout: z.string().startsWith('{') });

/** Exit code 1 with a report means that lines were left out; anything else is a failure. */
function answerOfPartialImport(thrown: unknown): { stdout: string } {
  const partial = partialImport.safeParse(thrown);
  if (!partial.success) throw thrown;
  return partial.data;
}

/** A refused question found nothing. A result that is no turn takes its rank nevertheless, under its own name. */
async function ask(client: Client, question: string, note: (text: string) => void): Promise<string[]> {
  const called = await client.callTool({ name: 'memory_search', arguments: { query: question, limit: resultsAsked } });
  const answer = toolAnswer.parse(called);
  if ('isError' in answer) {
    note(`memory_search refused a question: ${answer.content.map(({ text }) => text).join(' ')}`);
    return [];
  }
  return answer.structuredContent.results.map(({ kind, id, source_ref }) => source_ref ?? `${kind} ${id}`);
}
