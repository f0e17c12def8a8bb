/** What the last session of the project left to do, with a chat that goes on from there. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HomeCard } from '../../../src/protocol/profile/home.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { renderTime } from '../../parts/design/format.ts';

export function renderContinueFrom(handOff: HomeCard['handOff'], page: Page): TemplateResult | typeof nothing {
  if (handOff === null) return nothing;
  const { nextSteps, blockers, sessionId, at } = handOff;
  const item = (text: string): TemplateResult => html`<li dir="auto">${text}</li>`;
  return html`<section aria-labelledby="continue">
    <h2 id="continue">${t('Continue from')}</h2>
    <ul class="steps">
      ${nextSteps.map(item)} ${blockers.map((blocker) => item(t('Blocked: {0}', blocker)))}
    </ul>
    <p class="quiet">
      ${renderTime(at)}
      ${
        sessionId === null
          ? nothing
          : html`·
              <button class="link" @click=${() => page.go({ view: 'sessions', item: sessionId })}>
                ${t('Open Session')}
              </button>`
      }
    </p>
    <div class="offer">${actionButton('continueInChat', page)}</div>
  </section>`;
}
