/** The reminders or the gotchas of a project: a heading, what adds one, and a card or a form for each. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { GotchaCard, ReminderCard } from '../../../src/protocol/entries/memoryFiles.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import type { OpenForm } from './keptReminders.ts';
import type { NoteCard } from './noteCards.ts';
import { itemAmong } from './noteCommands.ts';

export interface NoteList<Card extends ReminderCard | GotchaCard> {
  of: OpenForm['of'];
  /** Null for the gotchas of all projects. */
  project: string | null;
  /** Unique in the view. */
  name: string;
  cards: readonly Card[];
  render: (card: Card, shown: NoteCard) => TemplateResult;
  /** Null for a new one. */
  formOf: (card: Card | null) => OpenForm;
  remove: (card: Card) => void;
}

/** What a list needs of its view. */
export interface ListView {
  page: Page;
  /** The open one, of any list. */
  form: OpenForm | null;
  /** The name of the card that is the tab stop. */
  cursor: string | undefined;
  open: (form: OpenForm) => void;
  renderForm: (form: OpenForm, isOrphan: boolean) => TemplateResult;
}

export function noteName(list: string, { line, key }: { line: number; key: string }): string {
  return `${list}-${String(line)}-${key}`;
}

export function renderNotes<Card extends ReminderCard | GotchaCard>(
  list: NoteList<Card>,
  view: ListView,
): TemplateResult {
  const { of, name, cards, formOf } = list;
  const isGotcha = of === 'gotcha';
  const form = formIn(list, view);
  const isOnTop = form !== null && itemAmong(cards, form.item) === undefined;
  const none = isGotcha ? t('No gotchas') : t('No reminders');
  return html`<div class="notes">
    <div class="head">
      <h3 id=${name}>${isGotcha ? t('Gotchas') : t('Reminders')}</h3>
      <button class="button" data-add=${name} @click=${() => view.open(formOf(null))}>
        <vscode-icon name="add" aria-hidden="true"></vscode-icon>
        ${isGotcha ? t('Add Gotcha') : t('Add Reminder')}
      </button>
    </div>
    ${isOnTop ? view.renderForm(form, form.item !== null) : nothing}
    ${cards.length === 0 ? html`<p class="quiet">${none}</p>` : renderCards(list, view)}
  </div>`;
}

/** Only the cards; the one that is edited is a form. */
export function renderCards<Card extends ReminderCard | GotchaCard>(
  list: NoteList<Card>,
  view: ListView,
): TemplateResult {
  const { project, name, cards, render, formOf, remove } = list;
  const form = formIn(list, view);
  const edited = itemAmong(cards, form?.item ?? null);
  return html`<div class="notes" role="feed" aria-labelledby=${name}>
    ${repeat(
      cards,
      (card) => noteName(name, card),
      (card, place) => {
        if (form !== null && card === edited) return view.renderForm(form, false);
        const cardName = noteName(name, card);
        return render(card, {
          ...{ page: view.page, project, name: cardName, place: place + 1, total: cards.length },
          isCurrent: cardName === view.cursor,
          edit: () => view.open(formOf(card)),
          remove: () => remove(card),
        });
      },
    )}
  </div>`;
}

function formIn<Card extends ReminderCard | GotchaCard>(
  { of, project }: NoteList<Card>,
  { form }: ListView,
): OpenForm | null {
  return form?.of === of && form.project === project ? form : null;
}
