/**
 * Decides about many entries, one act each, so that it shows how far it is and can be stopped between two. All that was
 * decided is taken back by one undo. An entry that somebody else changed meanwhile is left alone, and said at the end;
 * anything else that goes wrong ends it, because the next act would fare no better. What was begun goes on when the view is
 * left, and is told at its end.
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

export interface BulkOrder {
  page: Page;
  entries: readonly { id: number; version: number }[];
  action: Decision;
  notes: string | null;
  /** Called after each entry that was decided about. */
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
        const came = await page.client.act({ type: 'review', id, action, version, notes, corrections: null });
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
    if (failure !== undefined) page.tellFailure(failure);
    if (done > 0) page.tell(told(action, done), undo);
  }

  #show(progress: BulkProgress | undefined): void {
    this.progress = progress;
    this.#host.requestUpdate();
  }
}

function told(action: Decision, count: number): string {
  return action === 'approve'
    ? tn(count, '{0} entry approved.', '{0} entries approved.')
    : tn(count, '{0} entry deprecated.', '{0} entries deprecated.');
}
