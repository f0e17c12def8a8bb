/** The search in a transcript: its field, how much was found, and the way from place to place. */
import { html, nothing, type TemplateResult } from 'lit';
import { t, tn } from '../../../l10n/t.ts';
import { number } from '../../../parts/design/format.ts';
import { isEscape, submitting } from '../../../parts/design/forms.ts';

interface FindBar {
  /** The text that was searched for; empty for none. */
  wanted: string;
  /** Where it was found; undefined while it is searched, or if that failed. */
  places: readonly number[] | undefined;
  hasFailed: boolean;
  /** Which of the places is marked; -1 for none. */
  at: number;
  /** Searches for the text; an empty one ends the search. */
  find: (typed: string) => void;
  /** To the next place, or to the one before. */
  go: (by: 1 | -1) => void;
}

/** Enter searches and goes on, Escape ends the search. */
export function renderFindBar(bar: FindBar): TemplateResult {
  const { wanted, find, go } = bar;
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget;
    const field = form instanceof HTMLFormElement ? form.querySelector('input') : null;
    submitting(() => find(field?.value.trim() ?? ''))(event);
  };
  const leave = (event: KeyboardEvent): void => {
    if (!isEscape(event) || wanted === '') return;
    event.preventDefault();
    find('');
  };
  return html`<form class="find" @submit=${submit} @keydown=${leave}>
    <input
      class="field"
      type="search"
      dir="auto"
      aria-label=${t('Find in transcript')}
      placeholder=${t('Find in transcript')}
      .value=${wanted}
    />
    ${
      wanted === ''
        ? nothing
        : html`<span class="quiet" role="status">${countText(bar)}</span>
            <button class="button" type="button" @click=${() => go(-1)}>${t('Previous')}</button>
            <button class="button" type="button" @click=${() => go(1)}>${t('Next')}</button>`
    }
  </form>`;
}

function countText({ places, at, hasFailed }: FindBar): string {
  if (places === undefined) return hasFailed ? t('The search failed. Press Enter to try again.') : t('Searching…');
  if (places.length === 0) return t('No results');
  return at === -1
    ? tn(places.length, '{0} found', '{0} found')
    : t('{0} of {1}', number(at + 1), number(places.length));
}
