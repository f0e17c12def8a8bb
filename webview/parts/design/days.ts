/** Local days, `YYYY-MM-DD`, and the moments between which they lie. */

/** ISO 8601 in UTC; null for what is no day. */
export function startOfDay(day: string): string | null {
  return momentOf(day, 0);
}

/** Where the next day begins. */
export function endOfDay(day: string): string | null {
  return momentOf(day, 1);
}

/** The local day of a moment; null for what is no time. */
export function dayOf(iso: string): string | null {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? null : localDay(time);
}

export function localDay(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(time.getFullYear())}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Not every day has 24 hours: the calendar counts them, and the hour is found afterwards. */
function momentOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
