/**
 * Recovery (recovery specification): lets an agent that lost its context orient itself in the archived messages of
 * its user. It only reads, one page at a time, and only the caller's own messages. Lookup by id finds messages in any
 * project; lists are limited to a scope.
 */
import type { Session, Sessions } from '../sessions/sessions.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { refused, requireTime } from '../shared/input.ts';
import type { MessageType } from '../shared/vocabulary.ts';
import { sessionStateText } from './sessionState.ts';
import type { RecordingStore } from './recording.ts';
import type { HeapType } from '../shared/vocabulary.ts';

export interface Era {
  id: string;
  /** In the form of `eraName`. */
  name: string;
  projectName: string | null;
  /** Time of the first and the last message; ISO 8601. */
  startedAt: string;
  endedAt: string;
  sessions: number;
}

export interface Heap {
  id: string;
  type: HeapType;
  startedAt: string;
  eraId: string;
  eraName: string;
  sessionId: string;
  projectName: string | null;
}

export interface RecoveredMessage {
  id: number;
  uid: string;
  sessionId: string;
  /** Position in the session. */
  seq: number;
  role: string;
  type: MessageType;
  /** The tool's name, for `tool_use` and `tool_result`. */
  tool: string | null;
  speaker: string | null;
  /** The agent of the session. */
  agentName: string | null;
  /** Only the beginning if `isCut`. */
  content: string;
  isCut: boolean;
  createdAt: string;
  heapId: string | null;
  heapType: HeapType | null;
  eraName: string | null;
}

/** A message's position in each of the orders that pages follow. */
export interface Place {
  id: number;
  createdAt: string;
  seq: number;
  heapId: string | null;
}

/** Counting stops at one more than this, because an exact count would take too long. */
export const maxCountedMessages = 500;

interface MessageChoice {
  userId: string;
  /** All if absent. */
  types?: readonly MessageType[] | undefined;
}

export interface RecoveryStore {
  /** Newest first, numbered chronologically among all eras of their project. */
  listEras(userId: string, scope: ProjectScope): Promise<Era[]>;
  findEra(userId: string, eraId: string): Promise<Era | undefined>;
  findHeap(userId: string, heapId: string): Promise<Heap | undefined>;
  /** The newest message that continues after a compaction; limited to one session if it is given. */
  latestContinuation(
    userId: string,
    scope: ProjectScope,
    sessionId?: string,
  ): Promise<{ heapId: string; messageId: number } | undefined>;
  /** The heap with the latest message; a `FRESH` one of the conversation `except` only if there is no other. */
  latestHeap(userId: string, scope: ProjectScope, except: string | null): Promise<string | undefined>;
  /** The position of a message of the user, by its id or its uid. */
  placeOf(userId: string, message: { id: number } | { uid: string }): Promise<Place | undefined>;
  /** Message ids, newest first, at most `maxCountedMessages` + 1; from the newest on if `before` is null. */
  before(
    choice: MessageChoice & { scope: ProjectScope; before: Pick<Place, 'createdAt' | 'id'> | null },
  ): Promise<number[]>;
  /** Ids of an era's messages, oldest first, at most `maxCountedMessages` + 1. */
  ofEra(choice: MessageChoice & { eraId: string; after: Place | null }): Promise<number[]>;
  /** Ids of a heap's messages in order, at most `maxCountedMessages` + 1. */
  ofHeap(choice: MessageChoice & { heapId: string; after: Place | null }): Promise<number[]>;
  /** The user's messages with these ids, in the given order, each with at most its first `characters`. */
  read(userId: string, ids: readonly number[], characters: number): Promise<RecoveredMessage[]>;
  /** Sessions that have heaps in an era, newest first; `total` counts all. */
  sessionsOf(userId: string, eraId: string, limit: number): Promise<{ sessions: Session[]; total: number }>;
}

/** The size and the content of a page. */
export interface PageInput {
  types?: readonly MessageType[] | undefined;
  /** Maximum number of messages. */
  limit: number;
  /** Maximum per message. */
  characters: number;
}

export interface MessagePage {
  messages: RecoveredMessage[];
  /** Number of messages from the first of these on; `maxCountedMessages` + 1 means more than `maxCountedMessages`. */
  total: number;
}

