/**
 * A text that is edited in place: a pencil opens it, Save stores it, Escape leaves it unchanged. Every keystroke calls
 * `draftChanged`, so that the draft can be restored after a reload. Afterwards the focus returns to the pencil.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { entries } from '../../parts/design/entries.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import '../../parts/design/longText.ts';
import { styles } from '../../parts/design/styles/styles.ts';

/** The labels for editing a text. */
interface EditableWords {
  /** The label of the field. */
  label: string;
  /** The label of the pencil. */
  edit: string;
  /** Shown instead of an empty text: an invitation, on a button that opens the field. */
  add: string;
}

export class Editable extends LitElement {
  static override styles = [
    styles,
    controls,
    entries,
    css`
      .shown {
        display: flex;
        align-items: flex-start;
        gap: 4px;
      }
      .shown bigmind-long-text {
        flex: 0 1 auto;
        min-width: 0;
        padding-block: 2px;
      }
      form {
        display: flex;
        flex-direction: column;
        gap: 6px;
        max-width: 640px;
      }
      .answers {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
    `,
  ];
  static override properties = {
    value: {},
    words: { attribute: false },
    lines: { type: Number },
    longest: { type: Number },
    isRepeated: { type: Boolean },
    draft: { attribute: false },
    draftChanged: { attribute: false },
    save: { attribute: false },
    isSaving: { state: true },
  };

  /** Empty if there is no text. */
  declare value: string;
  declare words: EditableWords;
  /** With more than one, Enter starts a new line, and Ctrl+Enter saves. */
  declare lines: number;
  /** In characters. */
  declare longest: number;
  /** Stays open and empty after each saved text, for the next one. */
  declare isRepeated: boolean;
  /** The current input; undefined while it is not edited. */
  declare draft: string | undefined;
  declare draftChanged: (draft: string | undefined) => void;
  /** Resolves with whether it was saved; if not, the field stays open. */
  declare save: (text: string) => Promise<boolean>;
  declare private isSaving: boolean;
  /** The value when the field was opened; if it differs now, it was changed elsewhere. */
  #opened: string | undefined;
  #focusNext: 'field' | 'pen' | undefined;

  constructor() {
    super();
    this.lines = 1;
    this.isRepeated = false;
    this.draft = undefined;
    this.isSaving = false;
  }

  /** For code that opened the field by setting a draft. */
  focusField(): void {
    this.#focusNext = 'field';
    this.requestUpdate();
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.field, .pen')?.focus();
  }

  override willUpdate(): void {
    if (this.draft === undefined) this.#opened = undefined;
    else this.#opened ??= this.value;
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('draft')) this.#fitField();
    if (this.#focusNext === undefined) return;
    const target = this.renderRoot.querySelector<HTMLElement>(this.#focusNext === 'pen' ? '.pen' : '.field');
    if (target === null) return;
    this.#focusNext = undefined;
    target.focus();
    this.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    if (this.draft !== undefined) return this.#renderForm(this.draft);
    if (this.value === '') {
      return html`<button class="link pen" @click=${() => this.#begin(this.value)}>${this.words.add}</button>`;
    }
    return html`<div class="shown">
      <bigmind-long-text .text=${this.value}></bigmind-long-text>
      <button
        class="tool pen"
        aria-label=${this.words.edit}
        title=${this.words.edit}
        @click=${() => this.#begin(this.value)}
      >
        <vscode-icon name="edit" aria-hidden="true"></vscode-icon>
      </button>
    </div>`;
  }

  #renderForm(draft: string): TemplateResult {
    const isLong = this.lines > 1;
    const typed = (event: Event): void => this.#change(textOf(event));
    const isOvertaken = this.#opened !== this.value && this.value !== draft.trim();
    return html`<form @submit=${submitting(() => void this.#save())} @keydown=${formKeys(() => this.#close())}>
      <label class="labelled">
        <span>${this.words.label}</span>
        ${
          isLong
            ? html`<textarea
                class="field"
                dir="auto"
                rows=${this.lines}
                maxlength=${this.longest}
                aria-describedby="keys"
                .value=${draft}
                @input=${typed}
              ></textarea>`
            : html`<input
                class="field"
                dir="auto"
                maxlength=${this.longest}
                aria-describedby="keys"
                .value=${draft}
                @input=${typed}
              />`
        }
      </label>
      ${
        isOvertaken
          ? html`<p class="quiet" role="status">
              ${t('It was changed elsewhere in the meantime. If you save, your text replaces it.')}
            </p>`
          : nothing
      }
      <div class="answers">
        <button class="button primary" type="submit" aria-disabled=${this.isSaving ? 'true' : nothing}>
          ${this.isSaving ? t('Saving…') : t('Save')}
        </button>
        <button class="button" type="button" @click=${() => this.#close()}>${t('Cancel')}</button>
        <span id="keys" class="quiet">
          ${isLong ? t('Ctrl+Enter to save, Escape to cancel') : t('Enter to save, Escape to cancel')}
        </span>
      </div>
    </form>`;
  }

  #begin(draft: string): void {
    this.#focusNext = 'field';
    this.#change(draft);
  }

  #close(): void {
    this.#focusNext = 'pen';
    this.#change(undefined);
  }

  #change(draft: string | undefined): void {
    this.draft = draft;
    this.draftChanged(draft);
  }

  async #save(): Promise<void> {
    if (this.draft === undefined || this.isSaving) return;
    const text = this.draft.trim();
    if (text === this.value.trim()) {
      this.#close();
      return;
    }
    this.isSaving = true;
    const isKept = await this.save(text);
    this.isSaving = false;
    if (!isKept) return;
    if (this.isRepeated) this.#begin('');
    else this.#close();
  }

  /** A long text gets the height that it needs, up to half of the page; beyond that it scrolls. */
  #fitField(): void {
    const field = this.renderRoot.querySelector('textarea');
    if (field === null) return;
    const max = window.innerHeight / 2;
    if (field.scrollHeight > field.clientHeight) field.style.height = `${Math.min(field.scrollHeight + 4, max)}px`;
  }
}

customElements.define('bigmind-editable', Editable);

declare global {
  interface HTMLElementTagNameMap {
    'bigmind-editable': Editable;
  }
}
