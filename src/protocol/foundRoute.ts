/** Where the page shows a search result: a session, a message in its session, else the memory itself. */
import type { MemoryKind } from '../memory/shared/vocabulary.ts';
import type { Route } from './route.ts';
import { messageItem } from './sessions/sessionItem.ts';

interface FoundMemory {
  kind: MemoryKind | 'hypothesis';
  id: string;
  sessionId: string | null;
}

export function foundRoute({ kind, id, sessionId }: FoundMemory): Route {
  if (kind === 'session') return { view: 'sessions', item: id };
  if (kind === 'message' && sessionId !== null) return { view: 'sessions', item: messageItem(sessionId, id) };
  return { view: 'knowledge', item: `${kind}:${id}` };
}
