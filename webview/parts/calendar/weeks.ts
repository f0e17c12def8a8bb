/**
 * The days of a calendar as a contribution graph: a column for each week, a row for each day of the week. Days are
 * texts, `YYYY-MM-DD`, and are counted in UTC, so that no clock change makes a day longer or shorter. It does not touch
 * the page, so that it can be tested without one.
 */

const dayLength = 86_400_000;

interface Month {
  /** A day in the month, from which its name is formatted. */
  day: string;
  /** The number of columns that it spans. */
  columns: number;
}

export interface Sheet {
  /** The first and the last day that can be selected. */
  first: string;
  last: string;
  /** Columns of seven days, starting at the first day of the week; null for a day outside. */
  weeks: (string | null)[][];
  months: Month[];
}

/** Both days are included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The month of a day, also as far as it is outside of a sheet. */
export function monthOf(day: string): DaySpan {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}

/** Days after `today` are outside. `weekStart` is the first day of a week, 1 for Monday to 7. */
export function sheetOf(from: string, to: string, today: string, weekStart: number): Sheet {
  const last = to < today ? to : today;
  const first = from < last ? from : last;
  const weeks: (string | null)[][] = [];
  for (let start = startOfWeek(numberOf(first), weekStart); start <= numberOf(to); start += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = textOf(start + index);
        return day < first || day > last ? null : day;
      }),
    );
  }
  return { first, last, weeks, months: monthsOver(weeks, first) };
}

/** The start of the first whole week from here on, so that a graph of the last year begins with no partial week. */
export function firstWholeWeek(from: string, weekStart: number): string {
  const start = startOfWeek(numberOf(from), weekStart);
  return textOf(start < numberOf(from) ? start + 7 : start);
}

/** The day to which a key moves, always inside the sheet; undefined for other keys. */
export function dayByKey(
  sheet: Sheet,
  day: string,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): string | undefined {
  const here = numberOf(day);
  const steps: Record<string, () => string> = {
    ArrowUp: () => textOf(here - 1),
    ArrowDown: () => textOf(here + 1),
    ArrowLeft: () => textOf(here - 7),
    ArrowRight: () => textOf(here + 7),
    Home: () => (ctrlKey ? sheet.first : endOfRow(sheet, day, 'first')),
    End: () => (ctrlKey ? sheet.last : endOfRow(sheet, day, 'last')),
    PageUp: () => monthAway(day, -1),
    PageDown: () => monthAway(day, 1),
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return undefined;
  const wanted = step();
  if (wanted < sheet.first) return sheet.first;
  return wanted > sheet.last ? sheet.last : wanted;
}

/**
 * The most sessions that a day of step 1, 2 and 3 has; more is step 4. They divide the active days into quarters, so
 * that one day with a hundred imported sessions does not make all others look idle.
 */
export function stepBounds(counts: readonly number[]): [number, number, number] {
  const rising = [...counts].sort((one, other) => one - other);
  const quarter = (part: number): number => rising[Math.ceil((rising.length * part) / 4) - 1] ?? 0;
  const low = Math.max(1, quarter(1));
  const middle = Math.max(low + 1, quarter(2));
  return [low, middle, Math.max(middle + 1, quarter(3))];
}

/** 0 for no session, up to 4. */
export function stepOf(sessions: number, bounds: readonly number[]): number {
  if (sessions === 0) return 0;
  const found = bounds.findIndex((max) => sessions <= max);
  return found === -1 ? 4 : found + 1;
}

/** The first day of a week in a region, 1 for Monday to 7; Monday if the browser does not know. */
export function weekStartOf(tag: string): number {
  // Newer than TypeScript's types, and a property in some browsers.
  const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

interface WeekInfo {
  firstDay: number;
}

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(numberOf(text));
}

function monthsOver(weeks: readonly (string | null)[][], first: string): Month[] {
  const months: Month[] = [];
  for (const week of weeks) {
    const day = week.find((one) => one !== null);
    const current = months.at(-1);
    // Weeks without a day in range extend the current month.
    if (current !== undefined && (day === undefined || day.slice(0, 7) === current.day.slice(0, 7)))
      current.columns += 1;
    else months.push({ day: day ?? first, columns: 1 });
  }
  return months;
}

function endOfRow({ weeks }: Sheet, day: string, end: 'first' | 'last'): string {
  const row = weeks.find((week) => week.includes(day))?.indexOf(day) ?? 0;
  const days = weeks.map((week) => week[row] ?? null).filter((one) => one !== null);
  return days.at(end === 'first' ? 0 : -1) ?? day;
}

/** The same day of another month, or the last day of a shorter month. */
function monthAway(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const longest = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, longest))).toISOString().slice(0, 10);
}

function startOfWeek(day: number, weekStart: number): number {
  // Day 0, 1 January 1970, was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  return day - ((weekday - weekStart + 7) % 7);
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayLength;
}

function textOf(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10);
}
