/** The identity profile: who the user is, what they prefer, and the facts that are always in context. */
import { oneLine } from '../../util/text.ts';
import { actorOf } from '../shared/audit.ts';
import type { Actor } from '../shared/audit.ts';
import { statementKey } from '../shared/contentHash.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, refused, requireOneOf } from '../shared/input.ts';
import { Intake } from '../shared/intake.ts';
import type { Ports } from '../shared/ports.ts';
import type { CardLevel } from '../shared/vocabulary.ts';
import { cardLevels, defaultCardLevel } from '../shared/vocabulary.ts';
import { originsAfter, originsWithPin } from './profileOrigins.ts';
import type { ProfileOrigins } from './profileOrigins.ts';

/** What the directory of a shared store shows of a person. */
export interface CardChoice {
  level: CardLevel;
  /** Shown at each level except `off`; at most 20, each at most 60 characters, without commas. */
  topics: string[];
  /** Keys of the projects of which it also shows topics of sessions; at most 200. */
  projects: string[];
}

/** Parts of it to replace. */
interface CardChange {
  level?: string;
  topics?: readonly string[];
  /** Keys. */
  projects?: readonly string[];
}

export interface Profile {
  userId: string;
  role: string | null;
  /** Free Markdown. */
  preferences: string | null;
  pinnedFacts: string[];
  origins: ProfileOrigins;
  card: CardChoice;
  updatedAt: string;
  version: number;
}

export interface ProfileWrite {
  userId: string;
  role: string | null;
  preferences: string | null;
  pinnedFacts: string[];
  /** Unknown if absent. */
  origins?: ProfileOrigins;
  /** The default if absent. */
  card?: CardChoice;
  /** The version that was read; 0 if there was none. */
  version: number;
  now: string;
  /** The actor; the owner if absent. */
  by?: Actor;
}

export interface ProfileStore {
  get(userId: string): Promise<Profile | undefined>;
  /** `conflict` if the stored version is not the given one. */
  put(profile: ProfileWrite): Promise<'stored' | 'conflict'>;
}

interface ProfileInput {
  role?: string | undefined;
  preferences?: string | undefined;
  pinnedFacts?: readonly string[];
}

/** The content fields and their origins, for a profile that may not be stored yet. */
export type ProfileFields = Pick<Profile, 'role' | 'preferences' | 'pinnedFacts' | 'origins' | 'card'>;

interface UpdatedProfile {
  profile: Profile;
  /** Secrets and private passages removed before storing. */
  redacted: number;
}

interface PinOutcome {
  status: 'changed' | 'unchanged';
  profile: Profile;
  /** The fact as it is or was on the list. */
  line: string;
  /** Secrets and private passages removed before storing. */
  redacted: number;
}

const attempts = 5;

/** Reads and updates a caller's profile, and pins statements to it. */
export class Profiles {
  readonly #store: ProfileStore;
  readonly #ports: Ports;

  constructor(store: ProfileStore, ports: Ports) {
    this.#store = store;
    this.#ports = ports;
  }

  get(caller: Caller): Promise<Profile | undefined> {
    return this.#store.get(caller.user.id);
  }

