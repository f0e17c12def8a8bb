/**
 * Local calendar days, `YYYY-MM-DD` in an IANA time zone, while times are stored in UTC. Days are numbered from 1
 * January 1970, so that the next day is always one more, whatever the clocks do.
 */

const dayLength = 86_400_000;

/** The number of a day in the form `YYYY-MM-DD`; undefined for an invalid day, such as 30 February. */
export function dayNumber(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00.000Z`);
  // Some engines read 30 February as 2 March.
  return Number.isNaN(time) || dayText(time / dayLength) !== day ? undefined : time / dayLength;
}

/** `YYYY-MM-DD`. */
export function dayText(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10);
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat('en', { timeZone }).format(0) !== '';
  } catch {
    // `Intl` throws for an unknown zone.
    return false;
  }
}
