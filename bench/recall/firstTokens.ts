/**
 * Which results stand within the first tokens of an answer: what a model surely reads, and what it costs. Both forms of
 * an answer are looked at, since clients show the one or the other. Tokens are those of o200k.
 */
import { decode, encodeGenerator } from 'gpt-tokenizer/encoding/o200k_base';

/** Ascending. */
export const tokenLimits = [1000, 2000] as const;

/** An answer of `memory_search` as the protocol carries it. */
export interface AnswerForms {
  text: string;
  structured: { results: readonly unknown[] };
}

/** How many characters the first tokens hold, for each of the `tokenLimits`; words that reach beyond are out. */
export function firstCharacters(text: string): number[] {
  const ends: number[] = [];
  let [tokens, characters] = [0, 0];
  for (const word of encodeGenerator(text.toWellFormed(), { disallowedSpecial: new Set() })) {
    tokens += word.length;
    while (tokens > (tokenLimits[ends.length] ?? Infinity)) ends.push(characters);
    if (ends.length === tokenLimits.length) return ends;
    characters += decode(word).length;
  }
  return [...ends, ...tokenLimits.slice(ends.length).map(() => text.length)];
}

/** Where each result ends in the text, in characters: its line begins with its rank. */
export function endsInText({ text, structured }: AnswerForms): number[] {
  const endOfLine = new Map<number, number>();
  let end = 0;
  for (const line of text.split('\n')) {
    end += line.length;
    const rank = Number(/^\s*(\d+)\. /u.exec(line)?.[1]);
    if (!endOfLine.has(rank)) endOfLine.set(rank, end);
    end += 1;
  }
  return structured.results.map((_result, index) => endOfLine.get(index + 1) ?? Infinity);
}

/** Where each result ends in the structured form, as clients write it out. */
export function endsInJson({ structured }: AnswerForms): number[] {
  const opening = '"results":[';
  let end = JSON.stringify(structured).indexOf(opening) + opening.length - 1;
  return structured.results.map((result) => (end += JSON.stringify(result).length + 1));
}

/** Whether one of the results, told by their places from 0, stands wholly within the first tokens, by `tokenLimits`. */
export function standsWithin(places: readonly number[], ends: readonly number[], text: string): boolean[] {
  return firstCharacters(text).map((characters) => places.some((place) => (ends[place] ?? Infinity) <= characters));
}
