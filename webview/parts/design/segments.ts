/**
 * A choice between a few options, side by side: radio buttons, so that the arrow keys and a screen reader treat them as
 * one choice.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { number } from './format.ts';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** The number of items; shown after the label if it is known and not 0. */
  count?: number;
}

interface Segments<Value extends string> {
  /** The name of the choice for screen readers; unique in its view. */
  label: string;
  options: readonly Segment<Value>[];
  chosen: Value;
  choose: (value: Value) => void;
}

/** Needs the styles of `controls.ts`. */
export function renderSegments<Value extends string>({
  label,
  options,
  chosen,
  choose,
}: Segments<Value>): TemplateResult {
  return html`<fieldset class="segments">
    <legend class="unseen">${label}</legend>
    ${options.map(
      ({ value, label: words, count = 0 }) =>
        html`<label class="segment">
          <input
            class="unseen"
            type="radio"
            name=${label}
            .checked=${value === chosen}
            @change=${() => choose(value)}
          />
          <span>${words}${count === 0 ? nothing : html` <span class="quiet">${number(count)}</span>`}</span>
        </label>`,
    )}
  </fieldset>`;
}
