/** Times as the store has them (ISO 8601, UTC) and as users read them (in their own zone). */

const clockFirst = /^(\d{1,2}:\d{2}(?::\d{2})?\s*(?:am|pm)?)\s+on\s+(\d{1,2})\s+(\p{L}+),?\s+(\d{4})$/iu;

/** A time in the stored form, on a day that every month has; `isoTimeFrom` returns it unchanged. */
const plainlyIso = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u;

/**
 * A time in ISO 8601 with milliseconds in UTC, from ISO 8601, seconds or milliseconds since 1970, or common written
 * forms. A time without a zone is read as UTC. Undefined for an invalid date, such as 30 February, and for years
 * outside 0 to 9999, whose texts do not sort like times.
 */
export function isoTimeFrom(value: string | number): string | undefined {
  if (typeof value === 'string' && plainlyIso.test(value)) return value;
  const parsed = typeof value === 'number' ? new Date(value < 1e11 ? value * 1000 : value) : dateFromText(value.trim());
  if (Number.isNaN(parsed.getTime()) || parsed.getUTCFullYear() < 0 || parsed.getUTCFullYear() > 9999) return undefined;
  return typeof value === 'string' && namesDayThatIsNot(value) ? undefined : parsed.toISOString();
}

const numbered = /^\s*(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?!\d)/u;
/** Month first, as `Date` reads it. */
const slashed = /^\s*(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/u;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = months.join('|');
/** A day with a month name. Neither the minutes of a clock nor the end of a year is a day. */
const written = new RegExp(
  `(?<![\\d:])(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s-]+(?:of\\s+)?(?<month>${monthName})|` +
    `\\b(?<monthFirst>${monthName})\\p{L}*\\.?\\s+(?<dayAfter>\\d{1,2})(?!\\d|:)`,
  'iu',
);

/** `Date` reads 30 February as 2 March. */
function namesDayThatIsNot(text: string): boolean {
  const { year, month, day } = (numbered.exec(text) ?? slashed.exec(text))?.groups ?? {};
  if (year !== undefined) return Number(day) > daysOf(Number(year), Number(month));
  const { groups = {} } = written.exec(text) ?? {};
  const name = groups['month'] ?? groups['monthFirst'] ?? '';
  const place = months.indexOf(name.toLowerCase());
  if (place < 0) return false;
  return Number(groups['day'] ?? groups['dayAfter']) > daysOf(Number(/\b\d{4}\b/u.exec(text)?.[0] ?? 2024), place + 1);
}

/** The number of days in a month; January is 1. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function dateFromText(text: string): Date {
  const spoken = clockFirst.exec(text);
  const plain = spoken === null ? text : `${spoken[2] ?? ''} ${spoken[3] ?? ''} ${spoken[4] ?? ''} ${spoken[1] ?? ''}`;
  const zoned = /:\d{2}.*(?:z|[+-]\d{2}:?\d{2})$|(?:gmt|utc)$/iu.test(plain) || /^\d{4}-\d{2}-\d{2}$/u.test(plain);
  const normal = /^\d{4}-\d{2}-\d{2} \d/u.test(plain) ? plain.replace(' ', 'T') : plain;
  return new Date(zoned ? normal : /^\d{4}-\d{2}-\d{2}T/u.test(normal) ? `${normal}Z` : `${normal} UTC`);
}

/** A stored time without its seconds, such as `2026-03-30T09:15Z`; other text unchanged. */
export function minuteOf(iso: string): string {
  return iso.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/u, '$1Z');
}

/** `2026-03-30` in the given zone. */
export function localDay(iso: string, timeZone: string): string {
  return localMinute(iso, timeZone).slice(0, 10);
}

/** `2026-03-30 09:15` in the given zone; an unreadable time is returned unchanged. */
export function localMinute(iso: string, timeZone: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return zonedFormat(timeZone, 'short').format(time);
}

/**
 * Formats times as `2026-03-30 09:15` in a zone, to the minute (`short`) or the second (`medium`). Formats are cached:
 * each takes several hundred kilobytes that the garbage collector does not count, so a server that created one per call
 * would grow for minutes. Throws a RangeError for an unknown zone.
 */
function zonedFormat(timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const key = `${timeStyle} ${timeZone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, made);
  return made;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** A process rarely uses more than one zone. */
const maxFormats = 16;

/** Milliseconds that the zone is ahead of UTC at a time; 0 for times of other eras, whose texts are not parsed. */
export function zoneOffset(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const second = Math.floor(time / 1000) * 1000;
  const local = zonedFormat(timeZone, 'medium').format(second);
  return (Date.parse(`${local.replace(' ', 'T')}Z`) || second) - second;
}

const dayLength = 86_400_000;
const lastMoment = '9999-12-31T23:59:59.999Z';

/**
 * The first and the last millisecond, in ISO 8601 in UTC, of a local day that is written without a time, such as
 * `2026-12-01` or `December 1, 2026`. Undefined for a text with a time, and for one that is no date.
 */
export function localSpanOf(text: string, timeZone: string): { start: string; end: string } | undefined {
  const iso = text.includes(':') ? undefined : isoTimeFrom(text);
  if (iso?.endsWith('T00:00:00.000Z') !== true) return undefined;
  const midnight = Date.parse(iso);
  const start = isoTimeFrom(new Date(startOfLocalDay(midnight, timeZone)).toISOString());
  const end = isoTimeFrom(new Date(startOfLocalDay(midnight + dayLength, timeZone) - 1).toISOString()) ?? lastMoment;
  return start === undefined ? undefined : { start, end };
}

/**
 * The first moment of the local day that has its midnight, in UTC, at the given time. Clocks may skip midnight or
 * repeat it, so the offsets before and after it are tried.
 */
function startOfLocalDay(midnight: number, timeZone: string): number {
  const offsetAt = (time: number): number => zoneOffset(time, timeZone);
  const candidates = [midnight - dayLength, midnight + dayLength].map((near) => midnight - offsetAt(near));
  return Math.min(...candidates.filter((time) => time + offsetAt(time) >= midnight));
}

/** The first moment of a local day, ISO 8601 in UTC; days are numbered from 1 January 1970. */
export function startOfDay(day: number, timeZone: string): string {
  return new Date(startOfLocalDay(day * dayLength, timeZone)).toISOString();
}

/**
 * Returns a function from a time to the number of its local day; undefined for an invalid time. Create it once for many
 * times: it looks up the zone's offset once a week, and more often only in a week in which the offset changes.
 */
export function localDaysIn(timeZone: string): (iso: string) => number | undefined {
  const daily = cachedByInterval((time) => zoneOffset(time, timeZone), dayLength);
  const offsetAt = cachedByInterval(daily, 7 * dayLength);
  return (iso) => {
    const time = Date.parse(iso);
    return Number.isNaN(time) ? undefined : Math.floor((time + offsetAt(time)) / dayLength);
  };
}

/** Caches the offset at the boundaries of intervals, and looks closer only within one whose ends differ. */
function cachedByInterval(offsetAt: (time: number) => number, stretch: number): (time: number) => number {
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

/** The millisecond after a time in ISO 8601: the exclusive end of a span. */
export function momentAfter(iso: string): string {
  return isoTimeFrom(new Date(Date.parse(iso) + 1).toISOString()) ?? iso;
}

export function hoursBefore(time: Date, hours: number): string {
  return minutesBefore(time, hours * 60);
}

export function minutesBefore(time: Date, minutes: number): string {
  return new Date(time.getTime() - minutes * 60_000).toISOString();
}
