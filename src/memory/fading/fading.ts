/**
 * The use of facts, and which of them have faded. A fact is used if a hook offers it or sends it in a context block, if
 * a tool returns a context block or its whole text, or if a person opens it. Uses are written in batches after the
 * answer, at most once for each fact and day. They are dropped if the store refuses them.
 */
import { hoursBefore } from '../../util/time.ts';
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { Clock } from '../shared/ports.ts';
import { fadingDayLimits, minFadingDays } from '../shared/settingLimits.ts';
import type { Faded, FactUse, FadingTime } from './faded.ts';
import { fadedFrom, minChatDays } from './faded.ts';

export interface UnusedQuery {
  userId: string;
  /** Only facts that were neither changed nor used since then; ISO 8601 in UTC. */
  before: string;
  /** How many of the user's last days with chats are counted back. */
  chatDays: number;
  /** Only these facts. */
  ids?: readonly number[];
}

export interface FadingStore {
  /** The user's own live facts that may have faded. */
  unused(query: UnusedQuery): Promise<{ facts: FactUse[] } & Pick<FadingTime, 'recordedSince' | 'chatsSince'>>;
  /** Notes a use of those of the user's own facts that were not used on the day of `now`. Writes nothing else. */
  note(use: { userId: string; ids: readonly number[]; now: string }): Promise<void>;
  /** Counts as a use, also on the same day; can be undone. False if the user has no such live fact. */
  refresh(use: { userId: string; id: number; now: string; by: Actor }): Promise<boolean>;
}

interface FadingOptions {
  /** Within `fadingDayLimits`; its default when absent. */
  days?: number | undefined;
  /** Calls `work` once after a delay. Without it, uses are written on `flush` and `close` only. */
  after?: ((milliseconds: number, work: () => void) => () => void) | undefined;
}

/** For services that only need to know what has faded. */
export type FadedFacts = Pick<Fading, 'of'>;

const writeDelayMs = 250;
const closeTimeoutMs = 300;
const maxNoted = 10_000;

/** Notes the use of a caller's facts, and says which have faded. */
export class Fading {
  readonly #store: FadingStore;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #after: FadingOptions['after'];
  readonly #noted = new Set<string>();
  #pending = new Map<string, Set<number>>();
  #writing: Promise<void> = Promise.resolve();
  #cancelWriting: (() => void) | undefined;

  constructor(store: FadingStore, clock: Clock, { days = fadingDayLimits.default, after }: FadingOptions = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#days = days;
    this.#after = after;
  }

  /** The caller's own facts that have faded, by number: all of them, or those among `ids`. */
  async of(caller: Caller, ids?: readonly number[]): Promise<ReadonlyMap<number, Faded>> {
    if (this.#days === 0 || ids?.length === 0) return new Map();
    const now = this.#clock.now();
    const before = hoursBefore(now, minFadingDays * 24);
    const query = { userId: caller.user.id, before, chatDays: minChatDays, ...(ids !== undefined && { ids }) };
    const { facts, ...recorded } = await this.#store.unused(query);
    const time = { now, days: this.#days, ...recorded };
    return new Map(
      facts.flatMap((fact) => {
        const faded = fadedFrom(fact, time);
        return faded === undefined ? [] : [[fact.id, faded] as const];
      }),
    );
  }

  /** Notes the use of the facts among these memories. Returns at once and never fails. */
  noteUse({ user }: Caller, refs: readonly MemoryRef[]): void {
    const day = this.#clock.now().toISOString().slice(0, 10);
    const fresh = refs.filter(({ kind, id }) => kind === 'fact' && this.#isFirst(`${day} ${user.id} ${id}`));
    if (fresh.length === 0) return;
    const ids = this.#pending.get(user.id) ?? new Set();
    for (const { id } of fresh) ids.add(Number(id));
    this.#pending.set(user.id, ids);
    this.#cancelWriting ??= this.#after?.(writeDelayMs, () => void this.flush());
  }

  /** Counts as a use of a fact now. Rejects with `not_found` if it is no live fact of the caller's own. */
  async refresh(caller: Caller, id: number): Promise<void> {
    const use = { userId: caller.user.id, id, now: this.#clock.now().toISOString(), by: actorOf(caller) };
    if (await this.#store.refresh(use)) return;
    throw new BigMindError('not_found', `There is no fact #${String(id)} among your current memories.`, {
      remedy: 'It may have been deprecated or erased. Search for it again.',
    });
  }

  /** Writes the pending uses; drops them if the store refuses. */
  async flush(): Promise<void> {
    this.#cancelWriting?.();
    this.#cancelWriting = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Writes the pending uses, but waits only briefly for the store. */
  async close(): Promise<void> {
    const after = this.#after;
    const tooLong = after === undefined ? [] : [new Promise<void>((resolve) => after(closeTimeoutMs, resolve))];
    await Promise.race([this.flush(), ...tooLong]);
  }

  async #write(): Promise<void> {
    const uses = this.#pending;
    this.#pending = new Map();
    const now = this.#clock.now().toISOString();
    for (const [userId, ids] of uses) await this.#store.note({ userId, ids: [...ids], now }).catch(() => undefined);
  }

  /** Whether this process has not noted this yet. */
  #isFirst(use: string): boolean {
    if (this.#noted.has(use)) return false;
    if (this.#noted.size >= maxNoted) this.#noted.clear();
    this.#noted.add(use);
    return true;
  }
}
