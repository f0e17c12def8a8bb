/**
 * What a user thinks of the memories that chats get unasked. A muted one never comes again. One that was not useful is no
 * longer in the context block, and comes with a prompt only if it matches much more clearly. Searches and lists still
 * show all. Each user has their own, also of team knowledge. They are part of exports and imports.
 */
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import type { Caller } from '../shared/identity.ts';
import { refused } from '../shared/input.ts';
import type { Clock, NewId } from '../shared/ports.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { MuteKind } from '../shared/vocabulary.ts';
import { muteKinds } from '../shared/vocabulary.ts';
import type { Catalogue } from './catalogue.ts';

/** `never` is a muted memory. */
export const feedbacks = ['never', 'not_useful', 'useful'] as const;
export type Feedback = (typeof feedbacks)[number];

export interface RatedMemory extends MemoryRef {
  feedback: Feedback;
}

export interface MuteWrite {
  userId: string;
  ref: { kind: MuteKind; id: string };
  /** Null withdraws it. */
  feedback: Feedback | null;
  /** The uid of a new row. */
  uid: string;
  /** ISO 8601 in UTC. */
  now: string;
  by?: Actor | undefined;
}

export interface MuteStore {
  /** The user's feedback on memories that still exist, in no particular order. */
  list(userId: string): Promise<RatedMemory[]>;
  /** `unchanged` if it already was so, `not_found` if there is no such memory. */
  set(write: MuteWrite): Promise<'changed' | 'unchanged' | 'not_found'>;
}

/** Keeps and lists a caller's feedback on memories. */
export class MutedMemories {
  readonly #store: MuteStore;
  readonly #ports: { clock: Clock; newId: NewId };
  readonly #catalogue: Pick<Catalogue, 'get'>;

  constructor(store: MuteStore, ports: { clock: Clock; newId: NewId }, catalogue: Pick<Catalogue, 'get'>) {
    this.#store = store;
    this.#ports = ports;
    this.#catalogue = catalogue;
  }

  /** The muted ones. */
  async list(caller: Caller): Promise<MemoryRef[]> {
    return (await this.feedback(caller)).filter(({ feedback }) => feedback === 'never');
  }

  /** All feedback that the caller gave. */
  feedback(caller: Caller): Promise<RatedMemory[]> {
    return this.#store.list(caller.user.id);
  }

  /**
   * Mutes a memory that the caller may see. Returns whether that changed anything. Rejects with `not_found` if it does
   * not exist or the caller may not see it, and with `invalid_input` for a message.
   */
  mute(caller: Caller, ref: MemoryRef): Promise<boolean> {
    return this.rate(caller, ref, 'never');
  }

  /** Undoes `mute`; returns and rejects in the same way. */
  unmute(caller: Caller, ref: MemoryRef): Promise<boolean> {
    return this.rate(caller, ref, null);
  }

  /** Replaces earlier feedback, or withdraws it with null. Returns and rejects in the same way as `mute`. */
  async rate(caller: Caller, { kind, id }: MemoryRef, feedback: Feedback | null): Promise<boolean> {
    const muteKind = muteKinds.find((one) => one === kind);
    if (muteKind === undefined) {
      throw refused('kind', `is "${kind}", which cannot be muted`, `Name one of: ${muteKinds.join(', ')}.`);
    }
    const { clock, newId } = this.#ports;
    // Rejects a memory that the caller may not see, with the catalogue's error.
    const known = await this.#catalogue.get(caller, { kind, id });
    const outcome = await this.#store.set({
      userId: caller.user.id,
      ref: { kind: muteKind, id: known.id },
      feedback,
      uid: newId(),
      now: clock.now().toISOString(),
      by: actorOf(caller),
    });
    return outcome === 'changed';
  }
}
