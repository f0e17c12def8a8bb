/**
 * Sends queries and commands to the host, and returns each reply to its caller. Every answer is validated against its
 * query, so that views can rely on it.
 */
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import { maxPageMessageLength, readAnswer, readCommandResult, type HostMessage } from '../../src/protocol/messages.ts';
import type { AnswerTo, QueryOf, QueryType } from '../../src/protocol/queries.ts';
import type { Route } from '../../src/protocol/route.ts';
import { hostSlow, timeoutFor, type HostLink } from '../host/hostLink.ts';
import { t } from '../l10n/t.ts';

/** The rejection of a query or command. */
export class Refused extends Error {
  readonly failure: FailureCard;

  constructor(failure: FailureCard) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A host that does not reply for this long has lost the request. */
const timeoutMs = 90_000;

interface Waiting {
  settle(answer: unknown): void;
  refuse(failure: FailureCard): void;
}

export class Client {
  readonly #link: HostLink;
  readonly #waiting = new Map<number, Waiting>();
  readonly #changeListeners = new Set<() => void>();
  #lastId = 0;
  #onShow: (route: Route) => void = () => undefined;

  constructor(link: HostLink) {
    this.#link = link;
  }

  /** Starts listening, and notifies the host with `ready`. */
  start(onShow: (route: Route) => void): void {
    this.#onShow = onShow;
    this.#link.onMessage((message) => this.#receive(message));
    this.#link.send({ type: 'ready' });
  }

  /** Rejects with `Refused`. Once the signal aborts, the promise never settles, and the host is notified. */
  ask<Type extends QueryType>(
    type: Type,
    question: Omit<QueryOf<Type>, 'type'>,
    signal?: AbortSignal,
  ): Promise<AnswerTo<Type>> {
    // Together they are one query again; TypeScript cannot join a generic type with its field.
    const whole = { ...question, type } as unknown as QueryOf<Type>;
    return this.#request(
      (id) => ({ type: 'ask', id, question: whole }),
      (answer) => readAnswer(type, answer),
      signal,
    );
  }

  /** Rejects with `Refused`; then nothing was changed. */
  execute(command: PageCommand): Promise<CommandResult> {
    return this.#request((id) => ({ type: 'act', id, act: command }), readCommandResult);
  }

  /** Calls the listener when data changed, here or elsewhere. Returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Notifies all listeners, for example when the user retries. */
  changed(): void {
    for (const listener of [...this.#changeListeners]) listener();
  }

  #request<T>(
    message: (id: number) => Parameters<HostLink['send']>[0],
    read: (answer: unknown) => T | undefined,
    signal?: AbortSignal,
  ): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const sent = message(id);
    return new Promise((resolve, reject) => {
      const refuse = (failure: FailureCard): void => reject(new Refused(failure));
      const end = (): void => this.#take(id)?.refuse(hostSlow());
      const timer = window.setTimeout(end, timeoutFor(sent, timeoutMs));
      signal?.addEventListener('abort', () => {
        if (this.#take(id) === undefined) return;
        window.clearTimeout(timer);
        this.#link.send({ type: 'cancel', id });
      });
      this.#waiting.set(id, {
        settle: (answer) => {
          window.clearTimeout(timer);
          const fitting = read(answer);
          if (fitting === undefined) refuse(unfit());
          else resolve(fitting);
        },
        refuse: (failure) => {
          window.clearTimeout(timer);
          refuse(failure);
        },
      });
      // The host would drop it without a reply, like any invalid message.
      if (JSON.stringify(sent).length > maxPageMessageLength) this.#take(id)?.refuse(tooLong());
      else this.#link.send(sent);
    });
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #receive(message: HostMessage): void {
    switch (message.type) {
      case 'answer':
        return this.#take(message.id)?.settle(message.answer);
      case 'failure':
        return this.#take(message.id)?.refuse(message.failure);
      case 'changed':
        this.changed();
        return;
      case 'show':
        this.#onShow(message.route);
        return;
    }
  }
}

const tooLong = (): FailureCard => ({
  code: 'invalid_input',
  message: t('This text is too long.'),
  remedy: t('Shorten it, or split it into several memories.'),
  actions: [],
});

const unfit = (): FailureCard => ({
  code: 'host_misfit',
  message: t('This page cannot read the response from BigMind.'),
  remedy: t('Reload the page. It may be older than BigMind.'),
  actions: [],
});
