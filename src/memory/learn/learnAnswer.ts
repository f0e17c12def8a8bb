/**
 * Parses a model's answer to a request to learn. It is asked for one JSON object, but may answer anything: a fence or
 * words around the object, a list of items alone, an answer that was cut off. What is whole is used; nothing is
 * invented. Texts are plain and of limited length.
 */
import type { ModelSummary } from '../summarize/summaryAnswer.ts';
import { objectIn, summaryFromFields } from '../summarize/summaryAnswer.ts';
import type { Redact } from '../shared/ports.ts';
import type { ClaimedItem } from './evidenceGate.ts';

/** What an answer says. */
export interface LearnAnswer {
  /** Undefined if it has no headline or no summary. */
  summary: ModelSummary | undefined;
  items: ClaimedItem[];
  /** Numbers of known items that it calls finished. */
  done: number[];
}

/** Characters of an answer, to avoid searching megabytes for braces. */
const maxAnswerLength = 60_000;
const maxNames = 20;

/** Undefined if the answer contains no object with items or a summary. */
export function learnAnswerFrom(answer: string, redact: Redact): LearnAnswer | undefined {
  if (answer.length > maxAnswerLength) return undefined;
  const fields = objectIn(answer) ?? wholePartsOf(answer);
  if (fields === undefined) return undefined;
  const listed = fields.get('items');
  const items = Array.isArray(listed) ? listed.flatMap(itemFrom) : [];
  const summary = summaryFromFields(fields, redact);
  if (summary === undefined && !Array.isArray(listed)) return undefined;
  return { summary, items, done: numbersFrom(fields.get('done')) };
}

function itemFrom(value: unknown): ClaimedItem[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string): string => {
    const given = fields.get(name);
    return typeof given === 'string' ? given : '';
  };
  return [
    {
      type: text('type'),
      text: text('text'),
      turn: numbersFrom([fields.get('turn')])[0] ?? -1,
      quote: text('quote'),
      value: fields.get('value'),
      when: textsFrom(fields.get('when')),
      about: textsFrom(fields.get('about')),
      sameAs: numbersFrom([fields.get('same_as')])[0],
      replaces: numbersFrom([fields.get('replaces')])[0],
    },
  ];
}

/** `12`, `"12"`, `"#12"` and `"[12]"`. */
function numbersFrom(value: unknown): number[] {
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, maxNames) : [];
  return entries.flatMap((entry) => {
    const number =
      typeof entry === 'number'
        ? entry
        : typeof entry === 'string'
          ? Number(/^[#[]?(?<digits>\d{1,15})\]?$/u.exec(entry.trim())?.groups?.['digits'])
          : NaN;
    return Number.isSafeInteger(number) ? [number] : [];
  });
}

function textsFrom(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, maxNames) : [value];
  return entries.filter((entry) => typeof entry === 'string');
}

/**
 * The fields and whole items of an object that was cut off: it is closed after its last whole item. A half item is
 * dropped, because half a quote proves nothing.
 */
function wholePartsOf(answer: string): Map<string, unknown> | undefined {
  const start = answer.indexOf('{');
  const list = start === -1 ? -1 : answer.indexOf('"items"', start);
  if (list === -1) return undefined;
  const json = answer.slice(start);
  for (
    let end = json.lastIndexOf('}'), tries = 0;
    end > list - start && tries < 3;
    end = json.lastIndexOf('}', end - 1)
  ) {
    const closed = objectIn(`${json.slice(0, end + 1)}]}`);
    if (closed !== undefined) return closed;
    tries += 1;
  }
  return undefined;
}
