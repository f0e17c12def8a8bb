/**
 * 100,000 memories in one store: what it costs to bring them in and to ask among them, against plain inserts and plain
 * full-text search over the same messages in the same run. BigMind works in this process, as `bigmind import jsonl` does.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { assembleBigMind } from '../src/assemble.ts';
import type { BigMind } from '../src/assemble.ts';
import { conversationLinesFrom } from '../src/capture/conversationLine.ts';
import { conversationLinesOfFile } from '../src/capture/conversationFile.ts';
import type { Caller } from '../src/memory/identity.ts';
import { createNodePorts } from '../src/nodePorts.ts';
import { termsOf } from '../src/search/query.ts';
import { indexText, wordsOf } from '../src/search/words.ts';
import { openSqliteStore } from '../src/store/sqlite/openSqliteStore.ts';
import { median, milliseconds, ratioFigure, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';
import { PlainIndex } from './plainIndex.ts';
import type { IndexedText, PlainMessage } from './plainIndex.ts';
import { seededRandom, syntheticTalk } from './syntheticTalk.ts';

const messages = Number(process.env['BENCH_MESSAGES'] ?? 100_000);
const questions = 200;
const batchSize = 500;
const seed = 20_261_122;

const porter = 'porter unicode61';
/** As `memoryIndex.ts` defines it. */
const asOurs = `ascii tokenchars '_-.+#@/:$&*%!?=~'`;

export async function scaleFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const talk = join(folder.path, 'talk.jsonl');
  const asked = await writeTalk(talk);
  const plain = new PlainIndex(join(folder.path, 'plain.db'), porter);
  const bigmind = openBigMind(join(folder.path, 'memory.db'));
  try {
    const caller = await visit(bigmind);
    const ours = await timeImport(bigmind, caller, talk);
    const resident = megabytes();
    const theirs = await timePlain(plain, talk, (message) => ({ title: message.speaker, body: message.content }));
    const precomputed = await timePrecomputed(join(folder.path, 'words.db'), talk);
    const held = messages.toLocaleString('en');
    const name = `import of ${held} messages (${resident} MB resident after)`;
    const information = `the same, our words made beforehand`;
    return [
      ratioFigure(name, ours, theirs, 3, seconds),
      { ...ratioFigure(information, ours, precomputed, 3, seconds), goal: '–', met: true },
      ...(await searchFigures(bigmind, caller, plain, asked, held)),
    ];
  } finally {
    plain.close();
    await bigmind.close();
    folder.remove();
  }
}

/** Answers with the questions: some words of every so manyeth message. */
async function writeTalk(file: string): Promise<string[]> {
  const random = seededRandom(seed + 1);
  const asked: string[] = [];
  const handle = await open(file, 'w');
  let lines: string[] = [];
  let written = 0;
  for (const message of syntheticTalk(messages, seed)) {
    if (written % Math.ceil(messages / questions) === 0) asked.push(questionFrom(message.content, random));
    lines.push(`${JSON.stringify(message)}\n`);
    written += 1;
    if (lines.length < 1_000 && written < messages) continue;
    await handle.write(lines.join(''));
    lines = [];
  }
  await handle.close();
  return asked;
}

/** Two to ten words, as they come: rare and common ones, and those that say how something is asked. */
function questionFrom(text: string, random: () => number): string {
  const words = text.split(' ');
  const length = 2 + Math.floor(random() * 9);
  return Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? '').join(' ');
}

function openBigMind(file: string): BigMind {
  const ports = createNodePorts();
  const store = openSqliteStore({
    file,
    engine: 'native',
    hash: ports.hash,
    newId: ports.newId,
    now: () => ports.clock.now(),
    indexText: ports.indexText,
    loadWasm: () => Promise.reject(new Error('The native engine is measured here.')),
    notice: () => undefined,
  });
  return assembleBigMind(store, ports, 'personal');
}

function visit(bigmind: BigMind): Promise<Caller> {
  const agent = { name: 'bench', version: '1' };
  return bigmind.memory.identities.resolve({ username: 'bench', agent, project: undefined, conversationId: null });
}

async function timeImport({ memory }: BigMind, caller: Caller, file: string): Promise<number> {
  const began = performance.now();
  const report = await memory.archive.importMessages(caller, conversationLinesOfFile(file), { projectId: null });
  if (report.stored !== messages) throw new Error(`${report.stored} messages were stored, not ${messages}.`);
  return performance.now() - began;
}

/** The time of the inserts alone: reading the file and making what is indexed is not the yardstick's burden. */
async function timePlain(
  plain: PlainIndex,
  file: string,
  indexed: (from: PlainMessage) => IndexedText,
): Promise<number> {
  let time = 0;
  let batch: { message: PlainMessage; indexed: IndexedText }[] = [];
  const flush = (): void => {
    const began = performance.now();
    plain.insert(batch);
    time += performance.now() - began;
    batch = [];
  };
  for await (const message of plainMessages(file)) {
    batch.push({ message, indexed: indexed(message) });
    if (batch.length === batchSize) flush();
  }
  if (batch.length > 0) flush();
  return time;
}

async function timePrecomputed(file: string, talk: string): Promise<number> {
  const plain = new PlainIndex(file, asOurs);
  const words = (message: PlainMessage): IndexedText => ({
    title: indexText(message.speaker),
    body: indexText(message.content),
  });
  try {
    return await timePlain(plain, talk, words);
  } finally {
    plain.close();
  }
}

async function* plainMessages(file: string): AsyncGenerator<PlainMessage> {
  for await (const line of conversationLinesFrom(
    createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>,
  )) {
    if ('unreadable' in line) throw new Error(`Line ${line.lineNumber} ${line.unreadable}.`);
    const { session, seq = 0, role = '', speaker = '', content, createdAt = '' } = line;
    yield { session, seq, role, speaker, content, createdAt: String(createdAt) };
  }
}

async function searchFigures(
  { search }: BigMind,
  caller: Caller,
  plain: PlainIndex,
  asked: readonly string[],
  held: string,
): Promise<Figure[]> {
  const times = { ours: [] as number[], plain: [] as number[] };
  for (const [i, question] of [...asked.slice(0, 20), ...asked].entries()) {
    const words = wordsAskedFor(question);
    const ours = await timed(() => search.find(caller, { query: question, limit: 10 }));
    const theirs = await timed(() => Promise.resolve(plain.find(words)));
    // The first ones warm both caches.
    if (i < 20) continue;
    times.ours.push(ours);
    times.plain.push(theirs);
  }
  const [slowest, plainSlowest] = [ninetyFifth(times.ours), ninetyFifth(times.plain)];
  const name = `search among ${held}, median of ${asked.length} questions`;
  return [
    ratioFigure(name, median(times.ours), median(times.plain), 4, milliseconds),
    {
      ...ratioFigure(
        `the same, 95th percentile (${megabytes()} MB resident after)`,
        slowest,
        plainSlowest,
        0,
        milliseconds,
      ),
      goal: '≤ 100 ms',
      met: slowest <= 100,
    },
  ];
}

/** The words of a question that BigMind asks for, as they were written, so that both ask for the same. */
function wordsAskedFor(question: string): string[] {
  const terms = new Set(termsOf(question));
  const words = question.toLowerCase().match(/[\p{L}\p{N}_'/.]+/gu) ?? [];
  return [...new Set(words.filter((word) => wordsOf(word).some((part) => terms.has(part))))];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function ninetyFifth(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
}

function megabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1_048_576);
}

function seconds(value: number): string {
  return `${(value / 1_000).toFixed(1)} s`;
}
