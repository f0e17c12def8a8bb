/**
 * The reminders and gotchas in memory files, by project, and the user's own gotchas of all projects. Each change is made
 * in the file at once. The files are read when the view opens, when it gets the focus, and now and then, because people
 * edit them elsewhere. A form survives that, also if its lines changed in the meantime.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CommandOf } from '../../../src/protocol/commands.ts';
import type {
  FilesCard,
  GotchaCard,
  ProjectFilesCard,
  ReminderCard,
} from '../../../src/protocol/entries/memoryFiles.ts';
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
import { renderTrouble } from './fileTroubles.ts';
import { gotchaForm, keepReminders, keptReminders, reminderForm } from './keptReminders.ts';
import type { KeptReminders, OpenForm } from './keptReminders.ts';
import { renderGotcha, renderReminder } from './noteCards.ts';
import type { NoteCard } from './noteCards.ts';
import { commandFrom, isChanged, isSameNote } from './noteCommands.ts';
import { renderNoteForm } from './noteForms.ts';
import { noteName, renderCards, renderNotes } from './noteLists.ts';
import type { ListView, NoteList } from './noteLists.ts';
import { remindersStyles } from './remindersStyles.ts';

const readAgainMilliseconds = 5_000;

class RemindersView extends View {
  static override styles = [styles, controls, cardStyles, remindersStyles];
  static override properties = { kept: { state: true }, cursor: { state: true }, isSaving: { state: true } };

  declare private kept: KeptReminders | undefined;
  /** The card that has the focus, or had it last. */
  declare private cursor: string | undefined;
  declare private isSaving: boolean;

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

  constructor() {
    super();
    this.isSaving = false;
  }

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
    ${troubles.map((trouble) => renderTrouble(trouble, null, this.page))}
    ${projects.map((project, place) => this.#renderProject(project, place))}
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
      ${troubles.map((trouble) => renderTrouble(trouble, path, this.page))}
      ${renderNotes(this.#reminderList(path, `${id}-reminders`, pending), this.#lists)}
      ${this.#renderDone(path, `${id}-done`, reminders)}
      ${renderNotes(this.#gotchaList(path, `${id}-gotchas`, gotchas), this.#lists)}
    </section>`;
  }

  #renderShared({ gotchas, troubles }: FilesCard['shared']): TemplateResult {
    return html`<section class="project" aria-labelledby="shared">
      <h2 id="shared">${t('All projects')}</h2>
      ${troubles.map((trouble) => renderTrouble(trouble, null, this.page))}
      ${renderNotes(this.#gotchaList(null, 'shared-gotchas', gotchas), this.#lists)}
    </section>`;
  }

  #reminderList(project: string, name: string, cards: readonly ReminderCard[]): NoteList<ReminderCard> {
    const render = (reminder: ReminderCard, card: NoteCard): TemplateResult =>
      renderReminder(reminder, card, (done) => void this.#mark(project, reminder, done));
    return {
      ...{ of: 'reminder', project, name, cards, render },
      formOf: (reminder) => reminderForm(project, reminder),
      remove: ({ line, key }) => void this.#remove({ type: 'deleteReminder', project, item: { line, key } }),
    };
  }

  #gotchaList(project: string | null, name: string, cards: readonly GotchaCard[]): NoteList<GotchaCard> {
    return {
      ...{ of: 'gotcha', project, name, cards, render: renderGotcha },
      formOf: (gotcha) => gotchaForm(project, gotcha),
      remove: ({ line, key }) => void this.#remove({ type: 'deleteGotcha', project, item: { line, key } }),
    };
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
      ${isShown ? renderCards(this.#reminderList(project, name, done), this.#lists) : nothing}`;
  }

  get #lists(): ListView {
    return {
      ...{ page: this.page, form: this.#kept.form, cursor: this.cursor },
      open: (form) => this.#open(form),
      renderForm: (form, isOrphan) => this.#renderForm(form, isOrphan),
    };
  }

  #renderForm(form: OpenForm, isOrphan: boolean): TemplateResult {
    return renderNoteForm({
      form,
      isOrphan: isOrphan && !this.isSaving,
      isSaving: this.isSaving,
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

  /** An open form with input stays, because it would be lost. */
  #open(form: OpenForm): void {
    const { form: open } = this.#kept;
    // The form of a project that is no longer listed is not shown.
    const isShown = this.renderRoot.querySelector('form') !== null;
    if (open === null || !isShown || !isChanged(open)) this.#keep({ form });
    else if (!isSameNote(open, form)) this.page.notify(t('Save or cancel the open form first.'));
    this.#focusOn = '[data-first]';
    this.#focus.want();
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

  /** If the host refuses, the form stays open with its input. */
  async #save(form: OpenForm, isOrphan: boolean): Promise<void> {
    if (this.isSaving) return;
    const command = commandFrom({ ...form, item: isOrphan ? null : form.item });
    if (command === undefined) {
      this.#close(form);
      return;
    }
    const isNew = form.item === null || isOrphan;
    const added = form.of === 'reminder' ? t('Reminder added.') : t('Gotcha added.');
    this.#keep({ form });
    this.isSaving = true;
    const saved = await this.page.execute(command, isNew ? added : t('Saved.'));
    this.isSaving = false;
    // It may have been cancelled meanwhile.
    if (saved !== undefined && this.#kept.form === form) this.#close(form);
  }

  async #mark(project: string, { line, key }: ReminderCard, done: boolean): Promise<void> {
    this.#focus.want();
    const command = { type: 'markReminder' as const, project, item: { line, key }, done };
    await this.page.execute(command, done ? t('Marked as done.') : t('Reminder reopened.'));
  }

  async #remove(command: CommandOf<'deleteReminder' | 'deleteGotcha'>): Promise<void> {
    this.#focus.want();
    await this.page.execute(command, t('Deleted.'));
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

/** Keys move from card to card, except inside a field. */
function moveUnlessTyping(event: KeyboardEvent): void {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  moveAmongCards(event);
}

customElements.define('bigmind-reminders-view', RemindersView);
