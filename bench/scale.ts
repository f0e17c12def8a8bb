/**
 * 100,000 memories in one store: the cost of importing and searching them, against plain inserts and plain full-text
 * search over the same messages in the same run. BigMind works in this process, as `bigmind import jsonl` does.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BigMind } from '../src/assemble.ts';
import { conversationLinesOfFile } from '../src/capture/conversationFile.ts';
import type { Caller } from '../src/memory/shared/identity.ts';
import { indexText } from '../src/search/query/words.ts';
import { seededRandom } from '../test/support/seededRandom.ts';
import type { Figure } from './lib.ts';
import { median, milliseconds, openBigMind, ratioFigure, temporaryFolder } from './lib.ts';
import { PlainIndex } from './plainIndex.ts';
import type { TalkMessage } from './syntheticTalk.ts';
import { syntheticTalk } from './syntheticTalk.ts';

const messages = Number(process.env['BENCH_MESSAGES'] ?? 100_000);
const questions = 200;
const pieceSize = 5_000;
const batchSize = 500;
const seed = 20_261_122;
const held = messages.toLocaleString('en');

const porter = 'porter unicode61';
/** The same as in `memoryIndex.ts`. */
const asOurs = `ascii tokenchars '_-.+#@/:$&*%!?=~'`;

export async function scaleFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const plain = new PlainIndex(join(folder.path, 'plain.db'), porter);
  const wordIndex = new PlainIndex(join(folder.path, 'words.db'), asOurs);
  const bigmind = openBigMind(join(folder.path, 'memory.db'));
  try {
    const caller = await visit(bigmind);
    const asked: string[] = [];
    const times = { ours: 0, plain: 0, words: 0 };
    // Alternates between them piece by piece, so that other load on the machine affects all of them.
    for (const piece of pieces()) {
      const file = join(folder.path, 'talk.jsonl');
      writeFileSync(file, piece.map((message) => `${JSON.stringify(message)}\n`).join(''));
      asked.push(...questionsFrom(piece));
      times.ours += await timeImport(bigmind, caller, file);
      times.plain += timePlain(plain, piece, (text) => text);
      times.words += timePlain(wordIndex, piece, indexText);
    }
    return [...importFigures(times), ...(await searchFigures(bigmind, caller, plain, asked))];
  } finally {
    plain.close();
    wordIndex.close();
    await bigmind.close();
    folder.remove();
  }
}

function importFigures(times: { ours: number; plain: number; words: number }): Figure[] {
  const name = `import of ${held} messages (${megabytes()} MB resident after)`;
  const information = ratioFigure('the same, our words made beforehand', times.ours, times.words, 3, seconds);
  return [ratioFigure(name, times.ours, times.plain, 3, seconds), { ...information, goal: '–', met: true }];
}

function* pieces(): Generator<TalkMessage[]> {
  let piece: TalkMessage[] = [];
  for (const message of syntheticTalk(messages, seed)) {
    piece.push(message);
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

function questionsFrom(piece: readonly TalkMessage[]): string[] {
  const random = seededRandom(seed + (piece.length === 0 ? 0 : Date.parse(piece[0]?.created_at ?? '')));
  const count = Math.round((questions * piece.length) / messages);
  return Array.from({ length: count }, (_, i) =>
    questionFrom(piece[Math.floor((i * piece.length) / count)]?.content ?? '', random),
  );
}

/** Two to ten words of the text at random: rare and common ones, also stop words. */
function questionFrom(text: string, random: () => number): string {
  const words = text.split(' ');
  const length = 2 + Math.floor(random() * 9);
  return Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? '').join(' ');
}

function visit(bigmind: BigMind): Promise<Caller> {
  const agent = { name: 'bench', version: '1' };
  return bigmind.memory.identities.resolve({ username: 'bench', agent, project: undefined, conversationId: null });
}

async function timeImport({ memory }: BigMind, caller: Caller, file: string): Promise<number> {
  const began = performance.now();
  const report = await memory.archive.importMessages(caller, conversationLinesOfFile(file), { projectId: null });
  if (report.stored !== report.read) throw new Error(`${report.stored} of ${report.read} messages were stored.`);
  return performance.now() - began;
}

/** The time of the inserts alone: the yardstick does not include reading a file and preparing the index text. */
function timePlain(plain: PlainIndex, piece: readonly TalkMessage[], indexed: (text: string) => string): number {
  const rows = piece.map((message) => ({
    message,
    indexed: { title: indexed(message.speaker), body: indexed(message.content) },
  }));
  const began = performance.now();
  for (let start = 0; start < rows.length; start += batchSize) plain.insert(rows.slice(start, start + batchSize));
  return performance.now() - began;
}

async function searchFigures(
  { search }: BigMind,
  caller: Caller,
  plain: PlainIndex,
  asked: readonly string[],
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

/** Stop words, which carry no content; the yardstick leaves them out, as any useful search does. */
const stopWords = new Set(
  (
    'a all also an and any are as at be been but by can could did do for from had has have he her him his how i if in into is it ' +
    'its just like me more most my no not now of on only or our over same she should so some such than that the their them ' +
    'then there these they this to too us very was we were what when where which who why will with would you your'
  ).split(' '),
);

function wordsAskedFor(question: string): string[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_'/.]*[\p{L}\p{N}_]/gu) ?? [])];
  const content = words.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : words;
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
