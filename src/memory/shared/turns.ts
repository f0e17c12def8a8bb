/**
 * What hooks did in the last turns of chats. Each hook run stores the exact text that it injected, the memories in that
 * text, and how many messages it recorded. The rows are derived: bounded and not exported. Every erasure removes their
 * texts, because they quote memories.
 */
import { isRecord } from '../../util/parsedValues.ts';
import type { Caller } from './identity.ts';
import { refKey } from './memoryRef.ts';
import type { MemoryRef } from './memoryRef.ts';
import { memoryKinds } from './vocabulary.ts';

/** Why a memory was not sent although it matched. */
const leftOutReasons = ['sent before', 'muted', 'no room', 'weak match', 'file is gone'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A memory that a hook sent with a prompt or before a tool call, or left out. */
export interface TurnLine {
  ref: MemoryRef;
  /** The words, symbols, files or commands that it shares with the prompt or call, the rarest first. */
  matched: readonly string[];
  /** Estimated, of its line; 0 if it was left out. */
  tokens: number;
  /** Absent if it was sent. */
  leftOut?: LeftOutReason | undefined;
}

/** Words noted for a line, and memories noted as left out. */
export const maxMatched = 6;
export const maxLeftOut = 5;

/** One hook run, stored when it ends. */
export interface HookRun {
  /** The session of the chat; null if there was none. */
  sessionId: string | null;
  /** The name of the agent that ran the hook. */
  client: string;
  /** One of our event names, such as `UserPromptSubmit`. */
  event: string;
  outcome: 'done' | 'failed';
  /** The exact text given to the model; null if there was none, or after an erasure. */
  injected: string | null;
  /** Its estimated tokens; kept when the text is removed. */
  tokens: number;
  /** The memories in that text. */
  refs: readonly MemoryRef[];
  /** Why they came, and what was left out; empty for the context block and after an erasure. */
  lines: readonly TurnLine[];
  /** Messages newly added to the archive. */
  recorded: number;
  tookMs: number;
  /** When it ended; ISO 8601 in UTC. */
  at: string;
}

/** A turn: from a prompt (for the first one, from the start of the chat) to the next prompt. */
export interface Turn {
  sessionId: string | null;
  /** The agent that ran the last of its hooks. */
  client: string;
  /** When its last run ended; ISO 8601 in UTC. */
  at: string;
  /** The texts given to the model, in order; runs that injected nothing are left out. */
  injections: Pick<HookRun, 'event' | 'injected' | 'tokens' | 'refs' | 'lines' | 'at'>[];
  /** Memories that matched and were not sent in this turn. */
  leftOut: TurnLine[];
  /** Distinct memories given to the model. */
  recalled: number;
  tokens: number;
  recorded: number;
  /** Whether one of its runs failed. */
  hasFailed: boolean;
  /** Whether the assistant reported its end (`Stop`), so that the turn should be recorded. */
  isOver: boolean;
}

/** Hook runs kept per user; a turn has two to four, and one for each call before which something was said. */
export const maxHookRuns = 120;

export interface TurnStore {
  /** Stores a run under the conversation's newest live session, and deletes all but the user's last `maxHookRuns`. */
  note(userId: string, conversationId: string | null, run: Omit<HookRun, 'sessionId'>): Promise<void>;
  /** Newest first. */
  list(userId: string, limit: number): Promise<HookRun[]>;
}

/** Stores what hooks did, and lists it by turn. */
export class Turns {
  readonly #store: TurnStore;

  constructor(store: TurnStore) {
    this.#store = store;
  }

  note(caller: Caller, run: Omit<HookRun, 'sessionId'>): Promise<void> {
    return this.#store.note(caller.user.id, caller.conversationId, run);
  }

  /** The last hook runs, newest first. */
  runs(caller: Caller, limit: number = maxHookRuns): Promise<HookRun[]> {
    return this.#store.list(caller.user.id, limit);
  }

  /** The last turns in all chats of the caller, newest first. */
  async last(caller: Caller, limit: number): Promise<Turn[]> {
    const runs = await this.#store.list(caller.user.id, Math.min(maxHookRuns, limit * runsPerTurn));
    return turnsOf(runs).slice(0, limit);
  }
}

/** A turn that starts a chat has four events, and the events of parallel chats interleave. */
const runsPerTurn = 12;

/** `runs` are newest first, as the store returns them. */
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
        leftOut: [],
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
    turn.leftOut.push(...run.lines.filter(({ leftOut }) => leftOut !== undefined));
  }
  return turns.map(finished).toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

const emptyTurn = { at: '', recalled: 0, tokens: 0, recorded: 0, hasFailed: false, isOver: false };

function finished({ sessionId, client, at, injections, leftOut, tokens, recorded, hasFailed, isOver }: Turn): Turn {
  const refs = new Set(injections.flatMap((one) => one.refs.map(refKey)));
  return { sessionId, client, at, injections, leftOut, recalled: refs.size, tokens, recorded, hasFailed, isOver };
}

/** Stored refs. Unknown ones were written by another program and are skipped. */
export function refsFromText(text: string | null): MemoryRef[] {
  if (text === null) return [];
  return text.split(' ').flatMap((one) => {
    const [kind, id] = [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)];
    const known = memoryKinds.find((candidate) => candidate === kind);
    return known === undefined || id === '' ? [] : [{ kind: known, id }];
  });
}

/** Stored lines. */
export function linesFromText(text: string | null): TurnLine[] {
  return text === null ? [] : turnLinesFrom(parsed(text));
}

/** Lines that were JSON. What another program wrote in another form is skipped. */
export function turnLinesFrom(value: unknown): TurnLine[] {
  return Array.isArray(value) ? value.flatMap(lineFrom) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A secret was cut out of it.
    return [];
  }
}

function lineFrom(value: unknown): TurnLine[] {
  if (!isRecord(value) || !isRecord(value['ref'])) return [];
  const { ref, matched, tokens } = value;
  const kind = memoryKinds.find((known) => known === ref['kind']);
  const leftOut = leftOutReasons.find((one) => one === value['leftOut']);
  if (kind === undefined || typeof ref['id'] !== 'string') return [];
  if (!Array.isArray(matched) || typeof tokens !== 'number') return [];
  const words = matched.filter((word): word is string => typeof word === 'string');
  return [{ ref: { kind, id: ref['id'] }, matched: words, tokens, leftOut }];
}

export function textOfLines(lines: readonly TurnLine[]): string | null {
  return lines.length === 0 ? null : JSON.stringify(lines);
}

/** Separated by spaces; no id contains one. */
export function textOfRefs(refs: readonly MemoryRef[]): string | null {
  return refs.length === 0 ? null : refs.map(({ kind, id }) => `${kind}:${id}`).join(' ');
}
