/** Writes reminders to `REMINDERS.md` of a project. What others wrote there in the meantime is kept. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { editText } from '../files/editText.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { mindFile, remindersFileName } from '../files/mindFiles.ts';
import { chosenAmong } from './chosenReminder.ts';
import type { ChosenReminder } from './chosenReminder.ts';
import type { NewReminder } from './reminderEdits.ts';
import { addReminder, completeReminder } from './reminderEdits.ts';
import type { Completion } from './reminderEdits.ts';
import { visibleReminders } from './visibleReminders.ts';
import { readReminderFile } from '../parsing/reminderFile.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';

/** Adds a reminder, and returns it as the file has it now. Rejects as `addReminder` and `MindFiles.write`. */
export async function remind(files: MindFiles, project: string, reminder: NewReminder): Promise<WrittenReminder> {
  const { before, after } = await editReminders(files, project, (markdown) => addReminder(markdown, reminder));
  const known = new Set(readReminderFile(before).map(({ text, line }) => `${String(line)} ${text}`));
  const added = readReminderFile(after).find(({ text, line }) => !known.has(`${String(line)} ${text}`));
  if (added === undefined) throw new BigMindError('internal', 'The reminder was written, but is not in the file.');
  return added;
}

/**
 * Ticks a reminder off, and returns it as it was, without secrets. Rejects as `completeReminder` and
 * `MindFiles.write`.
 */
export async function markReminderDone(
  files: MindFiles,
  project: string,
  chosen: ChosenReminder,
  completion: Completion,
): Promise<WrittenReminder> {
  const { before } = await editReminders(files, project, (markdown) => completeReminder(markdown, chosen, completion));
  return chosenAmong(
    visibleReminders(before, completion.redact).filter(({ isDone }) => !isDone),
    chosen,
  );
}

/** Writes what `edit` makes of the file; an absent file has no text. Rejects as `edit` and `editText` do. */
function editReminders(
  files: MindFiles,
  project: string,
  edit: (markdown: string) => string,
): Promise<{ before: string; after: string }> {
  const place = { file: mindFile(project, remindersFileName), within: project };
  return editText(files, place, (before) => {
    const after = edit(before);
    return { text: after, result: { before, after } };
  });
}
