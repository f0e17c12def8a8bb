/**
 * Keeps what is on the screen true: while somebody looks at the web UI, it watches the memory, tells the pages when
 * something was changed here or elsewhere, and reads the overview for what stands around them.
 */
import * as vscode from 'vscode';
import { replyTo, type PageHost } from '../page/pageReplies.ts';
import type { FailureCard } from '../protocol/failure.ts';
import { readAnswer } from '../protocol/messages.ts';
import type { OverviewCard } from '../protocol/overview.ts';
import type { Services } from './host.ts';
import { createPageHost } from './pageHost.ts';
import { StoreWatch } from './storeWatch.ts';
import type { WebPage } from './webPage.ts';

export type Beat = { overview: OverviewCard } | { failure: FailureCard };

export class MemoryPulse implements vscode.Disposable {
  readonly #host: PageHost;
  readonly #watch: StoreWatch;
  readonly #beat = new vscode.EventEmitter<Beat>();
  readonly #visible = new Set<WebPage>();
  /** Asked for and not done yet; the first of them is under way. */
  #readings = 0;
  /** The first look at a store that answers tells nothing new, because the pages ask by themselves when they appear. */
  #isFirst = true;

  /** The overview as it was read last, with every change. */
  readonly onDidBeat = this.#beat.event;

  constructor(services: Services) {
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
    if (this.#visible.size === 0) this.#watch.stop();
  }

  /** Another memory may answer from now on, or the same one to another caller. */
  refresh(): void {
    if (this.#visible.size === 0) return;
    this.#isFirst = false;
    this.#changed();
  }

  dispose(): void {
    this.#watch.stop();
    this.#beat.dispose();
  }

  #changed(): void {
    if (!this.#isFirst) for (const page of this.#visible) void page.send({ type: 'changed' });
    this.#isFirst = false;
    this.#readings += 1;
    if (this.#readings === 1) void this.#readOverview();
  }

  /** Changes that come while it reads become one more reading. */
  async #readOverview(): Promise<void> {
    const reply = await replyTo({ type: 'ask', id: 0, question: { type: 'overview' } }, this.#host);
    if (reply.type === 'failure') this.#beat.fire({ failure: reply.failure });
    const overview = reply.type === 'answer' ? readAnswer('overview', reply.answer) : undefined;
    if (overview !== undefined) this.#beat.fire({ overview });
    const wasAskedAgain = this.#readings > 1;
    this.#readings = wasAskedAgain ? 1 : 0;
    if (wasAskedAgain) await this.#readOverview();
  }
}
