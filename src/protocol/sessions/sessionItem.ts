/**
 * How a route to the sessions names what it opens: a session by its id, `turn:12:` and its id for the session at the
 * message with this `seq`, `message:34:` and its id for that with this number, a local day, or `recap` for what happened
 * lately.
 */
export const recapItem = 'recap';

export interface OpenedSession {
  id: string;
  at: number | null;
  message: number | null;
}

/** Without a turn, the session as a whole. */
export function turnItem(sessionId: string, seq: number | null): string {
  return seq === null ? sessionId : `turn:${String(seq)}:${sessionId}`;
}

export function messageItem(sessionId: string, messageId: string): string {
  return `message:${messageId}:${sessionId}`;
}

export function openedSessionFrom(item: string): OpenedSession {
  const { by, number, id } = /^(?<by>turn|message):(?<number>\d{1,15}):(?<id>.+)$/u.exec(item)?.groups ?? {};
  if (id === undefined) return { id: item, at: null, message: null };
  return { id, at: by === 'turn' ? Number(number) : null, message: by === 'message' ? Number(number) : null };
}
