/**
 * Explains the rank of one search result as a page: every part of its score as a figure, so that the figures add up to
 * the score. Memories and queries appear on it only as code, so that the rendered page loads nothing and links to
 * nothing.
 */
import { visible } from '../../memory/trust/quoting.ts';
import { oneLine, shorten, wrapped } from '../../util/text.ts';
import type { FactorName } from '../ranking/factors.ts';
import type { SearchResult } from './searchResult.ts';
import { weights } from '../shared/weights.ts';
import type { Explanation } from './explanation.ts';
import { factorMeaning } from './explanation.ts';
import { matchOf } from './shownResults.ts';

const textShown = 600;
const questionShown = 300;
/** Code blocks are not wrapped when they are displayed. */
const columns = 90;

export function explanationMarkdown(question: string, result: SearchResult, why: Explanation): string {
  return [
    '# Search result explained',
    'Question:',
    block(shorten(oneLine(question), questionShown)),
    `${nameOf(result)} scores **${figure(result.score)}**, shown as *${matchOf(result.score, why.answered)}*:`,
    block(shorten(oneLine(visible(`${result.title ?? ''}\n${result.text}`)), textShown)),
    '## Evidence',
    evidenceTable(why),
    'Rare words count more, and words in long memories count less. *Nearby* is text next to it in the same conversation. A memory that contains every word of the question gets about 1.',
    '## Factors',
    factorTable(why),
    '## Score',
    scoreSteps(result, why).join('\n'),
    `*Answered* is how clearly the results answer the question: how much of it the first results cover, and how much of it the memory contains at all. It is the score of the strongest result. Scores are between 0 and 1, and you can compare them across questions. From ${figure(weights.answered.strong)} on, the match is *strong*. If the strongest result is below ${figure(weights.answered.clear)}, each is *none*, because nothing answers the question clearly.`,
    ...orderNotes(result, why),
    '',
  ].join('\n\n');
}

function nameOf({ kind, id }: SearchResult): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${kind === 'session' ? code(id) : `#${id}`}`;
}

const matchNames: Record<Explanation['words'][number]['match'], string> = {
  word: 'same word',
  alike: 'similar word',
  date: 'date',
  period: 'date',
};

function evidenceTable(why: Explanation): string {
  const words = why.words.map(({ word, match, here, nearby }) => {
    const how = here === 0 ? 'only nearby' : matchNames[match];
    return [code(word), how, figure(here), figure(nearby), figure(here + nearby)];
  });
  const whole = wholeParts(why).map(([name, value]) => [name, '', '', '', figure(value)]);
  const sum = ['**Evidence**', 'sum', '', '', `**${figure(why.evidence)}**`];
  const head = ['Part', 'How it matches', 'Here', 'Nearby', 'Total'];
  return table(head, [...words, ...whole, sum], 2);
}

/** The contributions of the memory as a whole, except those of 0. A part without a name here gets its field name. */
function wholeParts(why: Explanation): [name: string, value: number][] {
  const { words: _words, evidence: _evidence, factors: _factors, strength: _strength, ...others } = why;
  const { answered: _answered, best: _best, ...whole } = others;
  const names: Record<string, string> = {
    document: 'Questions and answers in the session',
    meaning: 'Similar meaning',
    resemblance: 'Similar spelling',
  };
  return Object.entries(whole).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' && value !== 0 ? [[names[name] ?? spaced(name), value]] : [],
  );
}

function factorTable({ factors }: Explanation): string {
  const rows = Object.entries(factors).map(([name, factor]) => [
    spaced(name),
    factorMeaning(name as FactorName, factor),
    `× ${figure(factor)}`,
  ]);
  if (rows.length === 0) return 'No factor applies: each one is 1.';
  return table(['Factor', 'Because', 'Times'], rows, 2);
}

function scoreSteps(result: SearchResult, why: Explanation): string[] {
  const { evidence, factors, strength, answered, best } = why;
  const times = Object.values(factors);
  const product = times.reduce((so, factor) => so * factor, evidence);
  const score = best === 0 ? 0 : answered * Math.sqrt(strength / best);
  const formula = [evidence, ...times].map(figure).join(' × ');
  const isPlain = isNear(product, strength);
  const outcome = figure(isPlain ? strength : product);
  const lifted =
    why.contradicts === undefined ? 'including its other parts' : 'as strong as the fact that it contradicts';
  return [
    `- evidence × factors = strength: ${code(times.length === 0 ? formula : `${formula} = ${outcome}`)}`,
    ...(isPlain ? [] : [`- ${lifted}, its strength is ${code(figure(strength))}`]),
    `- answered × √(strength / best strength) = score: ${code(`${figure(answered)} × √(${figure(strength)} / ${figure(best)}) = ${figure(score)}`)}`,
    ...(isNear(score, result.score)
      ? []
      : [
          `- ${why.isNearbyOnly === true ? 'because it contains no word of the question' : 'including its other parts'}, its score is ${code(figure(result.score))}`,
        ]),
  ];
}

/** Reasons other than the score for the place of a result, and what is no reason for it. */
function orderNotes({ contradictedBy }: SearchResult, { contradicts, unusedSince }: Explanation): string[] {
  const newer = contradictedBy.map((id) => `#${id}`).join(', ');
  return [
    ...(contradicts === undefined ? [] : [`It contradicts the older fact #${contradicts} and is shown above it.`]),
    ...(newer === '' ? [] : [`A newer fact contradicts it: ${newer}.`]),
    ...(unusedSince === undefined ? [] : [fadedNote(unusedSince)]),
  ];
}

function fadedNote(unusedSince: string): string {
  return `It has faded, because it has not been used since ${unusedSince.slice(0, 10)}. That does not change its score or its place; only chats get it last.`;
}

/** Figures are rounded to four digits, so a smaller difference is only rounding. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.0005 + 0.002 * Math.abs(other);
}

/** All available digits, so that the displayed figures add up. */
function figure(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** `firstPerson` as `first person`. */
function spaced(name: string): string {
  return name.replace(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** Columns from `numbersFrom` on are right-aligned. The source is aligned too, so that it is readable as plain text. */
function table(head: readonly string[], rows: readonly (readonly string[])[], numbersFrom: number): string {
  const widths = head.map((title, place) => Math.max(title.length, ...rows.map((row) => (row[place] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell, place) => (place < numbersFrom ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join(' | ')} |`;
  const rule = widths.map((width, place) =>
    place < numbersFrom ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Code in a table cell: nothing in it is markup, whatever backticks or bars it contains. */
function code(text: string): string {
  const fence = '`'.repeat(maxBacktickRun(text) + 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${pad}${text.replaceAll('|', '\\|')}${pad}${fence}`;
}

function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, maxBacktickRun(text) + 1));
  return [`${fence}text`, ...wrapped(text, columns), fence].join('\n');
}

function maxBacktickRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}
