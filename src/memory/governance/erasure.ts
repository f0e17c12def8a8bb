/**
 * Erasure: the one way besides the vacuum in which something that was remembered is gone for good. Who erases is first
 * shown what goes and what stays, and what goes is exactly what was shown. What came from an erased session stays,
 * and no longer says where it came from. A snapshot that was exported before still holds what it held.
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

/** `pins` are lines of the profile that say what an erased fact says; `reviews` are of erased knowledge. */
export const erasedParts = [
  'facts',
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
  /** Never 0; what there is none of is absent. */
  count: number;
}

/** Copies of the store, by the paths of their files: what became of each, or would. */
export interface CopiesReport {
  /** Without the erased rows from now on. */
  cleaned: string[];
  /** Deleted as a whole, because they are too old to name their rows. */
  removed: string[];
  /** Damaged, or not ours to open or write; whoever wants them clean deletes them. */
  left: string[];
}

export interface ErasurePreview extends ErasableRef {
  /** Headline or title; null for kinds that have none. */
  title: string | null;
  /** The beginning of it, at most 400 characters. */
  text: string;
  goes: PartCount[];
  /** What came from it and stays, without naming it any more. */
  stays: PartCount[];
  /** To be handed to `erase`: says in which state all this was. */
  expected: string;
}

export interface ErasureQuery {
  userId: string;
  ref: ErasableRef;
  /** What the process was started with. */
  mode: Mode;
}

export type ErasureRefusal = 'not_found' | 'not_allowed';

export interface ErasureStore {
  preview(query: ErasureQuery): Promise<ErasurePreview | ErasureRefusal>;
  /** Looks at owner, role and state, and deletes rows with all that is derived from them, in one transaction. */
  erase(
    query: ErasureQuery & { expected: string; now: string; by?: Actor },
  ): Promise<{ erased: PartCount[] } | ErasureRefusal | 'conflict'>;
}

interface ErasureParts {
  identities: Identities;
  clock: Clock;
}

export class Erasure {
  readonly #store: ErasureStore;
  readonly #parts: ErasureParts;
  readonly #mode: Mode;

  constructor(store: ErasureStore, parts: ErasureParts, mode: Mode) {
    this.#store = store;
    this.#parts = parts;
    this.#mode = mode;
  }

  /** What would go and what would stay; nothing is changed. */
  async preview(caller: Caller, ref: ErasableRef): Promise<ErasurePreview> {
    const outcome = await this.#store.preview({ userId: caller.user.id, ref, mode: this.#mode });
    if (typeof outcome === 'string') throw await this.#refusalOf(outcome, ref);
    return outcome;
  }

  /**
   * Erases one of the caller's own memories, or shared knowledge if they review it. `expected` comes from the preview;
   * when the memory has changed since, or more has come to it, nothing is erased.
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
      return new BigMindError('not_allowed', 'Members can erase only their own proposals of knowledge.', {
        remedy: `Ask who reviews it: ${await this.#parts.identities.reviewers()}.`,
      });
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
