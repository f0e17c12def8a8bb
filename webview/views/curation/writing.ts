/** What the forms of this view end in. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';

export function renderAnswers(yes: string, whyNot: string | undefined, stopWriting: () => void): TemplateResult {
  return html`<div class="decisions">
      <button
        class="button primary"
        type="submit"
        aria-disabled=${whyNot === undefined ? nothing : 'true'}
        aria-describedby=${whyNot === undefined ? nothing : 'why-not'}
      >
        ${yes}
      </button>
      <button class="button" type="button" @click=${stopWriting}>${t('Cancel')}</button>
    </div>
    ${whyNot === undefined ? nothing : html`<p id="why-not" class="quiet">${whyNot}</p>`}`;
}

/** For the submit of a form, which would otherwise load the page anew. */
export function obey(event: Event, run: () => void): void {
  event.preventDefault();
  run();
}

/** In a field of several lines Enter is a new one, so Ctrl+Enter sends the form, as everywhere in the page. */
export function submitByKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLFormElement) event.currentTarget.requestSubmit();
}
