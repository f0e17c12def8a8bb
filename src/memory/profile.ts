/**
 * The identity profile (Tier 0): who the user is, what they prefer, and the facts that are always in context.
 */
import { oneLine } from '../util/text.ts';
import { BigMindError } from './errors.ts';
import type { Caller } from './identity.ts';
import { limits, refused } from './input.ts';
import { Intake } from './intake.ts';
import type { Ports } from './ports.ts';

export interface Profile {
  userId: string;
  role: string | null;
  /** Free Markdown. */
  preferences: string | null;
  pinnedFacts: string[];
  updatedAt: string;
  version: number;
}

export interface ProfileWrite {
  userId: string;
  role: string | null;
  preferences: string | null;
  pinnedFacts: string[];
  /** The version that was read; 0 when there was none. */
  version: number;
  now: string;
}

export interface ProfileStore {
  get(userId: string): Promise<Profile | undefined>;
  /** `conflict` when the stored version is another than the one given. */
  put(profile: ProfileWrite): Promise<'stored' | 'conflict'>;
}

export interface ProfileInput {
  role?: string;
  preferences?: string;
  pinnedFacts?: readonly string[];
}

const attempts = 5;

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

  /** Replaces the fields that are given and keeps the others; an empty text or list clears a field. */
  async update(caller: Caller, input: ProfileInput): Promise<Profile> {
    const change = this.#changeFrom(input);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await this.#store.get(caller.user.id);
      const written: ProfileWrite = {
        userId: caller.user.id,
        role: before?.role ?? null,
        preferences: before?.preferences ?? null,
        pinnedFacts: before?.pinnedFacts ?? [],
        version: before?.version ?? 0,
        ...change,
        now: this.#ports.clock.now().toISOString(),
      };
      if ((await this.#store.put(written)) === 'stored') {
        const { now, ...rest } = written;
        return { ...rest, version: written.version + 1, updatedAt: now };
      }
    }
    throw new BigMindError('conflict', 'The profile is being changed by another window.', {
      remedy: 'Call memory_update_profile again.',
    });
  }

  #changeFrom(input: ProfileInput): Partial<Pick<Profile, 'role' | 'preferences' | 'pinnedFacts'>> {
    const { role, preferences, pinnedFacts } = input;
    if (role === undefined && preferences === undefined && pinnedFacts === undefined) {
      throw refused('The update', 'changes nothing', 'Give role, preferences or pinned_facts.');
    }
    const intake = new Intake(this.#ports.redact);
    const most = limits.profileField;
    return {
      ...(role === undefined ? {} : { role: intake.optional('role', role, limits.shortText) }),
      ...(preferences === undefined ? {} : { preferences: intake.optional('preferences', preferences, most) }),
      ...(pinnedFacts === undefined
        ? {}
        : { pinnedFacts: intake.list('pinned_facts', pinnedFacts, limits.shortText).map(oneLine) }),
    };
  }
}
