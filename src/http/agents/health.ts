/** Whether the store can be used: what the health check answers, and what the administrator reads when it changes. */
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { MaintenanceStore } from '../../memory/shared/maintenance.ts';
import { json, type Reply } from '../reply.ts';

export type ModelParts = Record<'embedder' | 'reranker', 'on' | 'off'>;

interface Asked {
  isEnding: boolean;
  /** `ok`, or the code of the error. */
  state: string;
  /** Who asks: without a token, or with one that is not valid; with one that cannot be checked; or with a valid one. */
  asker: 'anyone' | 'unchecked' | { models: ModelParts; version: string };
}

/** In milliseconds. */
export const healthPatience = 2_000;

/** Status 200, or 503 if the store does not answer or the server is ending. */
export function healthReply({ isEnding, state, asker }: Asked): Reply {
  const status = isEnding ? 'draining' : state === 'ok' ? 'ok' : 'unavailable';
  const parts = typeof asker === 'object' ? { version: asker.version, store: state, ...asker.models } : {};
  const body = { status, ...(asker === 'unchecked' && { store: state }), ...parts };
  return { ...json(body), status: status === 'ok' ? 200 : 503 };
}

/** Notes why the store cannot be used, once for each reason, and that it can be used again. */
export class StoreWatch {
  readonly #store: Pick<MaintenanceStore, 'freeBytes'>;
  readonly #note: (text: string) => void;
  readonly #sentence: (error: BigMindError) => string;
  /** The reasons that were noted since the store could be used. */
  readonly #noted = new Set<string>();

  /** `sentence` words an error with its remedy, for the administrator. */
  constructor(
    store: Pick<MaintenanceStore, 'freeBytes'>,
    note: (text: string) => void,
    sentence: (error: BigMindError) => string,
  ) {
    this.#store = store;
    this.#note = note;
    this.#sentence = sentence;
  }

  /**
   * Asks the store, and a database for whom this server acts; no model server, so that a check is cheap. Resolves with
   * the error; undefined if the store can be used.
   */
  async look(): Promise<BigMindError | undefined> {
    try {
      await answerOf(this.#store.freeBytes(), healthPatience);
    } catch (thrown) {
      return this.failed(thrown);
    }
    this.answered();
    return undefined;
  }

  answered(): void {
    if (this.#noted.size === 0) return;
    this.#noted.clear();
    this.#note('bigmind: The store can be used again.');
  }

  failed(thrown: unknown): BigMindError {
    const error = bigMindErrorFrom(thrown);
    if (!this.#noted.has(error.message)) this.#note(`bigmind: The store cannot be used. ${this.#sentence(error)}`);
    this.#noted.add(error.message);
    return error;
  }
}

/** What the store answers; rejects if it does not within this time in ms. */
export async function answerOf<T>(asked: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(noAnswer()), patience);
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
