/** A repository whose history was not learned has decisions that nobody sees. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';

/** Nothing where the host cannot learn from it. */
export function renderHistoryOffer(page: Page): TemplateResult | typeof nothing {
  if (!page.can('learnFromHistory')) return nothing;
  return html`<div class="offer">
    <p class="quiet">${t('Commit messages and decision records of this repository say why things are as they are.')}</p>
    ${actionButton('learnFromHistory', page)}
  </div>`;
}
