/** Shown before the first memory: what will happen, past conversations to import, and three things to try. */
import { css, html, type TemplateResult } from 'lit';
import type { OverviewCard } from '../../../src/protocol/overview.ts';
import type { HomeCard } from '../../../src/protocol/profile/home.ts';
import { t } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { controls } from '../../parts/design/controls.ts';
import type { Page } from '../../client/page.ts';
import { renderBrowserNote } from './browserNote.ts';
import { renderHistoryOffer } from './historyOffer.ts';
import './noteForm.ts';
import { renderPastNotice } from './pastNotice.ts';
import { noticeStyles, renderRecordingNotice } from './recordingNotice.ts';

const look = css`
  .tries {
    display: flex;
    flex-direction: column;
    gap: 14px;
    padding-inline-start: 1.4em;
  }
  section > p,
  .tries p {
    margin-bottom: 6px;
  }
  .tries p:last-child {
    margin-bottom: 0;
  }
`;

/** Styles for the component that renders it. */
export const firstRunStyles = [controls, noticeStyles, look];

export function renderFirstRun(page: Page, home: HomeCard | undefined): TemplateResult {
  return html`<main>
    <h1>${t('No memories yet')}</h1>
    <p>
      ${t('From now on, the assistants in your chat remember decisions and lessons here, and find them again when you need them.')}
      ${storageSentence(page.overview)}
    </p>
    <p class="path" title=${page.overview.location}>${page.overview.location}</p>
    ${renderPastNotice(home, page)} ${renderHistoryOffer(home, page)} ${renderRecordingNotice(page)}
    <section aria-labelledby="try">
      <h2 id="try">${t('Three things to try')}</h2>
      <ol class="tries">
        <li>
          <p>${t('Tell the chat something worth remembering, and ask for it in another chat tomorrow.')}</p>
          ${actionButton('askAssistant', page)}
        </li>
        <li>${renderSecond(page)}</li>
        <li>${renderThird(page)}</li>
      </ol>
    </section>
    ${renderBrowserNote(page.overview)}
  </main>`;
}

function storageSentence({ mode, isInBrowser }: OverviewCard): string {
  if (isInBrowser) return t('Everything stays in the storage of this browser:');
  return mode === 'team'
    ? t('Your memories stay your own. They are kept in the store that your team shares:')
    : t('Everything stays in one file on this computer:');
}

function renderSecond(page: Page): TemplateResult {
  if (page.can('rememberNote')) {
    return html`<p>${t('Add a fact yourself. You can also select text in an editor and choose Remember Selection.')}</p>
      ${actionButton('rememberNote', page)}`;
  }
  return html`<p>${t('Add a fact yourself.')}</p>
    <bigmind-note-form .page=${page}></bigmind-note-form>`;
}

/** Connects another client if the host supports that, else imports existing data. */
function renderThird(page: Page): TemplateResult {
  if (page.can('connectClient')) {
    return html`<p>${t('Share this memory with Claude, Cursor or any other MCP client.')}</p>
      ${actionButton('connectClient', page)}`;
  }
  if (page.can('importMemory')) {
    return html`<p>${t('Import a BigMind export or past conversations.')}</p>
      ${actionButton('importMemory', page)}`;
  }
  return html`<p>${t('Import past conversations in a terminal:')}</p>
    <p class="path">bigmind import jsonl FILE</p>`;
}
