/** Edits of `REMINDERS.md`: pure, in the file's own style and language, and with every other byte left as it is. */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Redact } from '../../memory/shared/ports.ts';
import { webMark } from '../parsing/entry.ts';
import { quotedLine } from '../../memory/trust/quoting.ts';
import { remindersFileName } from '../files/mindFiles.ts';
import { newRemindersFile } from '../files/templates.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';
import { isDoneHeading, isPendingHeading, maxRemindersLength, readReminderFile } from '../parsing/reminderFile.ts';
import { chosenAmong } from './chosenReminder.ts';
import type { ChosenReminder } from './chosenReminder.ts';
import type { Row } from './fileRows.ts';
import { insertRows, listEnd, removeRows, rowsOf, sectionsOf, textOf } from './fileRows.ts';
import { fieldLanguage, headingLanguage, wordsOf } from './reminderWords.ts';
import { visibleReminders } from './visibleReminders.ts';
import type { When } from './when.ts';

export interface NewReminder {
  /** At most 500 characters; written on one line. */
  text: string;
  when: When;
  /** Whether it may be a stranger's text, which no chat gets unasked. */
  isFromWeb?: boolean;
}

export interface Completion {
  /** `YYYY-MM-DD`. */
  today: string;
  /** Callers name reminders as they were shown: without secrets. */
  redact: Redact;
}

const maxText = 500;
const bullet = /^(?<indent>\s*)(?<mark>[-*+•]|\d{1,3}[.)])(?<gap>\s+)(?<box>\[ \])?/u;

/**
 * The file with one more pending reminder: under the heading for them, or else below the last one. Without a file, a new
 * one. Rejects with `invalid_input` an empty or long text, and with `conflict` a file with an unresolved merge.
 */
export function addReminder(markdown: string | undefined, { text, when, isFromWeb = false }: NewReminder): string {
  const said = reminderText(text);
  const before = markdown === undefined || markdown.replace(/^\ufeff/u, '') === '' ? newRemindersFile : markdown;
  const language = fieldLanguage(before) ?? headingLanguage(before) ?? 'en';
  const edited = withRows(before, (rows) => {
    const reminders = pendingIn(before);
    const mark = reminders.map(({ line }) => bullet.exec(rows[line - 1]?.text ?? '')?.groups?.['mark']).at(-1);
    const line = `${/^[-*+•]$/u.test(mark ?? '') ? (mark ?? '-') : '-'} [ ] ${said} | ${wordsOf(language).written(when)}${isFromWeb ? ` ${webMark}` : ''}`;
    const { place, isAboveHeading } = placeForNew(rows, reminders);
    return insertRows(rows, place, isAboveHeading ? [line, ''] : [line]);
  });
  const isBom = markdown === '\ufeff';
  return checked(isBom ? `\ufeff${edited}` : edited, pendingIn(before).length + 1);
}

/** As a line has it. Rejects with `invalid_input` an empty and a long text. */
export function reminderText(text: string): string {
  const said = quotedLine(text);
  if (said !== '' && said.length <= maxText) return said;
  throw new BigMindError('invalid_input', `A reminder has between 1 and ${String(maxText)} characters.`, {
    remedy: 'Nothing was changed. Say in one sentence what is to be done.',
  });
}

/**
 * The file with the reminder marked as done, and below the heading for done ones if it has one.
 * Rejects with `not_found` without such a reminder, and with `conflict` if another one has this number now.
 */
