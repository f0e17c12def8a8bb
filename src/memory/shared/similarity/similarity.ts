/**
 * How similar two short texts are, such as statements, approaches and prompts, from their words alone and without a
 * model. The one measure for everything that compares texts. Its constants are calibrated on labelled pairs;
 * docs/decisions/0038-one-similarity.md has the precision and recall at each threshold.
 */
import { lexiconFor } from './lexicon.ts';
import type { ToIndexText } from './lexicon.ts';
import { matchingOf, overlapOf, sharedWordsOf } from './matching.ts';
import type { Matching, SharedWord } from './matching.ts';
import { hasOtherCase } from './meaningfulCase.ts';
import { createReader } from './reader.ts';
import type { ReadText } from './reader.ts';

export type { SharedWord } from './matching.ts';
export type { ReadText } from './reader.ts';

export interface TextComparison {
  /**
   * 0 to 1. From 0.6: the same approach in other words. From 0.8: clearly the same. From 0.95: nearly the same words. A
   * text for something and one against it are below 0.6, and so are a proposal and a question about the past.
   */
  similarity: number;
  /** Whether one text is for what the other is against. */
  isOpposed: boolean;
  /** How unlikely it is, in nats, that texts about software share these words by chance. */
  evidence: number;
  /** How many words they share, without verbs such as "use". */
  sharedWords: number;
}

export interface TextComparer {
  /** The stem of a word in lower case; other text is unchanged. */
  stemOf: (word: string) => string;
  /** Prepares a text for comparisons; a list of texts is read once. */
  read: (text: string) => ReadText;
  /** Symmetric. */
  compare: (one: ReadText, other: ReadText) => TextComparison;
  /** How far a longer text says what `short` says. What it says in addition hardly matters. */
  compareWithin: (long: ReadText, short: ReadText) => TextComparison;
  /**
   * 0 to 1: the share of their words that both have, whatever each says with them (Dice's coefficient). High for texts of
   * one frame, such as "use A for tests" and "use B for tests", which are not similar. Faster than `compare`.
   */
  overlapOf: (one: ReadText, other: ReadText) => number;
  /** The words of a text that another one has too, whatever each says with them, in the order of the first. */
  sharedWordsOf: (text: ReadText, other: ReadText) => SharedWord[];
}

/** `toIndexText` is the port `IndexText`. */
export function createTextComparer(toIndexText: ToIndexText): TextComparer {
  return {
    stemOf: (word) => lexiconFor(toIndexText).stemOf(word),
    read: createReader(toIndexText),
    compare: (one, other) => {
      const [first, second] = inOrder(one, other);
      return comparisonOf(first, second, symmetric);
    },
    compareWithin: (long, short) => comparisonOf(short, long, within),
    overlapOf: (one, other) => rounded(overlapOf(...inOrder(one, other))),
    sharedWordsOf,
  };
}

/** Which words match can depend on the order of the texts, so it must not depend on the caller. */
function inOrder(one: ReadText, other: ReadText): [ReadText, ReadText] {
  const differs = one.words.findIndex(({ written }, place) => written !== other.words[place]?.written);
  const [a = '', b = ''] = [one.words[differs]?.written, other.words[differs]?.written];
  return a <= b ? [one, other] : [other, one];
}

/** What a word costs that only one of the texts has. */
interface Costs {
  /** For each of the texts, if the other has no other word instead. */
  missingInOther: number;
  missingInOne: number;
}

/** Details that only one text has make it more specific; they seldom make it another approach. */
const symmetric: Costs = { missingInOther: 0.35, missingInOne: 0.35 };
const within: Costs = { missingInOther: 1, missingInOne: 0.05 };

/** Chosen on the first half of the pairs in test/memory/similarity. */
const factors = {
  /** Another word in each text is another choice: "in Redis", "in memory". */
  substitution: 2,
  /** Each has a phrase of which the other has nothing. */
  phrasesDiffer: 0.8,
  /** One moves to something that the other does not mention. */
  targetsDiffer: 0.6,
  numbersDiffer: 0.75,
  /** `-v` and `-V` are different flags. */
  caseDiffers: 0.75,
  /** The same words in another order are not nearly the same text. */
  otherOrder: 0.94,
  /** One is for what the other is against. */
  opposed: 0.5,
  /** Only one proposes something; the other asks. */
  asks: 0.5,
  /** Only one is work on what exists, such as a fix. */
  inspects: 0.55,
  /** Only one proposes it; the other mentions it, such as in a condition. */
  mentions: 0.55,
} as const;
/** From this share of the common words on, texts are opposed, and one of them mentions what the other proposes. */
const minOpposed = 0.25;
const minMentioned = 0.5;

const nothing: TextComparison = { similarity: 0, isOpposed: false, evidence: 0, sharedWords: 0 };

function comparisonOf(one: ReadText, other: ReadText, costs: Costs): TextComparison {
  const matching = matchingOf(one, other);
  const { shared, onlyInOne, onlyInOther, opposed, mentioned, evidence, sharedWords } = matching;
  if (shared === 0) return nothing;
  const substituted = Math.min(onlyInOne, onlyInOther);
  const missing = costs.missingInOther * (onlyInOne - substituted) + costs.missingInOne * (onlyInOther - substituted);
  const content = shared / (shared + factors.substitution * substituted + missing);
  const isOpposed = opposed / shared > minOpposed;
  const proposing = (isOpposed ? factors.opposed : 1) * (mentioned / shared > minMentioned ? factors.mentions : 1);
  const agreement = agreementOf(one, other) * proposing;
  return {
    similarity: rounded(content * wordingOf(matching) * agreement),
    isOpposed,
    evidence,
    sharedWords,
  };
}

function wordingOf({ phrasesDiffer, targetsDiffer, numbersDiffer, isInOrder }: Matching): number {
  return (
    (phrasesDiffer ? factors.phrasesDiffer : 1) *
    (targetsDiffer ? factors.targetsDiffer : 1) *
    (numbersDiffer ? factors.numbersDiffer : 1) *
    (isInOrder ? 1 : factors.otherOrder)
  );
}

function agreementOf(one: ReadText, other: ReadText): number {
  const onlyOneInspects = lacksVerb(one, other.inspects) || lacksVerb(other, one.inspects);
  const caseFactor = hasOtherCase(one.cased, other.cased) ? factors.caseDiffers : 1;
  return (one.asks === other.asks ? 1 : factors.asks) * (onlyOneInspects ? factors.inspects : 1) * caseFactor;
}

/** Whether a text lacks the verb by which another text is work on what exists. */
function lacksVerb({ words }: ReadText, inspects: string | undefined): boolean {
  return inspects !== undefined && words.every(({ concept }) => concept !== inspects);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
