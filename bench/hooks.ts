/**
 * The time that a hook adds to a turn of a chat, from the start of the shell to its end: the script, the program, the
 * store. The yardstick is the same script with a program that does nothing, in alternation. The store has 2,000 facts,
 * the chat 200 earlier turns, and VS Code's own file of it 5 MB. A turn should wait for no more than 300 ms; with a
 * server that answers the hooks of another such home, 60 ms in the median and 120 ms at p95.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { benchEnvironment, benchHome, rememberFacts } from './hookHome.ts';
import { LineServer, milliseconds, program, quantile, ratioFigure, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';

const rounds = 30;
const turnsBefore = 200;
const ownFileSize = 5 * 1_048_576;
const chat = randomUUID();
/** One change in the log that VS Code keeps: a request with its answer. */
const ownRequest = `${JSON.stringify({
  kind: 2,
  k: ['requests'],
  v: [{ requestId: chat, timestamp: 0, message: { text: 'Go on' }, response: [{ value: 'Done. '.repeat(2_000) }] }],
})}\n`;
const events = ['SessionStart', 'UserPromptSubmit', 'Stop'] as const;
type Event = (typeof events)[number];

export async function hookFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const storage = join(folder.path, 'workspaceStorage', '1');
  const transcript = join(storage, 'GitHub.copilot-chat', 'transcripts', `${chat}.jsonl`);
  const ownFile = join(storage, 'chatSessions', `${chat}.jsonl`);
  for (const file of [transcript, ownFile]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(ownFile, `${JSON.stringify({ kind: 0, v: { version: 3, sessionId: chat, requests: [] } })}\n`);
  for (let size = 0; size < ownFileSize; size += ownRequest.length) appendFileSync(ownFile, ownRequest);
  const nothing = join(folder.path, 'nothing.cjs');
  writeFileSync(nothing, '');
  const [ours, bare] = [await benchHome(folder.path, 'ours', program), await benchHome(folder.path, 'bare', nothing)];
  const served = await benchHome(folder.path, 'served', program);
  for (const home of [ours, served]) rememberFacts(home);
  appendFileSync(transcript, line('session.start', { sessionId: chat, version: 1 }));
  for (let turn = 0; turn < turnsBefore; turn += 1) appendFileSync(transcript, turnLines(turn));
  const server = await serverOf(served);
  for (const home of [ours, served]) timed(home, 'Stop', transcript, '');
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    const prompt = `Please look at module ${String(round)} and say why the import is slow`;
    for (const event of events) {
      if (event === 'Stop') appendFileSync(transcript, turnLines(turnsBefore + round));
      appendFileSync(ownFile, ownRequest);
      for (const [name, home] of Object.entries({ ours, served, bare })) {
        const key = `${name} ${event}`;
        times.set(key, [...(times.get(key) ?? []), timed(home, event, transcript, prompt)]);
      }
    }
  }
  await server.close();
  folder.remove();
  return events.flatMap((event) =>
    [0.5, 0.95].flatMap((share) => {
      const at = (name: string): number => quantile(times.get(`${name} ${event}`) ?? [], share);
      const what = `hook ${event}, ${share === 0.5 ? 'median' : 'p95'} of ${String(rounds)}`;
      const ratio = ratioFigure(`${what}, with a server`, at('served'), at('bare'), 0, milliseconds);
      const goal = share === 0.5 ? 60 : 120;
      return [
        ratioFigure(what, at('ours'), at('bare'), 5, milliseconds),
        { ...ratio, goal: `≤ ${String(goal)} ms`, met: at('served') <= goal },
      ];
    }),
  );
}

/** Resolves once it answers hooks. */
async function serverOf(home: string): Promise<LineServer> {
  const server = new LineServer([program, 'mcp'], benchEnvironment(home));
  await server.initialize();
  const sockets = join(home, 'run');
  while (!existsSync(sockets) || readdirSync(sockets).length === 0) await pause(20);
  return server;
}

function timed(home: string, event: Event, transcript: string, prompt: string): number {
  const input = JSON.stringify({ session_id: chat, transcript_path: transcript, cwd: home, prompt, source: 'new' });
  const env = benchEnvironment(home);
  const began = performance.now();
  const { status } = spawnSync('/bin/sh', [join(home, 'hook.sh'), event], { input, env });
  if (status !== 0) throw new Error(`The hook ${event} ended with ${String(status)}.`);
  return performance.now() - began;
}

function turnLines(turn: number): string {
  const n = String(turn);
  return (
    line('user.message', { content: `Turn ${n}: look at file ${n} and mend its tests.`, attachments: [] }) +
    line('assistant.message', { content: `I read file ${n}. Its tests pass now. `.repeat(10), toolRequests: [] })
  );
}

function line(type: string, data: Record<string, unknown>): string {
  return `${JSON.stringify({ type, data, id: randomUUID(), timestamp: new Date().toISOString(), parentId: null })}\n`;
}
