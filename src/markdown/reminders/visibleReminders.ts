/** Reads `REMINDERS.md` without secrets and private passages, for everything that shows, sends or stores reminders. */
import type { Redact } from '../../memory/shared/ports.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';
import { maxRemindersLength, readReminderFile } from '../parsing/reminderFile.ts';

/** In the order of the file, with the lines that they have there. Those in a private passage are left out. */
export function visibleReminders(markdown: string, redact: Redact): WrittenReminder[] {
  const whole = markdown.slice(0, maxRemindersLength);
  // The file as a whole, because keys and private passages have several lines.
  const clean = redact(whole).text;
  const cut = (text: string): string => redact(text).text;
  return readReminderFile(clean === whole ? whole : withLines(whole, clean)).map((reminder) => ({
    ...reminder,
    text: cut(reminder.text).replace(repeated, '$<mark>'),
    due: reminder.due === null ? null : withoutMarks(cut(reminder.due)),
    trigger: reminder.trigger === null ? null : withoutMarks(cut(reminder.trigger)),
  }));
}

const repeated = /(?<mark>\[removed: [^\]]*\])(?: \k<mark>)+/gu;
const removedMark = /(?<mark>\[removed: [^\]]*\])/u;

/** A date is still one with a private passage below it. */
function withoutMarks(text: string): string {
  return text.replace(/\[removed: [^\]]*\]/gu, '').trim();
}

/**
 * The redacted text, with the mark of a removed part on each of its lines, so that each other line keeps its number and
 * its paragraph.
 */
function withLines(whole: string, clean: string): string {
  const parts = clean.split(removedMark);
  let [text, place] = ['', 0];
  for (let index = 1; index < parts.length; index += 2) {
    const kept = parts[index - 1] ?? '';
    const rest = parts[index + 1] ?? '';
    const start = place + kept.length;
    const isLast = index + 2 >= parts.length;
    const end = isLast ? whole.length - rest.length : whole.indexOf(rest, start);
    // Nothing is shown of a text that was changed in another way.
    if (end < start || !whole.startsWith(kept, place) || !whole.startsWith(rest, end)) return '';
    const breaks = whole.slice(start, end).match(/\r?\n/gu) ?? [];
    const mark = parts[index] ?? '';
    text += kept + mark + breaks.map((one) => one + mark).join('');
    place = end;
  }
  return text + (parts.at(-1) ?? '');
}
