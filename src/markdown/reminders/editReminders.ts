/**
 * Writes reminders to `REMINDERS.md` of a project. What others wrote there in the meantime is kept, and a relative day,
 * such as "tomorrow", still counts from when somebody else last changed the file.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { editText } from '../files/editText.ts';
import type { KeptTime } from '../files/editText.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { mindFile, remindersFileName } from '../files/mindFiles.ts';
import { chosenAmong } from './chosenReminder.ts';
import type { Clock, Ports } from '../../memory/shared/ports.ts';
import { localDay } from '../../util/time.ts';
import type { ChosenReminder } from './chosenReminder.ts';
import type { NewReminder } from './reminderEdits.ts';
import { addReminder, completeReminder } from './reminderEdits.ts';
import { isCountedFrom, todayOf } from './reminders.ts';
import { visibleReminders } from './visibleReminders.ts';
import { readReminderFile } from '../parsing/reminderFile.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';

/** Adds a reminder, and returns it as the file has it now. Rejects as `addReminder` and `MindFiles.write`. */
export async function remind(
  files: MindFiles,
  project: string,
  reminder: NewReminder,
  clock: Clock,
): Promise<WrittenReminder> {
  const { before, after } = await editReminders(files, project, clock, (text) => addReminder(text, reminder));
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
  { clock, redact }: Pick<Ports, 'clock' | 'redact'>,
): Promise<WrittenReminder> {
  const completion = { today: todayOf(clock), redact };
  const { before } = await editReminders(files, project, clock, (text) => completeReminder(text, chosen, completion));
  return chosenAmong(
    visibleReminders(before, redact).filter(({ isDone }) => !isDone),
    chosen,
  );
}

/** Writes what `edit` makes of the file; an absent file has no text. Rejects as `edit` and `editText` do. */
function editReminders(
  files: MindFiles,
  project: string,
  clock: Clock,
  edit: (markdown: string) => string,
): Promise<{ before: string; after: string }> {
  const file = mindFile(project, remindersFileName);
  const place = { file, within: project, keptTime: remindersTime(files, file, clock) };
  return editText(files, place, (before) => {
    const after = edit(before);
    return { text: after, result: { before, after } };
  });
}

/**
 * Which time a changed `REMINDERS.md` keeps, so that no pending reminder moves to another day. `earlier` is when it was
 * written before a change that is taken back: the days of reminders that come back count from then.
 */
export function remindersTime(files: MindFiles, file: string, clock: Clock, earlier?: Date): KeptTime {
  return async (before, after) => {
    const modified = await files.modified(file);
    const isCounted = (time: Date | undefined, text: string): time is Date =>
      time !== undefined && isCountedFrom(time, text, clock);
    if (isCounted(modified, before) || isCounted(modified, after)) return soonAfter(modified, clock);
    // What somebody wrote into the file since counts from its own time.
    return isCounted(earlier, after) && !isCounted(earlier, before) ? soonAfter(earlier, clock) : undefined;
  };
}

/** A later time, because an editor with the file open would not notice another content of the same time. */
function soonAfter(modified: Date, { timeZone }: Clock): Date {
  const later = new Date(modified.getTime() + 1_000);
  const dayOf = (time: Date): string => localDay(time.toISOString(), timeZone);
  return dayOf(later) === dayOf(modified) ? later : modified;
}
