/**
 * Whether a prompt clearly matches something known. Each word that both hold counts by how unlikely it is that they share
 * it by chance, and all of them together must outweigh the many memories among which some match by chance. One word alone
 * never does: it says what a prompt is about, and not what it wants.
 */
import type { TermStatistics } from '../../memory/recall/recall.ts';
import type { TopicWord } from '../query/commonWords.ts';
import { topicWordsOf, everydayShareOf } from '../query/commonWords.ts';

/** Chosen on test/search/offeringPrompts.ts and on conversations that have nothing to do with the prompts; docs/decisions/0019-offers.md has the figures. */
const clear = {
  /** A store is taken to hold so many memories besides its own, so that a small one does not think its words rare. */
  besides: 300,
  /** What must be left, in nats, after all that chance may bring. */
  margin: 4.4,
  /** Shares of what the memory and of what the prompt says that are in both. */
  ofMemory: 0.2,
  ofPrompt: 0.2,
  /** The sum of both shares. */
  ofBoth: 0.5,
  /** Words of a prompt; each doubling brings a chance more. */
  defaultPrompt: 8,
  maxWords: 80,
} as const;

/** The words of a prompt, with what each proves: in nats, the less usual the more. */
export class PromptWords {
  readonly #words: readonly TopicWord[];
  /** All of them and their pieces, each once. */
  readonly all: readonly string[];
  #surprises: ReadonlyMap<string, number>;

  constructor(ownWords: string) {
    this.#words = topicWordsOf(ownWords).slice(0, clear.maxWords);
    this.all = [...new Set(this.#words.flatMap(({ word, pieces }) => [word, ...pieces]))];
    this.#surprises = new Map(this.all.map((word) => [word, surpriseOf(everydayShareOf(word))]));
  }

  /** Whether they could clearly match anything at all; most short answers and greetings could not. */
  get canMatch(): boolean {
    return this.#words.length > 1 && this.whole >= Math.log(clear.besides) + clear.margin;
  }

  get count(): number {
    return this.#words.length;
  }

  /** What all of them prove together. */
  get whole(): number {
    return sum(this.#words.map(({ word }) => this.#surprises.get(word) ?? 0));
  }

  /** A word that a store often holds proves less. `statistics` are those of `all`. */
  learn({ documents, holding }: TermStatistics): void {
    this.#surprises = new Map(
      this.all.map((word, place) => {
        const held = ((holding[place] ?? 0) - 1) / (documents + clear.besides);
        return [word, surpriseOf(Math.max(everydayShareOf(word), held))];
      }),
    );
  }

  /** Undefined for a word that is not among them. */
  surprise(word: string): number | undefined {
    return this.#surprises.get(word);
  }
}

export interface Match {
  /** 0.5 to 1, higher is clearer. */
  clearness: number;
  /** What the words that are shared prove together, in nats. */
  proof: number;
  /** As `wordsOf` makes them. */
  words: readonly string[];
}

/** Undefined unless a text clearly matches. `among` is the number of memories that were looked at. */
export function clearMatch(prompt: PromptWords, text: string, among: number): Match | undefined {
  const own = topicWordsOf(text);
  const words = [...new Set(own.flatMap((word) => sharedOf(prompt, word)))];
  if (words.length < 2 || isOneUnspacedWord(words)) return undefined;
  const proof = sum(words.map((word) => prompt.surprise(word) ?? 0));
  const ofMemory = proof / sum(own.map(({ word }) => prompt.surprise(word) ?? surpriseOf(everydayShareOf(word))));
  const ofPrompt = proof / prompt.whole;
  const long = Math.log(Math.max(1, prompt.count / clear.defaultPrompt));
  const needed = Math.log(among + clear.besides) + clear.margin + long;
  if (proof < needed || ofMemory < clear.ofMemory || ofPrompt < clear.ofPrompt || ofMemory + ofPrompt < clear.ofBoth)
    return undefined;
  return { clearness: proof / (proof + needed), proof, words };
}

/** What a memory's word has in common with a prompt: itself, or else some of its pieces. */
function sharedOf(prompt: PromptWords, { word, pieces }: TopicWord): readonly string[] {
  return prompt.surprise(word) === undefined ? pieces.filter((piece) => prompt.surprise(piece) !== undefined) : [word];
}

/** Of a script without spaces one word of up to five characters gives up to four pairs, each beginning where the last one ended. */
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
