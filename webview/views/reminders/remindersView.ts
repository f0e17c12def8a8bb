/**
 * The reminders and gotchas in memory files, by project, and the user's own gotchas of all projects. Each change is made
 * in the file at once. The files are read when the view opens, when it gets the focus, and now and then, because people
 * edit them elsewhere. A form survives that, also if its lines changed in the meantime.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type {
  FilesCard,
  FileTroubleCard,
  GotchaCard,
  ProjectFilesCard,
  ReminderCard,
} from '../../../src/protocol/files/files.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAmongCards } from '../../parts/design/keyboard/roving.ts';
import { cardStyles } from '../../parts/design/styles/cardStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import { gotchaForm, gotchaTextOf, keepReminders, keptReminders, reminderForm } from './keptReminders.ts';
import type { KeptReminders, OpenForm } from './keptReminders.ts';
import { renderGotcha, renderReminder } from './noteCards.ts';
import type { NoteCard } from './noteCards.ts';
import { renderNoteForm } from './noteForms.ts';
import { remindersStyles } from './remindersStyles.ts';

const readAgainMilliseconds = 5_000;

/** A list in the view: its heading, its cards, and what adds one. */
interface NoteList<Card> {
  of: OpenForm['of'];
  /** Null for the gotchas of all projects. */
  project: string | null;
  /** Unique in the view. */
  name: string;
  cards: readonly Card[];
  render: (card: Card, shown: NoteCard) => TemplateResult;
}

export class RemindersView extends View {
  static override styles = [styles, controls, cardStyles, remindersStyles];
  static override properties = { kept: { state: true }, cursor: { state: true } };

  declare private kept: KeptReminders | undefined;
  /** The card that has the focus, or had it last. */
  declare private cursor: string | undefined;

