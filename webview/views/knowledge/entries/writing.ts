/** The buttons at the end of the forms in this view. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../../l10n/t.ts';

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
