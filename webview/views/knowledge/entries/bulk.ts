/**
 * Reviews many entries, one command each, so that it shows its progress and can be stopped in between. One undo reverts
 * all of them. An entry that was changed elsewhere meanwhile is skipped and reported at the end. Any other failure
 * stops the run, because the next command would fail, too. The run continues when the user leaves the view, and reports
 * its result.
 */
import type { ReactiveControllerHost } from 'lit';
import type { FailureCard } from '../../../../src/protocol/failure.ts';
import { Refused } from '../../../client/client.ts';
import type { Page } from '../../../client/page.ts';
import { tn } from '../../../l10n/t.ts';

export type Decision = 'approve' | 'deprecate';

export interface BulkProgress {
  action: Decision;
  done: number;
  total: number;
}

interface BulkOrder {
  page: Page;
  entries: readonly { id: number; version: number }[];
  action: Decision;
  notes: string | null;
  /** Called after each reviewed entry. */
  decided: (entry: { id: number; version: number }) => void;
}

export class Bulk {
  readonly #host: ReactiveControllerHost;
  #order = new AbortController();
  progress: BulkProgress | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  cancel(): void {
    this.#order.abort();
  }

  async run({ page, entries, action, notes, decided }: BulkOrder): Promise<void> {
    const { signal } = (this.#order = new AbortController());
    const undo: string[] = [];
    let failure: FailureCard | undefined;
    let done = 0;
    for (const [index, entry] of entries.entries()) {
      const { id, version } = entry;
      if (signal.aborted) break;
      this.#show({ action, done: index, total: entries.length });
      try {
        const came = await page.client.execute({ type: 'review', id, action, version, notes, corrections: null });
        if (came.undo !== null) undo.push(came.undo);
        done += 1;
        decided(entry);
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        failure ??= thrown.failure;
        if (!['conflict', 'not_found'].includes(thrown.failure.code)) break;
      }
    }
    this.#show(undefined);
    page.client.changed();
    if (failure !== undefined) page.notifyFailure(failure);
    if (done > 0) page.notify(doneText(action, done), undo);
  }

  #show(progress: BulkProgress | undefined): void {
    this.progress = progress;
    this.#host.requestUpdate();
  }
}

function doneText(action: Decision, count: number): string {
  return action === 'approve'
    ? tn(count, '{0} entry approved.', '{0} entries approved.')
    : tn(count, '{0} entry deprecated.', '{0} entries deprecated.');
}
