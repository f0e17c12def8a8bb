/**
 * Validation of every text and number before it becomes a memory. A refusal names the field, the problem and what is
 * valid, so that a model can correct its call at once.
 */
import { isoTimeFrom, localSpanOf, momentAfter } from '../../util/time.ts';
import { BigMindError } from './errors.ts';
import type { Remedy } from './findings.ts';

/** Maximum text lengths, in characters; `listEntries` counts entries. */
export const limits = {
  fact: 10_000,
  chunk: 100_000,
  summary: 100_000,
  profileField: 50_000,
  knowledgeTitle: 80,
  knowledgeContent: 20_000,
  headline: 120,
  shortText: 2_000,
  message: 1_000_000,
  query: 50_000,
  listEntries: 200,
} as const;

/** For an entry of team knowledge, which can be part of every context block. */
export const maxKnowledgeTokens = 500;

export function requireText(
  field: string,
  value: string,
  maxLength: number,
  remedy = 'Shorten it, or store it in parts. Nothing was stored.',
): string {
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  if (text === '') throw refused(field, 'is empty', `Give ${field} a text.`);
  if (text.length > maxLength) {
    throw refused(
      field,
      `has ${text.length.toLocaleString('en')} characters; the maximum is ${maxLength.toLocaleString('en')}`,
      remedy,
    );
  }
  return text;
}

/** Like `requireText`, but absent and empty become null. */
export function optionalText(field: string, value: string | undefined, maxLength: number): string | null {
  return value === undefined || value.trim() === '' ? null : requireText(field, value, maxLength);
}

export function requireTexts(field: string, values: readonly string[], maxLength: number): string[] {
  if (values.length > limits.listEntries) {
    throw refused(field, `has ${String(values.length)} entries`, `Give at most ${String(limits.listEntries)}.`);
  }
  return values.map((value) => requireText(field, value, maxLength));
}

export function requireBetween(field: string, value: number, min: number, max: number): number {
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  throw refused(field, `is ${String(value)}`, `Use a number from ${String(min)} to ${String(max)}.`);
}

export function requireWholeBetween(field: string, value: number, min: number, max: number): number {
  return Math.round(requireBetween(field, value, min, max));
}

export function requireOneOf<T extends string>(field: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw refused(field, `is "${value.slice(0, 60)}"`, `Use one of: ${allowed.join(', ')}.`);
}

/** A time in the stored form, from ISO 8601 or what `isoTimeFrom` also reads. */
export function requireTime(field: string, value: string | number): string {
  const time = isoTimeFrom(value);
  if (time !== undefined) return time;
  const remedy = 'Use ISO 8601, such as 2026-03-30 or 2026-03-30T09:15:00Z.';
  throw refused(field, `"${String(value).slice(0, 60)}" is not a date`, remedy);
}

/** The start of a period: of a date without a time, the first moment of that local day. */
export function requireStart(field: string, value: string, timeZone: string): string {
  return localSpanOf(value, timeZone)?.start ?? requireTime(field, value);
}

/** The exclusive end of a period: a date without a time includes that whole local day. */
export function requireEnd(field: string, value: string, timeZone: string): string {
  const day = localSpanOf(value, timeZone);
  return day === undefined ? requireTime(field, value) : momentAfter(day.end);
}

export function refused(field: string, what: string, remedy: Remedy): BigMindError {
  return new BigMindError('invalid_input', `${field} ${what}.`, { remedy, details: { field } });
}