  readonly #focus = new FocusKeeper(this, () => this.#focusPlace());
  readonly #files = new Live(
    this,
    () => this.page.client,
    'files',
    () => ({}),
  );
  #lastPlace = 0;
  /** The next target of the focus; a card without one. */
  #focusOn: string | undefined;
  #clock: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('focus', this.#readAgain);
    document.addEventListener('visibilitychange', this.#readAgain);
    this.#clock = window.setInterval(this.#readAgain, readAgainMilliseconds);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('focus', this.#readAgain);
    document.removeEventListener('visibilitychange', this.#readAgain);
    window.clearInterval(this.#clock);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#setCursor();
  }

  override render(): TemplateResult {
    const { answer } = this.#files;
    return html`<main
      aria-labelledby="reminders"
      @keydown=${moveUnlessTyping}
      @focusin=${(event: FocusEvent) => this.#notice(event)}
    >
      <h1 id="reminders">${t('Reminders and gotchas')}</h1>
      ${this.renderWait(this.#files)} ${answer === undefined ? nothing : this.#renderAnswer(answer)}
    </main>`;
  }

  #renderAnswer({ projects, shared, troubles }: FilesCard): TemplateResult {
    const isEmpty = projects.length === 0 && troubles.length === 0;
    return html`${
      isEmpty
        ? this.#renderNothing()
        : html`<p class="quiet">
            ${t('What the memory files of your projects say. Each change here is written to the file at once.')}
          </p>`
    }
    ${troubles.map(renderTrouble)} ${projects.map((project, place) => this.#renderProject(project, place))}
    ${isEmpty && shared.gotchas.length === 0 && shared.troubles.length === 0 ? nothing : this.#renderShared(shared)}`;
  }

  #renderNothing(): TemplateResult {
    const start = this.page.can('startFileMemory')
      ? actionButton('startFileMemory', this.page)
      : html`<p>${t('Run this in a folder of the project:')} <span class="path">bigmind mind init</span></p>`;
    return html`<div tabindex="-1" data-nothing>
      ${renderEmpty(
        'bell',
        t('No project keeps its memory in files yet'),
        t(
          'A project can keep decisions, reminders and gotchas in files that you read, edit and commit. Start it in a project, and its reminders and gotchas appear here.',
        ),
        start,
      )}
    </div>`;
  }

  #renderProject({ path, name, reminders, gotchas, troubles }: ProjectFilesCard, place: number): TemplateResult {
    const id = `project-${String(place)}`;
    const pending = reminders.filter(({ isDone }) => !isDone);
    return html`<section class="project" aria-labelledby=${id}>
      <div>
        <h2 id=${id}><bdi>${name}</bdi></h2>
        <p class="quiet path">${path}</p>
      </div>
      ${troubles.map(renderTrouble)}
      ${this.#renderNotes(t('Reminders'), t('No reminders'), this.#reminderList(path, `${id}-reminders`, pending))}
      ${this.#renderDone(path, `${id}-done`, reminders)}
      ${this.#renderNotes(t('Gotchas'), t('No gotchas'), this.#gotchaList(path, `${id}-gotchas`, gotchas))}
    </section>`;
  }

  #renderShared({ gotchas, troubles }: FilesCard['shared']): TemplateResult {
    return html`<section class="project" aria-labelledby="shared">
      <h2 id="shared">${t('All projects')}</h2>
      ${troubles.map(renderTrouble)}
      ${this.#renderNotes(t('Gotchas'), t('No gotchas'), this.#gotchaList(null, 'shared-gotchas', gotchas))}
    </section>`;
  }

  #reminderList(project: string, name: string, cards: readonly ReminderCard[]): NoteList<ReminderCard> {
    const render = (reminder: ReminderCard, card: NoteCard): TemplateResult =>
      renderReminder(reminder, card, (done) => void this.#mark(project, reminder, done));
    return { of: 'reminder', project, name, cards, render };
  }

  #gotchaList(project: string | null, name: string, cards: readonly GotchaCard[]): NoteList<GotchaCard> {
    return { of: 'gotcha', project, name, cards, render: renderGotcha };
  }

  #renderNotes<Card extends ReminderCard | GotchaCard>(
    title: string,
    none: string,
    list: NoteList<Card>,
  ): TemplateResult {
    const { of, project, name, cards } = list;
    const { form } = this.#kept;
    const own = form?.of === of && form.project === project ? form : null;
    const isShown = itemAmong(cards, own?.item ?? null) !== undefined;
    const add = (): void => this.#open(of === 'gotcha' ? gotchaForm(project, null) : reminderForm(project ?? '', null));
    return html`<div class="notes">
      <div class="head">
        <h3 id=${name}>${title}</h3>
        <button class="button" data-add=${name} @click=${add}>
          <vscode-icon name="add" aria-hidden="true"></vscode-icon>
          ${of === 'gotcha' ? t('Add Gotcha') : t('Add Reminder')}
        </button>
      </div>
      ${own === null || isShown ? nothing : this.#renderForm(own, own.item !== null)}
      ${cards.length === 0 ? html`<p class="quiet">${none}</p>` : this.#renderCards(list)}
    </div>`;
  }

  #renderCards<Card extends ReminderCard | GotchaCard>(list: NoteList<Card>): TemplateResult {
    const { of, project, name, cards, render } = list;
    const { form } = this.#kept;
    const edited = form?.of === of && form.project === project ? itemAmong(cards, form.item) : undefined;
    return html`<div class="notes" role="feed" aria-labelledby=${name}>
      ${repeat(
        cards,
        (card) => noteName(name, card),
        (card, place) => {
          if (form !== null && card === edited) return this.#renderForm(form, false);
          const cardName = noteName(name, card);
          return render(card, {
            ...{ page: this.page, project, name: cardName, place: place + 1, total: cards.length },
            isCurrent: cardName === this.cursor,
            edit: () => this.#edit(of, project, card),
            remove: () => void this.#remove(of, project, card),
          });
        },
      )}
    </div>`;
  }

  #renderDone(project: string, name: string, reminders: readonly ReminderCard[]): TemplateResult | typeof nothing {
    const done = reminders.filter(({ isDone }) => isDone);
    if (done.length === 0) return nothing;
    const { shownDone } = this.#kept;
    const isShown = shownDone.includes(project);
    const others = shownDone.filter((path) => path !== project);
    return html`<button
        class="link unfold"
        id=${name}
        aria-expanded=${isShown ? 'true' : 'false'}
        @click=${() => this.#keep({ shownDone: isShown ? others : [...others, project] })}
      >
        ${tn(done.length, '{0} done reminder', '{0} done reminders')}
      </button>
      ${isShown ? this.#renderCards(this.#reminderList(project, name, done)) : nothing}`;
  }

  #renderForm(form: OpenForm, isOrphan: boolean): TemplateResult {
    return renderNoteForm({
      form,
      isOrphan,
      write: (fields) => this.#keep({ form: { ...form, fields } }),
      save: () => void this.#save(form, isOrphan),
      cancel: () => this.#close(form),
    });
  }

  get #kept(): KeptReminders {
    return this.kept ?? keptReminders(this.page);
  }

  #keep(change: Partial<KeptReminders>): void {
    this.kept = { ...this.#kept, ...change };
    keepReminders(this.page, this.kept);
  }

  get #cards(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[data-note]')];
  }

  /** The card after one that is gone has its place. */
  #setCursor(): void {
    const names = this.#cards.map((card) => card.dataset['note'] ?? '');
    const place = names.indexOf(this.cursor ?? '');
    if (place >= 0) this.#lastPlace = place;
    else this.cursor = names[Math.min(this.#lastPlace, names.length - 1)];
  }

  #open(form: OpenForm): void {
    this.#keep({ form });
    this.#focusOn = '[data-first]';
    this.#focus.want();
  }

  #edit(of: OpenForm['of'], project: string | null, card: ReminderCard | GotchaCard): void {
    if ('isDone' in card) this.#open(reminderForm(project ?? '', card));
    else if (of === 'gotcha') this.#open(gotchaForm(project, card));
  }

  #close({ of, project, item }: OpenForm): void {
    this.#keep({ form: null });
    const list = this.#listName(of, project);
    this.#focusOn = item === null ? `[data-add="${list}"]` : `[data-note="${noteName(list, item)}"]`;
    this.#focus.want();
  }

  #listName(of: OpenForm['of'], project: string | null): string {
    if (project === null) return 'shared-gotchas';
    const place = this.#files.answer?.projects.findIndex(({ path }) => path === project) ?? 0;
    return `project-${String(place)}-${of}s`;
  }

  async #save(form: OpenForm, isOrphan: boolean): Promise<void> {
    const command = this.#commandOf({ ...form, item: isOrphan ? null : form.item });
    this.#close(form);
    if (command === undefined) return;
    const isNew = form.item === null || isOrphan;
    const added = form.of === 'reminder' ? t('Reminder added.') : t('Gotcha added.');
    if ((await this.page.execute(command, isNew ? added : t('Saved.'))) !== undefined) return;
    // Restores the input for another try.
    if (this.#kept.form === null) this.#open(form);
  }

  /** Undefined if nothing was changed. */
  #commandOf({ of, project, item, fields }: OpenForm): PageCommand | undefined {
    if (of === 'gotcha') {
      const gotcha = gotchaTextOf(fields);
      return item === null ? { type: 'addGotcha', project, gotcha } : { type: 'editGotcha', project, item, gotcha };
    }
    if (project === null) return undefined;
    const [text, when] = [fields.text.trim(), fields.when.trim()];
    if (item === null) return { type: 'addReminder', project, text, when };
    const old = this.#reminderAt(project, item);
    const changed = { text: text === old?.text ? null : text, when: when === (old?.written ?? '') ? null : when };
    if (changed.text === null && changed.when === null) return undefined;
    return { type: 'editReminder', project, item, ...changed };
  }

  #reminderAt(project: string, item: NonNullable<OpenForm['item']>): ReminderCard | undefined {
    const notes = this.#files.answer?.projects.find(({ path }) => path === project);
    return itemAmong(notes?.reminders ?? [], item);
  }

  async #mark(project: string, { line, key }: ReminderCard, done: boolean): Promise<void> {
    this.#focus.want();
    const command = { type: 'markReminder' as const, project, item: { line, key }, done };
    await this.page.execute(command, done ? t('Marked as done.') : t('Reminder reopened.'));
  }

  async #remove(of: OpenForm['of'], project: string | null, { line, key }: ReminderCard | GotchaCard): Promise<void> {
    const item = { line, key };
    this.#focus.want();
    if (of === 'gotcha') await this.page.execute({ type: 'deleteGotcha', project, item }, t('Deleted.'));
    else if (project !== null) await this.page.execute({ type: 'deleteReminder', project, item }, t('Deleted.'));
  }

  #notice(event: FocusEvent): void {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-note]') : null;
    if (card !== null) this.cursor = card.dataset['note'];
  }

  #focusPlace(): HTMLElement | null {
    const place = this.#focusOn;
    this.#focusOn = undefined;
    this.#setCursor();
    const found = place === undefined ? null : this.renderRoot.querySelector<HTMLElement>(place);
    return (
      found ??
      this.#cards.find((card) => card.dataset['note'] === this.cursor) ??
      this.renderRoot.querySelector<HTMLElement>('[data-add], [data-nothing]')
    );
  }

  readonly #readAgain = (): void => {
    if (document.visibilityState === 'visible') void this.#files.refresh();
  };
}

function noteName(list: string, { line, key }: { line: number; key: string }): string {
  return `${list}-${String(line)}-${key}`;
}

/** An item is found again by its lines, also after others moved them. */
function itemAmong<Card extends ReminderCard | GotchaCard>(
  cards: readonly Card[],
  item: OpenForm['item'],
): Card | undefined {
  const same = item === null ? [] : cards.filter(({ key }) => key === item.key);
  return same.find(({ line }) => line === item?.line) ?? same[0];
}

function renderTrouble({ message, remedy }: FileTroubleCard): TemplateResult {
  return html`<div class="trouble" role="alert">
    <p>${message}</p>
    ${remedy === null ? nothing : html`<p class="quiet">${remedy}</p>`}
  </div>`;
}

/** Keys move from card to card, except inside a field. */
function moveUnlessTyping(event: KeyboardEvent): void {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  moveAmongCards(event);
}

customElements.define('bigmind-reminders-view', RemindersView);
