/**
 * An item that is opened from a list, a memory or a session: the back button, unsaved input, and its erasure. Input
 * survives a reload. A form closes before the host replies; if the host refuses, the input comes back.
 */
import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { controls } from '../../parts/design/controls.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { Dialog } from '../../parts/design/dialog.ts';
import { eraseForGood } from '../../parts/domain/eraseForGood.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View, type Asked } from './view.ts';

export abstract class OpenedView<Draft> extends View {
  static override styles: CSSResultGroup = [styles, controls, chipStyles, detailStyles];
  static override properties: PropertyDeclarations = { draft: { state: true } };

  declare onClose: () => void;
  declare protected draft: Draft | undefined;
  readonly #dialog = new Dialog();

  /** The name under which the page keeps the draft. */
  protected abstract readonly draftName: string;
  /** Undefined for a draft of another item, or of another version of this page. */
  protected abstract draftFrom(kept: unknown): Draft | undefined;
  /** What can be erased; undefined for nothing. */
  protected abstract get ref(): MemoryRefCard | undefined;

  /** Focuses the heading of the opened item. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  override willUpdate(): void {
    if (!this.hasUpdated) this.draft = this.draftFrom(this.page.kept(this.draftName));
  }

  /** `label` names the item if its heading does not. */
  protected renderFrame(live: Asked, label: string | null, head: TemplateResult, body: unknown): TemplateResult {
    return html`<article aria-labelledby="title">
        <header>
          <div class="way">
            <button class="button back" @click=${() => this.onClose()}>${this.closeLabel}</button>
            ${label === null ? nothing : html`<span class="quiet">${label}</span>`}
          </div>
          ${head}
        </header>
        ${this.renderWait(live)} ${body}
      </article>
      ${this.#dialog}`;
  }

  protected keepDraft(draft: Draft | undefined): void {
    this.draft = draft;
    this.page.keep(this.draftName, draft ?? null);
  }

  protected async endDraft(): Promise<void> {
    this.keepDraft(undefined);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.actions button')?.focus();
  }

  /** Restores a refused draft, unless the user has started another one. */
  protected restoreConfidence(draft: Draft): void {
    if (this.draft === undefined && this.page.kept(this.draftName) === null) this.keepDraft(draft);
  }

  protected async erase(): Promise<void> {
    const { ref } = this;
    if (ref === undefined || ref.kind === 'entry') return;
    const isGone = await eraseForGood(this.page, this.#dialog, { kind: ref.kind, id: ref.id });
    if (isGone && this.isConnected) this.onClose();
  }
}
