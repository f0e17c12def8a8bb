/** Offers to import the past conversations that are on this computer, while none was imported. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HomeCard } from '../../../src/protocol/profile/home.ts';
import { tn } from '../../l10n/t.ts';
import { actionButton, type ActionHost } from '../../parts/design/actionButton.ts';

/** Its styles are `noticeStyles`. */
export function renderPastNotice(home: HomeCard | undefined, page: ActionHost): TemplateResult | typeof nothing {
  const past = home?.past ?? null;
  if (past === null || !page.can('importConversations')) return nothing;
  const text = tn(
    past.conversations,
    '{0} past conversation was found on this computer ({1}).',
    '{0} past conversations were found on this computer ({1}).',
    past.programs.join(', '),
  );
  return html`<div class="notice"><span>${text}</span> ${actionButton('importConversations', page)}</div>`;
}
