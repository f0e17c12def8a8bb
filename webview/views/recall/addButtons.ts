/** What adds something that fits the list: a note, a decision or a hypothesis. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { formItems, type ListName } from '../../parts/domain/knowledgeItem.ts';

/** `open` shows the form of an item. A host may have its own command for notes. */
export function renderAdd(list: ListName | null, page: Page, open: (item: string) => void): TemplateResult {
  const add = (label: string, item: string): TemplateResult =>
    html`<button class="button" @click=${() => open(item)}>
      <vscode-icon name="add" aria-hidden="true"></vscode-icon> ${label}
    </button>`;
  const note = (): unknown =>
    page.can('rememberNote') ? actionButton('rememberNote', page) : add(t('Remember Note…'), formItems.note);
  const isOfDecisions = list === 'decision' || list === 'proposed';
  return html`<div class="adds">
    ${list === null || list === 'fact' ? note() : nothing}
    ${list === null || isOfDecisions ? add(t('New Decision…'), formItems.decision) : nothing}
    ${list === 'hypothesis' ? add(t('Add Hypothesis'), formItems.hypothesis) : nothing}
  </div>`;
}
