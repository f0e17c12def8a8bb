/** The reminders of a file with what names them for a later edit, and edits of those that are named so. */
import type { ListedItem, ListedReminder } from '../../memory/entries/editableFiles.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { withoutComments } from '../../capture/notes/markdownBlocks.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import { listedAmong, refuseEdit } from '../files/listedItem.ts';
import { mindFolderName, remindersFileName } from '../files/mindFiles.ts';
import { webMark } from '../parsing/entry.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';
import { readReminderFile, reminderParts, unescaped } from '../parsing/reminderFile.ts';
import type { Row } from './fileRows.ts';
import { insertRows, removeRows, rowsOf } from './fileRows.ts';
import {
  checked,
  completeReminder,
  isAlone,
  isInDoneSection,
  pendingIn,
  placeForNew,
  reminderText,
  withRows,
} from './reminderEdits.ts';
import type { Completion } from './reminderEdits.ts';
import { fieldLanguage, headingLanguage, wordsOf } from './reminderWords.ts';
import type { Reminder } from './reminders.ts';
import type { When } from './when.ts';

/** `reminders` are those that `readReminders` read of `markdown`. */
export function listedReminders(markdown: string, reminders: readonly Reminder[]): ListedReminder[] {
  const written = new Map(namedReminders(markdown).map((one) => [one.line, one]));
  return reminders.flatMap(({ line, text, due, trigger, isDone, when = null, isFromWeb }): ListedReminder[] => {
    const own = written.get(line);
    if (own === undefined) return [];
    const mayEdit = own.isWhole && text === own.text && due === own.due && trigger === own.trigger;
    return [{ line, key: own.key, text, isDone, when, written: due ?? trigger, isFromWeb, mayEdit }];
  });
}

const file = `${mindFolderName}/${remindersFileName}`;

type Named = WrittenReminder &
  ListedItem & {
    /** Whether its rows have nothing else, such as a comment. */
    isWhole: boolean;
  };

function namedReminders(markdown: string): Named[] {
  const rows = rowsOf(markdown.replace(/^\ufeff/u, ''));
  return readReminderFile(markdown).map((reminder) => {
    const { line, lines } = reminder;
    const own = rows.slice(line - 1, line - 1 + lines).map(({ text }) => text);
    const { whole } = contentOf(own);
    const isWhole = whole === withoutComments(whole) && unescaped(reminderParts(whole).said) === reminder.text;
    return { ...reminder, key: fingerprint(own.join('\n')), isWhole };
  });
}

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const whenPart = /^(?:due|trigger|when|fällig|auslöser|wenn|到期|触发)\s?[:：]/iu;
const completedPart = /\s\|\s(?:completed|erledigt|完成)\s?[:：](?:(?!\s\||<!--).)*/iu;

/**
 * The file with another text or time of a reminder; null leaves it as it is. It is one line then. Rejects with
 * `conflict` if it changed since it was listed, with `invalid_input` a text as `addReminder`, and with `not_allowed` if
 * the line would not be read as meant.
 */
export function rewordReminder(
  markdown: string,
  item: ListedItem,
  { text, when }: { text: string | null; when: When | null },
): string {
  const { line, lines, text: old, isWhole } = listedAmong(namedReminders(markdown), item);
  if (!isWhole) throw refuseEdit(file, line);
  const said = text === null ? null : reminderText(text);
  const language = fieldLanguage(markdown) ?? headingLanguage(markdown) ?? 'en';
  const time = when === null ? null : wordsOf(language).written(when);
  const edited = withRows(markdown, (rows) => {
    const own = rows.slice(line - 1, line - 1 + lines);
    const texts = own.map((row) => row.text);
    const reworded = rewordedLine(texts, { said, time });
    return [
      ...rows.slice(0, line - 1),
      { text: reworded, end: own.at(-1)?.end ?? '' },
      ...rows.slice(line - 1 + lines),
    ];
  });
  const now = text === null ? old : plainLine(text);
  const expected = textsOf(markdown, (one) => (one.line === line ? now : one.text));
  return asExpected(edited, expected, line);
}

