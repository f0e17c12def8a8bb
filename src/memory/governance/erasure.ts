/**
 * Erasure: apart from the vacuum, the only way to delete a memory for good. A preview first shows what is erased and
 * what remains, and exactly that is erased. Memories from an erased session remain, without naming it; what it
 * left for the next session is erased with it. Exported snapshots are not changed.
 */
import type { Actor } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { Clock } from '../shared/ports.ts';
import type { ErasableKind, Mode } from '../shared/vocabulary.ts';
import type { Identities } from './identities.ts';

export interface ErasableRef {
  kind: ErasableKind;
  id: string;
}

/** `pins` are lines of the profile that say the same as an erased fact; `reviews` are those of erased knowledge. */
export const erasedParts = [
  'facts',
  'outcomes',
  'chunks',
  'sessions',
  'summaries',
  'messages',
  'knowledge',
  'reviews',
  'hypotheses',
  'profiles',
  'links',
  'pins',
  'vectors',
] as const;
export type ErasedPart = (typeof erasedParts)[number];

export interface PartCount {
  what: ErasedPart;
  /** Never 0; parts without rows are absent. */
  count: number;
}

/** Copies of the store by file path: what was done with each, or would be. */
export interface CopiesReport {
  /** Rewritten without the erased rows. */
  cleaned: string[];
  /** Deleted as a whole, because they are too old to identify their rows. */
  removed: string[];
  /** Damaged, or not ours to open or write; their owner has to delete them. */
  left: string[];
}

export interface ErasurePreview extends ErasableRef {
  /** Headline or title; null for kinds that have none. */
  title: string | null;
  /** Its beginning, at most 400 characters. */
  text: string;
  goes: PartCount[];
  /** Memories from it that remain, without naming it. */
  stays: PartCount[];
  /** Pass this to `erase`; it identifies the state that was shown. */
  expected: string;
}

export interface ErasureQuery {
  userId: string;
  ref: ErasableRef;
  /** The mode that the process was started with. */
  mode: Mode;
}

export type ErasureRefusal = 'not_found' | 'not_allowed';

export interface ErasureStore {
  preview(query: ErasureQuery): Promise<ErasurePreview | ErasureRefusal>;
  /** Checks owner, role and state, and deletes the rows with everything derived from them, in one transaction. */
  erase(
    query: ErasureQuery & { expected: string; now: string; by?: Actor },
  ): Promise<{ erased: PartCount[] } | ErasureRefusal | 'conflict'>;
}

interface ErasureParts {
  identities: Identities;
  clock: Clock;
}

/** Previews and erases one memory of a caller. */
export class Erasure {
  readonly #store: ErasureStore;
  readonly #parts: ErasureParts;
  readonly #mode: Mode;

  constructor(store: ErasureStore, parts: ErasureParts, mode: Mode) {
    this.#store = store;
    this.#parts = parts;
    this.#mode = mode;
  }

  /** What would be erased and what would remain; changes nothing. */
  async preview(caller: Caller, ref: ErasableRef): Promise<ErasurePreview> {
    const outcome = await this.#store.preview({ userId: caller.user.id, ref, mode: this.#mode });
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    return outcome;
  }

  /**
   * Erases one of the caller's own memories, or shared knowledge if the caller reviews it. `expected` comes from the
   * preview; if the memory, or what would be erased with it, changed since, nothing is erased.
   */
  async erase(caller: Caller, ref: ErasableRef, expected: string): Promise<{ erased: PartCount[] }> {
    const now = this.#parts.clock.now().toISOString();
    const outcome = await this.#store.erase({
      userId: caller.user.id,
      ref,
      mode: this.#mode,
      expected,
      now,
      by: actorOf(caller),
    });
    if (outcome === 'conflict') {
      throw new BigMindError('conflict', `${nameOf(ref)} changed since you saw it.`, {
        remedy: 'Nothing was erased. Check again what would be erased, then decide again.',
      });
    }
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    return outcome;
  }

  async #refusalOf(refusal: ErasureRefusal, ref: ErasableRef): Promise<BigMindError> {
    if (refusal === 'not_found') {
      return new BigMindError('not_found', `There is no ${ref.kind} ${ref.id}.`, {
        remedy: 'It may have been erased already. Search for it again.',
      });
    }
    if (ref.kind === 'knowledge') {
      return this.#parts.identities.refusalOf('erase_knowledge');
    }
    return new BigMindError('not_allowed', `${nameOf(ref)} belongs to another user.`, {
      remedy: 'Only its owner can erase it.',
    });
  }
}

function nameOf({ kind, id }: ErasableRef): string {
  const name = kind === 'session' ? id : `#${id}`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`;
}
