/**
 * What answers the web UI, whichever host shows it: each message that asks or acts is replied to with one message. The
 * person speaks here, never an assistant. Nothing that goes wrong is thrown: a page is always told what to show.
 */
import { bigMindErrorFrom, type BigMindError } from '../memory/shared/errors.ts';
import type { Caller } from '../memory/shared/identity.ts';
import type { Memory } from '../memory/memory.ts';
import type { FailureCard } from '../protocol/failure.ts';
import type { HostMessage, PageMessage } from '../protocol/messages.ts';
import type { ViewAction } from '../protocol/overview.ts';
import type { Search } from '../search/search.ts';
import { performAct } from './acts.ts';
import { answerQuestion } from './questions.ts';

/** Whose memory, and how it is searched. */
export interface PageReading {
  memory: Memory;
  search: Search;
  caller: Caller;
}

/** What differs between the hosts. */
export interface PageHost {
  /** Does work with the memory, as `MemoryAccess.use` does; rejects with the error of the work or of the opening. */
  use<T>(work: (reading: PageReading) => Promise<T>): Promise<T>;
  /** Where the store is, for people; it may change with a setting. */
  readonly location: string;
  /** What the host can do when a button is pressed. */
  readonly actions: readonly ViewAction[];
  /** What a person may do about a failure here, and the actions that help. */
  adviceOn(error: BigMindError): Pick<FailureCard, 'remedy' | 'actions'>;
  /** Told of defects, for a log. */
  note(text: string): void;
}

export type PageRequest = Extract<PageMessage, { type: 'ask' | 'act' }>;

/** Never rejects. */
export async function replyTo(request: PageRequest, host: PageHost): Promise<HostMessage> {
  const { id } = request;
  try {
    return { type: 'answer', id, answer: await answerTo(request, host) };
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    if (error.code === 'internal') host.note(error.stack ?? error.message);
    return { type: 'failure', id, failure: { code: error.code, message: error.message, ...host.adviceOn(error) } };
  }
}

/** Another store may have come into the place of the one that knew the caller. It may be asked, but nothing is done in it. */
async function answerTo(request: PageRequest, host: PageHost): Promise<unknown> {
  if (request.type === 'act') {
    // Whoever clicks is a person, whichever assistant showed them the page.
    return host.use(({ caller, ...reading }) =>
      performAct(request.act, { ...reading, caller: { ...caller, origin: 'person' } }),
    );
  }
  const ask = (): Promise<unknown> => host.use((reading) => answerQuestion(request.question, reading, host));
  try {
    return await ask();
  } catch (thrown) {
    if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
    return ask();
  }
}
