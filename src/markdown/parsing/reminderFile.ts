/** Reads `REMINDERS.md` (Mind Architecture, "Reminders File"): tasks with a date or a topic, pending or done. */
import { blocksOf, linesOutsideCode } from '../../capture/notes/markdownBlocks.ts';
import { oneLine } from '../../util/text.ts';
import { takeOutConflicts } from './conflicts.ts';
import { webMark } from './entry.ts';
import { dateInHeading } from './headingDate.ts';
import { withoutIndentedCode } from './indentedCode.ts';

export interface WrittenReminder {
  text: string;
  /** Its first line in the file, from 1. */
  line: number;
  /** How many lines it has, without code and paragraphs below it. */
  lines: number;
  isDone: boolean;
  /** As written: `tomorrow`, `2026-12-20`, `next session`; null if it has no date. */
  due: string | null;
  /** As written: `when I mention auth`; null if it is due at a time. */
  trigger: string | null;
  /** The date of the heading above it, `2026-11-24`; null if there is none. */
  date: string | null;
  /** Whether it may be a stranger's text; see `webMark`. */
  isFromWeb: boolean;
}

/** Of a section, in its heading. */
export const isPendingHeading =
  /^(?:pending|open|upcoming|to-?do|reminders? pending|offen|ausstehend|anstehend|待办(?:事项)?|待处理|未完成)[:：]?$/iu;
export const isDoneHeading = /^(?:done|completed|finished|erledigt|abgeschlossen|fertig|(?:已)?完成)[:：]?$/iu;

const part =
  /^(?<name>due|trigger|when|completed|fällig|auslöser|wenn|erledigt|到期|触发|完成)\s?[:：]\s{0,4}(?<value>\S.*)$/iu;
const nameOf: Readonly<Record<string, 'due' | 'completed'>> = {
  ...{ due: 'due', fällig: 'due', 到期: 'due' },
  ...{ completed: 'completed', erledigt: 'completed', 完成: 'completed' },
};

/** In characters; a chat waits while a file is read. What follows is not read, and a longer file is not edited. */
export const maxRemindersLength = 256 * 1024;

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/u;

/** In the order of the file. A bullet without a box counts only if it has a date or a topic. */
export function readReminderFile(markdown: string): WrittenReminder[] {
  const source = markdown
    .slice(0, maxRemindersLength)
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u);
  takeOutConflicts(source);
  return blocksOf(withoutIndentedCode(source.join('\n')), () => true).flatMap(({ text, line, box, headings }) => {
    const lines = firstLines(text);
    const { said, parts } = reminderParts(lines.join(' '));
    const values = new Map(parts.flatMap(namedPart));
    const isDone = box === 'ticked' || (box === undefined && isDoneHeading.test(headings.at(-1) ?? ''));
    if (said === '' || !bullet.test(source[line - 1] ?? '') || (box === undefined && values.size === 0)) return [];
    const reminder: WrittenReminder = {
      text: unescaped(said),
      ...{ line, lines: lines.length, isDone },
      due: values.get('due') ?? null,
      trigger: values.get('trigger') ?? null,
      isFromWeb: source.slice(line - 1, line - 1 + lines.length).some((one) => one.includes(webMark)),
      date: headings.flatMap((heading) => dateInHeading(heading) ?? []).at(-1) ?? null,
    };
    return [reminder];
  });
}

/**
 * What is to be done, and what follows: `due: …`, `trigger: …` and others. As written, but with single spaces. A sign in
 * the task itself, such as a pipe in a command, separates nothing.
 */
export function reminderParts(written: string): { said: string; parts: string[] } {
  const all = oneLine(written).split(/\s\|\s/u);
  const end = all.findIndex((one, place) => place > 0 && namedPart(one).length > 0);
  return end === -1
    ? { said: all.join(' | '), parts: [] }
    : { said: all.slice(0, end).join(' | '), parts: all.slice(end) };
}

/** A pipe that `quotedLine` wrote. */
export function unescaped(written: string): string {
  return written.replaceAll('\\|', '|');
}

/** Those before an empty line or code, which explain the reminder. */
function firstLines(text: string): string[] {
  const outside = linesOutsideCode(text);
  const end = outside.findIndex(({ line, place }, index) => place !== index || line.trim() === '');
  return (end === -1 ? outside : outside.slice(0, end)).map(({ line }) => line);
}

function namedPart(written: string): [name: string, value: string][] {
  const { name = '', value = '' } = part.exec(written.trim())?.groups ?? {};
  return name === '' ? [] : [[nameOf[name.toLowerCase()] ?? 'trigger', unescaped(value).trim()]];
}
