/**
 * Holds what somebody is writing about one entry, also while the page is hidden or loaded anew. A draft belongs to the
 * version of the entry that was read: where that was changed since, the draft is given up, because it would take back
 * what somebody else corrected.
 */
import type { ReactiveController } from 'lit';
import type { View } from '../view.ts';
import { newDraft, type EntryBody } from './entry.ts';
import { keepDraft, keptDraft, type Draft } from './keptCuration.ts';

export interface DraftedEntry extends EntryBody {
  id: number;
  version: number;
}

export class DraftDesk implements ReactiveController {
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
    const fits = this.#draft?.entryId === entry.id && this.#draft.version === entry.version;
    return fits && this.#draft !== undefined ? this.#draft : newDraft(entry);
  }

  keep(draft: Draft | undefined): void {
    this.#draft = draft;
    keepDraft(this.#view.page, draft);
    this.#view.requestUpdate();
  }

  /** Leaves the form, and only a correction that was begun waits for its return. */
  close(entry: DraftedEntry): void {
    const draft = this.of(entry);
    this.keep(draft.way === 'edit' ? { ...draft, way: 'read' } : { ...newDraft(entry), notes: draft.notes });
  }

  /** Leaves the form, and what was typed into it. */
  discard(entry: DraftedEntry): void {
    this.keep({ ...newDraft(entry), notes: this.of(entry).notes });
  }
}
