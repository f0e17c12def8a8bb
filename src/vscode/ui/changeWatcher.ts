/**
 * Keeps the screen up to date: while the web UI is visible, and for a while after a hook ran, it watches the memory. It
 * notifies the pages of changes made here or elsewhere, and reads the overview for the parts around them.
 */
import * as vscode from 'vscode';
import type { Turn } from '../../memory/shared/turns.ts';
import type { FailureCard } from '../../protocol/failure.ts';
import { readAnswer } from '../../protocol/messages.ts';
import type { OverviewCard } from '../../protocol/overview.ts';
import { StoreWatch } from '../platform/storeWatch.ts';
import type { Services } from '../services/host.ts';
import { createReplies, type Replies } from './pageReplies.ts';
import type { WebPage } from './webPage.ts';

/** `turn` is what memory did in the last turn of a chat; undefined if no hook has run. */
export type ChangeEvent = { overview: OverviewCard; turn: Turn | undefined } | { failure: FailureCard };

/** How long the memory is watched after a hook starts, in milliseconds. A hook stores its results when it ends. */
const followMs = 5_000;

export class ChangeWatcher implements vscode.Disposable {
  readonly #services: Services;
  readonly #replyTo: Replies;
  readonly #watch: StoreWatch;
  readonly #onDidChange = new vscode.EventEmitter<ChangeEvent>();
  readonly #visible = new Set<WebPage>();
  /** Requested and unfinished readings; the first of them is running. */
  #readings = 0;
  #following: ReturnType<typeof setTimeout> | undefined;
  /**
   * The first token of a store that answers is not reported as a change, because pages query by themselves when they
   * appear.
   */
  #isFirst = true;

  /** Fires with the overview, or the failure to read it, after every change. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(services: Services) {
    this.#services = services;
    this.#replyTo = createReplies(services, 'view');
    const readToken = async (): Promise<string> => {
      try {
        return await changeTokenOf(services);
      } catch (thrown) {
        // The pages could not read anything either, so the first answer after this is a change for them.
        this.#isFirst = false;
        throw thrown;
      }
    };
    this.#watch = new StoreWatch(readToken, () => this.#changed());
  }

  /** Also called for a visible page that only got or lost the focus. */
  appeared(page: WebPage): void {
    this.#visible.add(page);
    this.#watch.start();
  }

  vanished(page: WebPage): void {
    this.#visible.delete(page);
    this.#stopIfUnwatched();
  }

  /** A hook ran: watches the memory for a while, even if no page is visible. */
  follow(): void {
    clearTimeout(this.#following);
    this.#following = setTimeout(() => {
      this.#following = undefined;
      this.#stopIfUnwatched();
    }, followMs);
    this.#watch.start();
  }

  #stopIfUnwatched(): void {
    if (this.#visible.size === 0 && this.#following === undefined) this.#watch.stop();
  }

  /** From now on, another memory may answer, or the same memory for another caller. */
  refresh(): void {
    if (this.#visible.size === 0) return;
    this.#isFirst = false;
    this.#changed();
  }

  /** Reads the overview, even if no page is visible. */
  look(): void {
    this.#readings += 1;
    if (this.#readings === 1) void this.#readOverview();
  }

  dispose(): void {
    clearTimeout(this.#following);
    this.#watch.stop();
    this.#onDidChange.dispose();
  }

  #changed(): void {
    if (!this.#isFirst) for (const page of this.#visible) void page.send({ type: 'changed' });
    this.#isFirst = false;
    this.look();
  }

  /** Undefined also if the memory does not answer. */
  async #lastTurn(): Promise<Turn | undefined> {
    try {
      const turns = await this.#services.access.use(({ memory, caller }) => memory.turns.last(caller, 1));
      return turns[0];
    } catch {
      // The watch reports a memory that does not answer.
      return undefined;
    }
  }

  /** Changes during a reading lead to one more reading. */
  async #readOverview(): Promise<void> {
    const reply = await this.#replyTo({ type: 'ask', id: 0, question: { type: 'overview' } });
    if (reply.type === 'failure') this.#onDidChange.fire({ failure: reply.failure });
    const overview = reply.type === 'answer' ? readAnswer('overview', reply.answer) : undefined;
    if (overview !== undefined) this.#onDidChange.fire({ overview, turn: await this.#lastTurn() });
    const wasAskedAgain = this.#readings > 1;
    this.#readings = wasAskedAgain ? 1 : 0;
    if (wasAskedAgain) await this.#readOverview();
  }
}

function changeTokenOf({ access, host: { server } }: Services): Promise<string> {
  if (server?.connection.isOn === true) return server.connection.request((client) => client.changeToken());
  return access.use(({ memory }) => memory.maintenance.changeToken());
}
