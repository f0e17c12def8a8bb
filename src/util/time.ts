/** Times as the store keeps them (ISO 8601, UTC) and as people read them (their own zone). */

const clockFirst = /^(\d{1,2}:\d{2}(?::\d{2})?\s*(?:am|pm)?)\s+on\s+(\d{1,2})\s+(\p{L}+),?\s+(\d{4})$/iu;

/** A time in the form wanted that every month has; `isoTimeFrom` need not look at it any closer. */
const plainlyIso = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u;

/**
 * A time in ISO 8601 with milliseconds in UTC, from ISO 8601, seconds or milliseconds since 1970, or common written
 * forms. A time without a zone is taken as UTC. Undefined when it is no date at all, such as 30 February, or none of the years
 * 0 to 9999, beyond which texts no longer sort as times do.
 */
export function isoTimeFrom(value: string | number): string | undefined {
  if (typeof value === 'string' && plainlyIso.test(value)) return value;
  const parsed = typeof value === 'number' ? new Date(value < 1e11 ? value * 1000 : value) : dateFromText(value.trim());
  if (Number.isNaN(parsed.getTime()) || parsed.getUTCFullYear() < 0 || parsed.getUTCFullYear() > 9999) return undefined;
  return typeof value === 'string' && namesDayThatIsNot(value) ? undefined : parsed.toISOString();
}

const numbered = /^\s*(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?!\d)/u;
/** As the language's own parser reads it: the month first. */
const slashed = /^\s*(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/u;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = months.join('|');
/** Neither the minutes of a clock nor the end of a year is a day. */
const written = new RegExp(
  `(?<![\\d:])(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s-]+(?:of\\s+)?(?<month>${monthName})|` +
    `\\b(?<monthFirst>${monthName})\\p{L}*\\.?\\s+(?<dayAfter>\\d{1,2})(?!\\d|:)`,
  'iu',
);

/** The language's own parser takes 30 February for 2 March. */
function namesDayThatIsNot(text: string): boolean {
  const { year, month, day } = (numbered.exec(text) ?? slashed.exec(text))?.groups ?? {};
  if (year !== undefined) return Number(day) > daysOf(Number(year), Number(month));
  const { groups = {} } = written.exec(text) ?? {};
  const name = groups['month'] ?? groups['monthFirst'] ?? '';
  const place = months.indexOf(name.toLowerCase());
  if (place < 0) return false;
  return Number(groups['day'] ?? groups['dayAfter']) > daysOf(Number(/\b\d{4}\b/u.exec(text)?.[0] ?? 2024), place + 1);
}

/** How many days a month has, the first being 1. */
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

/** A time of the store without its seconds, such as `2026-03-30T09:15Z`; anything else as it is. */
export function minuteOf(iso: string): string {
  return iso.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/u, '$1Z');
}

/** `2026-03-30` in the given zone. */
export function localDay(iso: string, timeZone: string): string {
  return localMinute(iso, timeZone).slice(0, 10);
}

/** `2026-03-30 09:15` in the given zone; what cannot be read as a time is shown as it stands. */
export function localMinute(iso: string, timeZone: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return zonedFormat(timeZone, 'short').format(time);
}

/**
 * Writes times as `2026-03-30 09:15` in a zone, to the minute (`short`) or the second (`medium`). Each format of the
 * language holds some hundred kilobytes outside of what its collector counts, so that a server that made one for each
 * call would grow for minutes before it noticed. Throws a RangeError for a zone that the language does not know.
 */
export function zonedFormat(timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const key = `${timeStyle} ${timeZone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, made);
  return made;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** A process rarely meets more than one zone. */
const maxFormats = 16;

export function hoursBefore(time: Date, hours: number): string {
  return minutesBefore(time, hours * 60);
}

export function minutesBefore(time: Date, minutes: number): string {
  return new Date(time.getTime() - minutes * 60_000).toISOString();
}
