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

/**
 * Returns a function from a time to the number of its local day; undefined for an invalid time. Create it once for many
 * times: it looks up the zone's offset once a week, and more often only in a week in which the offset changes.
 */
export function localDaysIn(timeZone: string): (iso: string) => number | undefined {
  const exactly = offsetsOf(timeZone);
  const daily = steadily(exactly, dayLength);
  const offsetAt = steadily(daily, 7 * dayLength);
  return (iso) => {
    const time = Date.parse(iso);
    return Number.isNaN(time) ? undefined : Math.floor((time + offsetAt(time)) / dayLength);
  };
}

/** Caches the offset at the boundaries of intervals, and looks closer only within one whose ends differ. */
function steadily(offsetAt: (time: number) => number, stretch: number): (time: number) => number {
  const known = new Map<number, number>();
  const atStartOf = (place: number): number => {
    const offset = known.get(place) ?? offsetAt(place * stretch);
    known.set(place, offset);
    return offset;
  };
  return (time) => {
    const place = Math.floor(time / stretch);
    const offset = atStartOf(place);
    return offset === atStartOf(place + 1) ? offset : offsetAt(time);
  };
}

/** The offset of a zone from UTC at a time, in milliseconds. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => {
    const second = Math.floor(time / 1000) * 1000;
    return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
  };
}
