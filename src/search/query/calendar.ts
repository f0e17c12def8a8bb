/**
 * Dates in conversations. A query names a time in many ways ("last Tuesday", "in May 2023"). A memory was written on a
 * day and may refer to another ("yesterday"). Days are numbered from 1 January 1970, in the reader's time zone.
 */
import { localDaysIn, zoneOffset } from '../../util/time.ts';
import { wordsOf } from './words.ts';

const dayLength = 86_400_000;
const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** The days that a query names, both ends included. */
export interface Period {
  /** As written in the query. */
  shown: string;
  from: number;
  to: number;
  /** Whether it is relative to today ("last week"). The words of any other date can also match as words. */
  relative: boolean;
}

let words: ReadonlySet<string> | undefined;

/** Whether a word of a query may be part of a date: a month, a weekday or a number. */
export function isDateWord(word: string): boolean {
  words ??= new Set(wordsOf([...months, ...weekdays].join(' ')));
  return /^\d{1,4}$/u.test(word) || words.has(word);
}

/** The words that name these days: month, day of the month, year. */
export function dateWordsOf(days: readonly number[]): Set<string> {
  return new Set(
    days.flatMap((day) => {
      const date = new Date(day * dayLength);
      return [...wordsOf(months[date.getUTCMonth()] ?? ''), String(date.getUTCDate()), String(date.getUTCFullYear())];
    }),
  );
}

const steps: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };
const smallNumbers: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };
const relativeTime =
  /\b(?:(?<near>yesterday|tomorrow)|(?<side>last|next) (?<unit>week|month|year|sun|mon|tues|wednes|thurs|fri|satur)(?<isDay>day)?|(?<count>an?|one|two|three|four|five|six|\d{1,2}) (?<ago>day|week|month|year)s? ago)\b/giu;

/** The day on which a text was written (`said`), and the days to which it refers relative to that day. */
export function daysOf(text: string, said: number): number[] {
  const days = [said];
  for (const { groups = {} } of text.matchAll(relativeTime)) {
    const { near, side, unit, isDay, count, ago } = groups;
    if (near !== undefined) days.push(said + (near.toLowerCase() === 'yesterday' ? -1 : 1));
    else if (count !== undefined) days.push(said - daysBack(count, ago));
    else if (isDay !== undefined) days.push(said + toWeekday(said, `${unit ?? ''}day`, side));
    else days.push(said + (side?.toLowerCase() === 'last' ? -1 : 1) * (steps[unit?.toLowerCase() ?? ''] ?? 0));
  }
  return days;
}

function daysBack(count: string, unit: string | undefined): number {
  return (smallNumbers[count.toLowerCase()] ?? Number(count)) * (steps[unit?.toLowerCase() ?? ''] ?? 0);
}

function toWeekday(said: number, name: string, side: string | undefined): number {
  const ahead = (weekdays.indexOf(name.toLowerCase()) - weekdayOf(said) + 7) % 7;
  if (side?.toLowerCase() === 'next') return ahead === 0 ? 7 : ahead;
  return ahead === 0 ? -7 : ahead - 7;
}

function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Whether a query may name a time. The parser takes tens of milliseconds to load and a few per query, so a word such as
 * "may" or "next" alone is not enough.
 */
const mayNameTime = (() => {
  const month =
    '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
  const weekday = '(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day|weekend)';
  const unit = `(?:days?|weeks?|months?|years?|quarter|morning|afternoon|evening|night|${weekday}|${month})`;
  return new RegExp(
    `\\b(?:yesterday|today|tonight|tomorrow|ago|${weekday}|\\d{4}-\\d{1,2}(?:-\\d{1,2})?|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|` +
      `(?:last|past|this|next|previous) (?:\\w+ )?${unit}|(?:in|since|until|of|by|early|late) ${month}|${month}\\.? \\d{1,4}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${month})\\b`,
    'iu',
  );
})();

/** More than any real query names; each costs a store read. */
const maxPeriods = 8;

/** The distinct periods in a query, at most 8. An impossible date such as 30 February gives none. */
export async function periodsIn(question: string, now: Date, timeZone: string): Promise<Period[]> {
  const periods = await everyPeriodIn(question, now, timeZone);
  const distinct = new Map(periods.map((period) => [`${String(period.from)} ${String(period.to)}`, period]));
  return [...distinct.values()].slice(0, maxPeriods);
}

