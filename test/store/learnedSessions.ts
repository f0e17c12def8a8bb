/** A store with recorded sessions, and somebody who answers requests to learn from them. */
import { randomUUID } from 'node:crypto';
import type { VerifiedItem } from '../../src/memory/learn/evidenceGate.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { Learner, LearnOptions, LearnReport, LearnRequest, LearnScope } from '../../src/memory/learn/learner.ts';
import { Learning } from '../../src/memory/learn/learning.ts';
import type {
  LearnedFact,
  LearnStore,
  StoredWindow,
  WaitingFilter,
  WaitingSession,
  WindowToStore,
} from '../../src/memory/learn/learnStore.ts';
import { createPlaceItem } from '../../src/memory/learn/placement.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { indexText } from '../../src/search/query/words.ts';
import { aClaim, gate } from '../memory/learn/learnBuilders.ts';
import { anEmptyStore } from './emptyStore.ts';
import type { MessageInput } from './recorded.ts';
import { aRecording } from './recorded.ts';
import type { EngineName } from './support.ts';
import { openStore, visit } from './support.ts';

export const began = '2026-03-02T09:00:00.000Z';
export const later = '2026-03-03T09:00:00.000Z';
export const fourTurns = ['Cache the search', 'Cached it', 'Test it', 'Tested'];
const everything: LearnScope = { projects: 'all' };
const now = '2026-03-30T12:00:00.000Z';

/** Short and long turns, about 150 characters on average. */
export function aLongChat(count: number): string[] {
  const filler = (at: number): string => 'some more words '.repeat((at * 7) % 20);
  return Array.from({ length: count }, (_, at) => `Turn ${String(at)} says ${filler(at)}about part ${String(at)}.`);
}

const subjects = 'harbour relay invoice compiler router ledger scheduler thumbnail gateway parser'.split(' ');

/** Statements that no comparison takes for the same. */
export function aStatement(at: number): string {
  return `Only the ${subjects[at % 10] ?? ''} of ${subjects[Math.floor(at / 10) % 10] ?? ''} knows limit ${String(at)}.`;
}

type Answer = object | string | undefined;

/** What one answers; an error is thrown. The default is an answer without items. */
export interface FakeLearner extends Learner {
  requests: LearnRequest[];
}

/** `answers`: the answer to each request in order, the last one repeated; or a function of the request. */
export function aLearner(
  answers: readonly (Answer | Error)[] | ((request: LearnRequest, signal?: AbortSignal) => unknown),
  more: Partial<Learner> = {},
): FakeLearner {
  const requests: LearnRequest[] = [];
  return {
    name: 'a model',
    inputTokens: 100_000,
    ...more,
    requests,
    ask: async (request, signal) => {
      requests.push(request);
      const given =
        typeof answers === 'function' ? answers(request, signal) : (answers[requests.length - 1] ?? answers.at(-1));
      const answer = await given;
      if (answer instanceof Error) throw answer;
      return answer === undefined || typeof answer === 'string' ? answer : JSON.stringify(answer);
    },
  };
}

export interface SessionsToLearn {
  file: string;
  store: Store;
  caller: Caller;
  learning: Learning;
  /** Learning over a store of which some methods are replaced, as another process or a broken disk would be. */
  over: (more: Partial<LearnStore>) => Learning;
  /** Records an imported session with a message each minute, and summarizes it by rule. Returns its id. */
  record: (
    name: string,
    inputs?: readonly (string | MessageInput)[],
    more?: { at?: string; by?: Caller },
  ) => Promise<string>;
  /** Records sessions, a day apart. */
  recordMany: (count: number) => Promise<string[]>;
  /** What an erasure of a message names it by. */
  numberOfFirstMessage: (sessionId: string) => Promise<string>;
  erase: (kind: 'fact' | 'session' | 'message', id: string) => Promise<void>;
  run: (learner: Learner, more?: Partial<LearnOptions> & { scope?: LearnScope; by?: Caller }) => Promise<LearnReport>;
  /** Learned facts in any state, the last said first. */
  learned: (by?: Caller) => Promise<LearnedFact[]>;
  waiting: (more?: Partial<WaitingFilter>) => Promise<WaitingSession[]>;
  pass: (minutes: number) => void;
  close: () => Promise<void>;
}

