/** Which times in a transcript or a file are believed. A clock that was never set, or a zero, dates nothing. */
import { isoTimeFrom } from '../../util/time.ts';

/** No chat with an assistant, and hardly any archive of a chat, is older. */
const earliest = '2000-01-01T00:00:00.000Z';
/** Milliseconds that another machine's clock may be ahead of ours. */
const clockSkew = 86_400_000;

/**
 * The time of a message or a conversation in the stored form; undefined if it is absent, unreadable, before 2000 or more
 * than a day in the future. Whatever has no such time gets that of its neighbor or its file.
 */
export function believableTime(time: string | null | undefined, now: Date): string | undefined {
  const read = time === null || time === undefined ? undefined : isoTimeFrom(time);
  if (read === undefined || read < earliest) return undefined;
  return Date.parse(read) > now.getTime() + clockSkew ? undefined : read;
}