export interface Continuation {
  /** Whether `content` is a recorded message after a compaction; if not, it is assembled from the session. */
  isContinuation: boolean;
  content: string;
  /** That message, or else the last text or writing tool call of the session; null if none was recorded. */
  message: RecoveredMessage | null;
  /** Null for a session without a message. */
  heap: Heap | null;
  session: Session;
  /** Next to assembled content: the newest message that continues after a compaction of another session. */
  older: Pick<RecoveredMessage, 'id' | 'uid' | 'createdAt' | 'heapId'> | null;
}

interface RecoveryParts {
  sessions: Sessions;
  recording: Pick<RecordingStore, 'readForSummary'>;
}

/** How many of a session's last messages the assembled content is based on. */
const lastTexts = 60;

/** Reads a user's eras, heaps and messages, one page at a time. */
export class Recovery {
  readonly #store: RecoveryStore;
  readonly #parts: RecoveryParts;

  constructor(store: RecoveryStore, parts: RecoveryParts) {
    this.#store = store;
    this.#parts = parts;
  }

  /**
   * The newest continuation message of the session with the latest message. A fresh conversation of the caller is
   * skipped, because the caller has it in its context. If that session was never compacted, returns content assembled
   * from it, with the newest continuation of another session. Undefined in a scope without sessions.
   */
  async latestContinuation(
    caller: Caller,
    { scope, characters }: { scope: ProjectScope; characters: number },
  ): Promise<Continuation | undefined> {
    const userId = caller.user.id;
    const heapId = await this.#store.latestHeap(userId, scope, caller.conversationId);
    const last = heapId === undefined ? undefined : await this.#store.findHeap(userId, heapId);
    if (last === undefined) return this.#lastSessionState(caller, { scope, characters, heap: null, older: null });
    const latest = await this.#store.latestContinuation(userId, scope, last.sessionId);
    const [message] = latest === undefined ? [] : await this.#store.read(userId, [latest.messageId], characters);
    const heap = latest === undefined ? undefined : await this.#store.findHeap(userId, latest.heapId);
    if (message !== undefined && heap !== undefined) {
      const { session } = await this.#parts.sessions.get(caller, message.sessionId);
      return { isContinuation: true, content: message.content, message, heap, session, older: null };
    }
    const elsewhere = await this.#store.latestContinuation(userId, scope);
    const [older = null] = elsewhere === undefined ? [] : await this.#store.read(userId, [elsewhere.messageId], 0);
    return this.#lastSessionState(caller, { scope, characters, heap: last, older });
  }

  /** The messages before a message or a time, newest first; the newest of all if neither is given. */
  async messagesBefore(
    caller: Caller,
    input: PageInput & { scope: ProjectScope; referenceId?: string | undefined; referenceTime?: string | undefined },
  ): Promise<MessagePage> {
    const before = await this.#reference(caller, input);
    const ids = await this.#store.before({ ...choiceFrom(caller, input), scope: input.scope, before });
    return this.#page(caller, ids, input);
  }

  /** Newest first. */
  listEras(caller: Caller, scope: ProjectScope): Promise<Era[]> {
    return this.#store.listEras(caller.user.id, scope);
  }

  /** The era with the id, or else the one with the name in the scope; names are case-insensitive. */
  async era(
    caller: Caller,
    named: { id?: string | undefined; name?: string | undefined; scope: ProjectScope },
  ): Promise<Era> {
    const known = await this.#store.listEras(caller.user.id, named.scope);
    if (named.id !== undefined) {
      const found = await this.#store.findEra(caller.user.id, named.id.trim());
      return found ?? unknownEra(`You have no era with the id "${named.id.slice(0, 60)}".`, known);
    }
    const wanted = (named.name ?? '').trim().toLowerCase();
    const [found, ...others] = known.filter(({ name }) => name.toLowerCase() === wanted);
    if (found === undefined) return unknownEra(`No era is called "${(named.name ?? '').slice(0, 60)}".`, known);
    if (others.length === 0) return found;
    const ids = [found, ...others].map(({ id }) => id).join(', ');
    throw refused('era_name', `is the name of ${String(others.length + 1)} eras`, `Give era_id instead: ${ids}.`);
  }

  sessionsOf(caller: Caller, era: Era, limit: number): Promise<{ sessions: Session[]; total: number }> {
    return this.#store.sessionsOf(caller.user.id, era.id, limit);
  }

