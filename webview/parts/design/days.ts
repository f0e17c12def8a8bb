/** Local days, `YYYY-MM-DD`, and the times at which they start and end. */

/** ISO 8601 in UTC; null for an invalid day. */
export function startOfDay(day: string): string | null {
  return momentOf(day, 0);
}

/** The start of the next day. */
export function endOfDay(day: string): string | null {
  return momentOf(day, 1);
}

/** The last millisecond of the day, so that the time is still on it. */
export function lastMomentOf(day: string): string | null {
  const next = endOfDay(day);
  return next === null ? null : new Date(Date.parse(next) - 1).toISOString();
}

/** The local day of a time; null for an invalid time. */
export function dayOf(iso: string): string | null {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? null : localDay(time);
}

export function localDay(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Not every day has 24 hours, so the day is added in the calendar and then converted to a time. */
function momentOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
