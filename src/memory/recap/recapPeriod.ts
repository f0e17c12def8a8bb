/**
 * The period of a recap, as a person or a model writes it: a time back such as `7d`, or a date. A date without a time
 * is a day in the time zone of the machine.
 */
import { hoursBefore, isoTimeFrom, localDay, localSpanOf } from '../../util/time.ts';
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
  /** `36h`, `7d`, `2 weeks`, `month`, `today`, `yesterday`, a date or a time; seven days back by default. */
  since?: string | undefined;
  /** The same; a day is included as a whole. Now by default. */
  until?: string | undefined;
}

const defaultSince = '7d';
/** Hours of each unit; a month is 30 days. */
const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 720 };
const timeBack =
  /^(?:last\s+)?(?<count>(?=\d*[1-9])\d{1,4})?\s*(?<unit>h|hours?|d|days?|w|weeks?|months?)(?:\s+ago)?$/iu;

/** Rejects with `invalid_input` for a text that is no date, and for a period that ends before it begins. */
export function periodFrom({ since, until }: PeriodInput, clock: Clock): Period {
  const start = spanOf('since', textFrom(since) ?? defaultSince, clock).start;
  const given = textFrom(until);
  const end = given === undefined ? clock.now().toISOString() : spanOf('until', given, clock).end;
  if (start <= end) return { since: start, until: momentAfter(end) };
  const day = localDay(end, clock.timeZone);
  throw refused('since', `is after the end of the period, ${day}`, 'Give an earlier date, or a later end.');
}

/** The first and the last millisecond that a text names; equal for a moment. */
function spanOf(field: 'since' | 'until', text: string, clock: Clock): { start: string; end: string } {
  const now = clock.now();
  const found = timeBackFrom(text, now) ?? dayFrom(text, now, clock.timeZone) ?? momentFrom(text);
  if (found !== undefined) return found;
  const remedy = 'Use a date such as 2026-03-30, today, or a time back such as 7d, 2w or 36h.';
  throw refused(field, `is "${text.slice(0, 60)}", which is not a date`, remedy);
}

function timeBackFrom(text: string, now: Date): { start: string; end: string } | undefined {
  const { count = '1', unit } = timeBack.exec(text)?.groups ?? {};
  const hours = hoursIn[unit?.charAt(0).toLowerCase() ?? ''];
  if (hours === undefined) return undefined;
  const moment = hoursBefore(now, Number(count) * hours);
  return { start: moment, end: moment };
}

function dayFrom(text: string, now: Date, timeZone: string): { start: string; end: string } | undefined {
  const today = localDay(now.toISOString(), timeZone);
  const word = text.toLowerCase();
  if (word === 'today') return localSpanOf(today, timeZone);
  if (word !== 'yesterday') return /^\d{4}-\d{2}-\d{2}$/u.test(text) ? localSpanOf(text, timeZone) : undefined;
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return localSpanOf(before, timeZone);
}

/** `Date` reads almost any text with a number as a time, so only ISO 8601 is read. */
function momentFrom(text: string): { start: string; end: string } | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/u.test(text) ? isoTimeFrom(text) : undefined;
  return moment === undefined ? undefined : { start: moment, end: moment };
}

function momentAfter(iso: string): string {
  return isoTimeFrom(new Date(Date.parse(iso) + 1).toISOString()) ?? iso;
}

function textFrom(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
