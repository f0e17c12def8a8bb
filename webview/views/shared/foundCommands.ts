/** Commands that succeeded before: those that answer a question how to run something, and the usual ones. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CommandCard } from '../../../src/protocol/recall/memories.ts';
import type { Page } from '../../client/page.ts';
import { t, tn } from '../../l10n/t.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { dayOf } from '../../parts/design/days.ts';
import { dayName, joined } from '../../parts/design/format.ts';

export const commandStyles = css`
  .commands {
    padding: 0;
    list-style: none;
  }
  .commands li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    align-items: baseline;
    padding: 3px 0;
  }
  .commands code {
    overflow-wrap: anywhere;
  }
`;

export function renderCommands(commands: readonly CommandCard[], page: Page): TemplateResult | typeof nothing {
  if (commands.length === 0) return nothing;
  return html`<ul class="commands" aria-label=${t('Commands that succeeded')}>
    ${commands.map(
      (ran) =>
        html`<li>
          <code>${ran.command}</code>
          <span class="quiet">${joined(aboutCommand(ran))}</span>
          <button
            class="link"
            aria-label=${t('Copy {0}', ran.command)}
            @click=${() => void copyText(page, ran.command)}
          >
            ${t('Copy')}
          </button>
        </li>`,
    )}
  </ul>`;
}

/** How often it succeeded, when last, and where. */
export function aboutCommand({ succeeded, lastSucceeded, failedSince, project }: CommandCard): string[] {
  return [
    tn(succeeded, 'succeeded {0} time', 'succeeded {0} times'),
    t('last on {0}', nameOfDay(lastSucceeded)),
    ...(failedSince === null ? [] : [t('failed on {0}', nameOfDay(failedSince))]),
    ...(project === null ? [] : [project]),
  ];
}

function nameOfDay(time: string): string {
  return dayName(dayOf(time) ?? time);
}
