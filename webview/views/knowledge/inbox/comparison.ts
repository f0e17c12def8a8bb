/** A text next to a similar one, with its own words marked. */
import { html, type TemplateResult } from 'lit';
import { language } from '../../../l10n/t.ts';
import { wordRuns } from './wordRuns.ts';

/** In characters; longer texts are shown without marks, because no one compares them word by word. */
export const maxComparedLength = 6_000;

/** The text with the words that `other` lacks underlined; screen readers get only the words. */
export function renderCompared(text: string, other: string): TemplateResult {
  if (text.length + other.length > maxComparedLength) return html`${text}`;
  return html`${wordRuns(text, other, language()).map(({ words, isOwn }) =>
    isOwn ? html`<mark>${words}</mark>` : words,
  )}`;
}