  /** Replaces the given fields and keeps the others; an empty text or list clears a field. */
  async update(caller: Caller, input: ProfileInput): Promise<UpdatedProfile> {
    const intake = new Intake(this.#ports.redact);
    const change = changeFrom(input, intake);
    const { profile } = await this.#write(caller, (before) => {
      return { ...change, origins: originsAfter(caller.origin, before, change) };
    });
    return { profile, redacted: intake.removed };
  }

  /**
   * Adds a fact to the list of those that are always in context, as one line of at most 2,000 characters. Does nothing
   * if it is on the list in other case or spacing. The list has at most 200 facts.
   */
  async pin(caller: Caller, text: string): Promise<PinOutcome> {
    const intake = new Intake(this.#ports.redact);
    const line = oneLine(intake.statement('pinned_facts', text, limits.shortText));
    const outcome = await this.#write(caller, ({ pinnedFacts, origins }) => {
      if (pinnedFacts.some((pinned) => isSame(pinned, line))) return undefined;
      requireRoom(pinnedFacts.length + 1);
      return { pinnedFacts: [...pinnedFacts, line], origins: originsWithPin(caller.origin, { pinnedFacts, origins }) };
    });
    return { ...outcome, line, redacted: intake.removed };
  }

  /**
   * Replaces the given parts of what the directory shows. Topics are redacted, kept without duplicates, and refused if
   * there are more than 20 or one has more than 60 characters.
   */
  async showOnCard(caller: Caller, choice: CardChange): Promise<UpdatedProfile> {
    const intake = new Intake(this.#ports.redact);
    const level = choice.level === undefined ? undefined : requireOneOf('level', choice.level, cardLevels);
    const topics = choice.topics === undefined ? undefined : cardTopicsFrom(choice.topics, intake);
    const projects =
      choice.projects && [...new Set(intake.list('projects', choice.projects, limits.shortText))].toSorted();
    const { profile } = await this.#write(caller, ({ card }) => {
      return {
        card: { level: level ?? card.level, topics: topics ?? card.topics, projects: projects ?? card.projects },
      };
    });
    return { profile, redacted: intake.removed };
  }

  /** Removes a fact from that list; does nothing if it is not on it. */
  async unpin(caller: Caller, text: string): Promise<PinOutcome> {
    let line = oneLine(text);
    const outcome = await this.#write(caller, ({ pinnedFacts }) => {
      const stood = pinnedFacts.find((pinned) => isSame(pinned, line));
      if (stood === undefined) return undefined;
      line = stood;
      return { pinnedFacts: pinnedFacts.filter((pinned) => !isSame(pinned, stood)) };
    });
    return { ...outcome, line, redacted: 0 };
  }

  /** Replaces the statement of a pinned fact; does nothing if it is not pinned. */
  async repin(caller: Caller, said: string, says: string): Promise<PinOutcome> {
    const [before, after] = [oneLine(said), oneLine(says)];
    const outcome = await this.#write(caller, ({ pinnedFacts }) => {
      if (!pinnedFacts.some((pinned) => isSame(pinned, before))) return undefined;
      const others = pinnedFacts.filter((pinned) => !isSame(pinned, after) || isSame(after, before));
      return { pinnedFacts: others.map((pinned) => (isSame(pinned, before) ? after : pinned)) };
    });
    return { ...outcome, line: after, redacted: 0 };
  }

  /**
   * Applies a change; if another window has just written, reads again and calls `changeOf` again, at most five times.
   * Nothing is written if it returns undefined.
   */
  async #write(
    caller: Caller,
    changeOf: (before: ProfileFields) => Partial<ProfileFields> | undefined,
  ): Promise<{ status: 'changed' | 'unchanged'; profile: Profile }> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = (await this.#store.get(caller.user.id)) ?? emptyProfile(caller.user.id);
      const change = changeOf(before);
      if (change === undefined) return { status: 'unchanged', profile: before };
      const profile = { ...before, ...change, updatedAt: this.#ports.clock.now().toISOString() };
      const { updatedAt: now, ...written } = profile;
      if ((await this.#store.put({ ...written, now, by: actorOf(caller) })) === 'stored') {
        return { status: 'changed', profile: { ...profile, version: before.version + 1 } };
      }
    }
    throw new BigMindError('conflict', 'The profile is being changed by another window.', {
      remedy: 'Try again; nothing was changed.',
    });
  }
}

function isSame(one: string, other: string): boolean {
  return statementKey(one) === statementKey(other);
}

function requireRoom(entries: number): void {
  if (entries <= limits.listEntries) return;
  throw refused('pinned_facts', `has ${String(limits.listEntries)} entries, which is the maximum`, 'Unpin one first.');
}

function changeFrom({ role, preferences, pinnedFacts }: ProfileInput, intake: Intake): Partial<ProfileFields> {
  if (role === undefined && preferences === undefined && pinnedFacts === undefined) {
    throw refused('The update', 'changes nothing', 'Give role, preferences or pinned_facts.');
  }
  const max = limits.profileField;
  return {
    ...(role === undefined ? {} : { role: intake.optional('role', role, limits.shortText) }),
    ...(preferences === undefined ? {} : { preferences: intake.optional('preferences', preferences, max) }),
    ...(pinnedFacts === undefined
      ? {}
      : { pinnedFacts: intake.list('pinned_facts', pinnedFacts, limits.shortText).map(oneLine) }),
  };
}

/** The profile before the first write; its version is 0. */
function emptyProfile(userId: string): Profile {
  const origins: ProfileOrigins = { role: null, preferences: null, pinnedFacts: null };
  const fields = { role: null, preferences: null, pinnedFacts: [], origins, card: defaultCard() };
  return { userId, ...fields, updatedAt: '', version: 0 };
}

export function defaultCard(): CardChoice {
  return { level: defaultCardLevel, topics: [], projects: [] };
}

const maxCardTopics = 20;
const maxCardTopic = 60;

/** Commas separate the topics of a session, so they separate these as well. */
function cardTopicsFrom(given: readonly string[], intake: Intake): string[] {
  const topics = given.flatMap((text) => text.split(',')).map(oneLine);
  const said = topics.filter((topic) => topic !== '');
  if (said.length > maxCardTopics) {
    throw refused('topics', `has ${String(said.length)} entries`, `Give at most ${String(maxCardTopics)}.`);
  }
  const clean = intake.list('topics', said, maxCardTopic);
  const keys = clean.map((topic) => topic.toLowerCase());
  return clean.filter((topic, place) => keys.indexOf(topic.toLowerCase()) === place);
}
