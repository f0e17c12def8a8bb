/**
 * Calendar days as a reader lives them: `YYYY-MM-DD` in an IANA time zone, while times are kept in UTC. Days are counted
 * from 1 January 1970, so that the next day is always one more, whatever the clocks do in between.
 */

const dayLength = 86_400_000;

/** The number of a day written `YYYY-MM-DD`; undefined for what is no day, such as 30 February. */
export function dayNumber(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined;
  const time = Date.parse(`${day}T00:00:00.000Z`);
  // Some engines take 30 February for 2 March.
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
    // That is how the language says that it knows no such zone.
    return false;
  }
}

/**
 * A function that tells the number of the local day of a time, undefined for what is no time. Made once and used for
 * many: a zone's offset is asked for once a week, and closer only in a week in which it changes.
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

/** Remembers the offset at the ends of stretches of time, and asks closer only within one whose ends differ. */
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

/** Milliseconds that a zone is ahead of UTC at a time. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => {
    const second = Math.floor(time / 1000) * 1000;
    return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
  };
}
