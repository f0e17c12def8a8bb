/**
 * The unsaved draft for one entry, also while the page is hidden or reloaded. A draft belongs to the version of the
 * entry that was read. If the entry has changed since, the draft is dropped, because it would revert another user's
 * correction.
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

  /** Returns a new draft if there is none for the entry. */
  of(entry: DraftedEntry): Draft {
    return this.#draft !== undefined && this.#fits(entry) ? this.#draft : newDraft(entry);
  }

  keep(draft: Draft | undefined): void {
    this.#draft = draft;
    keepDraft(this.#view.page, draft);
    this.#view.requestUpdate();
  }

  /**
   * Removes the draft of an entry that leaves the list. The returned function restores it and returns true. If the user
   * has started another draft meanwhile, it does nothing and returns false.
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

  /** Leaves the form. Only an edit that was started is kept for later. */
  close(entry: DraftedEntry): void {
    const draft = this.of(entry);
    if (draft.way === 'edit') this.keep({ ...draft, way: 'read' });
    else this.discard(entry);
  }

  /** Leaves the form and discards its input, except for the notes. */
  discard(entry: DraftedEntry): void {
    this.keep({ ...newDraft(entry), notes: this.of(entry).notes });
  }

  #fits({ id, version }: DraftedEntry): boolean {
    return this.#draft?.entryId === id && this.#draft.version === version;
  }
}
