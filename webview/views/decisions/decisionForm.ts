/**
 * The form for a decision: a new one, one that replaces another, a change, or what a draft or an old fact lacks. Every
 * keystroke is kept by its parent; Ctrl+Enter saves and Escape leaves. It says what is missing next to the field.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { formKeys, submitting } from '../../parts/design/forms.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import type { ChangedField } from '../../parts/domain/theirs.ts';
import { renderTheirs, theirsStyles } from '../../parts/domain/theirs.ts';
import type { DecisionFieldName, DecisionFields, Problems } from './decisionFields.ts';
import { decisionFieldNames } from './decisionFields.ts';
import { formStyles } from './decisionStyles.ts';
import { renderField, type FormField } from './formField.ts';

type FormMode = 'new' | 'complete' | 'replace' | 'edit';

/** Names to choose from. */
export interface KnownNames {
  projects: readonly string[];
  deciders: readonly string[];
}

class DecisionForm extends LitElement {
  static override styles = [styles, controls, chipStyles, theirsStyles, formStyles];
  static override properties = {
    mode: { attribute: false },
    fields: { attribute: false },
    problems: { attribute: false },
    known: { attribute: false },
    placed: { attribute: false },
    theirs: { attribute: false },
    showsProblems: { state: true },
  };

  declare mode: FormMode;
  declare fields: DecisionFields;
  declare problems: Problems;
  declare known: KnownNames;
  /** The project that it stays in; null if it still needs one. */
  declare placed: string | null;
  /** The fields that were changed elsewhere while the user typed. */
  declare theirs: readonly ChangedField[];
  declare onType: (fields: DecisionFields) => void;
  declare onSave: () => void;
  declare onTheirs: () => void;
  declare onCancel: () => void;
  declare private showsProblems: boolean;

  constructor() {
    super();
    this.theirs = [];
    this.showsProblems = false;
  }

  /** Focuses the first field that needs something. */
  override focus(): void {
    void this.updateComplete.then(() => (this.#firstProblem ?? this.#field('title'))?.focus());
  }

  override firstUpdated(): void {
    this.focus();
  }

  override render(): TemplateResult {
    return html`<form
      novalidate
      aria-label=${this.#title}
      @submit=${submitting(() => this.#submit())}
      @keydown=${formKeys(() => this.onCancel())}
    >
      ${this.#renderHeading()} ${this.#renderFields()}
      ${
        this.theirs.length === 0
          ? html`<div class="answers">
              <button class="button primary" type="submit">${this.#save}</button>
              <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
              <span class="quiet">${t('Ctrl+Enter to save, Escape to cancel')}</span>
            </div>`
          : renderTheirs(this.theirs, {
              mine: () => this.onSave(),
              theirs: () => this.onTheirs(),
              cancel: () => this.onCancel(),
            })
      }
    </form>`;
  }

  /** Where the form is inside of an opened decision, which has its own heading. */
  #renderHeading(): TemplateResult | typeof nothing {
    if (this.mode !== 'replace' && this.mode !== 'edit') return nothing;
    const explanation = t('The new decision replaces this one, which stays in the timeline as superseded.');
    return html`<h3>${this.#title}</h3>
      ${this.mode === 'replace' ? html`<p class="quiet">${explanation}</p>` : nothing}`;
  }

  get #title(): string {
    switch (this.mode) {
      case 'new':
        return t('New Decision');
      case 'complete':
        return t('Complete the decision');
      case 'replace':
        return t('Replace with a newer decision');
      case 'edit':
        return t('Edit');
    }
  }

  get #save(): string {
    switch (this.mode) {
      case 'new':
      case 'complete':
        return t('Save Decision');
      case 'replace':
        return t('Replace');
      case 'edit':
        return t('Save');
    }
  }

  #renderFields(): TemplateResult {
    return html`${this.#renderField('title', fieldLabel('title'), { rows: 2 })}
      <div class="fields">
        ${this.#renderField('decidedBy', fieldLabel('decidedBy'), { suggestions: this.known.deciders })}
        ${this.#renderField('assistedBy', t('With, separated by commas'), {
          isOptional: true,
          placeholder: 'Claude Code, Codex',
        })}
      </div>
      ${this.#renderProject()} ${this.#renderField('rationale', fieldLabel('rationale'), { rows: 4 })}
      ${this.#renderField('alternatives', t('Alternatives that were rejected, one per line'), {
        rows: 3,
        isOptional: true,
        placeholder: t('MongoDB: no transactions over several tables'),
      })}
      ${
        this.mode === 'new' || this.mode === 'replace'
          ? this.#renderField('sourceRef', t('Source'), { isOptional: true, placeholder: 'docs/adr.md#L12' })
          : nothing
      }`;
  }

  #renderProject(): TemplateResult | typeof nothing {
    if (this.placed !== null) return nothing;
    const { projects } = this.known;
    const project = this.fields.project.trim();
    const isNew = project !== '' && projects.length > 0 && !projects.includes(project);
    return this.#renderField('project', t('Project'), {
      suggestions: projects,
      remark: isNew ? t('BigMind does not know this project yet.') : undefined,
    });
  }

  #renderField(name: DecisionFieldName, label: string, more: Partial<FormField>): TemplateResult {
    return renderField({
      name,
      label,
      value: this.fields[name],
      problem: this.showsProblems || this.mode === 'complete' ? this.problems[name] : undefined,
      write: (value) => this.onType({ ...this.fields, [name]: value }),
      ...more,
    });
  }

  #submit(): void {
    if (Object.keys(this.problems).length > 0) {
      this.showsProblems = true;
      this.focus();
      return;
    }
    // A key press does not overwrite another change, which may have arrived just before.
    if (this.theirs.length === 0) this.onSave();
    else this.renderRoot.querySelector<HTMLElement>('.mine')?.focus();
  }

  get #firstProblem(): HTMLElement | null | undefined {
    const name = decisionFieldNames.find((one) => this.problems[one] !== undefined);
    return name === undefined ? undefined : this.#field(name);
  }

  #field(name: DecisionFieldName): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`);
  }
}

export function fieldLabel(name: DecisionFieldName): string {
  switch (name) {
    case 'title':
      return t('What was decided?');
    case 'decidedBy':
      return t('Decided by');
    case 'assistedBy':
      return t('With');
    case 'project':
      return t('Project');
    case 'rationale':
      return t('Rationale');
    case 'alternatives':
      return t('Alternatives');
    case 'sourceRef':
      return t('Source');
  }
}

customElements.define('bigmind-decision-form', DecisionForm);