export async function openSessionsToLearn(engine: EngineName, file = anEmptyStore(engine)): Promise<SessionsToLearn> {
  let time = Date.parse(now);
  const clock = { now: () => new Date(time), timeZone: 'UTC' };
  const store = openStore(engine, file, { indexText, now: clock.now });
  const caller = await visit(store);
  const ports = { clock, newId: randomUUID, redact, indexText };
  const over = (more: Partial<LearnStore>): Learning =>
    new Learning({ ...store.learning, ...more }, { ports, silenceMinutes: 30 });
  const learning = over({});
  const record: SessionsToLearn['record'] = async (name, inputs = fourTurns, { at = began, by = caller } = {}) => {
    const { sessions } = await store.recording.append(aRecording(by, name, at, inputs));
    const [id = ''] = sessions;
    await summarizeByRule(store, by, id);
    return id;
  };
  return {
    ...{ file, store, caller, learning, over, record },
    recordMany: async (count) => {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const day = new Date(Date.parse(began) + at * 86_400_000).toISOString();
        ids.push(await record(`chat ${String(at)}`, fourTurns, { at: day }));
      }
      return ids;
    },
    numberOfFirstMessage: async (sessionId) => {
      const [first] = await store.learning.turns(sessionId, { after: -1, seam: 0, limit: 1 });
      const { tables } = await store.portability.read(now, 'ada');
      return String(tables.messages.find(({ uid }) => uid === first?.message)?.['id']);
    },
    erase: async (kind, id) => {
      const query = { userId: caller.user.id, ref: { kind, id }, mode: 'personal' } as const;
      const preview = await store.erasure.preview(query);
      if (typeof preview !== 'object') throw new Error(preview);
      await store.erasure.erase({ ...query, expected: preview.expected, now });
    },
    run: async (learner, { scope = everything, by = caller, ...options } = {}) => {
      const report = await learning.run(by, learner, scope, { dailyTokens: 10_000_000, ...options });
      if ('running' in report) throw new Error('Another process is learning.');
      return report;
    },
    learned: async (by = caller) => (await learning.list(by, { scope: 'all', limit: 100 })).facts,
    waiting: async (more = {}) => {
      const filter: WaitingFilter = {
        ...{ userId: caller.user.id, projects: 'all', silentBefore: now, since: '', texts: 2, attempts: 3, limit: 100 },
        ...more,
      };
      return (await store.learning.waiting(filter)).sessions;
    },
    pass: (minutes) => {
      time += minutes * 60_000;
    },
    close: () => store.close(),
  };
}

export async function summarizeByRule(store: Store, by: Caller, sessionId: string): Promise<void> {
  const { through } = await store.recording.readForSummary(sessionId, { first: 1, last: 1 });
  const ruleSummary = {
    ...{ headline: 'By rule', topics: ['ruled'], outcome: 'ruled', summary: 'Ruled.', files: ['a.ts'], importance: 7 },
  };
  const summary = {
    sessionId,
    summarySource: 'rule',
    ruleSummary,
    kept: [],
    agentId: by.agent.id,
    through,
    now,
  } as const;
  await store.recording.storeSummary(summary);
}

type Claimed = Partial<Parameters<typeof aClaim>[0]>;

/** An item that the first turn of a session says. */
export async function itemOf({ store }: SessionsToLearn, sessionId: string, more: Claimed = {}): Promise<VerifiedItem> {
  const turns = await store.learning.turns(sessionId, { after: -1, seam: 0, limit: 100 });
  const claim = aClaim({ turn: turns[0]?.seq ?? -1, quote: turns[0]?.content ?? '', ...more });
  const known = new Set([more.sameAs, more.replaces].filter((id) => id !== undefined));
  const [item] = gate([claim], turns, { known }).passed;
  if (item === undefined) throw new Error('The item has no evidence.');
  return item;
}

/** Stores what a request about the whole session yielded. */
export function keep(
  { store }: SessionsToLearn,
  session: Pick<WaitingSession, 'id' | 'before' | 'through'>,
  more: Partial<WindowToStore> = {},
): Promise<StoredWindow> {
  const { through } = session;
  const window = { session, through, summary: undefined, items: [], done: [], now, ...more };
  return store.learning.store(window, createPlaceItem(indexText));
}

/** Records a session that says one item, and learns it. */
export async function learnOne(
  open: SessionsToLearn,
  name: string,
  text: string,
  { at = began, ...more }: Claimed & { at?: string } = {},
): Promise<StoredWindow> {
  const sessionId = await open.record(name, fourTurns, { at });
  const [session] = await open.waiting({ sessionId });
  if (session === undefined) throw new Error('The session does not wait.');
  return keep(open, session, { items: [await itemOf(open, sessionId, { text, ...more })] });
}
