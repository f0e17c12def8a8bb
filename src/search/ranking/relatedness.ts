/**
 * How clearly a prompt is about the same matter as something that an earlier session concluded. A prompt is a symptom
 * and a conclusion is a rule, so they share few words; the situations of a learned fact, and how its session began, are
 * in the words of a prompt, too. Each shared word counts by how unlikely it is to be shared by chance.
 */
import { maxMatched } from '../../memory/shared/turns.ts';
import { weights } from '../shared/weights.ts';
import type { PromptWords } from './clearMatch.ts';

/**
 * Chosen on real coding sessions with labelled prompts, so that about 3 % of 200 prompts of other projects get
 * anything; the section of docs/performance.md on unasked lines has the figures.
 */
const limits = {
  /** The evidence in nats that must remain after subtracting what chance may contribute. */
  margin: 7.4,
  /** One word has at most this evidence, however rare it is: alone it shows a topic. */
  ofWord: 6,
  /** Each doubling of the words of a prompt adds another chance. */
  perLength: 3,
  usualLength: 8,
  minWords: 2,
} as const;

/** What may be related to a prompt. */
export interface Conclusion {
  /** With everything by which it is found. */
  text: string;
  /** How its session began. */
  began: string;
}

export class Relatedness {
  readonly #prompt: PromptWords;
  readonly #chance: number;
  /** From here on, something is related; it rises with the number of memories that were searched. */
  readonly needed: number;

  constructor(prompt: PromptWords, among: number) {
    this.#prompt = prompt;
    this.#chance = limits.perLength * Math.log(Math.max(1, prompt.count / limits.usualLength));
    this.needed = Math.log(among + weights.assumedMemories) + limits.margin;
  }

  /** The words of the prompt that it shares, as written, the rarest first. */
  wordsOf({ text, began }: Conclusion): string[] {
    const all = [...this.#prompt.sharedWith(text, limits.ofWord), ...this.#prompt.sharedWith(began, limits.ofWord)];
    const rarestFirst = [...new Map(all.toSorted(([, one], [, other]) => other - one)).keys()];
    return this.#prompt.asWritten(rarestFirst.slice(0, maxMatched));
  }

  /** In nats, beyond chance. `share` is how much of the evidence in the beginning of its session counts, 0 to 1. */
  of({ text, began }: Conclusion, share: number): number {
    const own = this.#prompt.sharedWith(text, limits.ofWord);
    const opening = this.#prompt.sharedWith(began, limits.ofWord);
    if (new Set([...own.keys(), ...opening.keys()]).size < limits.minWords) return 0;
    return sumOf(own) + share * sumOf(opening) - this.#chance;
  }
}

/** The evidence that a text shares with words, in nats, however long both are. */
export function sharedEvidence(words: PromptWords, text: string): number {
  return sumOf(words.sharedWith(text, limits.ofWord));
}

function sumOf(shared: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const evidence of shared.values()) sum += evidence;
  return sum;
}
