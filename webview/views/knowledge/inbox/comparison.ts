/** A text beside one that is like it, with the words marked that only this one has. */
import { html, type TemplateResult } from 'lit';
import { language } from '../../../l10n/t.ts';
import { wordRuns } from './wordRuns.ts';

/** Characters; longer texts are shown without marks, because nobody compares them word by word. */
const maxComparedLength = 6_000;

/** The text with what `other` does not say underlined; a screen reader is told nothing of the marks but the words. */
export function renderCompared(text: string, other: string): TemplateResult {
  if (text.length + other.length > maxComparedLength) return html`${text}`;
  return html`${wordRuns(text, other, language()).map(({ words, isOwn }) =>
    isOwn ? html`<mark>${words}</mark>` : words,
  )}`;
}
