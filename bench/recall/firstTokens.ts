/**
 * Finds which results are within the first tokens of an answer: those that a model surely reads, and their cost. It
 * checks both forms of an answer, since clients show one or the other. Tokens are those of o200k.
 */
import { decode, encodeGenerator } from 'gpt-tokenizer/encoding/o200k_base';

/** Ascending. */
export const tokenLimits = [1000, 2000] as const;

/** Ids of sessions are random and take 17 to 31 tokens. All count as this one of 23, or figures would depend on chance. */
const anyId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu;
const countedId = '727d7520-726c-438a-a65b-5b2cf025b5b4';

/** An answer of `memory_search` as the protocol carries it. */
export interface AnswerForms {
  text: string;
  structured: { results: readonly unknown[] };
}

/**
 * For each of the `tokenLimits`, the number of characters in the first tokens, without a word that exceeds the limit.
 */
export function firstCharacters(text: string): number[] {
  const ends: number[] = [];
  let [tokens, characters] = [0, 0];
  for (const word of encodeGenerator(text.toWellFormed().replaceAll(anyId, countedId), {
    disallowedSpecial: new Set(),
  })) {
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

/** Where each result ends in the structured form, as clients serialize it. */
export function endsInJson({ structured }: AnswerForms): number[] {
  const opening = '"results":[';
  let end = JSON.stringify(structured).indexOf(opening) + opening.length - 1;
  return structured.results.map((result) => (end += JSON.stringify(result).length + 1));
}

/** For each of `tokenLimits`, whether one of the results at `places`, from 0, is completely within the first tokens. */
export function standsWithin(places: readonly number[], ends: readonly number[], text: string): boolean[] {
  return firstCharacters(text).map((characters) => places.some((place) => (ends[place] ?? Infinity) <= characters));
}
