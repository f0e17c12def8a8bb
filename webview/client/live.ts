/**
 * A query that a view keeps up to date: it runs when the view appears, and again after every change, here or elsewhere.
 * An answer stays on the screen until a newer one arrives, or the item no longer exists. A long wait is never silent:
 * after a few seconds `state` is `slow`.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { AnswerTo, QueryOf, QueryType } from '../../src/protocol/queries.ts';
import { Refused, type Client } from './client.ts';

export type LiveState = 'waiting' | 'slow' | 'shown' | 'failed';
const slowAfterMilliseconds = 5_000;

export class Live<Type extends QueryType> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #client: () => Client;
  readonly #type: Type;
  readonly #question: () => Omit<QueryOf<Type>, 'type'> | undefined;
  #asked: string | undefined;
  #asking: AbortController | undefined;
  /** Something changed after the query was sent. */
  #isOutdated = false;
  #slow: number | undefined;
  #ended: (() => void) | undefined;

  /** The latest answer to the current query; undefined until the first one. */
  answer: AnswerTo<Type> | undefined;
  /** Why there is no newer answer. */
  failure: FailureCard | undefined;
  state: LiveState = 'waiting';

  /** `question` is called at every update of the host. A different query is sent at once; undefined sends none. */
  constructor(
    host: ReactiveControllerHost,
    client: () => Client,
    type: Type,
    question: () => Omit<QueryOf<Type>, 'type'> | undefined,
  ) {
    this.#host = host;
    this.#client = client;
    this.#type = type;
    this.#question = question;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#ended?.();
    this.#ended = undefined;
    this.#stop();
    this.#asked = undefined;
  }

  hostUpdate(): void {
    const question = this.#question();
    const asked = JSON.stringify(question);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.answer = undefined;
    this.failure = undefined;
    this.state = 'waiting';
    void this.#ask();
  }

  /**
   * Sends the query again; the current answer stays visible meanwhile. If one is running, the query is sent again
   * afterwards, so that frequent changes cannot prevent every answer.
   */
  async refresh(): Promise<void> {
    if (this.#asked === undefined) return;
    if (this.#asking === undefined) await this.#ask();
    else this.#isOutdated = true;
  }

  /** Shows the expected effect of a command at once. The next answer replaces it. */
  patch(change: (answer: AnswerTo<Type>) => AnswerTo<Type>): void {
    if (this.answer === undefined) return;
    this.#stop();
    this.answer = change(this.answer);
    this.#host.requestUpdate();
  }

  async #ask(): Promise<void> {
    this.#stop();
    const question = this.#question();
    if (question === undefined) return;
    this.#ended ??= this.#client().onChange(() => void this.refresh());
    const asking = new AbortController();
    this.#asking = asking;
    this.#slow = window.setTimeout(() => this.#waitedLong(), slowAfterMilliseconds);
    try {
      const answer = await this.#client().ask(this.#type, question, asking.signal);
      if (asking.signal.aborted) return;
      this.answer = answer;
      this.failure = undefined;
      this.state = 'shown';
    } catch (thrown) {
      if (asking.signal.aborted) return;
      if (!(thrown instanceof Refused)) throw thrown;
      this.failure = thrown.failure;
      this.state = 'failed';
      if (thrown.failure.code === 'not_found') this.answer = undefined;
    }
    const isOutdated = this.#isOutdated;
    this.#stop();
    this.#host.requestUpdate();
    if (isOutdated) await this.#ask();
  }

  #stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#isOutdated = false;
    window.clearTimeout(this.#slow);
  }

  #waitedLong(): void {
    if (this.state !== 'waiting') return;
    this.state = 'slow';
    this.#host.requestUpdate();
  }
}
