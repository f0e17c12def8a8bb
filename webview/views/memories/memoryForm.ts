/**
 * Where a memory is changed in place: a fact is edited, replaced by a newer statement or deprecated, an entry of knowledge
 * likewise. What is typed is kept with every key; Ctrl+Enter saves and Escape leaves.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { knowledgeCategories } from '../../../src/protocol/curation.ts';
import { factCategories, type MemoryDetailCard } from '../../../src/protocol/memories.ts';
import { t } from '../../l10n/t.ts';
import { chipStyles } from '../../parts/chipStyles.ts';
import { controls } from '../../parts/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/forms.ts';
import { categoryName } from '../../parts/memoryWords.ts';
import { styles } from '../../parts/styles.ts';
import { isOvertaken, type Draft, type Fields } from './memoryDraft.ts';

type FieldName = keyof Fields;

export class MemoryForm extends LitElement {
  static override styles = [styles, controls, chipStyles];
  static override properties = { memory: { attribute: false }, draft: { attribute: false } };

  declare memory: MemoryDetailCard;
  declare draft: Draft;
  declare onType: (draft: Draft) => void;
  declare onSave: () => void;
  declare onCancel: () => void;

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.renderRoot.querySelector<HTMLElement>('textarea, input')?.focus();
  }

  override render(): TemplateResult {
    return html`<form
      aria-label=${this.#title}
      @submit=${submitting(() => this.onSave())}
      @keydown=${formKeys(() => this.onCancel())}
    >
      <h3>${this.#title}</h3>
      ${this.#renderFields()}
      ${
        isOvertaken(this.draft, this.memory)
          ? html`<p class="quiet" role="status">
              ${t('It was changed elsewhere meanwhile. Saving puts your text in its place.')}
            </p>`
          : nothing
      }
      <div class="answers">
        <button class="button primary" type="submit">${this.#save}</button>
        <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
      </div>
    </form>`;
  }

  get #title(): string {
    switch (this.draft.mode) {
      case 'edit':
        return t('Edit');
      case 'replace':
        return t('Replace by a newer statement');
      case 'deprecate':
        return t('Deprecate');
    }
  }

  get #save(): string {
    switch (this.draft.mode) {
      case 'edit':
        return this.memory.status === 'pending' ? t('Approve') : t('Save');
      case 'replace':
        return t('Replace');
      case 'deprecate':
        return t('Deprecate');
    }
  }

  #renderFields(): TemplateResult {
    const isFact = this.memory.kind === 'fact';
    switch (this.draft.mode) {
      case 'deprecate':
        return html`<p class="quiet">
            ${t('It is kept, but no assistant will be told of it any more. You can restore it.')}
          </p>
          ${this.#renderInput('reason', isFact ? t('Why it does not hold any more') : t('Note'), isFact)}`;
      case 'replace':
        return html`<p class="quiet">
            ${t('The new statement takes the place of this one, which is kept as deprecated.')}
          </p>
          ${this.#renderText(t('What holds now'))}
          <div class="fields">
            ${this.#renderCategory()} ${this.#renderNumber('confidence', t('How sure, in percent'), 0, 100)}
          </div>`;
      case 'edit':
        return isFact
          ? html`${this.#renderText(t('Statement'))}
              <div class="fields">
                ${this.#renderCategory()} ${this.#renderNumber('confidence', t('How sure, in percent'), 0, 100)}
              </div>
              ${this.#renderInput('tags', t('Tags, between commas'), false)}`
          : html`${this.#renderInput('title', t('Title'), true)} ${this.#renderText(t('Content'))}
              <div class="fields">
                ${this.#renderCategory()} ${this.#renderNumber('importance', t('Importance, 1 to 10'), 1, 10)}
              </div>
              ${this.#renderInput('reason', t('Note'), false)}`;
    }
  }

  #renderText(label: string): TemplateResult {
    return html`<label class="labelled">
      <span>${label}</span>
      <textarea
        class="field"
        dir="auto"
        rows="5"
        required
        .value=${this.draft.fields.text}
        @input=${this.#typed('text')}
      ></textarea>
    </label>`;
  }

  #renderInput(name: FieldName, label: string, isRequired: boolean): TemplateResult {
    return html`<label class="labelled">
      <span>${label}</span>
      <input
        class="field"
        dir="auto"
        ?required=${isRequired}
        .value=${this.draft.fields[name]}
        @input=${this.#typed(name)}
      />
    </label>`;
  }

  #renderNumber(name: FieldName, label: string, least: number, most: number): TemplateResult {
    return html`<label class="labelled">
      <span>${label}</span>
      <input
        class="field"
        type="number"
        required
        min=${least}
        max=${most}
        .value=${this.draft.fields[name]}
        @input=${this.#typed(name)}
      />
    </label>`;
  }

  /** A category of an old database can be kept, although nothing new is filed under it. */
  #renderCategory(): TemplateResult {
    const { category } = this.draft.fields;
    const known: readonly string[] = this.memory.kind === 'fact' ? factCategories : knowledgeCategories;
    const all = known.includes(category) ? known : [category, ...known];
    return html`<label class="labelled">
      <span>${t('Category')}</span>
      <select class="field" @change=${this.#typed('category')}>
        ${all.map(
          (one) =>
            html`<option value=${one} ?selected=${one === category}>
              ${one === '' ? nothing : categoryName(one)}
            </option>`,
        )}
      </select>
    </label>`;
  }

  #typed(name: FieldName): (event: Event) => void {
    return (event) => {
      this.onType({ ...this.draft, fields: { ...this.draft.fields, [name]: textOf(event) } });
    };
  }
}

customElements.define('bigmind-memory-form', MemoryForm);
