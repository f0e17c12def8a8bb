/**
 * Whether a prompt clearly matches a memory. Each shared word counts by how unlikely it is to be shared by chance, and
 * the sum must outweigh the number of memories among which some match by chance. One word alone never does: it shows
 * the topic of a prompt, not its purpose.
 */
import type { TermStatistics } from '../../memory/recall/recall.ts';
import type { TopicWord } from '../query/commonWords.ts';
import { topicWordsOf, everydayShareOf } from '../query/commonWords.ts';
import { runsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';

/**
 * Chosen on test/search/hints/offeringPrompts.ts and on conversations that are unrelated to the prompts;
 * docs/decisions/0019-offers.md has the figures.
 */
const clear = {
  /** The evidence in nats that must remain after subtracting what chance may contribute. */
  margin: 4.4,
  /** Minimum shares of the memory's and of the prompt's evidence that are in both. */
  ofMemory: 0.2,
  ofPrompt: 0.2,
  /** Minimum sum of both shares. */
  ofBoth: 0.5,
  /** Words of every prompt have less evidence, and together prove nothing. */
  informative: 3.5,
  /** Words of a usual prompt; each doubling adds another chance. */
  defaultPrompt: 8,
  maxWords: 80,
} as const;

/** The words of a prompt and the evidence of each, in nats: rarer words have more. */
export class PromptWords {
  readonly #words: readonly TopicWord[];
  /** All of them and their parts, without duplicates. */
  readonly all: readonly string[];
  readonly #text: string;
  #surprises: ReadonlyMap<string, number>;

  constructor(ownWords: string) {
    this.#text = ownWords;
    this.#words = topicWordsOf(ownWords).slice(0, clear.maxWords);
    this.all = [...new Set(this.#words.flatMap(({ word, pieces }) => [word, ...pieces]))];
    this.#surprises = new Map(this.all.map((word) => [word, surpriseOf(everydayShareOf(word))]));
  }

  /** Whether they could clearly match anything; most short answers and greetings could not. */
  get canMatch(): boolean {
    return this.#words.length > 1 && this.whole >= Math.log(weights.assumedMemories) + clear.margin;
  }

  get count(): number {
    return this.#words.length;
  }

  /** The evidence of all of them together. */
  get whole(): number {
    return sum(this.#words.map(({ word }) => this.#surprises.get(word) ?? 0));
  }

  /** A word that is frequent in the store has less evidence. `statistics` are those of `all`. */
  learn({ documents, holding }: TermStatistics): void {
    this.#surprises = new Map(
      this.all.map((word, place) => {
        const held = ((holding[place] ?? 0) - 1) / (documents + weights.assumedMemories);
        return [word, surpriseOf(Math.max(everydayShareOf(word), held))];
      }),
    );
  }

  /**
   * The distinct words of a text that are among these, each with its evidence of at most `max` nats. A part that two
   * words of the prompt have in common counts once: `tests` and `test_regression` are one proof of a test.
   */
  sharedWith(text: string, max: number): ReadonlyMap<string, number> {
    const held = new Set(topicWordsOf(text).flatMap(({ word, pieces }) => [word, ...pieces]));
    const counted = new Set(this.#words.flatMap(({ word }) => (held.has(word) ? [word] : [])));
    const shared = this.#words.flatMap(({ word, pieces }) => {
      const found = held.has(word) ? [word] : pieces.filter((piece) => held.has(piece) && !counted.has(piece));
      for (const one of found) counted.add(one);
      const evidence = Math.max(0, ...found.map((one) => this.#surprises.get(one) ?? 0));
      return found.length === 0 ? [] : [[word, Math.min(max, evidence)] as const];
    });
    return new Map(shared);
  }

  /** As the prompt has them, for a person. A part of a longer word stays a part: the whole may be a secret. */
  asWritten(words: readonly string[]): string[] {
    const runs = runsOf(this.#text).map((run) => ({ run, words: topicWordsOf(run) }));
    const isFrom = (one: string, found: readonly TopicWord[]): boolean => found.some(({ word }) => word === one);
    return [...new Set(words.map((one) => runs.find((run) => isFrom(one, run.words))?.run ?? one))];
  }

  /** Undefined for a word that is not one of them. */
  surprise(word: string): number | undefined {
    return this.#surprises.get(word);
  }
}

export interface Match {
  /** 0.5 to 1, higher is clearer. */
  clearness: number;
  /** The evidence of the shared words, in nats. */
  proof: number;
  /** The evidence beyond what is needed, in nats. */
  spare: number;
  /** From `wordsOf`, the rarest first. */
  words: readonly string[];
}

/**
 * Undefined unless a text clearly matches. `among` is the number of memories that were searched; `less` is the evidence in
 * nats that may be missing.
 */
export function clearMatch(prompt: PromptWords, text: string, among: number, less = 0): Match | undefined {
  const own = topicWordsOf(text);
  const words = [...new Set(own.flatMap((word) => sharedOf(prompt, word)))];
  if (words.length < 2 || isOneUnspacedWord(words)) return undefined;
  const evidence = words.map((word) => prompt.surprise(word) ?? 0);
  if (Math.max(...evidence) < clear.informative) return undefined;
  const proof = sum(evidence);
  const ofMemory = proof / sum(own.map(({ word }) => prompt.surprise(word) ?? surpriseOf(everydayShareOf(word))));
  const ofPrompt = proof / prompt.whole;
  const long = Math.log(Math.max(1, prompt.count / clear.defaultPrompt));
  const needed = Math.log(among + weights.assumedMemories) + clear.margin + long;
  if (
    proof < needed - less ||
    ofMemory < clear.ofMemory ||
    ofPrompt < clear.ofPrompt ||
    ofMemory + ofPrompt < clear.ofBoth
  )
    return undefined;
  return { clearness: proof / (proof + needed), proof, spare: proof - needed, words: rarestFirst(prompt, words) };
}

function rarestFirst(prompt: PromptWords, words: readonly string[]): string[] {
  return words.toSorted((one, other) => (prompt.surprise(other) ?? 0) - (prompt.surprise(one) ?? 0));
}

/** The part of a memory's word that a prompt shares: the word itself, or else some of its parts. */
function sharedOf(prompt: PromptWords, { word, pieces }: TopicWord): readonly string[] {
  return prompt.surprise(word) === undefined ? pieces.filter((piece) => prompt.surprise(piece) !== undefined) : [word];
}

/**
 * Whether the pairs form one word of a script without spaces: up to five characters give up to four pairs, each
 * beginning where the last one ends.
 */
function isOneUnspacedWord(words: readonly string[]): boolean {
  const isPair = (word: string): boolean => /^[^\p{ASCII}]{2}$/u.test(word);
  if (words.length > 4) return false;
  return words.every((word, place) => isPair(word) && (place === 0 || words[place - 1]?.at(-1) === word.at(0)));
}

function surpriseOf(share: number): number {
  return -Math.log(share);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
