/**
 * The directory of a shared store: its people, with their public cards, and the instances where they run
 * BigMind. A personal store has no directory: nothing is registered, and nothing is read. The rights are in
 * `governance/access.ts`, what a card shows in `cards.ts`.
 */
import { oneLine } from '../../util/text.ts';
import { localDay, localSpanOf } from '../../util/time.ts';
import type { CountedTopic } from '../activity/topics.ts';
import { topicKey } from '../activity/topics.ts';
import type { Caller } from '../shared/identity.ts';
import { requireWholeBetween } from '../shared/input.ts';
import { distinctName } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { Mode } from '../shared/vocabulary.ts';
import { cardFrom, cardNeeds, personFrom } from './cards.ts';
import type { Person, PersonCard } from './cards.ts';
import type { DirectoryReader, DirectoryTotals, PeopleStore } from './peopleStore.ts';

/** Where this process runs. Only servers and the extension have one; a command that ends at once does not register. */
export interface InstanceSettings {
  /** The machine's own name, or the user's choice. */
  name: string;
  /** Where others reach its page. */
  url?: string | undefined;
}

export interface Directory {
  totals: DirectoryTotals;
  /** Last seen first. */
  cards: PersonCard[];
  /** People with a card. */
  total: number;
  /** The topics of the cards with most sessions, at most 12. */
  busiest: BusyTopic[];
}

interface BusyTopic {
  topic: string;
  sessions: number;
  people: number;
}

/** An instance is forgotten after this many days in which nobody used it, and a person without instances has no card. */
export const instanceKeptDays = 90;
/** Hours for which an instance that was seen is not written again on the same day. */
const freshHours = 12;
const hour = 3_600_000;
const maxName = 100;
const maxCards = 200;
const busiestShown = 12;

/** Registers this instance, and reads the directory. */
export class People {
  readonly #store: PeopleStore;
  readonly #ports: Pick<Ports, 'clock' | 'newId' | 'redact'>;
  readonly #mode: Mode;
  readonly #instance: InstanceSettings | undefined;
  /** When the instance was last registered, by user. */
  readonly #registered = new Map<string, number>();
  readonly #registering = new Set<Promise<void>>();

  constructor(
    store: PeopleStore,
    ports: Pick<Ports, 'clock' | 'newId' | 'redact'>,
    mode: Mode,
    instance: InstanceSettings | undefined,
  ) {
    this.#store = store;
    this.#ports = ports;
    this.#mode = mode;
    this.#instance = instance;
  }

  /** The name of this instance as others see it; null if this process does not register. */
  get instanceName(): string | null {
    return this.#instance === undefined ? null : nameOf(this.#instance, this.#ports);
  }

  /**
   * Called for every resolved caller: registers the instance in the background, at most every 12 hours and
   * once on each day. It never
   * rejects, because no work may fail by it.
   */
  met({ user, mode }: Pick<Caller, 'user' | 'mode'>): void {
    if (this.#instance === undefined || mode === 'personal') return;
    const now = this.#ports.clock.now();
    if ((this.#registered.get(user.id) ?? 0) >= this.#freshSince(now).getTime()) return;
    this.#registered.set(user.id, now.getTime());
    const registering = this.#register(user.id, this.#instance).finally(() => this.#registering.delete(registering));
    this.#registering.add(registering);
  }

  /** Resolves when no registration is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#registering);
  }

  /** A part of the cards, and the totals of the store. `limit` is 1 to 200. Undefined for a personal store. */
  async list(caller: Caller, { offset, limit }: { offset: number; limit: number }): Promise<Directory | undefined> {
    requireWholeBetween('limit', limit, 1, maxCards);
    const reader = this.#readerFor(caller);
    const directory = await this.#store.read(reader);
    if (directory === undefined) return undefined;
    const { timeZone } = this.#ports.clock;
    const people = lastSeenFirst(directory.people.map((person) => personFrom(person, timeZone)));
    const shown = people.slice(offset, offset + limit);
    const ids = shown.map(({ userId }) => userId);
    const activities = (await this.#store.activityOf(reader, ids, cardNeeds())) ?? [];
    const byUser = new Map(activities.map((activity) => [activity.userId, activity]));
    const today = reader.now.slice(0, 10);
    const cards = shown.flatMap((person) => {
      const activity = byUser.get(person.userId);
      return activity === undefined ? [] : [cardFrom(person, activity, today)];
    });
    return { totals: directory.totals, cards, total: people.length, busiest: busiestOf(people) };
  }

  /** Everyone who has a card, last seen first. Undefined for a personal store. */
  async everyone(caller: Caller): Promise<Person[] | undefined> {
    const directory = await this.#store.read(this.#readerFor(caller));
    const { timeZone } = this.#ports.clock;
    return directory && lastSeenFirst(directory.people.map((person) => personFrom(person, timeZone)));
  }

  #readerFor({ user }: Caller): DirectoryReader {
    const now = this.#ports.clock.now();
    return { userId: user.id, mode: this.#mode, now: now.toISOString(), seenSince: daysBefore(now, instanceKeptDays) };
  }

  /** Not before today: a card says on which day someone was last seen. */
  #freshSince(now: Date): Date {
    const { timeZone } = this.#ports.clock;
    const today = localSpanOf(localDay(now.toISOString(), timeZone), timeZone)?.start ?? '';
    return new Date(Math.max(now.getTime() - freshHours * hour, Date.parse(today) || 0));
  }

  async #register(userId: string, instance: InstanceSettings): Promise<void> {
    const { clock, newId } = this.#ports;
    const now = clock.now();
    const write = {
      ...{ id: newId(), userId, mode: this.#mode, now: now.toISOString() },
      ...{ name: nameOf(instance, this.#ports), url: instance.url ?? null },
      freshSince: this.#freshSince(now).toISOString(),
      keptSince: daysBefore(now, instanceKeptDays),
    };
    try {
      await this.#store.register(write);
    } catch {
      // The store is full, busy or read-only. The next caller tries again.
      this.#registered.delete(userId);
    }
  }
}

function nameOf({ name }: InstanceSettings, { redact }: Pick<Ports, 'redact'>): string {
  const line = oneLine(name.replaceAll('\0', '').toWellFormed()).slice(0, maxName);
  return distinctName(line === '' ? 'unnamed' : line, redact);
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * hour).toISOString();
}

function lastSeenFirst(people: readonly Person[]): Person[] {
  return people.toSorted((one, other) => {
    if (one.lastDay !== other.lastDay) return one.lastDay > other.lastDay ? -1 : 1;
    return one.username < other.username ? -1 : 1;
  });
}

/** Topics that someone only chose have no sessions, so they cannot be busy. */
function busiestOf(people: readonly Person[]): BusyTopic[] {
  const busy = new Map<string, BusyTopic>();
  for (const { topic, sessions } of people.flatMap(({ topics }) => topics)) {
    if (sessions === 0) continue;
    const known = busy.get(topicKey(topic)) ?? { topic, sessions: 0, people: 0 };
    busy.set(topicKey(topic), { ...known, sessions: known.sessions + sessions, people: known.people + 1 });
  }
  return [...busy.values()].sort(busierFirst).slice(0, busiestShown);
}

function busierFirst(one: Pick<CountedTopic, 'topic' | 'sessions'>, other: typeof one): number {
  return other.sessions - one.sessions || (one.topic < other.topic ? -1 : 1);
}
