/**
 * How long each client's hooks take, called as that client calls them: `sh hook.sh EVENT CLIENT`, with its JSON on
 * standard input and its chat file. It runs one chat of one turn after another, with a store of 2,000 facts. If a
 * client writes the turn only after Stop began, so does this. The yardstick in the same run is a shell that starts Node
 * for an empty program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rowsIn } from '../test/support/rows.ts';
import { benchClients } from './clientChats.ts';
import type { BenchChat, BenchClient, BenchEvent } from './clientChats.ts';
import { benchEnvironment, benchHome, rememberFacts } from './hookHome.ts';
import { milliseconds, program, quantile, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';

const rounds = 30;
const events = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'] as const satisfies readonly BenchEvent[];
/** Milliseconds, with one free core. */
const goals = [
  { share: 0.5, name: 'median', maxMs: 200 },
  { share: 0.95, name: 'p95', maxMs: 400 },
] as const;

export async function clientHookFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const figures: Figure[] = [];
  for (const client of benchClients) figures.push(...(await figuresOf(client, folder.path)));
  folder.remove();
  return figures;
}

async function figuresOf(client: BenchClient, folder: string): Promise<Figure[]> {
  const home = await benchHome(folder, client.name, program);
  rememberFacts(home);
  const times = new Map<BenchEvent, number[]>(events.map((event) => [event, []]));
  const bare: number[] = [];
  // The first chat compiles the program and warms the disk, so no figure includes it.
  for (let round = 0; round <= rounds; round += 1) {
    const chat = chatIn(home, round);
    const file = client.fileOf(chat);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, linesOf(client.head(chat)));
    for (const event of events) {
      const time = await timedHook(client, event, chat, home);
      if (round > 0) times.get(event)?.push(time);
    }
    bare.push(timedNode());
  }
  assertRecorded(client, home);
  return events.flatMap((event) => goals.map((goal) => figure(client, event, goal, times.get(event) ?? [], bare)));
}

/** A hook that fails is fast, so its time would mean nothing. */
function assertRecorded({ name }: BenchClient, home: string): void {
  const log = readFileSync(join(home, 'hooks.log'), 'utf8');
  const [row] = rowsIn(join(home, 'memory.db'), "SELECT count(*) AS count FROM sessions WHERE one_liner <> ''");
  if (log === '' && row?.['count'] === rounds + 1) return;
  throw new Error(`The hooks of ${name} recorded ${String(row?.['count'])} of ${rounds + 1} chats.\n${log}`);
}

function chatIn(home: string, round: number): BenchChat {
  const project = join(home, 'a project');
  mkdirSync(project, { recursive: true });
  const prompt = `Please look at module ${round} and say why its import is slow`;
  return {
    id: randomUUID(),
    home,
    project,
    prompt,
    answer: `Module ${round} reads each file twice. `.repeat(10),
    stoppedAt: Date.now(),
  };
}

async function timedHook(client: BenchClient, event: BenchEvent, chat: BenchChat, home: string): Promise<number> {
  const write = (): void => appendFileSync(client.fileOf(chat), linesOf(client.turn(chat)));
  if (event === 'Stop' && client.linesComeAfterMs === 0) write();
  const began = performance.now();
  const child = spawn('/bin/sh', [join(home, 'hook.sh'), event, client.name], {
    cwd: chat.project,
    env: benchEnvironment(home),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(JSON.stringify(client.input(event, chat)));
  if (event === 'Stop' && client.linesComeAfterMs > 0) setTimeout(write, client.linesComeAfterMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The hook ${event} of ${client.name} ended with ${String(code)}.`);
  return performance.now() - began;
}

function timedNode(): number {
  const began = performance.now();
  spawnSync('/bin/sh', ['-c', 'node -e 0'], { stdio: 'ignore' });
  return performance.now() - began;
}

function linesOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function figure(
  client: BenchClient,
  event: BenchEvent,
  { share, name, maxMs }: (typeof goals)[number],
  times: readonly number[],
  bare: readonly number[],
): Figure {
  const [ours, yardstick] = [quantile(times, share), quantile(bare, share)];
  return {
    name: `${client.name} ${event}, ${name} of ${rounds}`,
    value: milliseconds(ours),
    yardstick: milliseconds(yardstick),
    ratio: `${(ours / yardstick).toFixed(2)} ×`,
    goal: `≤ ${maxMs} ms`,
    met: ours <= maxMs,
  };
}
