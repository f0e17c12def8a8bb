/** Records a chat of Claude Code, as its hook would: the user and the assistant in turn. */
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { TestMemory } from './memory.ts';

export async function recordChat(
  { memory }: Pick<TestMemory, 'memory'>,
  caller: Caller,
  conversation: string,
  texts: readonly string[],
  origin: 'live' | 'import' = 'live',
): Promise<void> {
  const items = texts.map((content, place): TranscriptItem => {
    const role = place % 2 === 0 ? 'user' : 'assistant';
    const message = { key: String(place), role, type: 'text', content } as const;
    return { position: { offset: place + 1, lastKey: null }, message };
  });
  const head: TranscriptItem = { position: { offset: 0, lastKey: null }, head: { conversation } };
  const callerOf = (): Promise<Caller> => Promise.resolve(caller);
  await memory.recording.record([head, ...items], { format: 'claude-code', origin, path: null, callerOf });
}
