/** One reminder or one gotcha: its text, what is known about it, where it is, and what can be done with it. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { GotchaCard, ReminderCard } from '../../../src/protocol/entries/memoryFiles.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { joined } from '../../parts/design/format.ts';
import '../../parts/design/longText.ts';
import { renderPlace } from './memoryPlace.ts';
import { gotchaRemarks, isDue, whenText } from './reminderWords.ts';

export interface NoteCard {
  page: Page;
  /** Null for a gotcha of all projects. */
  project: string | null;
  /** Unique in the view. */
  name: string;
  /** Its position in its list, from 1, and the length of the list. */
  place: number;
  total: number;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  edit: () => void;
  remove: () => void;
}

export function renderReminder(reminder: ReminderCard, card: NoteCard, mark: (done: boolean) => void): TemplateResult {
  const { text, isDone, isFromWeb, line, mayEdit } = reminder;
  const tabindex = card.isCurrent ? 0 : -1;
  const remarks = [
    ...(isDone ? [] : [html`<span class=${isDue(reminder) ? 'due' : ''}>${whenText(reminder)}</span>`]),
    ...(isFromWeb ? [t('From the web')] : []),
    renderPlace({ project: card.project, file: 'REMINDERS.md', line }, card.page, tabindex),
  ];
  return renderCard(
    card,
    html`<bigmind-long-text id=${card.name} .text=${text}></bigmind-long-text>
      <p class="quiet">${joined(remarks)}</p>`,
    html`<button class="button" tabindex=${tabindex} @click=${() => mark(!isDone)}>
        <vscode-icon name=${isDone ? 'discard' : 'check'} aria-hidden="true"></vscode-icon>
        ${isDone ? t('Reopen') : t('Mark as Done')}
      </button>
      ${isDone ? nothing : renderEdit(card, mayEdit)} ${renderDelete(card)}`,
    mayEdit,
  );
}

export function renderGotcha(gotcha: GotchaCard, card: NoteCard): TemplateResult {
  const { title, description, workaround, line, mayEdit } = gotcha;
  const { page, project, isCurrent } = card;
  const file = project === null ? 'global_edges.json' : 'MEMORY.md';
  const place = renderPlace({ project, file, line }, page, isCurrent ? 0 : -1);
  return renderCard(
    card,
    html`<bigmind-long-text class="title" id=${card.name} .text=${title}></bigmind-long-text>
      ${description === '' ? nothing : html`<bigmind-long-text .text=${description}></bigmind-long-text>`}
      ${
        workaround === ''
          ? nothing
          : html`<div class="quote">
              <p class="quiet">${t('Workaround')}</p>
              <bigmind-long-text .text=${workaround}></bigmind-long-text>
            </div>`
      }
      <p class="quiet">${joined([...gotchaRemarks(gotcha), place])}</p>`,
    html`${renderEdit(card, mayEdit)} ${renderDelete(card)}`,
    mayEdit,
  );
}

function renderCard(
  { name, place, total, isCurrent }: NoteCard,
  content: TemplateResult,
  buttons: TemplateResult,
  mayEdit: boolean,
): TemplateResult {
  return html`<article
    class="card"
    data-note=${name}
    tabindex=${isCurrent ? 0 : -1}
    aria-labelledby=${name}
    aria-posinset=${place}
    aria-setsize=${total}
  >
    ${content}
    ${mayEdit ? nothing : html`<p class="quiet">${t('A part of it is not shown here. Edit it in the file.')}</p>`}
    <div class="answers">${buttons}</div>
  </article>`;
}

function renderEdit({ isCurrent, edit }: NoteCard, mayEdit: boolean): TemplateResult | typeof nothing {
  if (!mayEdit) return nothing;
  return html`<button class="button" data-edit tabindex=${isCurrent ? 0 : -1} @click=${edit}>${t('Edit')}</button>`;
}

function renderDelete({ isCurrent, remove }: NoteCard): TemplateResult {
  return html`<button class="button" tabindex=${isCurrent ? 0 : -1} @click=${remove}>${t('Delete')}</button>`;
}