function rewordedLine(rows: readonly string[], { said, time }: { said: string | null; time: string | null }): string {
  const { start, whole, isFromWeb } = contentOf(rows);
  const { said: before, parts } = reminderParts(whole);
  const kept = time === null ? parts : [time, ...parts.filter((part) => !whenPart.test(part))];
  return `${start}${[said ?? before, ...kept].join(' | ')}${isFromWeb ? ` ${webMark}` : ''}`;
}

/** The bullet with its box, and the rest of the rows on one line without `webMark`. */
function contentOf([first = '', ...others]: readonly string[]): { start: string; whole: string; isFromWeb: boolean } {
  const start = bullet.exec(first)?.[0] ?? '';
  const whole = [first.slice(start.length), ...others].map((one) => one.trim()).join(' ');
  return { start, whole: whole.replaceAll(webMark, '').trim(), isFromWeb: whole.includes(webMark) };
}

/** The file with the reminder marked as done; rejects as `rewordReminder` for the item, and as `completeReminder`. */
export function completeListed(markdown: string, item: ListedItem, completion: Completion): string {
  const { line } = listedAmong(namedReminders(markdown), item);
  const index = pendingIn(markdown).findIndex((one) => one.line === line) + 1;
  return index === 0 ? markdown : completeReminder(markdown, { index }, completion);
}

/** The file with a done reminder pending again, and among the pending ones. Rejects as `rewordReminder`. */
export function reopenReminder(markdown: string, item: ListedItem): string {
  const { line, lines, isDone } = listedAmong(namedReminders(markdown), item);
  if (!isDone) return markdown;
  const start = line - 1;
  const edited = withRows(markdown, (rows) => {
    const open = rows.map((row, place) => {
      if (place < start || place >= start + lines) return row;
      const text = place === start ? withOpenBox(row.text) : row.text;
      return { ...row, text: text.replace(completedPart, '') };
    });
    if (!isInDoneSection(rows, start) || !isAlone(rows, start, lines)) return open;
    const own = open.slice(start, start + lines).map(({ text }) => text);
    const left = removeRows(open, start, lines);
    const { place, isAboveHeading } = placeForNew(left, pendingIn(left.map(({ text, end }) => text + end).join('')));
    return insertRows(left, place, isAboveHeading ? [...own, ''] : own);
  });
  return checked(edited, pendingIn(markdown).length + 1);
}

function withOpenBox(line: string): string {
  const start = bullet.exec(line)?.[0] ?? '';
  const box = /\[[xX]\]/u.test(start) ? start.replace(/\[[xX]\]/u, '[ ]') : `${start}[ ] `;
  return box + line.slice(start.length);
}

/**
 * The file without the reminder and what explains it. Rejects as `rewordReminder`, and with `not_allowed` if other
 * things are below it in its list.
 */
export function removeReminder(markdown: string, item: ListedItem): string {
  const { line, lines } = listedAmong(namedReminders(markdown), item);
  const edited = withRows(markdown, (rows) => {
    let count = lines;
    while (isExplanation(rows[line - 1 + count])) count += 1;
    if (hasMoreBelow(rows, line - 1, count)) throw refuseEdit(file, line);
    return removeRows(rows, line - 1, count);
  });
  const expected = textsOf(markdown, (one) => (one.line === line ? undefined : one.text));
  return asExpected(edited, expected, line);
}

/** What is indented below it would become a part of the reminder above it. */
function hasMoreBelow(rows: readonly Row[], start: number, count: number): boolean {
  const below = rows.slice(start + count).find(({ text }) => text.trim() !== '');
  return below !== undefined && indentOf(below) > indentOf(rows[start]);
}

function indentOf(row: Row | undefined): number {
  return /^\s*/u.exec(row?.text ?? '')?.[0].replaceAll('\t', '    ').length ?? 0;
}

function isExplanation(row: Row | undefined): boolean {
  return row !== undefined && /^\s+\S/u.test(row.text) && !bullet.test(row.text);
}

function textsOf(markdown: string, textOf: (reminder: WrittenReminder) => string | undefined): string[] {
  return readReminderFile(markdown).flatMap((reminder) => textOf(reminder) ?? []);
}

function asExpected(edited: string, expected: readonly string[], line: number): string {
  const texts = textsOf(edited, ({ text }) => text);
  if (texts.length === expected.length && texts.every((text, place) => text === expected[place])) return edited;
  throw refuseEdit(file, line);
}
