/** Ratings of decisions: 1 to 10, or a word, and the verdict that follows if none is given. */
import { localSpanOf } from '../../util/time.ts';
import { refused, requireOneOf, requireTime } from '../shared/input.ts';
import { verdicts } from '../shared/vocabulary.ts';
import type { Verdict } from '../shared/vocabulary.ts';

/** Words that people rate with (Shared Memory, §1), as numbers. */
const words: Readonly<Record<string, number>> = { high: 8, good: 8, medium: 5, low: 2, bad: 2 };

/** From here down a decision counts as rated badly. */
export const maxBadRating = 3;

/** A whole number from 1 to 10, given as a number, `8`, `8/10` or a word. */
export function ratingFrom(value: number | string): number {
  const text = String(value).trim().toLowerCase();
  const rating = words[text] ?? Number(/^(?<whole>\d{1,2})(?:\s*\/\s*10)?$/u.exec(text)?.groups?.['whole']);
  if (Number.isInteger(rating) && rating >= 1 && rating <= 10) return rating;
  throw refused('rating', `is "${text.slice(0, 40)}"`, 'Use a whole number from 1 to 10, or high, medium or low.');
}

/** The ratings that a filter covers: one number, or the numbers that a word stands for. */
export function ratingRangeFrom(value: number | string): { min: number; max: number } {
  switch (String(value).trim().toLowerCase()) {
    case 'high':
    case 'good':
      return { min: 7, max: 10 };
    case 'medium':
      return { min: 4, max: 6 };
    case 'low':
    case 'bad':
      return { min: 1, max: maxBadRating };
    default:
      return { min: ratingFrom(value), max: ratingFrom(value) };
  }
}

/** Without a verdict, a rating from 7 means that the decision held. */
export function verdictFrom(value: string | undefined, rating: number): Verdict {
  return value === undefined ? (rating >= 7 ? 'held' : 'mixed') : requireOneOf('verdict', value, verdicts);
}

/**
 * The time that an outcome describes; now if absent, and never in the future. A date means that local day: now if it is
 * today, so that several outcomes of a day keep their order, else its beginning.
 */
export function observedFrom(value: string | undefined, { now, timeZone }: { now: string; timeZone: string }): string {
  if (value === undefined) return now;
  const day = localSpanOf(value, timeZone);
  if (day !== undefined && day.start <= now && now <= day.end) return now;
  const time = day?.start ?? requireTime('date', value);
  if (time <= now) return time;
  throw refused('date', `${time} is in the future`, 'Give the day from which the decision can be judged.');
}
