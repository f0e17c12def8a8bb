/**
 * What memory did by itself in the last turns of chats: each run of a hook notes the exact text that it put before the
 * model, which memories stood in it, and how many messages it recorded. The notes are derived: bounded, in no export, and
 * their texts go with every erasure, because they quote what is remembered.
 */
import type { Caller } from './identity.ts';
import type { MemoryRef } from './memoryRef.ts';
import { memoryKinds } from './vocabulary.ts';

/** One run of a hook, as it is noted when it ends. */
export interface HookRun {
  /** The session of the chat; null where the run found none. */
  sessionId: string | null;
  /** Who ran it: the name of the agent. */
  client: string;
  /** One of our own five names, such as `UserPromptSubmit`. */
  event: string;
  outcome: 'done' | 'failed';
  /** What was put before the model, to the letter; null for nothing, and once an erasure took it. */
  injected: string | null;
  /** Estimated tokens of it; kept when the text goes. */
  tokens: number;
  /** The memories that stand in it. */
  refs: readonly MemoryRef[];
  /** Messages that came new into the archive. */
  recorded: number;
  tookMs: number;
  /** When it ended; ISO 8601 in UTC. */
  at: string;
}

/** A turn: from a prompt, with the start of the chat before it, to the next one. */
export interface Turn {
  sessionId: string | null;
  /** Who ran the last of its hooks. */
  client: string;
  /** When its last run ended; ISO 8601 in UTC. */
  at: string;
  /** What was put before the model, in order; without those of which nothing was put. */
  injections: Pick<HookRun, 'event' | 'injected' | 'tokens' | 'refs' | 'at'>[];
  /** How many memories were put before the model, each counted once. */
  recalled: number;
  tokens: number;
  recorded: number;
  /** Whether a run of it failed. */
  hasFailed: boolean;
  /** Whether the assistant said that it was done, so that the turn should be recorded. */
  isOver: boolean;
}

/** How many runs are kept of each user; a turn has two to four. */
export const maxHookRuns = 120;

export interface TurnStore {
  /** Notes a run of the conversation's newest live session, and forgets all but the last `maxHookRuns` of the user. */
  note(userId: string, conversationId: string | null, run: Omit<HookRun, 'sessionId'>): Promise<void>;
  /** The newest first. */
  list(userId: string, limit: number): Promise<HookRun[]>;
}

export class Turns {
  readonly #store: TurnStore;

  constructor(store: TurnStore) {
    this.#store = store;
  }

  note(caller: Caller, run: Omit<HookRun, 'sessionId'>): Promise<void> {
    return this.#store.note(caller.user.id, caller.conversationId, run);
  }

  /** The last runs of hooks, the newest first. */
  runs(caller: Caller, limit: number = maxHookRuns): Promise<HookRun[]> {
    return this.#store.list(caller.user.id, limit);
  }

  /** The last turns over all chats of the caller, the newest first. */
  async last(caller: Caller, limit: number): Promise<Turn[]> {
    const runs = await this.#store.list(caller.user.id, Math.min(maxHookRuns, limit * runsPerTurn));
    return turnsOf(runs).slice(0, limit);
  }
}

/** A chat that starts has four events in a turn; several chats at once mix theirs. */
const runsPerTurn = 12;

/** `runs` with the newest first, as they are stored. */
export function turnsOf(runs: readonly HookRun[]): Turn[] {
  const turns: Turn[] = [];
  const open = new Map<string | null, Turn & { hasPrompt: boolean; hasEnded: boolean }>();
  for (const run of runs.toReversed()) {
    let turn = open.get(run.sessionId);
    const isPrompt = run.event === 'UserPromptSubmit';
    const isNext =
      turn === undefined ||
      (isPrompt && (turn.hasPrompt || turn.hasEnded)) ||
      (run.event === 'SessionStart' && turn.hasEnded);
    if (turn === undefined || isNext) {
      turn = {
        ...emptyTurn,
        sessionId: run.sessionId,
        client: run.client,
        injections: [],
        hasPrompt: false,
        hasEnded: false,
      };
      turns.push(turn);
      open.set(run.sessionId, turn);
    }
    turn.hasPrompt ||= isPrompt;
    turn.isOver ||= run.event === 'Stop';
    turn.hasEnded ||= turn.isOver || run.event === 'SessionEnd';
    turn.hasFailed ||= run.outcome === 'failed';
    turn.at = run.at;
    turn.client = run.client;
    turn.recorded += run.recorded;
    turn.tokens += run.tokens;
    if (run.tokens > 0) turn.injections.push(run);
  }
  return turns.map(finished).toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

const emptyTurn = { at: '', recalled: 0, tokens: 0, recorded: 0, hasFailed: false, isOver: false };

function finished({ sessionId, client, at, injections, tokens, recorded, hasFailed, isOver }: Turn): Turn {
  const refs = new Set(injections.flatMap((one) => one.refs.map(({ kind, id }) => `${kind} ${id}`)));
  return { sessionId, client, at, injections, recalled: refs.size, tokens, recorded, hasFailed, isOver };
}

/** Refs as they are kept; what does not fit was written by another program and is left out. */
export function refsFromText(text: string | null): MemoryRef[] {
  if (text === null) return [];
  return text.split(' ').flatMap((one) => {
    const [kind, id] = [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)];
    const known = memoryKinds.find((candidate) => candidate === kind);
    return known === undefined || id === '' ? [] : [{ kind: known, id }];
  });
}

/** No id holds a space. */
export function textOfRefs(refs: readonly MemoryRef[]): string | null {
  return refs.length === 0 ? null : refs.map(({ kind, id }) => `${kind}:${id}`).join(' ');
}
