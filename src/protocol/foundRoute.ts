/** Where the page shows a search result: a session, for a message at its place in it, else the memory itself. */
import type { MemoryKind } from '../memory/shared/vocabulary.ts';
import type { Route } from './route.ts';
import { turnItem } from './sessions/sessionItem.ts';

interface FoundMemory {
  kind: MemoryKind;
  id: string;
  sessionId: string | null;
  /** Of a message, its place in the session. */
  seq: number | null;
}

export function foundRoute({ kind, id, sessionId, seq }: FoundMemory): Route {
  if (kind === 'session') return { view: 'sessions', item: id };
  if (kind === 'message' && sessionId !== null) return { view: 'sessions', item: turnItem(sessionId, seq) };
  return { view: 'knowledge', item: `${kind}:${id}` };
}
