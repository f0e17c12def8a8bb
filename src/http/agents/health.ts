/** Whether the store can be used: what health checks answer, and what the administrator reads when it changes. */
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { MaintenanceStore } from '../../memory/shared/maintenance.ts';
import { json, type Reply } from '../reply.ts';

/**
 * `live`: the process answers. `ready`: it should get calls, because it can read and save, and is not ending. `/health` is
 * the same as `ready`.
 */
export const healthPaths = { live: '/health/live', ready: '/health/ready', both: '/health' } as const;

export function isHealthPath(path: string): boolean {
  return Object.values(healthPaths).some((known) => known === path);
}

export type ModelParts = Record<'embedder' | 'reranker', 'on' | 'off'>;

/** `ok`, or the code of the error. */
interface StoreState {
  reads: string;
  writes: string;
}

interface Asked {
  isEnding: boolean;
  state: StoreState;
  /** Who asks: without a token, or with one that is not valid; with one that cannot be checked; or with a valid one. */
  asker: 'anyone' | 'unchecked' | { models: ModelParts; version: string };
}

/** In milliseconds. */
export const healthTimeoutMs = 2_000;

export const alive: Reply = json({ status: 'ok' });

/** Status 200, or 503 if the store cannot be read or written in time, or the server is ending. */
export function healthReply({ isEnding, state, asker }: Asked): Reply {
  const { reads, writes } = state;
  const store = reads === 'ok' ? writes : reads;
  const status = isEnding ? 'draining' : store === 'ok' ? 'ok' : 'unavailable';
  const parts = typeof asker === 'object' ? { version: asker.version, store, reads, writes, ...asker.models } : {};
  const body = { status, ...(asker === 'unchecked' && { store }), ...parts };
  return { ...json(body), status: status === 'ok' ? 200 : 503 };
}

type CheckedStore = Pick<MaintenanceStore, 'checkReads' | 'checkWrites'>;

/** Notes why the store cannot be used, once for each reason, and that it can be used again. */
export class StoreWatch {
  readonly #store: CheckedStore;
  readonly #note: (text: string) => void;
  readonly #sentence: (error: BigMindError) => string;
  /** The reasons that were noted since the store could be used. */
  readonly #noted = new Set<string>();
  #looking: Promise<StoreState> | undefined;
  /** So that an answered read is not taken for the end of it. */
  #cannotWrite = false;

  /** `sentence` words an error with its remedy, for the administrator. */
  constructor(store: CheckedStore, note: (text: string) => void, sentence: (error: BigMindError) => string) {
    this.#store = store;
    this.#note = note;
    this.#sentence = sentence;
  }

  /** Reads, and saves something that is rolled back. Several checks at once look once. */
  look(): Promise<StoreState> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** The store answered a read. */
  answered(): void {
    if (this.#noted.size === 0 || this.#cannotWrite) return;
    this.#noted.clear();
    this.#note('bigmind: The store can be used again.');
  }

  failed(thrown: unknown): BigMindError {
    const error = bigMindErrorFrom(thrown);
    if (!this.#noted.has(error.message)) this.#note(`bigmind: The store cannot be used. ${this.#sentence(error)}`);
    this.#noted.add(error.message);
    return error;
  }

  async #look(): Promise<StoreState> {
    const [reading, writing] = await Promise.all([
      this.#errorOf(this.#store.checkReads()),
      this.#errorOf(this.#store.checkWrites()),
    ]);
    this.#cannotWrite = writing !== undefined;
    const error = reading ?? writing;
    if (error === undefined) this.answered();
    else this.failed(error);
    return { reads: stateOf(reading), writes: stateOf(writing) };
  }

  #errorOf(checked: Promise<void>): Promise<BigMindError | undefined> {
    return answerOf(checked, healthTimeoutMs).then(() => undefined, bigMindErrorFrom);
  }
}

/** What the store answers; rejects if it does not within this time in ms. */
export async function answerOf<T>(asked: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(noAnswer()), timeoutMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** `ok`, or what a health check says about the error. */
export function stateOf(error: BigMindError | undefined): string {
  return error === undefined ? 'ok' : error.details['isLate'] === true ? 'timeout' : error.code;
}

function noAnswer(): BigMindError {
  return new BigMindError('store_unavailable', 'It does not answer.', {
    remedy: 'Check that the database server, or the disk of the store, is not overloaded or frozen.',
    details: { isLate: true },
  });
}
