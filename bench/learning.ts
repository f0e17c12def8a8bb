/**
 * Learning from 128 recorded sessions of about 236 messages, a third of them spoken, with answers that cost no time: six
 * items a request, with quotes that its turns contain. The yardstick is the recording of the same sessions.
 */
import { join } from 'node:path';
import type { Learner, LearnRequest } from '../src/memory/learn/learner.ts';
import type { TranscriptItem, TranscriptMessage } from '../src/memory/archive/transcript.ts';
import { yieldToOthers } from '../src/util/yieldToOthers.ts';
import type { Figure } from './lib.ts';
import { openBigMind, ratioFigure, temporaryFolder } from './lib.ts';
import { syntheticTalk } from './syntheticTalk.ts';

const sessions = 128;
const spokenPerSession = 79;
const callsPerTurn = 2;
const itemsPerRequest = 6;

export async function learningFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const bigmind = openBigMind(join(folder.path, 'memory.db'));
  const { memory } = bigmind;
  try {
    const caller = await memory.identities.resolve({
      ...{ username: 'bench', agent: { name: 'bench', version: '1' }, conversationId: null },
      project: { key: 'github.com/acme/bench', name: 'bench' },
    });
    let began = performance.now();
    for (const items of chats()) {
      const source = { format: 'claude-code', origin: 'import', path: null } as const;
      await memory.recording.record(items, { ...source, callerOf: () => Promise.resolve(caller) });
    }
    const recorded = performance.now() - began;
    const base = process.memoryUsage().rss;
    let most = base;
    const shouldContinue = async (): Promise<boolean> => {
      most = Math.max(most, process.memoryUsage().rss);
      await yieldToOthers();
      return true;
    };
    began = performance.now();
    const report = await memory.learning.run(
      caller,
      instantLearner,
      { projects: 'all' },
      { dailyTokens: Infinity, shouldContinue },
    );
    const learned = performance.now() - began;
    if ('running' in report || report.done !== sessions) throw new Error(JSON.stringify(report));
    const name = `learning from ${String(sessions)} sessions, ${String(report.learned)} facts`;
    return [
      { ...ratioFigure(name, learned, recorded, 60, seconds), goal: '≤ 60 s', met: learned <= 60_000 },
      limit('memory that it adds', (most - base) / 1_048_576, 300, 'MB'),
    ];
  } finally {
    await bigmind.close();
    folder.remove();
  }
}

/** Each conversation as a reader of transcripts gives it. */
function* chats(): Generator<TranscriptItem[]> {
  const talk = syntheticTalk(sessions * spokenPerSession, 39);
  for (let session = 0; session < sessions; session += 1) {
    const items: TranscriptItem[] = [
      { position: { offset: 0, lastKey: null }, head: { conversation: `chat ${String(session)}` } },
    ];
    const startedAt = Date.UTC(2026, 0, 1) + session * 86_400_000;
    const add = (message: Pick<TranscriptMessage, 'role' | 'type' | 'content'>): void => {
      const key = String(items.length);
      const createdAt = new Date(startedAt + items.length * 20_000).toISOString();
      items.push({ position: { offset: items.length, lastKey: key }, message: { ...message, key, createdAt } });
    };
    for (let turn = 0; turn < spokenPerSession; turn += 1) {
      const next = talk.next();
      if (next.done === true) return;
      add({ role: turn % 3 === 0 ? 'user' : 'assistant', type: 'text', content: next.value.content });
      for (let call = 0; call < callsPerTurn; call += 1)
        add({ role: 'assistant', type: 'tool_use', content: JSON.stringify({ command: `step ${String(turn)}` }) });
    }
    yield items;
  }
}

/** Quotes the beginnings of turns, which are long enough and say something. */
const instantLearner: Learner = {
  name: 'bench',
  inputTokens: 100_000,
  ask: ({ text }: LearnRequest) => {
    const turns = [...text.matchAll(/^\[(?<seq>\d+)\] (?:User|Assistant): (?<said>[\p{L} ]{30,})/gmu)];
    const every = Math.max(1, Math.floor(turns.length / itemsPerRequest));
    const items = turns
      .filter((_, at) => at % every === 0)
      .slice(0, itemsPerRequest)
      .map(({ groups }) => {
        const quote = (groups?.['said'] ?? '').split(' ').slice(0, 12).join(' ').trim();
        return { type: 'fact', text: `It is known that ${quote}.`, turn: groups?.['seq'], quote, value: 2 };
      });
    return Promise.resolve(JSON.stringify({ headline: 'A chat', summary: 'They talked.', items, done: [] }));
  },
};

function limit(name: string, value: number, most: number, unit: string): Figure {
  const goal = `≤ ${String(most)} ${unit}`;
  return { name, value: `${value.toFixed(0)} ${unit}`, yardstick: '–', ratio: '–', goal, met: value <= most };
}

function seconds(value: number): string {
  return `${(value / 1_000).toFixed(1)} s`;
}
