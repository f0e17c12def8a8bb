/**
 * Holds what somebody is writing about one entry, also while the page is hidden or loaded anew. A draft belongs to the
 * version of the entry that was read: where that was changed since, the draft is given up, because it would take back
 * what somebody else corrected.
 */
import type { ReactiveController } from 'lit';
import type { View } from '../../shared/view.ts';
import { newDraft, type EntryBody } from './entry.ts';
import { keepDraft, keptDraft, type Draft } from './keptCuration.ts';

export interface DraftedEntry extends EntryBody {
  id: number;
  version: number;
}

export class DraftController implements ReactiveController {
  readonly #view: View;
  #draft: Draft | undefined;

  constructor(view: View) {
    this.#view = view;
    view.addController(this);
  }

  hostConnected(): void {
    this.#draft ??= keptDraft(this.#view.page);
  }

  /** Also of an entry about which nothing was written yet. */
  of(entry: DraftedEntry): Draft {
    return this.#draft !== undefined && this.#fits(entry) ? this.#draft : newDraft(entry);
  }

  keep(draft: Draft | undefined): void {
    this.#draft = draft;
    keepDraft(this.#view.page, draft);
    this.#view.requestUpdate();
  }

  /**
   * Takes away what was written about an entry that leaves. What comes back gives it back, unless somebody has begun to
   * write about another one meanwhile, and answers whether nobody has.
   */
  take(entry: DraftedEntry): () => boolean {
    const draft = this.#fits(entry) ? this.#draft : undefined;
    if (draft !== undefined) this.keep(undefined);
    const others = this.#draft;
    return () => {
      if (this.#draft !== others) return false;
      if (draft !== undefined) this.keep(draft);
      return true;
    };
  }

  /** Leaves the form, and only a correction that was begun waits for its return. */
  close(entry: DraftedEntry): void {
    const draft = this.of(entry);
    if (draft.way === 'edit') this.keep({ ...draft, way: 'read' });
    else this.discard(entry);
  }

  /** Leaves the form, and what was typed into it. */
  discard(entry: DraftedEntry): void {
    this.keep({ ...newDraft(entry), notes: this.of(entry).notes });
  }

  #fits({ id, version }: DraftedEntry): boolean {
    return this.#draft?.entryId === id && this.#draft.version === version;
  }
}
