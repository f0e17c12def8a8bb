/** A labeled field of a form, with a message next to it while something is missing. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { textOf } from '../../parts/design/forms.ts';

export interface FormField {
  /** Unique in the form. */
  name: string;
  label: string;
  value: string;
  /** What is missing; undefined if nothing is, or while it is not shown yet. */
  problem: string | undefined;
  write: (value: string) => void;
  /** The number of lines; a single one is an input. */
  rows?: number;
  isOptional?: boolean;
  placeholder?: string;
  /** Values to choose from; others can be typed, too. */
  suggestions?: readonly string[];
  /** A remark below the field. */
  remark?: string | undefined;
}

/** Needs the styles of `controls.ts` and `decisionStyles.ts`. */
export function renderField(field: FormField): TemplateResult {
  const { name, label, problem, remark, isOptional = false } = field;
  return html`<label class="labelled">
    <span>${label}${isOptional ? ` ${t('(optional)')}` : nothing}</span>
    ${(field.rows ?? 1) > 1 ? renderArea(field) : renderInput(field)} ${renderProblem(name, problem)}
    ${remark === undefined ? nothing : html`<span class="quiet">${remark}</span>`}
  </label>`;
}

export function renderProblem(name: string, problem: string | undefined): TemplateResult | typeof nothing {
  return problem === undefined ? nothing : html`<span class="problem" id="problem-${name}">${problem}</span>`;
}

/** What a field with a problem tells a screen reader. */
export function describedBy(name: string, problem: string | undefined): string | typeof nothing {
  return problem === undefined ? nothing : `problem-${name}`;
}

function renderArea({ name, value, problem, write, rows, placeholder }: FormField): TemplateResult {
  return html`<textarea
    class="field"
    dir="auto"
    name=${name}
    rows=${rows ?? 2}
    placeholder=${placeholder ?? nothing}
    aria-invalid=${problem === undefined ? nothing : 'true'}
    aria-describedby=${describedBy(name, problem)}
    .value=${value}
    @input=${(event: Event) => write(textOf(event))}
  ></textarea>`;
}

function renderInput({ name, value, problem, write, placeholder, suggestions = [] }: FormField): TemplateResult {
  const list = suggestions.length === 0 ? nothing : `known-${name}`;
  return html`<input
      class="field"
      dir="auto"
      name=${name}
      list=${list}
      placeholder=${placeholder ?? nothing}
      aria-invalid=${problem === undefined ? nothing : 'true'}
      aria-describedby=${describedBy(name, problem)}
      .value=${value}
      @input=${(event: Event) => write(textOf(event))}
    />${
      suggestions.length === 0
        ? nothing
        : html`<datalist id="known-${name}">
            ${suggestions.map((one) => html`<option value=${one}></option>`)}
          </datalist>`
    }`;
}