/** Characters that are parsed: long texts take the parser long, and queries name a time early. */
const maxParsedLength = 1_000;

async function everyPeriodIn(text: string, now: Date, timeZone: string): Promise<Period[]> {
  const question = text.slice(0, maxParsedLength);
  if (!mayNameTime.test(question)) return yearsIn(question, '');
  const chrono = await import('chrono-node/en');
  const offsetMinutes = Math.round(zoneOffset(now.getTime(), timeZone) / 60_000);
  const parsed = (text: string, instant: Date): ReturnType<typeof chrono.casual.parse> =>
    chrono.casual.parse(text, { instant, timezone: offsetMinutes });
  const found = parsed(question, now);
  const today = localDaysIn(timeZone)(now.toISOString()) ?? 0;
  const middle = middleOfMonth(today, offsetMinutes);
  const periods = found.flatMap((one): Period[] => {
    const { text } = one;
    const { start, end } = (/\bmonths?\b/iu.test(text) ? parsed(text, middle)[0] : undefined) ?? one;
    const first = spanOf(start, text, today);
    const last = spanOf(end ?? start, text, today);
    if (first === undefined || last === undefined) return [];
    return [{ shown: text, from: first.from, to: Math.max(first.to, last.to), relative: isRelative(text) }];
  });
  return [...periods, ...yearsIn(question, found.map(({ text }) => text).join(' '))];
}

/** Months are counted from the 15th: a month back from the 31st, the parser would return the same month. */
function middleOfMonth(today: number, offsetMinutes: number): Date {
  const local = new Date(today * dayLength);
  local.setUTCDate(15);
  return new Date(local.getTime() - offsetMinutes * 60_000);
}

/** The parts of chrono's components that are used here. */
interface DateParts {
  get(part: 'year' | 'month' | 'day' | 'weekday'): number | null;
  isCertain(part: 'year' | 'month' | 'day' | 'weekday'): boolean;
  date(): Date;
}

function spanOf(parts: DateParts, text: string, today: number): { from: number; to: number } | undefined {
  const [year, month, date] = [parts.get('year') ?? 0, parts.get('month') ?? 1, parts.get('day') ?? 1];
  const day = Date.UTC(year, month - 1, date) / dayLength;
  if (/\bweek\b/iu.test(text)) {
    // The parser's weeks begin on Sunday, which is still in the previous week here, so "this week" is computed from
    // today.
    const within = /\bthis week\b/iu.test(text) ? today : day;
    const monday = within - ((weekdayOf(within) + 6) % 7);
    return { from: monday, to: monday + 6 };
  }
  if (/\bmonth\b/iu.test(text)) return monthOf(year, month);
  if (/\byear\b/iu.test(text)) return yearOf(year);
  const isToday = /\bthis (?:morning|afternoon|evening|night)\b/iu.test(text);
  if (isToday || parts.isCertain('day') || parts.isCertain('weekday')) return { from: day, to: day };
  // A month without a year ("in May") means any May, so its name is matched as a word.
  return parts.isCertain('month') && parts.isCertain('year') ? monthOf(year, month) : undefined;
}

function monthOf(year: number, month: number): { from: number; to: number } {
  return { from: Date.UTC(year, month - 1, 1) / dayLength, to: Date.UTC(year, month, 0) / dayLength };
}

function yearOf(year: number): { from: number; to: number } {
  return { from: Date.UTC(year, 0, 1) / dayLength, to: Date.UTC(year, 11, 31) / dayLength };
}

function isRelative(text: string): boolean {
  return !/\d{4}|\d{1,2}[./-]\d|jan|feb|mar|apr|\bmay\b|jun|jul|aug|sep|oct|nov|dec/iu.test(text);
}

function yearsIn(question: string, taken: string): Period[] {
  const years = question.match(/(?<![\d.,/-])(?:19|20)\d{2}(?!\d|[.,/-]\d)/gu) ?? [];
  return years
    .filter((year) => !taken.includes(year))
    .map((year) => ({ shown: year, ...yearOf(Number(year)), relative: false }));
}
