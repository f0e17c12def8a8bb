/**
 * Choices of a filter: one of several, or a day. All controls are native, so that the keyboard and screen readers work
 * as usual.
 */
import { html, type TemplateResult } from 'lit';
import { textOf } from './forms.ts';

export type Option<Value extends string> = readonly [value: Value, label: string];

/** Needs the styles of `controls.ts`. */
export function select<Value extends string>(
  label: string,
  chosen: string,
  options: readonly Option<Value>[],
  choose: (value: Value) => void,
): TemplateResult {
  return html`<label class="labelled"><span>${label}</span> ${plainSelect(label, chosen, options, choose)}</label>`;
}

/** Without a visible label, where the options say what is chosen. */
export function plainSelect<Value extends string>(
  label: string,
  chosen: string,
  options: readonly Option<Value>[],
  choose: (value: Value) => void,
): TemplateResult {
  const choice = ({ target }: Event): void => {
    const option = target instanceof HTMLSelectElement ? options[target.selectedIndex] : undefined;
    if (option !== undefined) choose(option[0]);
  };
  return html`<select class="field" aria-label=${label} @change=${choice}>
    ${options.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`)}
  </select>`;
}

/** A local day; null for no day. */
export function daySelect(label: string, value: string | null, choose: (value: string | null) => void): TemplateResult {
  return html`<label class="labelled"><span>${label}</span> ${dayField(label, value, choose)}</label>`;
}

/** The same without a visible label. */
export function dayField(label: string, value: string | null, choose: (value: string | null) => void): TemplateResult {
  const change = (event: Event): void => choose(orNull(textOf(event)));
  return html`<input
    class="field"
    type="date"
    aria-label=${label}
    title=${label}
    .value=${value ?? ''}
    @change=${change}
  />`;
}

/** A text that is typed, such as a name that is not in any list; null for none. */
export function textChoice(
  label: string,
  value: string | null,
  choose: (value: string | null) => void,
): TemplateResult {
  return html`<label class="labelled">
    <span>${label}</span>
    <input
      class="field"
      dir="auto"
      .value=${value ?? ''}
      @change=${(event: Event) => choose(orNull(textOf(event).trim()))}
    />
  </label>`;
}

/** An empty choice means null. */
export function orNull(value: string): string | null {
  return value === '' ? null : value;
}
