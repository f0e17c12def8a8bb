/**
 * The form that changes a memory in place: a fact is edited, replaced by a newer statement or deprecated; an entry of
 * knowledge is edited or deprecated. Every keystroke is kept; Ctrl+Enter saves and Escape leaves.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { factCategories, factTypes, knowledgeCategories } from '../../../src/memory/shared/vocabulary.ts';

import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { localDay } from '../../parts/design/days.ts';
import { categoryName, factTypeName } from '../../parts/domain/memoryWords.ts';
import type { ChangedField } from '../../parts/domain/theirs.ts';
import { renderTheirs, theirsStyles } from '../../parts/domain/theirs.ts';
import type { Draft, FieldName } from './memoryDraft.ts';
import { fieldsOf, overtaken } from './memoryDraft.ts';

class MemoryForm extends LitElement {
  static override styles = [
    styles,
    controls,
    chipStyles,
    theirsStyles,
    css`
      input.field,
      select.field {
        height: 2.2em;
      }
      .expiry {
        display: flex;
        gap: 6px;
        align-items: flex-end;
      }
      .expiry .labelled {
        flex: 1;
      }
    `,
  ];
  static override properties = { memory: { attribute: false }, draft: { attribute: false } };

  declare memory: MemoryDetailCard;
  declare draft: Draft;
  declare onType: (draft: Draft) => void;
  declare onSave: () => void;
  /** Called to accept the other change in conflicting fields. */
  declare onTheirs: () => void;
  declare onCancel: () => void;

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.#focusField();
  }

  override render(): TemplateResult {
    const theirs = overtaken(this.draft, this.memory);
    return html`<form
      aria-label=${this.#title}
      @submit=${submitting(() => this.#submit(theirs))}
      @keydown=${formKeys(() => this.onCancel())}
    >
      <h3>${this.#title}</h3>
      ${this.#renderFields()}
      ${
        theirs.length === 0
          ? html`<div class="answers">
              <button class="button primary" type="submit">${this.#save}</button>
              <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
              <span class="quiet">${t('Ctrl+Enter to save, Escape to cancel')}</span>
            </div>`
          : renderTheirs(this.#changedFields(theirs), {
              mine: () => this.onSave(),
              theirs: () => this.#takeTheirs(),
              cancel: () => this.onCancel(),
            })
      }
    </form>`;
  }

  /** A key press does not overwrite another change, which may have arrived just before. */
  #submit(theirs: readonly FieldName[]): void {
    if (theirs.length === 0) this.onSave();
    else this.renderRoot.querySelector<HTMLElement>('.mine')?.focus();
  }

  #takeTheirs(): void {
    this.onTheirs();
    void this.updateComplete.then(() => this.#focusField());
  }

  #focusField(): void {
    this.renderRoot.querySelector<HTMLElement>('textarea, input')?.focus();
  }

  #changedFields(theirs: readonly FieldName[]): ChangedField[] {
    const now = fieldsOf(this.memory, this.draft.mode);
    return theirs.map((name) => ({ label: this.#labelOf(name), text: this.#wordsOf(name, now[name]) }));
  }

  #labelOf(name: FieldName): string {
    switch (name) {
      case 'title':
        return t('Title');
      case 'text':
        return this.memory.kind === 'fact' ? t('Statement') : t('Content');
      case 'category':
        return t('Category');
      case 'factType':
        return t('Type');
      case 'expires':
        return t('Expires on');
      case 'confidence':
        return t('Confidence, in percent');
      case 'importance':
        return t('Importance, 1 to 10');
      case 'tags':
        return t('Tags');
      case 'reason':
        return t('Note');
    }
  }

  #wordsOf(name: FieldName, value: string): string {
    const type = factTypes.find((one) => one === value);
    if (name === 'factType' && type !== undefined) return factTypeName(type);
    if (name === 'expires' && value === '') return t('Never');
    return name === 'category' && value !== '' ? categoryName(value) : value;
  }

  get #title(): string {
    switch (this.draft.mode) {
      case 'edit':
        return t('Edit');
      case 'replace':
        return t('Replace with a newer statement');
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
        return html`<p class="quiet">${t('It is kept, but assistants no longer see it. You can restore it.')}</p>
          ${this.#renderInput('reason', isFact ? t('Why it is no longer true') : t('Note'), isFact)}`;
      case 'replace':
        return html`<p class="quiet">${t('The new statement replaces this one, which is kept as deprecated.')}</p>
          ${this.#renderText(t('New statement'))}
          <div class="fields">
            ${this.#renderCategory()} ${this.#renderNumber('confidence', t('Confidence, in percent'), 0, 100)}
          </div>`;
      case 'edit':
        return isFact
          ? html`${this.#renderText(t('Statement'))}
              <div class="fields">
                ${this.#renderType()} ${this.#renderCategory()}
                ${this.#renderNumber('confidence', t('Confidence, in percent'), 0, 100)}
              </div>
              <div class="fields">
                ${this.#renderExpiry()} ${this.#renderInput('tags', t('Tags, separated by commas'), false)}
              </div>`
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

  #renderNumber(name: FieldName, label: string, min: number, max: number): TemplateResult {
    return html`<label class="labelled">
      <span>${label}</span>
      <input
        class="field"
        type="number"
        required
        min=${min}
        max=${max}
        .value=${this.draft.fields[name]}
        @input=${this.#typed(name)}
      />
    </label>`;
  }

  /** A decision with details stays one, and so keeps its type. */
  #renderType(): TemplateResult | typeof nothing {
    if (this.memory.decision !== null) return nothing;
    return html`<label class="labelled">
      <span>${t('Type')}</span>
      <select class="field" @change=${this.#typed('factType')}>
        ${factTypes.map(
          (type) =>
            html`<option value=${type} ?selected=${type === this.draft.fields.factType}>${factTypeName(type)}</option>`,
        )}
      </select>
    </label>`;
  }

  #renderExpiry(): TemplateResult {
    const { expires } = this.draft.fields;
    const never = (): void => this.onType({ ...this.draft, fields: { ...this.draft.fields, expires: '' } });
    return html`<div class="expiry">
      <label class="labelled">
        <span>${expires === '' ? t('Expires on (never)') : t('Expires on')}</span>
        <input
          class="field"
          type="date"
          min=${expires === this.draft.begun.expires ? nothing : localDay(new Date())}
          .value=${expires}
          @change=${this.#typed('expires')}
        />
      </label>
      <button class="button" type="button" aria-disabled=${expires === ''} @click=${never}>${t('Never')}</button>
    </div>`;
  }

  /** A category of an old database can be kept, although it is no longer offered for new memories. */
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
