/** How a route names a session: by its id, or `turn:12:` and its id for the session opened at a turn. */

/** Without a turn, the session as a whole. */
export function turnItem(sessionId: string, seq: number | null): string {
  return seq === null ? sessionId : `turn:${String(seq)}:${sessionId}`;
}

export function openedSessionFrom(item: string): { id: string; at: number | null } {
  const { seq, id } = /^turn:(?<seq>\d{1,15}):(?<id>.+)$/u.exec(item)?.groups ?? {};
  return id === undefined ? { id: item, at: null } : { id, at: Number(seq) };
}