  /** An era's messages, oldest first, from its beginning or after the message `afterId`. */
  async eraMessages(
    caller: Caller,
    era: Era,
    input: PageInput & { afterId?: string | undefined },
  ): Promise<MessagePage> {
    const after = input.afterId === undefined ? null : await this.#place(caller, 'after_id', input.afterId);
    const ids = await this.#store.ofEra({ ...choiceFrom(caller, input), eraId: era.id, after });
    return this.#page(caller, ids, input);
  }

  async heap(caller: Caller, heapId: string): Promise<Heap> {
    const heap = await this.#store.findHeap(caller.user.id, heapId.trim());
    if (heap !== undefined) return heap;
    throw new BigMindError('not_found', `You have no context heap "${heapId.slice(0, 60)}".`, {
      remedy: { code: 'find_context_heap' },
    });
  }

  /** A heap's messages in order, from its beginning or after the message `afterId`. */
  async heapMessages(
    caller: Caller,
    heap: Heap,
    input: PageInput & { afterId?: string | undefined },
  ): Promise<MessagePage> {
    const after = input.afterId === undefined ? null : await this.#place(caller, 'after_id', input.afterId);
    if (after !== null && after.heapId !== heap.id)
      throw refused('after_id', 'is a message of another heap', 'Omit it to start with the first message.');
    const ids = await this.#store.ofHeap({ ...choiceFrom(caller, input), heapId: heap.id, after });
    return this.#page(caller, ids, input);
  }

  /** The messages that a search found, in its order. */
  found(caller: Caller, ids: readonly number[], characters: number): Promise<RecoveredMessage[]> {
    return this.#store.read(caller.user.id, ids, characters);
  }

  async #page(caller: Caller, ids: readonly number[], { limit, characters }: PageInput): Promise<MessagePage> {
    const messages = await this.#store.read(caller.user.id, ids.slice(0, limit), characters);
    return { messages, total: ids.length };
  }

  async #reference(
    caller: Caller,
    { referenceId, referenceTime }: { referenceId?: string | undefined; referenceTime?: string | undefined },
  ): Promise<Pick<Place, 'createdAt' | 'id'> | null> {
    if (referenceId !== undefined) return this.#place(caller, 'reference_id', referenceId);
    if (referenceTime === undefined) return null;
    return { createdAt: requireTime('reference_timestamp', referenceTime), id: 0 };
  }

  async #place(caller: Caller, field: string, id: string): Promise<Place> {
    const named = id.trim();
    const number = /^#?(\d{1,15})$/u.exec(named)?.[1];
    const reference = number === undefined ? { uid: named } : { id: Number(number) };
    const place = await this.#store.placeOf(caller.user.id, reference);
    if (place !== undefined) return place;
    throw new BigMindError('not_found', `You have no message "${named.slice(0, 60)}".`, {
      remedy: { code: 'find_message' },
      details: { field },
    });
  }

  async #lastSessionState(
    caller: Caller,
    known: Pick<Continuation, 'heap' | 'older'> & { scope: ProjectScope; characters: number },
  ): Promise<Continuation | undefined> {
    const { sessions, recording } = this.#parts;
    const { heap, older, scope, characters } = known;
    const sessionId = heap?.sessionId ?? (await this.#latestSession(caller, scope))?.id;
    if (sessionId === undefined) return undefined;
    const { session, summary } = await sessions.get(caller, sessionId);
    const { messages } = await recording.readForSummary(session.id, { first: 0, last: lastTexts });
    const last = messages.at(-1);
    const read = last === undefined ? [] : await this.#store.read(caller.user.id, [last.id], characters);
    const content = sessionStateText(session, summary, messages);
    return { isContinuation: false, content, message: read[0] ?? null, heap, session, older };
  }

  /** If nothing is recorded, a session with a headline is better than nothing. */
  async #latestSession(caller: Caller, scope: ProjectScope): Promise<Session | undefined> {
    const { sessions } = await this.#parts.sessions.list(caller, { scope, limit: 20 });
    return sessions.find(({ oneLiner, externalId }) => oneLiner !== '' && externalId !== caller.conversationId);
  }
}

function choiceFrom(caller: Caller, { types }: PageInput): MessageChoice {
  return { userId: caller.user.id, types };
}

function unknownEra(what: string, known: readonly Era[]): never {
  const names = known.slice(0, 5).map(({ name }) => `"${name}"`);
  const newest =
    names.length === 0 ? 'None is recorded here. Use project "all".' : `The newest are ${names.join(', ')}.`;
  throw new BigMindError('not_found', `${what} ${newest}`, { remedy: { code: 'find_era' } });
}
