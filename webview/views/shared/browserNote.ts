/** What does not work where VS Code runs in a browser alone, and why. */
import { html, nothing, type TemplateResult } from 'lit';
import type { OverviewCard } from '../../../src/protocol/overview.ts';
import { t } from '../../l10n/t.ts';

/** Nothing in other hosts. */
export function renderBrowserNote({ isInBrowser }: OverviewCard): TemplateResult | typeof nothing {
  if (!isInBrowser) return nothing;
  return html`<section aria-labelledby="in-browser">
    <h2 id="in-browser">${t('In this browser')}</h2>
    <p>
      ${t('The assistants in your chat use this memory. VS Code starts no programs in a browser, so some things do not work here:')}
    </p>
    <ul class="bullets">
      <li>${t('Recording chats: hooks record them, and hooks are programs.')}</li>
      <li>${t('The command line and other assistants: they cannot reach the storage of this browser.')}</li>
      <li>${t('Memory files, backups and past conversations: BigMind cannot reach the files of your computer.')}</li>
    </ul>
    <p>
      ${t('All of it works in VS Code on your computer, or connected to a server. To take your memories there, export them here.')}
    </p>
  </section>`;
}
