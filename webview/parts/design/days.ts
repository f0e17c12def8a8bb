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

/** The day that is `count` days before another one. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
}

export function localDay(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** How far `day` is after `today`, in the largest unit of which there are at least two; null for an invalid day. */
export function daysBetween(today: string, day: string): { value: number; unit: Intl.RelativeTimeFormatUnit } | null {
  const days = Math.round((Date.parse(`${day}T12:00:00Z`) - Date.parse(`${today}T12:00:00Z`)) / 86_400_000);
  if (Number.isNaN(days)) return null;
  const larger = units.find(({ length }) => Math.abs(days) >= 2 * length);
  return larger === undefined
    ? { value: days, unit: 'day' }
    : { value: Math.trunc(days / larger.length), unit: larger.unit };
}

/** `length` in days. */
const units = [
  { unit: 'year', length: 365 },
  { unit: 'month', length: 30 },
  { unit: 'week', length: 7 },
] as const;

/** Not every day has 24 hours, so the day is added in the calendar and then converted to a time. */
function momentOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
