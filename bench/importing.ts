/**
 * The cost of importing existing chats: one conversation of Claude Code of 100 MB, and 2,000 small chats of VS Code, as
 * `bigmind import` does it, with a summary of every session. The yardstick, in alternation, is one pass that reads the
 * same files and parses every line as JSON.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources } from '../src/capture/importing/importSources.ts';
import { sourcesOfKind } from '../src/importers/sourcesOfKind.ts';
import { jsonLinesOf } from '../src/capture/transcripts/jsonLines.ts';
import { databaseReaders } from '../src/importers/databaseReaders.ts';
import { createOpenForeign } from '../src/store/sqlite/foreign/openForeign.ts';
import { openBigMind, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';
import { syntheticTalk } from './syntheticTalk.ts';
import type { TalkMessage } from './syntheticTalk.ts';

const megabytes = Number(process.env['BENCH_MEGABYTES'] ?? 100);
const chats = Number(process.env['BENCH_CHATS'] ?? 2_000);
const requestsOfChat = 4;
const seed = 20_261_122;

export async function importFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    const claude = claudeFile(join(folder.path, 'projects', '-home-ada-shop'));
    const small = chatFiles(join(folder.path, 'chatSessions'));
    return [
      ...(await figuresOf(`one conversation of Claude Code`, 'claude-code', claude, folder.path)),
      ...(await figuresOf(`${chats.toLocaleString('en')} chats of VS Code`, 'copilot', small, folder.path)),
    ];
  } finally {
    folder.remove();
  }
}

async function figuresOf(name: string, kind: string, place: string, folder: string): Promise<Figure[]> {
  const sources = await sourcesOfKind(kind, place);
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const bigmind = openBigMind(join(folder, `${kind}.db`));
  try {
    const { memory } = bigmind;
    const agent = { name: 'bench', version: '1' };
    const person = await memory.identities.resolve({
      username: 'bench',
      agent,
      project: undefined,
      conversationId: null,
    });
    const openForeign = createOpenForeign(databaseReaders);
    const bringIn = (): ReturnType<typeof importSources> =>
      importSources(sources, { memory, person, projectOf: (path) => ({ key: path, name: 'shop' }), openForeign });
    const reading = await timed(() => readAll(sources.flatMap(({ files }) => files.map(({ path }) => path))));
    let highest = 0;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
    let report: Awaited<ReturnType<typeof bringIn>> | undefined;
    const first = await timed(async () => (report = await bringIn()));
    clearInterval(watch);
    const again = await timed(bringIn);
    const what = `${name}, ${megabytesText(bytes)}, ${report?.messages.stored.toLocaleString('en') ?? '0'} messages`;
    const memoryText = `at most ${megabytesText(highest)} resident`;
    return [
      figure(`import of ${what} (${memoryText})`, first, reading, bytes),
      // The second import reads nothing, so a rate would mean nothing.
      { ...figure('the same again, when nothing has changed', again, reading, bytes), value: `${again.toFixed(0)} ms` },
    ];
  } finally {
    await bigmind.close();
  }
}

function figure(name: string, ours: number, yardstick: number, bytes: number): Figure {
  const shown = (time: number): string =>
    `${(time / 1_000).toFixed(2)} s, ${(bytes / 1_048_576 / (time / 1_000)).toFixed(1)} MB/s`;
  return {
    name,
    value: shown(ours),
    yardstick: shown(yardstick),
    ratio: `${(ours / yardstick).toFixed(1)} ×`,
    goal: '–',
    met: true,
  };
}

async function readAll(files: readonly string[]): Promise<void> {
  for (const file of files) {
    for await (const line of jsonLinesOf(file)) if ('unreadable' in line) throw new Error(line.unreadable);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Most bytes of such files are output of tools, which is archived but not searchable. */
function claudeFile(project: string): string {
  mkdirSync(project, { recursive: true });
  const sessionId = '00000000-0000-4000-8000-000000000001';
  const file = join(project, `${sessionId}.jsonl`);
  let written = 0;
  let at = Date.UTC(2026, 0, 1);
  for (const [place, { role, content }] of endlessTalk()) {
    at += 20_000;
    const timestamp = new Date(at).toISOString();
    const common = { sessionId, cwd: '/home/ada/shop', isSidechain: false, version: '2.1.0', timestamp };
    const id = `toolu_${String(place)}`;
    const turn = [
      { role, content },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: `/src/${id}.ts` } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: content.repeat(4).slice(0, 8_000) }] },
    ];
    const lines = turn.map((message, step) =>
      JSON.stringify({ ...common, type: message.role, uuid: `u${String(place)}-${String(step)}`, message }),
    );
    const text = `${lines.join('\n')}\n`;
    appendFileSync(file, text);
    written += text.length;
    if (written > megabytes * 1_048_576) break;
  }
  return project;
}

function* endlessTalk(): Generator<[number, TalkMessage]> {
  let place = 0;
  for (let round = 0; ; round += 1) {
    for (const message of syntheticTalk(20_000, seed + round)) yield [(place += 1), message];
  }
}

function chatFiles(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const talk = [...syntheticTalk(chats * requestsOfChat * 2, seed)];
  for (let chat = 0; chat < chats; chat += 1) {
    const began = Date.UTC(2025, 6, 1) + chat * 4 * 3_600_000;
    const requests = Array.from({ length: requestsOfChat }, (_, place) => {
      const [said, answered] = talk.slice((chat * requestsOfChat + place) * 2);
      return {
        requestId: `r${String(chat)}-${String(place)}`,
        timestamp: began + place * 60_000,
        message: { text: said?.content ?? '' },
        response: [{ value: answered?.content ?? '' }],
        modelState: { value: 1, completedAt: began + place * 60_000 + 30_000 },
      };
    });
    const session = { version: 3, creationDate: began, sessionId: `chat-${String(chat)}`, requests };
    writeFileSync(join(folder, `chat-${String(chat)}.jsonl`), `${JSON.stringify({ kind: 0, v: session })}\n`);
  }
  return folder;
}

function megabytesText(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(0)} MB`;
}
