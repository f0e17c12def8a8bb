/**
 * Reads the answer of a language model. A sentence is kept only if it names sources, and if they contain its words, its
 * numbers and its names: a model that invents something, or answers in another language, loses that sentence.
 */
import { oneLine } from '../../../util/text.ts';
import type { IndexText, Redact } from '../../shared/ports.ts';
import { comparisonWith } from '../../shared/statements.ts';
import { sentencesOf } from '../../summarize/words/sentences.ts';
import { isStopWord } from '../../summarize/words/stopWords.ts';
import { marksOf } from '../../trust/instructionLike.ts';
import type { JudgedSource, SynthesisConflict, SynthesisContent, SynthesisSentence } from './synthesis.ts';

const maxAnswerLength = 40_000;
const maxSentences = 10;
const maxSentence = 400;
const maxConflicts = 5;
/** Characters of a source that are compared with a sentence. */
const maxCompared = 4_000;
/** Share of a sentence's informative words that its sources must contain. */
const minCovered = 0.7;

/** Undefined if nothing of the answer can be kept. */
export function synthesisFromAnswer(
  answer: string,
  numbered: readonly JudgedSource[],
  ports: { redact: Redact; indexText: IndexText },
): SynthesisContent | undefined {
  const json = answer.length > maxAnswerLength ? undefined : objectIn(answer);
  if (json === undefined) return undefined;
  const conflicts = listIn(json, 'contradictions')
    .slice(0, maxConflicts)
    .flatMap((one) => conflictFrom(one, numbered));
  const disputed = new Set(conflicts.flatMap(({ statements }) => statements.flatMap(({ sources }) => sources)));
  const sentences = listIn(json, 'sentences')
    .slice(0, maxSentences)
    .flatMap((one) => sentenceFrom(one, numbered, ports))
    .filter(({ sources }) => !sources.some((source) => disputed.has(source)));
  return sentences.length === 0 ? undefined : { sentences, conflicts };
}

function objectIn(answer: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    // Not JSON, so not a synthesis.
    return undefined;
  }
}

function listIn(value: object, name: string): unknown[] {
  const list: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
  return Array.isArray(list) ? list : [];
}

function sentenceFrom(
  value: unknown,
  numbered: readonly JudgedSource[],
  { redact, indexText }: { redact: Redact; indexText: IndexText },
): SynthesisSentence[] {
  if (typeof value !== 'object' || value === null) return [];
  const given: unknown = new Map<string, unknown>(Object.entries(value)).get('text');
  const sources = sourcesFrom(listIn(value, 'sources'), numbered);
  if (typeof given !== 'string' || sources.length === 0) return [];
  const text = redact(oneLine(given)).text;
  if (text === '' || text.length > maxSentence || marksOf(text).length > 0) return [];
  return isCovered(text, sources, indexText) && !isDenied(text, sources, indexText)
    ? [{ text, sources: sources.map(({ ref }) => ref) }]
    : [];
}

function sourcesFrom(numbers: readonly unknown[], numbered: readonly JudgedSource[]): JudgedSource[] {
  const found = numbers.flatMap((number) => (typeof number === 'number' ? (numbered[number - 1] ?? []) : []));
  return [...new Set(found)];
}

/** Numbers and names must all be there; other words mostly. */
function isCovered(text: string, sources: readonly JudgedSource[], indexText: IndexText): boolean {
  const said = new Set(sources.flatMap((source) => indexText(source.text).split(' ')));
  const words = text.split(/[^\p{L}\p{N}_.#/-]+/u).filter((word) => word !== '');
  const isSaid = (word: string): boolean =>
    indexText(word)
      .split(' ')
      .every((stem) => stem === '' || said.has(stem));
  const strict = words.filter((word, at) => /\p{N}/u.test(word) || (at > 0 && /\p{Lu}/u.test(word)));
  if (!strict.every(isSaid)) return false;
  const informative = words.filter((word) => word.length > 1 && !isStopWord(word));
  if (informative.length === 0) return false;
  return informative.filter(isSaid).length / informative.length >= minCovered;
}

/** Whether a source says the opposite, such as the same with a negation. */
function isDenied(text: string, sources: readonly JudgedSource[], indexText: IndexText): boolean {
  const compare = comparisonWith(text, indexText);
  return sources
    .flatMap((source) => source.text.slice(0, maxCompared).split('\n').flatMap(sentencesOf))
    .some((sentence) => compare(sentence)?.relation === 'contradicts');
}

function conflictFrom(value: unknown, numbered: readonly JudgedSource[]): SynthesisConflict[] {
  const sources = sourcesFrom(Array.isArray(value) ? value : [], numbered);
  if (sources.length < 2) return [];
  return [
    { statements: sources.map(({ ref, text }) => ({ text: oneLine(text).slice(0, maxSentence), sources: [ref] })) },
  ];
}
