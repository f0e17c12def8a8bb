/**
 * Calendar days as a reader lives them: `YYYY-MM-DD` in an IANA time zone, while times are kept in UTC. Days are counted
 * from 1 January 1970, so that the next day is always one more, whatever the clocks do in between.
 */

const dayLength = 86_400_000;
const minute = 60_000;
/** No zone is farther from UTC than this. */
const farthest = 15 * 60;

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
 * many: a zone's offset is asked for twice a day, and exactly only on days on which it changes.
 */
export function localDaysIn(timeZone: string): (iso: string) => number | undefined {
  const offsetAt = offsetsOf(timeZone);
  const offsets = new Map<number, number>();
  const offsetOn = (day: number): number => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const offset = offsetAt(day * dayLength);
    offsets.set(day, offset);
    return offset;
  };
  return (iso) => {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return undefined;
    const day = Math.floor(time / dayLength);
    const offset = offsetOn(day);
    return Math.floor((time + (offset === offsetOn(day + 1) ? offset : offsetAt(time))) / dayLength);
  };
}

/**
 * The time that a local day takes, ISO 8601 in UTC, the first moment in and the last out. It has 23 or 25 hours when the
 * clocks change, and none where a zone left a day out.
 */
export function intervalOfDay(day: number, timeZone: string): { since: string; until: string } {
  const offsetAt = offsetsOf(timeZone);
  return { since: startOfDay(day, offsetAt), until: startOfDay(day + 1, offsetAt) };
}

/** Looked for and not reckoned, because midnight may be left out, and the offset of midnight is that of another time. */
function startOfDay(day: number, offsetAt: (time: number) => number): string {
  const midnight = day * dayLength;
  let [before, after] = [-farthest, farthest];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const time = midnight + middle * minute;
    if (time + offsetAt(time) >= midnight) after = middle;
    else before = middle;
  }
  return new Date(midnight + after * minute).toISOString();
}

/** Milliseconds that a zone is ahead of UTC at a time. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => {
    const second = Math.floor(time / 1000) * 1000;
    return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
  };
}
