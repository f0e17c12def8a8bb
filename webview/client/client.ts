/**
 * Asks and acts over the line to the host, and brings each answer to who asked. Every answer is read as what was asked
 * for, so that no view has to doubt it.
 */
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import { maxPageMessageLength, readAnswer, readCommandResult, type HostMessage } from '../../src/protocol/messages.ts';
import type { AnswerTo, QueryOf, QueryType } from '../../src/protocol/queries.ts';
import type { Route } from '../../src/protocol/route.ts';
import { patienceFor, type HostLink } from '../host/hostLink.ts';
import { t } from '../l10n/t.ts';

/** What an asked or acted request rejects with. */
export class Refused extends Error {
  readonly failure: FailureCard;

  constructor(failure: FailureCard) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A host that says nothing for so long has lost the request. */
const patienceMilliseconds = 90_000;

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

  /** Begins to listen, and tells the host that it does. */
  start(onShow: (route: Route) => void): void {
    this.#onShow = onShow;
    this.#link.onMessage((message) => this.#receive(message));
    this.#link.send({ type: 'ready' });
  }

  /** Rejects with `Refused`. When the signal aborts, nothing comes any more, and the host is told. */
  ask<Type extends QueryType>(
    type: Type,
    question: Omit<QueryOf<Type>, 'type'>,
    signal?: AbortSignal,
  ): Promise<AnswerTo<Type>> {
    // The two halves are one question again; TypeScript cannot join a generic with its field.
    const whole = { ...question, type } as unknown as QueryOf<Type>;
    return this.#request(
      (id) => ({ type: 'ask', id, question: whole }),
      (answer) => readAnswer(type, answer),
      signal,
    );
  }

  /** Rejects with `Refused`; then nothing was changed. */
  act(act: PageCommand): Promise<CommandResult> {
    return this.#request((id) => ({ type: 'act', id, act }), readCommandResult);
  }

  /** Calls the listener when something was changed, here or elsewhere; answers with what ends that. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Tells all listeners; for a person who asks for another try. */
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
      const end = (): void => this.#take(id)?.refuse(unanswered());
      const patience = window.setTimeout(end, patienceFor(sent, patienceMilliseconds));
      signal?.addEventListener('abort', () => {
        if (this.#take(id) === undefined) return;
        window.clearTimeout(patience);
        this.#link.send({ type: 'cancel', id });
      });
      this.#waiting.set(id, {
        settle: (answer) => {
          window.clearTimeout(patience);
          const fitting = read(answer);
          if (fitting === undefined) refuse(unfit());
          else resolve(fitting);
        },
        refuse: (failure) => {
          window.clearTimeout(patience);
          refuse(failure);
        },
      });
      // The host would refuse it without an answer, as it does with whatever no page of ours sends.
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

const unanswered = (): FailureCard => ({
  code: 'host_slow',
  message: t('BigMind did not respond.'),
  remedy: t('Another program may be writing to the memory. Try again.'),
  actions: [],
});

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