export function completeReminder(
  markdown: string | undefined,
  chosen: ChosenReminder,
  { today, redact }: Completion,
): string {
  const pending = pendingIn(markdown ?? '');
  const visible = visibleReminders(markdown ?? '', redact).filter(({ isDone }) => !isDone);
  const { line } = chosenAmong(visible, chosen);
  const reminder = pending.find((one) => one.line === line) ?? chosenAmong(pending, chosen);
  const language = headingLanguage(markdown ?? '') ?? fieldLanguage(markdown ?? '') ?? 'en';
  const edited = withRows(markdown ?? '', (rows) => {
    const start = reminder.line - 1;
    const lines = rows.slice(start, start + reminder.lines).map(({ text }) => text);
    lines[0] = markedAsDone(lines[0] ?? '');
    const completed = ` | ${wordsOf(language).completed}: ${today}`;
    const last = lines.pop() ?? '';
    lines.push(last.trimEnd() + completed + last.slice(last.trimEnd().length));
    const inPlace = rows.map((row, place) => ({ ...row, text: lines[place - start] ?? row.text }));
    if (!mayMove(rows, start, reminder.lines)) return inPlace;
    const left = removeRows(inPlace, start, reminder.lines);
    const done = sectionsOf(left).find(({ title }) => isDoneHeading.test(title));
    return done === undefined ? inPlace : insertRows(left, listEnd(left, done.start + 1, done.end), lines);
  });
  return checked(edited, pending.length - 1);
}

function markedAsDone(line: string): string {
  const start = bullet.exec(line)?.[0] ?? '';
  const box = start.replace(bullet, '$<indent>$<mark>$<gap>[x]');
  const said = line.slice(start.length);
  return `${box}${/^\S/u.test(said) ? ' ' : ''}${said}`;
}

export function pendingIn(markdown: string): WrittenReminder[] {
  return readReminderFile(markdown).filter(({ isDone }) => !isDone);
}

/**
 * Edits the rows of the file. A byte order mark stays at the beginning, whatever moves. Rejects with `invalid_input` a
 * file that is too long, and with `conflict` one with an unresolved merge.
 */
export function withRows(markdown: string, edit: (rows: Row[]) => Row[]): string {
  if (markdown.length > maxRemindersLength) {
    throw new BigMindError('invalid_input', `${remindersFileName} is too long.`, {
      remedy: 'Nothing was changed. Move reminders that are done to another file.',
    });
  }
  const [conflict] = conflictLines(markdown);
  if (conflict !== undefined) {
    const where = `${remindersFileName} has an unresolved merge conflict in line ${String(conflict)}.`;
    throw new BigMindError('conflict', where, { remedy: 'Nothing was changed. Resolve it, and try again.' });
  }
  const mark = markdown.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + textOf(edit(rowsOf(markdown.slice(mark.length))));
}

/** Where a new one belongs: under the heading for pending ones, or else below the last one. */
export function placeForNew(
  rows: readonly Row[],
  pending: readonly WrittenReminder[],
): { place: number; isAboveHeading: boolean } {
  const sections = sectionsOf(rows);
  const own = sections.find(({ title }) => isPendingHeading.test(title));
  if (own !== undefined) return { place: listEnd(rows, own.start + 1, own.end), isAboveHeading: false };
  const last = pending.at(-1);
  if (last !== undefined) {
    let place = last.line - 1 + last.lines;
    while (/^\s+\S/u.test(rows[place]?.text ?? '')) place += 1;
    return { place, isAboveHeading: false };
  }
  const done = sections.find(({ title }) => isDoneHeading.test(title));
  const place = listEnd(rows, 0, done?.start ?? rows.length);
  return { place, isAboveHeading: place === done?.start };
}

function mayMove(rows: readonly Row[], start: number, count: number): boolean {
  return isAlone(rows, start, count) && !isInDoneSection(rows, start);
}

/** What is below a reminder in its list stays with it, and a reminder below another bullet stays there. */
export function isAlone(rows: readonly Row[], start: number, count: number): boolean {
  const below = rows.slice(start + count).find(({ text }) => text.trim() !== '');
  const isNested = /^\s/u.test(rows[start]?.text ?? '');
  return !isNested && !/^\s/u.test(below?.text ?? '');
}

export function isInDoneSection(rows: readonly Row[], place: number): boolean {
  const section = sectionsOf(rows).find((one) => one.start < place && place < one.end);
  return isDoneHeading.test(section?.title ?? '');
}

/** Code or a comment that does not end would swallow the edit: rejects another number of pending ones. */
export function checked(markdown: string, expected: number): string {
  if (pendingIn(markdown).length === expected) return markdown;
  throw new BigMindError('invalid_input', `${remindersFileName} has code or a comment that does not end.`, {
    remedy: 'Nothing was changed. End it, and try again.',
  });
}
