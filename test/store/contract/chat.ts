/** Batches of one conversation, as a transcript reader would produce them, with times in minutes of one morning. */
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { RecordedBatch, RecordedMessage } from '../../../src/memory/archive/recording.ts';
import { hash } from '../support.ts';

export const chat = '11111111-2222-4333-8444-555555555555';

/** 2026-03-30 10:00 plus this many minutes. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 2, 30, 10) + minute * 60_000).toISOString();
export const days = (count: number): number => count * 24 * 60;

export type Line = Pick<RecordedMessage, 'content' | 'createdAt'> & Partial<RecordedMessage> & { key?: string };

export const asked = (minute: number, content: string, more: Partial<Line> = {}): Line => {
  return { role: 'user', content, createdAt: at(minute), ...more };
};
export const answered = (minute: number, content: string, more: Partial<Line> = {}): Line => {
  return { role: 'assistant', content, createdAt: at(minute), ...more };
};
export const compacted = (minute: number, content: string, more: Partial<Line> = {}): Line => {
  return { role: 'system', content, createdAt: at(minute), begins: 'POST_COMPACTING', ...more };
};

/** A live batch, read at minute `now`. A message's key defaults to its content. Thirty minutes count as silence. */
export function aBatch(
  caller: Caller,
  now: number,
  lines: readonly Line[],
  more: Partial<RecordedBatch> = {},
): RecordedBatch {
  const { conversation = chat, format = 'claude-code' } = more;
  return {
    userId: caller.user.id,
    agentId: caller.agent.id,
    projectId: caller.project?.id ?? null,
    conversation,
    format,
    origin: 'live',
    startedAt: null,
    messages: lines.map(({ key, ...line }): RecordedMessage => {
      const name = key ?? line.content;
      return {
        uid: hash(`${caller.user.id} ${conversation} ${name}`),
        role: 'user',
        type: 'text',
        contentHash: hash(line.content),
        sourceRef: `${format}:${conversation}#${name}`,
        tool: null,
        files: [],
        work: null,
        branch: null,
        begins: null,
        ...line,
      };
    }),
    isRewritten: false,
    silentBefore: at(now - 30),
    file: null,
    now: at(now),
    ...more,
  };
}
