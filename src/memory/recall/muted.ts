/**
 * Muted memories: those that a user keeps out of context blocks and offers. Searches and lists still show them. Each
 * user has their own, also of team knowledge. They are part of exports and imports.
 */
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import { refused } from '../shared/input.ts';
import type { Clock, NewId } from '../shared/ports.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { MemoryKind } from '../shared/vocabulary.ts';
import type { Catalogue } from './catalogue.ts';

/** Kinds that can be added to a chat automatically; messages never are. */
export const muteKinds = ['fact', 'chunk', 'session', 'knowledge'] as const satisfies readonly MemoryKind[];
export type MuteKind = (typeof muteKinds)[number];

export interface MuteWrite {
  userId: string;
  ref: { kind: MuteKind; id: string };
  isMuted: boolean;
  /** The uid of a new row. */
  uid: string;
  /** ISO 8601 in UTC. */
  now: string;
  by?: Actor | undefined;
}

export interface MuteStore {
  /** The user's muted memories that still exist, in no particular order. */
  list(userId: string): Promise<MemoryRef[]>;
  /** `unchanged` if it already was so, `not_found` if there is no such memory. */
  set(write: MuteWrite): Promise<'changed' | 'unchanged' | 'not_found'>;
}

/** Mutes, unmutes and lists the memories of a caller. */
export class MutedMemories {
  readonly #store: MuteStore;
  readonly #ports: { clock: Clock; newId: NewId };
  readonly #catalogue: Pick<Catalogue, 'get'>;

  constructor(store: MuteStore, ports: { clock: Clock; newId: NewId }, catalogue: Pick<Catalogue, 'get'>) {
    this.#store = store;
    this.#ports = ports;
    this.#catalogue = catalogue;
  }

  list(caller: Caller): Promise<MemoryRef[]> {
    return this.#store.list(caller.user.id);
  }

  /**
   * Mutes a memory that the caller may see. Returns whether that changed anything. Rejects with `not_found` if it does
   * not exist or the caller may not see it, and with `invalid_input` for a message.
   */
  mute(caller: Caller, ref: MemoryRef): Promise<boolean> {
    return this.#write(caller, ref, { isMuted: true });
  }

  /** Undoes `mute`; returns and rejects in the same way. */
  unmute(caller: Caller, ref: MemoryRef): Promise<boolean> {
    return this.#write(caller, ref, { isMuted: false });
  }

  async #write(caller: Caller, { kind, id }: MemoryRef, change: Pick<MuteWrite, 'isMuted'>): Promise<boolean> {
    const muteKind = muteKinds.find((one) => one === kind);
    if (muteKind === undefined) {
      throw refused('kind', `is "${kind}", and a ${kind} is never offered`, `Name one of: ${muteKinds.join(', ')}.`);
    }
    const { clock, newId } = this.#ports;
    // Rejects a memory that the caller may not see, with the catalogue's error.
    const known = await this.#catalogue.get(caller, { kind, id });
    const outcome = await this.#store.set({
      userId: caller.user.id,
      ref: { kind: muteKind, id: known.id },
      ...change,
      uid: newId(),
      now: clock.now().toISOString(),
      by: actorOf(caller),
    });
    return outcome === 'changed';
  }
}
