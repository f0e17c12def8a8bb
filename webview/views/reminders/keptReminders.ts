/** What the view of reminders and gotchas restores: the open form with its input, and whose done reminders are shown. */
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, listOf, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';
import { isListedItem } from '../../../src/protocol/entries/memoryFiles.ts';
import type { GotchaCard, ReminderCard } from '../../../src/protocol/entries/memoryFiles.ts';
import type { FilledIn } from '../../../src/protocol/formRoute.ts';
import type { Page } from '../../client/page.ts';

const isFields = shape({
  text: isText,
  when: isText,
  title: isText,
  description: isText,
  workaround: isText,
  /** One on each line. */
  context: isText,
  intent: isText,
  code: isText,
});
export type Fields = Checked<typeof isFields>;

const isOpenForm = shape({
  of: oneOf(['reminder', 'gotcha']),
  /** The path of a project; null for the gotchas of all projects. */
  project: orNull(isText),
  /** Null for a new one. */
  item: orNull(isListedItem),
  fields: isFields,
  /** What it began with. */
  before: isFields,
});
/** A form, and its input that is not saved. */
export type OpenForm = Checked<typeof isOpenForm>;

const isKeptReminders = shape({ form: orNull(isOpenForm), shownDone: listOf(isText) });
export type KeptReminders = Checked<typeof isKeptReminders>;

export function keptReminders(page: Page): KeptReminders {
  const kept = page.kept('reminders');
  return isKeptReminders(kept) ? kept : { form: null, shownDone: [] };
}

export function keepReminders(page: Page, kept: KeptReminders): void {
  page.keep('reminders', kept);
}

const noFields: Fields = {
  ...{ text: '', when: '', title: '', description: '', workaround: '', context: '', intent: '', code: '' },
};

export function reminderForm(project: string, reminder: ReminderCard | null): OpenForm {
  const { text = '', written = '' } = reminder ?? {};
  const fields = { ...noFields, text, when: written ?? '' };
  return { of: 'reminder', project, item: itemOf(reminder), fields, before: fields };
}

/** The form of a new reminder with what a route fills in; `kept` is what the view keeps. */
export function filledReminder(kept: unknown, { project, text = '', when = '' }: FilledIn): KeptReminders {
  const { shownDone } = isKeptReminders(kept) ? kept : { shownDone: [] };
  const form = project === undefined ? null : reminderForm(project, null);
  return { form: form === null ? null : { ...form, fields: { ...form.fields, text, when } }, shownDone };
}

export function gotchaForm(project: string | null, gotcha: GotchaCard | null): OpenForm {
  const fields = gotcha === null ? noFields : fieldsOf(gotcha);
  return { of: 'gotcha', project, item: itemOf(gotcha), fields, before: fields };
}

function fieldsOf({ title, description, workaround, detection }: GotchaCard): Fields {
  const [context = '', intent = '', code = ''] = [detection.context, detection.intent, detection.code].map((list) =>
    list.join('\n'),
  );
  return { ...noFields, title, description, workaround, context, intent, code };
}

function itemOf(card: ReminderCard | GotchaCard | null): OpenForm['item'] {
  return card === null ? null : { line: card.line, key: card.key };
}
