/** Shows a failure: what went wrong, what to do about it, and the buttons that do it. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { FailureCard } from '../../../src/protocol/failure.ts';
import { isViewAction } from '../../../src/protocol/overview.ts';
import { t } from '../../l10n/t.ts';
import { actionButton, mainButton, type ActionHost } from '../design/actionButton.ts';
import { remedyOnPage } from './remedyOnPage.ts';

/** Replaces content that cannot be shown; `retry` runs the query again. */
export function renderFailure(failure: FailureCard, host: ActionHost, retry: () => void): TemplateResult {
  // A repair comes before a retry, which would only fail again.
  const isLost = failure.code === 'store_corrupt' || failure.code === 'store_missing';
  const mends = isLost && failure.actions.includes('repairStore');
  const remedy = remedyOnPage(failure.remedy);
  const offered: ActionHost = { can: (action) => failure.actions.includes(action), run: (action) => host.run(action) };
  return html`<div class="failure" role="alert">
    <h2 class="headline"><vscode-icon name="warning" aria-hidden="true"></vscode-icon> ${headlineOf(failure)}</h2>
    <p>${messageOf(failure)}</p>
    ${remedy === null ? nothing : html`<p>${remedy}</p>`}
    <div class="buttons">
      ${mends ? mainButton('repairStore', offered) : nothing}
      ${
        needsAnotherAddress(failure)
          ? nothing
          : html`<vscode-button icon="refresh" ?secondary=${mends} @click=${retry}>${t('Try Again')}</vscode-button>`
      }
      ${failure.actions
        .filter(isViewAction)
        .filter((action) => !mends || action !== 'repairStore')
        .map((action) => actionButton(action, offered))}
    </div>
  </div>`;
}

/** A retry cannot fix a wrong token, because the page has no other. */
function needsAnotherAddress({ code }: FailureCard): boolean {
  return code === 'host_unopened' || code === 'host_refused';
}

/** A message about an input begins with the name that programs use for it; a form shows another one. */
export function messageOf({ code, message }: FailureCard): string {
  if (code !== 'invalid_input') return message;
  return message.replace(/^[a-z_]+(?= )/u, (name) => {
    const label = labels[name]?.();
    return label === undefined ? name : `"${label}"`;
  });
}

const labels: Readonly<Record<string, () => string>> = {
  alternatives: () => t('Alternatives'),
  description: () => t('What happens?'),
  decided_by: () => t('Decided by'),
  expires_at: () => t('Expiry'),
  fact: () => t('Statement'),
  message: () => t('What do you want to be reminded of?'),
  notes: () => t('What happened?'),
  observed_at: () => t('Date'),
  project: () => t('Project'),
  rationale: () => t('Rationale'),
  source_ref: () => t('Source'),
  tags: () => t('Tags'),
  title: () => t('Title'),
  when: () => t('When?'),
  workaround: () => t('Workaround'),
};

/** In the language of the page, even if the message is in another language. */
export function headlineOf({ code }: Pick<FailureCard, 'code'>): string {
  switch (code) {
    case 'store_locked':
      return t('The memory is in use by another program');
    case 'store_unavailable':
      return t('The memory cannot be reached');
    case 'store_full':
      return t('The disk is full');
    case 'store_corrupt':
    case 'store_foreign':
      return t('The file is damaged or is not a BigMind database');
    case 'store_missing':
      return t('The database file is missing');
    case 'store_newer':
      return t('A newer version of BigMind wrote the database');
    case 'store_replaced':
      return t('The database was replaced by another one');
    case 'engine_unavailable':
      return t('The SQLite engine cannot be used');
    case 'conflict':
      return t('It conflicts with what is stored');
    case 'not_found':
      return t('It no longer exists');
    case 'not_allowed':
      return t('This is not allowed');
    case 'invalid_input':
      return t('The input is not valid');
    case 'server_down':
      return t('The server does not respond');
    case 'server_refused':
      return t('The server refused the request');
    case 'host_gone':
    case 'host_slow':
      return t('BigMind does not respond');
    case 'host_unopened':
    case 'host_refused':
      return t('This page needs a new address');
    default:
      return t('Something went wrong');
  }
}
