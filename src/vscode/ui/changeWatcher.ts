/**
 * Keeps the screen up to date: while the web UI is visible, it watches the memory, notifies the pages of changes made
 * here or elsewhere, and reads the overview for the parts around them.
 */
import * as vscode from 'vscode';
import type { Turn } from '../../memory/shared/turns.ts';
import { replyTo } from '../../page/pageReplies.ts';
import type { PageHost } from '../../page/shared/pageHost.ts';
import type { FailureCard } from '../../protocol/failure.ts';
import { readAnswer } from '../../protocol/messages.ts';
import type { OverviewCard } from '../../protocol/overview.ts';
import { StoreWatch } from '../platform/storeWatch.ts';
import type { Services } from '../services/host.ts';
import { createPageHost } from './pageHost.ts';
import type { WebPage } from './webPage.ts';

/** `turn` is what memory did in the last turn of a chat; undefined while no hook has run. */
export type ChangeEvent = { overview: OverviewCard; turn: Turn | undefined } | { failure: FailureCard };

/** Milliseconds for which the memory is watched after a hook began: what it did is noted when it ends. */
const followMs = 5_000;

export class ChangeWatcher implements vscode.Disposable {
  readonly #services: Services;
  readonly #host: PageHost;
  readonly #watch: StoreWatch;
  readonly #onDidChange = new vscode.EventEmitter<ChangeEvent>();
  readonly #visible = new Set<WebPage>();
  /** Asked for and not done yet; the first of them is under way. */
  #readings = 0;
  #following: ReturnType<typeof setTimeout> | undefined;
  /** The first look at a store that answers tells nothing new, because the pages ask by themselves when they appear. */
  #isFirst = true;

  /** The overview as it was read last, with every change. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(services: Services) {
    this.#services = services;
    this.#host = createPageHost(services, 'view');
    const readToken = async (): Promise<string> => {
      try {
        return await services.access.use(({ memory }) => memory.maintenance.changeToken());
      } catch (thrown) {
        // The pages could not read anything either, so the answer that comes at last is news to them.
        this.#isFirst = false;
        throw thrown;
      }
    };
    this.#watch = new StoreWatch(readToken, () => this.#changed());
  }

  /** Also told of a page that is there already, which only got or lost the focus. */
  appeared(page: WebPage): void {
    this.#visible.add(page);
    this.#watch.start();
  }

  vanished(page: WebPage): void {
    this.#visible.delete(page);
    this.#stopIfUnwatched();
  }

  /** A hook ran: watches the memory for a while, also when nobody looks at a page. */
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

  /** Another memory may answer from now on, or the same one to another caller. */
  refresh(): void {
    if (this.#visible.size === 0) return;
    this.#isFirst = false;
    this.#changed();
  }

  dispose(): void {
    clearTimeout(this.#following);
    this.#watch.stop();
    this.#onDidChange.dispose();
  }

  #changed(): void {
    if (!this.#isFirst) for (const page of this.#visible) void page.send({ type: 'changed' });
    this.#isFirst = false;
    this.#readings += 1;
    if (this.#readings === 1) void this.#readOverview();
  }

  /** A memory that does not answer has been told by then. */
  async #lastTurn(): Promise<Turn | undefined> {
    try {
      const turns = await this.#services.access.use(({ memory, caller }) => memory.turns.last(caller, 1));
      return turns[0];
    } catch {
      return undefined;
    }
  }

  /** Changes that come while it reads become one more reading. */
  async #readOverview(): Promise<void> {
    const reply = await replyTo({ type: 'ask', id: 0, question: { type: 'overview' } }, this.#host);
    if (reply.type === 'failure') this.#onDidChange.fire({ failure: reply.failure });
    const overview = reply.type === 'answer' ? readAnswer('overview', reply.answer) : undefined;
    if (overview !== undefined) this.#onDidChange.fire({ overview, turn: await this.#lastTurn() });
    const wasAskedAgain = this.#readings > 1;
    this.#readings = wasAskedAgain ? 1 : 0;
    if (wasAskedAgain) await this.#readOverview();
  }
}
