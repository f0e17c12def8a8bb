/** Transcripts as a reader returns them, with one line of ten bytes for each message. */
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../src/memory/shared/transcriptPosition.ts';

export const chat = '11111111-2222-4333-8444-555555555555';

/** So many minutes after 2026-03-30 09:00; the clock of the test starts at 09:15. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 2, 30, 9) + minute * 60_000).toISOString();

type MessageInput = Partial<TranscriptMessage> | string;

/** Messages one second apart from 09:00 on, alternating between user and assistant; keys count from 0. */
export function messagesOf(inputs: readonly MessageInput[]): TranscriptMessage[] {
  return inputs.map((one, place) => ({
    key: `k${String(place)}`,
    role: place % 2 === 0 ? 'user' : 'assistant',
    type: 'text',
    content: typeof one === 'string' ? one : '',
    createdAt: at(place / 60),
    ...(typeof one === 'string' ? {} : one),
  }));
}

/** The items that a line reader returns from a position on. */
export function* itemsOf(
  messages: readonly TranscriptMessage[],
  from: TranscriptPosition = { offset: 0, lastKey: null },
  head: TranscriptHead = { conversation: chat },
): Generator<TranscriptItem> {
  const begin = from.offset / 10;
  yield { position: from, head };
  for (const [place, message] of messages.slice(begin).entries()) {
    yield { position: { offset: (begin + place + 1) * 10, lastKey: message.key }, message };
  }
}
