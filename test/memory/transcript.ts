/** Transcripts as a reader would answer with them, one line of ten bytes for each message. */
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../src/memory/shared/transcriptPosition.ts';

export const chat = '11111111-2222-4333-8444-555555555555';

/** 2026-03-30 09:00 and so many minutes; the test's clock begins at 09:15. */
export const at = (minute: number): string => new Date(Date.UTC(2026, 2, 30, 9) + minute * 60_000).toISOString();

type Said = Partial<TranscriptMessage> | string;

/** Messages a minute apart from 09:00 on, the user's and the assistant's in turn; keys are counted from 0. */
export function messagesOf(said: readonly Said[]): TranscriptMessage[] {
  return said.map((one, place) => ({
    key: `k${String(place)}`,
    role: place % 2 === 0 ? 'user' : 'assistant',
    type: 'text',
    content: typeof one === 'string' ? one : '',
    createdAt: at(place / 60),
    ...(typeof one === 'string' ? {} : one),
  }));
}

/** What a reader of lines answers with from a position on. */
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
