/** What the view of reminders and gotchas restores: the open form with its input, and whose done reminders are shown. */
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, listOf, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';
import { isListedItem } from '../../../src/protocol/files/files.ts';
import type { GotchaCard, GotchaTextCard, ReminderCard } from '../../../src/protocol/files/files.ts';
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
});
/** A form with unsaved input. */
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
  return { of: 'reminder', project, item: itemOf(reminder), fields: { ...noFields, text, when: written ?? '' } };
}

export function gotchaForm(project: string | null, gotcha: GotchaCard | null): OpenForm {
  const form: OpenForm = { of: 'gotcha', project, item: itemOf(gotcha), fields: noFields };
  if (gotcha === null) return form;
  const { title, description, workaround, detection } = gotcha;
  const [context, intent, code] = [detection.context, detection.intent, detection.code].map((list) => list.join('\n'));
  return {
    ...form,
    fields: {
      ...noFields,
      title,
      description,
      workaround,
      context: context ?? '',
      intent: intent ?? '',
      code: code ?? '',
    },
  };
}

export function gotchaTextOf({ title, description, workaround, context, intent, code }: Fields): GotchaTextCard {
  const lines = (text: string): string[] =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return {
    ...{ title: title.trim(), description: description.trim(), workaround: workaround.trim() },
    detection: { context: lines(context), intent: lines(intent), code: lines(code) },
  };
}

function itemOf(card: ReminderCard | GotchaCard | null): OpenForm['item'] {
  return card === null ? null : { line: card.line, key: card.key };
}
