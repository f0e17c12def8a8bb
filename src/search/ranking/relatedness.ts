/**
 * How clearly a prompt is about the same matter as something that an earlier session concluded. A prompt is a symptom
 * and a conclusion is a rule, so they share few words; the situations of a learned fact, and how its session began, are
 * in the words of a prompt, too. Each shared word counts by how unlikely it is to be shared by chance.
 */
import { maxMatched } from '../../memory/shared/turns.ts';
import { topicWordsOf } from '../query/commonWords.ts';
import { weights } from '../shared/weights.ts';
import type { PromptWords } from './clearMatch.ts';

/**
 * Chosen on real coding sessions with labelled prompts, so that about 3 % of 200 prompts of other projects get
 * anything; the section of docs/performance.md on unasked lines has the figures.
 */
const limits = {
  /**
   * The evidence in nats that must remain after subtracting what chance may contribute: of what something says, and
   * more of what it says together with how its session began.
   */
  margin: 5.6,
  withBeginning: 7.4,
  /** One word has at most this evidence, however rare it is: alone it shows a topic. */
  ofWord: 6,
  /** Each doubling of the words of a prompt adds another chance. */
  perLength: 3,
  usualLength: 8,
  minWords: 2,
  /** How much of the evidence in the names that a learned fact is about counts: they are often in its text, too. */
  shareOfNames: 0.5,
  /** The same for a long text, whose length adds chances, too; and the least share of the prompt's evidence. */
  document: { margin: 4, perLength: 5, ofPrompt: 0.2 },
  /** The same for the beginning of its session; and how much more evidence is needed if some of it is there. */
  ofBeginning: { share: 0.5, more: 1.8 },
} as const;

/** What may be related to a prompt. */
interface Conclusion {
  text: string;
  /** How its session began. */
  began: string;
}

/** The same of a learned fact. */
interface FactWords extends Conclusion {
  /** The situations in which one needs it. Words that they share with the text count twice for `worth`. */
  when: string;
  /** The files, symbols, commands and concepts that it is about. */
  about: string;
}

export class Relatedness {
  readonly #prompt: PromptWords;
  readonly #chance: number;
  readonly #beginnings = new Map<string, Shared>();
  /** From here on, something is related by what it says; it rises with the number of memories that were searched. */
  readonly needed: number;
  /** The same by what it says and how its session began. */
  readonly neededWithBeginning: number;
  /** The same of a document. */
  readonly neededOfDocument: number;

  constructor(prompt: PromptWords, among: number) {
    this.#prompt = prompt;
    this.#chance = limits.perLength * Math.log(Math.max(1, prompt.count / limits.usualLength));
    const chance = Math.log(among + weights.assumedMemories);
    this.needed = chance + limits.margin;
    this.neededWithBeginning = chance + limits.withBeginning;
    this.neededOfDocument = chance + limits.document.margin;
  }

  /** The words of the prompt that it shares, as written, the rarest first. */
  wordsOf({ text, began }: Conclusion): string[] {
    const shared = [...this.#shared(text), ...this.#sharedBeginning(began)];
    const rarestFirst = [...new Map(shared.toSorted(([, one], [, other]) => other - one)).keys()];
    return this.#prompt.asWritten(rarestFirst.slice(0, maxMatched));
  }

  /** In nats, beyond chance; compare it with `neededWithBeginning`. */
  of({ text, began }: Conclusion): number {
    const [own, opening] = [this.#shared(text), this.#sharedBeginning(began)];
    if (new Set([...own.keys(), ...opening.keys()]).size < limits.minWords) return 0;
    return sumOf(own) + sumOf(opening) - this.#chance;
  }

  /**
   * Of a learned fact, in nats beyond chance: `score` says whether anything is known about the matter; compare it with
   * `needed`. `worth` says which of several facts is wanted. `ofWords` is the evidence of its own words, however few.
   */
  ofFact({ text, when, about, began }: FactWords): { score: number; worth: number; ofWords: number } {
    const parts = [this.#shared(text), this.#shared(when), this.#shared(about)] as const;
    const own = highestOf(parts);
    const opening = this.#sharedBeginning(began);
    const ofBeginning = limits.ofBeginning.share * sumOf(opening);
    const isOneWord = new Set([...own.keys(), ...opening.keys()]).size < limits.minWords;
    const ofText = own.size < limits.minWords ? 0 : sumOf(own) - this.#chance;
    const ofBoth = isOneWord ? 0 : sumOf(own) + ofBeginning - this.#chance - limits.ofBeginning.more;
    const inParts = sumOf(parts[0]) + sumOf(parts[1]) + limits.shareOfNames * sumOf(parts[2]) + ofBeginning;
    return { ofWords: sumOf(own), score: Math.max(ofText, ofBoth), worth: isOneWord ? 0 : inParts - this.#chance };
  }

  /** Of a text of many sentences, in nats beyond chance; compare it with `neededOfDocument`. */
  ofDocument(text: string): number {
    const shared = this.#shared(text);
    if (shared.size < limits.minWords || sumOf(shared) < limits.document.ofPrompt * this.#prompt.whole) return 0;
    const words = new Set(topicWordsOf(text).map(({ word }) => word)).size;
    return sumOf(shared) - this.#chance - limits.document.perLength * Math.log(Math.max(1, words / limits.usualLength));
  }

  #shared(text: string): Shared {
    return this.#prompt.sharedWith(text, limits.ofWord);
  }

  /** Many facts have one. */
  #sharedBeginning(began: string): Shared {
    const known = this.#beginnings.get(began);
    if (known !== undefined) return known;
    const shared = this.#shared(began);
    this.#beginnings.set(began, shared);
    return shared;
  }
}

/** Words of the prompt, with their evidence in nats. */
type Shared = ReadonlyMap<string, number>;

/** The evidence that a text shares with words, in nats, however long both are. */
export function sharedEvidence(words: PromptWords, text: string): number {
  return sumOf(words.sharedWith(text, limits.ofWord));
}

function highestOf(parts: readonly Shared[]): Shared {
  const highest = new Map<string, number>();
  for (const [word, evidence] of parts.flatMap((part) => [...part]))
    highest.set(word, Math.max(evidence, highest.get(word) ?? 0));
  return highest;
}

function sumOf(shared: Shared): number {
  let sum = 0;
  for (const evidence of shared.values()) sum += evidence;
  return sum;
}
