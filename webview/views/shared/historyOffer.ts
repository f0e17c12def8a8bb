/** Offers to learn from the repository of the window, whose commits say more than an empty memory does. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HomeCard } from '../../../src/protocol/profile/home.ts';
import { t } from '../../l10n/t.ts';
import { actionButton, type ActionHost } from '../../parts/design/actionButton.ts';

/** Until its history was learned, where the host can. Its styles are `noticeStyles`. */
export function renderHistoryOffer(home: HomeCard | undefined, page: ActionHost): TemplateResult | typeof nothing {
  if (home?.canLearnHistory !== true || !page.can('learnFromHistory')) return nothing;
  const text = t('Commit messages and decision records of this repository say why things are as they are.');
  return html`<div class="notice"><span>${text}</span> ${actionButton('learnFromHistory', page)}</div>`;
}
