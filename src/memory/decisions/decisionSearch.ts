/**
 * Finds decisions by what they are about. Two measures add up: the words that a decision contains, for topics such as
 * "order store", and the similarity of texts, which also knows other words for the same and what speaks against it.
 */
import type { IndexText } from '../shared/ports.ts';
import { createTextComparer } from '../shared/similarity/similarity.ts';
import type { ReadText, TextComparer } from '../shared/similarity/similarity.ts';
import { createContentWords } from '../shared/statements.ts';
import type { Decision } from './decisionStatus.ts';
import type { DecisionFact, PastApproach } from './decisionStore.ts';
import { approachOf } from './pastApproach.ts';

/** The share of a title's words that a decision must contain, or how similar it must be; see `TextComparison`. */
const minScore = 0.6;

/** From this similarity on, a decision is for an approach, perhaps with more details. */
const sameFrom = 0.8;

/** Without the approaches that one of the decisions in force took up again later. */
export function withoutReadopted<Past extends Pick<PastApproach, 'approach' | 'at'>>(
  approaches: readonly Past[],
  decisions: readonly Decision[],
  indexText: IndexText,
): Past[] {
  const comparer = createTextComparer(indexText);
  const inForce = decisions.filter(({ status }) => status === 'active');
  return approaches.filter(({ approach, at }) => {
    const read = comparer.read(approach);
    const isSaidBy = (title: string): boolean =>
      comparer.compareWithin(comparer.read(title), read).similarity >= sameFrom;
    return !inForce.some(({ fact }) => fact.createdAt > at && isSaidBy(fact.fact));
  });
}

/** A title to search for, such as "why not MongoDB". */
export class TitleSearch {
  readonly #comparer: TextComparer;
  readonly #title: ReadText;
  readonly #wordsOf: (text: string) => ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;

  constructor(title: string, indexText: IndexText) {
    this.#comparer = createTextComparer(indexText);
    this.#title = this.#comparer.read(title);
    this.#wordsOf = createContentWords(indexText);
    this.#words = this.#wordsOf(title);
  }

  /**
   * Those that contain most words of the title, that are similar to it, or that rejected what it names; the best first,
   * and otherwise in the given order.
   */
  rank(decisions: readonly Decision[]): Decision[] {
    const scored = decisions.map((decision) => ({ decision, score: this.#scoreOf(decision) }));
    const found = scored.filter(({ score }) => score >= minScore);
    return found.toSorted((one, other) => other.score - one.score).map(({ decision }) => decision);
  }

  /** Whether the title and an approach are about the same, one of them perhaps with more details, and not opposed. */
  names(approach: string): boolean {
    return this.#similarityTo(approach) >= minScore;
  }

  #scoreOf({ fact }: Decision): number {
    const texts = [fact.fact, ...fact.decision.alternatives.map(approachOf)];
    return Math.max(this.#shareIn(fact), ...texts.map((text) => this.#similarityTo(text)));
  }

  /** How many words of the title a decision contains, from 0 to 1. */
  #shareIn({ fact, tags, decision }: DecisionFact): number {
    const words = this.#wordsOf([fact, decision.rationale, ...decision.alternatives, ...tags].join('\n'));
    return [...this.#words].filter((word) => words.has(word)).length / Math.max(1, this.#words.size);
  }

  #similarityTo(text: string): number {
    const read = this.#comparer.read(text);
    const [more, less] = [
      this.#comparer.compareWithin(this.#title, read),
      this.#comparer.compareWithin(read, this.#title),
    ];
    return Math.max(more.similarity, less.similarity);
  }
}
