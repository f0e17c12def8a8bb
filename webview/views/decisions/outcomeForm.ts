/** The form that records how a decision turned out. It says what is missing next to the field. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { verdicts } from '../../../src/memory/shared/vocabulary.ts';
import { t } from '../../l10n/t.ts';
import { select, type Option } from '../../parts/design/choices.ts';
import { controls } from '../../parts/design/controls.ts';
import { readerOfToday } from '../../parts/design/format.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { verdictName, type Verdict } from '../../parts/domain/decisionWords.ts';
import { formStyles } from './decisionStyles.ts';
import { describedBy, renderField, renderProblem } from './formField.ts';
import type { OutcomeFieldName, OutcomeFields } from './outcomeFields.ts';
import { outcomeProblemsIn, ratings, verdictIn } from './outcomeFields.ts';

class OutcomeForm extends LitElement {
  static override styles = [styles, controls, chipStyles, formStyles];
  static override properties = { fields: { attribute: false }, showsProblems: { state: true } };

  declare fields: OutcomeFields;
  declare onType: (fields: OutcomeFields) => void;
  declare onSave: () => void;
  declare onCancel: () => void;
  declare private showsProblems: boolean;

  constructor() {
    super();
    this.showsProblems = false;
  }

  override focus(): void {
    this.#field('rating')?.focus();
  }

  override firstUpdated(): void {
    this.focus();
  }

  override render(): TemplateResult {
    const problems = this.showsProblems ? outcomeProblemsIn(this.fields) : {};
    const verdict = verdictIn(this.fields);
    return html`<form
      novalidate
      aria-label=${t('Record Outcome')}
      @submit=${submitting(() => this.#submit())}
      @keydown=${formKeys(() => this.onCancel())}
    >
      <h3>${t('Record Outcome')}</h3>
      <div class="fields">
        ${this.#renderRating(problems.rating)}
        ${select(t('Verdict'), verdict, verdictOptions(), (value) => this.#write('verdict', value))}
        ${this.#renderDay(problems.day)}
      </div>
      <p class="quiet" role="status">${verdict === 'reversed' ? reversedText() : nothing}</p>
      ${renderField({
        name: 'notes',
        label: t('What happened?'),
        value: this.fields.notes,
        problem: problems.notes,
        write: (value) => this.#write('notes', value),
        rows: 4,
      })}
      ${renderField({
        name: 'sourceRef',
        label: t('Source'),
        value: this.fields.sourceRef,
        problem: undefined,
        write: (value) => this.#write('sourceRef', value),
        isOptional: true,
        placeholder: 'docs/review.md#L12',
      })}
      <div class="answers">
        <button class="button primary" type="submit">${t('Record Outcome')}</button>
        <button class="button" type="button" @click=${() => this.onCancel()}>${t('Cancel')}</button>
        <span class="quiet">${t('Ctrl+Enter to save, Escape to cancel')}</span>
      </div>
    </form>`;
  }

  #renderRating(problem: string | undefined): TemplateResult {
    return html`<label class="labelled">
      <span>${t('Rating, 1 (bad) to 10 (good)')}</span>
      <select
        class="field"
        name="rating"
        aria-invalid=${problem === undefined ? nothing : 'true'}
        aria-describedby=${describedBy('rating', problem)}
        @change=${(event: Event) => this.#write('rating', textOf(event))}
      >
        <option value="" .selected=${this.fields.rating === ''}>${t('Choose…')}</option>
        ${ratings.map(
          (rating) => html`<option value=${rating} .selected=${rating === this.fields.rating}>${rating}</option>`,
        )}
      </select>
      ${renderProblem('rating', problem)}
    </label>`;
  }

  #renderDay(problem: string | undefined): TemplateResult {
    const { today } = readerOfToday();
    return html`<label class="labelled">
      <span>${t('Date')}</span>
      <input
        class="field"
        type="date"
        name="day"
        max=${today}
        aria-invalid=${problem === undefined ? nothing : 'true'}
        aria-describedby=${describedBy('day', problem)}
        .value=${this.fields.day}
        @change=${(event: Event) => this.#write('day', textOf(event) === '' ? today : textOf(event))}
      />
      ${renderProblem('day', problem)}
    </label>`;
  }

  #write(name: OutcomeFieldName, value: string): void {
    this.onType({ ...this.fields, [name]: value });
  }

  #submit(): void {
    const [first] = Object.keys(outcomeProblemsIn(this.fields));
    if (first === undefined) {
      this.onSave();
      return;
    }
    this.showsProblems = true;
    void this.updateComplete.then(() => this.#field(first)?.focus());
  }

  #field(name: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`);
  }
}

function reversedText(): string {
  return t(
    '“Reversed” retires the decision: assistants no longer see it. It stays in this list, and you can restore it.',
  );
}

const verdictOptions = (): Option<Verdict>[] => verdicts.map((verdict) => [verdict, verdictName(verdict)]);

customElements.define('bigmind-outcome-form', OutcomeForm);
