/**
 * The period of a recap, as a person or a model writes it: a time back such as `7d`, or a date. A date without a time
 * is a day in the time zone of the machine.
 */
import { dayNumber, dayText } from '../../util/days.ts';
import { hoursBefore, isoTimeFrom, localDay, localSpanOf, momentAfter } from '../../util/time.ts';
import { refused } from '../shared/input.ts';
import type { Clock } from '../shared/ports.ts';

export interface Period {
  /** Inclusive, ISO 8601 in UTC. */
  since: string;
  /** Exclusive, ISO 8601 in UTC. */
  until: string;
}

/** Empty texts count as absent. */
export interface PeriodInput {
  /** `36h`, `7d`, `2 weeks`, `month`, `today`, `yesterday`, a date or a time; seven days before the end by default. */
  since?: string | undefined;
  /** The same; a day is included as a whole. Now by default. */
  until?: string | undefined;
}

const defaultDays = 7;
/** Hours of each unit; a month is 30 days. */
const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 720 };
const timeBack =
  /^(?:last\s+)?(?<count>(?=\d*[1-9])\d{1,4})?\s*(?<unit>h|hours?|d|days?|w|weeks?|months?)(?:\s+ago)?$/iu;

/** Rejects with `invalid_input` for a text that is no date, and for a period that ends before it begins. */
export function periodFrom({ since, until }: PeriodInput, clock: Clock): Period {
  const given = [textFrom(since), textFrom(until)] as const;
  const last = given[1] === undefined ? momentOf(clock.now().toISOString()) : spanOf('until', given[1], clock);
  const start = given[0] === undefined ? defaultStart(last, clock) : spanOf('since', given[0], clock).start;
  const { end } = last;
  if (start <= end) return { since: start, until: momentAfter(end) };
  const day = localDay(end, clock.timeZone);
  throw refused('since', `is after the end of the period, ${day}`, 'Give an earlier date, or a later end.');
}

/** The first and the last millisecond that a text names; equal for a moment. */
interface Span {
  start: string;
  end: string;
}

/** Seven days back from a moment; of a day, the first of the seven days that end with it. */
function defaultStart({ start, end }: Span, { timeZone }: Clock): string {
  if (start === end) return hoursBefore(new Date(end), defaultDays * 24);
  const day = dayNumber(localDay(end, timeZone));
  const first = day === undefined ? undefined : localSpanOf(dayText(day - defaultDays + 1), timeZone);
  return first?.start ?? start;
}

function momentOf(iso: string): Span {
  return { start: iso, end: iso };
}

function spanOf(field: 'since' | 'until', text: string, clock: Clock): Span {
  const now = clock.now();
  const found = timeBackFrom(text, now) ?? dayFrom(text, now, clock.timeZone) ?? momentFrom(text);
  if (found !== undefined) return found;
  const remedy = 'Use a date such as 2026-03-30, today, or a time back such as 7d, 2w or 36h.';
  throw refused(field, `is "${text.slice(0, 60)}", which is not a date`, remedy);
}

function timeBackFrom(text: string, now: Date): Span | undefined {
  const { count = '1', unit } = timeBack.exec(text)?.groups ?? {};
  const hours = hoursIn[unit?.charAt(0).toLowerCase() ?? ''];
  if (hours === undefined) return undefined;
  return momentOf(hoursBefore(now, Number(count) * hours));
}

function dayFrom(text: string, now: Date, timeZone: string): Span | undefined {
  const today = localDay(now.toISOString(), timeZone);
  const word = text.toLowerCase();
  if (word === 'today') return localSpanOf(today, timeZone);
  if (word !== 'yesterday') return /^\d{4}-\d{2}-\d{2}$/u.test(text) ? localSpanOf(text, timeZone) : undefined;
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return localSpanOf(before, timeZone);
}

/** `Date` reads almost any text with a number as a time, so only ISO 8601 is read. */
function momentFrom(text: string): Span | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/u.test(text) ? isoTimeFrom(text) : undefined;
  return moment === undefined ? undefined : momentOf(moment);
}

function textFrom(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
