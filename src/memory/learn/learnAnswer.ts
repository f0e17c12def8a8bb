/**
 * Parses a model's answer to a request to learn. It is asked for one JSON object, but may answer anything: a fence or
 * words around the object, a list of items alone, an answer that was cut off. What is whole is used; nothing is
 * invented. Texts are plain and of limited length.
 */
import type { ModelSummary } from '../summarize/summaryAnswer.ts';
import { summaryFromFields } from '../summarize/summaryAnswer.ts';
import type { Redact } from '../shared/ports.ts';
import { jsonIn } from './answerJson.ts';
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
const maxAnswerLength = 200_000;
const maxNames = 20;

/** Undefined if the answer contains no object with items or a summary. */
export function learnAnswerFrom(answer: string, redact: Redact): LearnAnswer | undefined {
  if (answer.length > maxAnswerLength) return undefined;
  const fields = fieldsIn(answer);
  if (fields === undefined) return undefined;
  const listed = fields.get('items');
  const items = Array.isArray(listed) ? listed.flatMap(itemFrom) : [];
  const summary = summaryFromFields(fields, redact);
  if (summary === undefined && !Array.isArray(listed)) return undefined;
  return { summary, items, done: numbersFrom(fields.get('done')) };
}

/** Of several, the last whole one, because a model may think about the form before; or a later one that was cut off. */
function fieldsIn(answer: string): Map<string, unknown> | undefined {
  const found = jsonIn(answer).flatMap(({ value, ...rest }) =>
    fieldsFrom(value).map((fields) => ({ ...rest, fields })),
  );
  const whole = found.findLast(({ isWhole }) => isWhole);
  const cut = found.find(({ at, isWhole }) => !isWhole && at > (whole?.at ?? -1));
  return (cut ?? whole)?.fields;
}

/** None for an object that is no answer. A list contains an answer, or is one of items. */
function fieldsFrom(value: unknown): Map<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const answers = value.flatMap(fieldsFrom);
    const isOfItems = value.some((entry) => typeof entry === 'object' && entry !== null && 'quote' in entry);
    return answers.length > 0 ? answers : isOfItems ? [new Map([['items', value]])] : [];
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const isAnswer = Array.isArray(fields.get('items')) || ['headline', 'summary'].every((name) => fields.has(name));
  return isAnswer ? [fields] : [];
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
