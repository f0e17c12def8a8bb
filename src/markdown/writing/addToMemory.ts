/**
 * Adds a statement to `MEMORY.md` under the day's heading, in the style of the file: its order of days, its form of
 * dates, its labels and bullets. Every other byte stays.
 */
import { dateInHeading } from '../parsing/headingDate.ts';
import type { Heading } from './markdownLines.ts';
import { endOfContent, endOfSection, headingsOf, insertLines, linesOf, proseOf } from './markdownLines.ts';
import { styleOf } from './labelStyle.ts';
import type { LabelledKind } from './labelStyle.ts';

interface MemoryStatement {
  kind: LabelledKind;
  /** From `statementText`. */
  text: string;
  /** `2024-12-12`. */
  day: string;
}

/** The changed text, and the line of the statement, from 1. */
export interface Added {
  text: string;
  line: number;
}

export function addToMemory(markdown: string, { kind, text, day }: MemoryStatement): Added {
  const lines = linesOf(markdown);
  const prose = proseOf(lines);
  const headings = headingsOf(prose);
  const days = headings.flatMap((heading) => {
    const date = dateInHeading(heading.title);
    return date === undefined ? [] : [{ ...heading, date }];
  });
  // Above the first day are the goal and the stack, which have labels of another style.
  const style = styleOf(new Map([...prose].filter(([place]) => place > (days[0]?.place ?? lines.length))));
  const statement = style.lineFor(kind, text);
  const today = days.findLast(({ date }) => date === day);
  if (today !== undefined) {
    const place = endOfContent(lines, today.place + 1, endOfSection(headings, today, lines.length));
    const isAfterStatement = place > today.place + 1 && style.isStatement(prose.get(place - 1) ?? '');
    return insertLines(lines, place, isAfterStatement ? [statement] : ['', statement]);
  }
  return insertDay({ lines, headings, days }, day, statement);
}

interface Day extends Heading {
  date: string;
}

interface Structure {
  lines: readonly string[];
  headings: readonly Heading[];
  days: readonly Day[];
}

const log = /^(?:session )?log$|^(?:sitzungs)?protokoll$|^verlauf$|^(?:会话)?日志$/iu;

/** Before the first day in a file with the newest day on top; behind the last one otherwise. */
function insertDay({ lines, headings, days }: Structure, day: string, statement: string): Added {
  const [first, last] = [days[0], days.at(-1)];
  const above = last ?? headings.findLast(({ title }) => log.test(title));
  const heading = `${'#'.repeat(above?.level ?? 2)} ${dayLike(last?.title, day)}`;
  if (first !== undefined && last !== undefined && first.date > last.date) {
    return insertLines(lines, first.place, [heading, '', statement, '']);
  }
  const end = above === undefined ? lines.length : endOfSection(headings, above, lines.length);
  let place = end;
  while (place > 0 && (lines[place - 1] ?? '').trim() === '') place -= 1;
  const safe = Math.min(place, unclosedCode(lines, above?.place ?? 0, place));
  const added = [...(safe === 0 ? [] : ['']), heading, '', statement];
  return insertLines(lines, safe, safe === lines.length || safe < end ? added : [...added, '']);
}

/** The line of a code block that is not closed before `end`; `end` without one. */
function unclosedCode(lines: readonly string[], from: number, end: number): number {
  const content = endOfContent(lines, from, end);
  return lines.slice(content, end).every((line) => /^[\s*_-]*$/u.test(line)) ? end : content;
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
]);

/** The day in the form of another heading that is nothing but a date; else `2024-12-12`. */
function dayLike(title: string | undefined, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const [monthNumber, dateNumber] = [String(Number(month)), String(Number(date))];
  const name = months[Number(month) - 1] ?? '';
  const forms: readonly (readonly [RegExp, string])[] = [
    [/^\d{4}\/\d{2}\/\d{2}$/u, `${year}/${month}/${date}`],
    [/^\d{4}年\d{1,2}月\d{1,2}日$/u, `${year}年${monthNumber}月${dateNumber}日`],
    [/^\d{2}\.\d{2}\.\d{4}$/u, `${date}.${month}.${year}`],
    [/^\d{1,2}\.\d{1,2}\.\d{4}$/u, `${dateNumber}.${monthNumber}.${year}`],
    [/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/u, `${name.slice(0, 3)} ${dateNumber}, ${year}`],
    [/^[A-Z][a-z]{3,8} \d{1,2}, \d{4}$/u, `${name} ${dateNumber}, ${year}`],
  ];
  return forms.find(([form]) => form.test(title ?? ''))?.[1] ?? day;
}
