/** Writes reminders to `REMINDERS.md` of a project. What others wrote there in the meantime is kept. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { mindFile, readText, remindersFileName } from '../files/mindFiles.ts';
import { chosenAmong } from './chosenReminder.ts';
import type { ChosenReminder } from './chosenReminder.ts';
import type { NewReminder } from './reminderEdits.ts';
import { addReminder, completeReminder } from './reminderEdits.ts';
import { readReminderFile } from '../parsing/reminderFile.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';

const maxAttempts = 5;

/** Adds a reminder, and returns it as the file has it now. Rejects as `addReminder` and `MindFiles.write`. */
export async function remind(files: MindFiles, project: string, reminder: NewReminder): Promise<WrittenReminder> {
  const { before, after } = await editReminders(files, project, (markdown) => addReminder(markdown, reminder));
  const known = new Set(readReminderFile(before ?? '').map(({ text, line }) => `${String(line)} ${text}`));
  const added = readReminderFile(after).find(({ text, line }) => !known.has(`${String(line)} ${text}`));
  if (added === undefined) throw new BigMindError('internal', 'The reminder was written, but is not in the file.');
  return added;
}

/**
 * Ticks a reminder off, and returns it as it was. `today` is `YYYY-MM-DD`. Rejects as `completeReminder` and
 * `MindFiles.write`.
 */
export async function markReminderDone(
  files: MindFiles,
  project: string,
  chosen: ChosenReminder,
  today: string,
): Promise<WrittenReminder> {
  const { before } = await editReminders(files, project, (markdown) => completeReminder(markdown, chosen, today));
  return chosenAmong(
    readReminderFile(before ?? '').filter(({ isDone }) => !isDone),
    chosen,
  );
}

/**
 * Writes what `edit` makes of the file, again if the file changed while it was made. `before` is what `edit` received
 * last. Rejects with `conflict` if the file does not come to rest.
 */
export async function editReminders(
  files: MindFiles,
  project: string,
  edit: (markdown: string | undefined) => string,
): Promise<{ before: string | undefined; after: string }> {
  const file = mindFile(project, remindersFileName);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await readText(files, file);
    const after = edit(before);
    if ((await readText(files, file)) !== before) continue;
    await files.write(file, after, project);
    return { before, after };
  }
  throw new BigMindError('conflict', `${file} is being changed by another program.`, {
    remedy: 'Nothing was changed. Try again in a moment.',
    details: { file },
  });
}
