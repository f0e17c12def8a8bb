/** A form that stores a fact from the page itself, for hosts without a command for it. Input survives a reload. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { factCategories } from '../../../src/memory/shared/vocabulary.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, shape } from '../../../src/protocol/shared/check.ts';

import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { categoryName } from '../../parts/domain/memoryWords.ts';
import { View } from './view.ts';

/** In characters, as the domain limits it. */
const maxLength = 10_000;
const keptName = 'note';
const isDraft = shape({ text: isText, category: isText });
type Draft = Checked<typeof isDraft>;

class NoteForm extends View {
  static override styles = [
    styles,
    controls,
    css`
      form {
        display: flex;
        flex-direction: column;
        gap: 6px;
        max-width: 640px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: flex-end;
        gap: 6px;
      }
    `,
  ];
  static override properties = { close: { attribute: false }, isSaving: { state: true } };

  /** Undefined if the form is always shown. Also called after the note was stored. */
  declare close: (() => void) | undefined;
  declare private isSaving: boolean;

  constructor() {
    super();
    this.close = undefined;
    this.isSaving = false;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('textarea')?.focus();
  }

  override render(): TemplateResult {
    const { text, category } = this.#draft;
    const leave = this.close === undefined ? undefined : (): void => this.#leave();
    return html`<form @submit=${submitting(() => void this.#save())} @keydown=${formKeys(leave)}>
      <label class="labelled">
        <span>${t('What should BigMind remember?')}</span>
        <textarea
          class="field"
          dir="auto"
          rows="3"
          maxlength=${maxLength}
          placeholder=${t('We deploy on Thursdays')}
          .value=${text}
          @input=${(event: Event) => this.#keep({ text: textOf(event), category })}
        ></textarea>
      </label>
      <div class="row">
        <label class="labelled">
          <span>${t('Kind of fact')}</span>
          <select class="field" @change=${(event: Event) => this.#keep({ text, category: textOf(event) })}>
            ${factCategories.map(
              (name) => html`<option value=${name} .selected=${name === category}>${categoryName(name)}</option>`,
            )}
          </select>
        </label>
        <button class="button primary" type="submit" aria-disabled=${this.isSaving ? 'true' : nothing}>
          ${this.isSaving ? t('Saving…') : t('Remember')}
        </button>
        ${
          leave === undefined
            ? nothing
            : html`<button class="button" type="button" @click=${leave}>${t('Cancel')}</button>`
        }
      </div>
    </form>`;
  }

  get #draft(): Draft {
    const kept = this.page.kept(keptName);
    return isDraft(kept) ? kept : { text: '', category: 'codebase' };
  }

  #keep(draft: Draft): void {
    this.page.keep(keptName, draft);
    this.requestUpdate();
  }

  async #save(): Promise<void> {
    const { text, category } = this.#draft;
    if (this.isSaving) return;
    if (text.trim() === '') {
      this.focus();
      return;
    }
    this.isSaving = true;
    const came = await this.page.execute({ type: 'storeFact', text: text.trim(), category }, t('Remembered.'));
    this.isSaving = false;
    if (came !== undefined) this.#leave();
  }

  #leave(): void {
    this.page.keep(keptName, null);
    this.requestUpdate();
    this.close?.();
  }
}

customElements.define('bigmind-note-form', NoteForm);

declare global {
  interface HTMLElementTagNameMap {
    'bigmind-note-form': NoteForm;
  }
}
