/**
 * The state of one save in one answer (Shared Memory, §11): whether it is stored, found by words, and found by meaning
 * or queued for a model. Reading it changes nothing.
 */
import { shorten } from '../../util/text.ts';
import { factRefFrom } from '../facts/factInput.ts';
import type { FactStore } from '../facts/factStore.ts';
import { BigMindError, bigMindErrorFrom } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import { requireOneOf } from '../shared/input.ts';
import type { MemoryRef } from '../shared/memoryRef.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { minSessionPrefix } from '../sessions/findOwnSession.ts';
import type { MemoryStatus } from '../shared/vocabulary.ts';
import { memoryKinds } from '../shared/vocabulary.ts';
import { plainLine } from '../trust/quoting.ts';
import type { Catalogue } from './catalogue.ts';
import type { EmbeddingState, EmbeddingStore } from './embeddings.ts';

export interface SaveStatus extends MemoryRef {
  /** Facts only. */
  uid: string | null;
  status: MemoryStatus;
  storedAt: string;
  updatedAt: string;
  /** Whether a search by words finds it. */
  isIndexed: boolean;
  /** One entry for each embedding model in use; empty without one. */
  embeddings: EmbeddingState[];
}

/** The status as programs and models get it, with times in ISO 8601. `number` is null for a session. */
export function structuredStatus(status: SaveStatus) {
  const { kind, id, uid, embeddings } = status;
  return {
    id: uid ?? id,
    kind,
    number: kind === 'session' ? null : Number(id),
    state: status.status,
    stored: true,
    indexed: status.isIndexed,
    embedded: embeddings.length > 0 && embeddings.every(({ state }) => state === 'embedded'),
    queued: embeddings.some(({ state }) => state === 'queued'),
    retries: Math.max(0, ...embeddings.map(({ retries }) => retries)),
    models: embeddings.map(({ model, state, retries, lastError }) => ({
      model: plainLine(model),
      state,
      retries,
      last_error: lastError === null ? null : shorten(plainLine(lastError), maxError),
    })),
    stored_at: status.storedAt,
    updated_at: status.updatedAt,
  };
}

const tooShort = `Give a number, the uid of a fact, or at least the first ${String(minSessionPrefix)} characters of the id of a session.`;

/** Characters of an error by a model server. */
export const maxError = 200;

interface StatusParts {
  facts: Pick<FactStore, 'get'>;
  sessions: Pick<Sessions, 'idOf'>;
  catalogue: Catalogue;
  embeddings: Pick<EmbeddingStore, 'stateOf'>;
}

/** Reads the state of a caller's memory. */
export class SaveStates {
  readonly #parts: StatusParts;

  constructor(parts: StatusParts) {
    this.#parts = parts;
  }

  /**
   * `id` is a number, `#` and a number, or the uid of a fact; for a session, it is what `Sessions.idOf` takes. Without a
   * kind, it names a fact, or else a session. Rejects with `not_found` for a memory that the caller may not see.
   */
  async get(caller: Caller, id: string, kind?: string): Promise<SaveStatus> {
    const ref = await this.#refFrom(caller, id, kind === undefined ? kind : requireOneOf('kind', kind, memoryKinds));
    const memory = await this.#parts.catalogue.get(caller, ref);
    const { isIndexed, models } = await this.#parts.embeddings.stateOf(ref);
    return {
      ...ref,
      uid: memory.uid,
      status: memory.status,
      storedAt: memory.createdAt,
      updatedAt: memory.updatedAt,
      isIndexed: isIndexed && memory.status !== 'expired',
      embeddings: models,
    };
  }

  /** Whether an embedding model has yet to read a memory that the caller has just written. */
  async isQueued(ref: MemoryRef): Promise<boolean> {
    const { models } = await this.#parts.embeddings.stateOf(ref);
    return models.some(({ state }) => state === 'queued');
  }

  async #refFrom(caller: Caller, id: string, kind: MemoryRef['kind'] | undefined): Promise<MemoryRef> {
    if (kind === 'session') return { kind, id: await this.#parts.sessions.idOf(caller, id) };
    const ref = factRefFrom(id);
    if (kind !== undefined && kind !== 'fact') return { kind, id: String(ref) };
    const fact = await this.#parts.facts.get(ref);
    if (fact !== undefined) return { kind: 'fact', id: String(fact.id) };
    const session = kind === undefined ? await this.#sessionFrom(caller, id) : undefined;
    if (session !== undefined) return { kind: 'session', id: session };
    // The catalogue rejects it, as it does one that the caller may not see.
    if (typeof ref === 'number') return { kind: 'fact', id: String(ref) };
    throw new BigMindError('not_found', `There is no memory "${ref.slice(0, 60)}".`, {
      remedy: ref.length < minSessionPrefix && kind === undefined ? tooShort : { code: 'find_fact' },
    });
  }

  async #sessionFrom(caller: Caller, id: string): Promise<string | undefined> {
    try {
      return await this.#parts.sessions.idOf(caller, id);
    } catch (thrown) {
      if (bigMindErrorFrom(thrown).code !== 'not_found') throw thrown;
      return undefined;
    }
  }
}
