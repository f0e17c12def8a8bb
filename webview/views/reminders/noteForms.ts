/** The forms for a reminder and for a gotcha, new or edited. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import type { Fields, OpenForm } from './keptReminders.ts';

interface NoteForm {
  form: OpenForm;
  /** The item that it edited is no longer in the file as it was. */
  isOrphan: boolean;
  /** Then it cannot be changed, and not be saved again. */
  isSaving: boolean;
  write: (fields: Fields) => void;
  save: () => void;
  cancel: () => void;
}

/** In characters, as limited for reminders and for lines of a memory file. */
const maxLengths = { text: 500, when: 200, title: 200, other: 1_200 } as const;

export function renderNoteForm(note: NoteForm): TemplateResult {
  const { form, isOrphan, isSaving, save, cancel } = note;
  const isNew = form.item === null || isOrphan;
  const isReminder = form.of === 'reminder';
  return html`<form
    class="panel"
    aria-label=${formName(isNew, isReminder)}
    @submit=${submitting(save)}
    @keydown=${formKeys(cancel)}
  >
    ${
      isOrphan
        ? html`<p role="alert">
            ${t('These lines changed in the file, or are gone. If you save, your text is added as a new one.')}
          </p>`
        : nothing
    }
    ${isReminder ? renderReminderFields(note) : renderGotchaFields(note)}
    <div class="answers">
      <button class="button primary" type="submit" aria-disabled=${isSaving ? 'true' : nothing}>
        ${isSaving ? t('Saving…') : isNew ? t('Add') : t('Save')}
      </button>
      <button class="button" type="button" @click=${cancel}>${t('Cancel')}</button>
    </div>
  </form>`;
}

function formName(isNew: boolean, isReminder: boolean): string {
  if (isReminder) return isNew ? t('Add Reminder') : t('Edit Reminder');
  return isNew ? t('Add Gotcha') : t('Edit Gotcha');
}

function renderReminderFields(note: NoteForm): TemplateResult {
  return html`${renderField(note, 'text', t('What do you want to be reminded of?'), { max: maxLengths.text })}
  ${renderField(note, 'when', t('When?'), { max: maxLengths.when, hint: whenHint() })}`;
}

function whenHint(): string {
  return t('For example: tomorrow, in 3 days, 2026-12-20, next session, or when I mention login');
}

/** Only the list of all projects has fields for what happens and how it is noticed. */
function renderGotchaFields(note: NoteForm): TemplateResult {
  const { project, item } = note.form;
  const workaround = renderField(note, 'workaround', t('Workaround'), {
    max: maxLengths.other,
    isOptional: project !== null || item !== null,
  });
  const title = renderField(note, 'title', t('What is the trap?'), {
    max: project === null ? maxLengths.title : maxLengths.other,
  });
  if (project !== null) return html`${title} ${workaround}`;
  return html`${title}
  ${renderField(note, 'description', t('What happens?'), { max: maxLengths.other, isOptional: item !== null })}
  ${workaround} ${renderField(note, 'context', t('Where it happens, for example a tool, one per line'), wordsOptions)}
  ${renderField(note, 'intent', t('What you want to do then, one per line'), wordsOptions)}
  ${renderField(note, 'code', t('Code that causes it, one per line'), wordsOptions)}`;
}

interface FieldOptions {
  max: number;
  hint?: string;
  isOptional?: boolean;
  isLong?: boolean;
}

const wordsOptions: FieldOptions = { max: maxLengths.other, isOptional: true, isLong: true };

function renderField(
  { form, isSaving, write }: NoteForm,
  name: keyof Fields,
  label: string,
  { max, hint, isOptional = false, isLong = false }: FieldOptions,
): TemplateResult {
  const input = (event: Event): void => write({ ...form.fields, [name]: textOf(event) });
  const isFirst = name === 'text' || name === 'title';
  return html`<label class="labelled">
    <span>${label} ${isOptional ? t('(optional)') : nothing}</span>
    ${
      isLong
        ? html`<textarea
            class="field"
            dir="auto"
            rows="2"
            maxlength=${max}
            ?readonly=${isSaving}
            .value=${form.fields[name]}
            @input=${input}
          ></textarea>`
        : html`<input
            class="field"
            dir="auto"
            maxlength=${max}
            ?data-first=${isFirst}
            ?required=${!isOptional}
            ?readonly=${isSaving}
            .value=${form.fields[name]}
            @input=${input}
          />`
    }
    ${hint === undefined ? nothing : html`<span class="quiet">${hint}</span>`}
  </label>`;
}
