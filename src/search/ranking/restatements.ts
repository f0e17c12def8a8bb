/**
 * Orders restatements: results that give different values for the same subject. For a question about the present, the
 * newer one comes first; for a question about the past, the older one. It compares the sentence of each result that
 * contains most of the question: shared words are the subject, other words the value. No language is assumed: the words
 * are those of the index.
 */
import type { Candidate } from '../../memory/recall/recall.ts';
import { sentencesOf } from '../../memory/summarize/words/sentences.ts';
import { trustedPart, trustOf } from '../../memory/trust/trust.ts';
import { everydayShareOf } from '../query/commonWords.ts';
import { endsAsking } from '../query/cues.ts';
import type { Question } from '../query/question.ts';
import { isQuestionStopWord } from '../query/question.ts';
import { proseAndCode } from '../query/reading.ts';
import { Tally, TermFinder } from '../query/termFinder.ts';
import { wordsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';
import type { Ranked } from './ranking.ts';
import { changed } from './ranking.ts';

/** Limits: compared results, and the characters and sentences read of each. */
const maxCompared = 40;
const maxCharacters = 4_000;
const maxSentences = 80;

/**
 * The same results, where those that restate each other share their places in the order of time. The question must have
 * its rarities.
 */
export function inOrderOfTime(question: Question, ranked: readonly Ranked[]): Ranked[] {
  if (question.time === undefined) return [...ranked];
  const best = ranked.slice(0, maxCompared);
  const sentences = new Sentences(question.time === 'history' ? withoutUnheld(question, best) : question);
  const compared = best.map((one) => sentences.findInformative(one.memory));
  const ordered = [...ranked];
  const sign = question.time === 'now' ? -1 : 1;
  for (const places of groupsOf(compared)) {
    const inTime = places.toSorted((one, other) => sign * timeOf(ranked, one).localeCompare(timeOf(ranked, other)));
    places.forEach((place, i) => {
      const [there, comes] = [ranked[place], ranked[inTime[i] ?? place]];
      if (there === undefined || comes === undefined || there === comes) return;
      ordered[place] = changed(comes, { current: there.strength / comes.strength });
    });
  }
  return ordered;
}

/** Leaves out words that no result contains: words that ask for history ("before") seldom occur in the answer. */
function withoutUnheld(question: Question, ranked: readonly Ranked[]): Question {
  const held = new Set(ranked.flatMap(({ words }) => words.map(({ word }) => word)));
  const terms = question.terms.map((term) => (held.has(term.shown) ? term : { ...term, rarity: 0 }));
  return { ...question, terms };
}

function timeOf(ranked: readonly Ranked[], place: number): string {
  return ranked[place]?.memory.createdAt ?? '';
}

/** A sentence with the weight of each word. */
interface Sentence {
  memory: Candidate;
  weights: ReadonlyMap<string, number>;
  /** The question's words that the sentence contains. */
  asked: ReadonlySet<string>;
  askedWeight: number;
}

class Sentences {
  readonly #finder: TermFinder;
  readonly #rarities: readonly number[];
  readonly #rarityOf: ReadonlyMap<string, number>;
  readonly #whole: number;
  readonly #maxRarity: number;

  constructor(question: Question) {
    this.#finder = new TermFinder(question);
    this.#rarities = question.terms.map(({ rarity }) => rarity);
    this.#rarityOf = new Map(question.terms.map(({ word, rarity }) => [word, rarity]));
    this.#maxRarity = question.maxRarity;
    this.#whole = this.#rarities.reduce((sum, rarity) => sum + rarity, 0);
  }

  /** The statement with most of the question, the first in a tie; undefined if none contains enough of it. */
  findInformative(memory: Candidate): Sentence | undefined {
    const prose = proseAndCode(memory.text.slice(0, maxCharacters)).prose;
    let best = { text: '', held: weights.restatement.ofQuestion * this.#whole };
    for (const text of sentencesOf(prose).slice(0, maxSentences)) {
      const held = this.#heldIn(text);
      if (held > best.held && !endsAsking(text)) best = { text, held };
    }
    return best.text === '' ? undefined : this.#read(memory, best.text);
  }

  #heldIn(text: string): number {
    const tally = new Tally(this.#rarities.length);
    this.#finder.count(tally, text, 1);
    return this.#rarities.reduce((sum, rarity, place) => sum + ((tally.held[place] ?? 0) > 0 ? rarity : 0), 0);
  }

  #read(memory: Candidate, text: string): Sentence {
    const words = new Set(wordsOf(text).filter((word) => !isQuestionStopWord(word) && !/^[^\p{ASCII}]$/u.test(word)));
    const asked = new Set([...words].filter((word) => (this.#rarityOf.get(word) ?? 0) > 0));
    // Limited, because in a small store no word can be rarer than one that it does not contain.
    const usual = (word: string): number => Math.min(this.#maxRarity, -Math.log(everydayShareOf(word)));
    const weightOf = (word: string): number => this.#rarityOf.get(word) ?? usual(word);
    return {
      memory,
      weights: new Map([...words].map((word) => [word, weightOf(word)])),
      asked,
      askedWeight: [...asked].reduce((sum, word) => sum + weightOf(word), 0),
    };
  }
}

/** Groups of indexes of sentences that restate each other, directly or through others. */
function groupsOf(sentences: readonly (Sentence | undefined)[]): number[][] {
  const groups: number[][] = [];
  sentences.forEach((sentence, place) => {
    if (sentence === undefined) return;
    const isNear = (other: number): boolean => restates(sentence, sentences[other]);
    const near = groups.filter((group) => group.some(isNear));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), place].sort((one, other) => one - other));
  });
  return groups.filter(({ length }) => length > 1);
}

function restates(one: Sentence, other: Sentence | undefined): boolean {
  if (other === undefined) return false;
  if (contradicts(one.memory, other.memory) || contradicts(other.memory, one.memory)) return true;
  if (areSideBySide(one.memory, other.memory)) return false;
  const { shared, alike } = weights.restatement;
  const askedInBoth = sumOf(one, (word) => one.asked.has(word) && other.asked.has(word));
  if (askedInBoth < shared * Math.min(one.askedWeight, other.askedWeight)) return false;
  if (!hasOwnValue(one, other) || !hasOwnValue(other, one)) return false;
  const inBoth = sumOf(one, (word) => other.weights.has(word));
  const inEither = sumOf(one, () => true) + sumOf(other, (word) => !one.weights.has(word));
  return inBoth >= alike * inEither && isTrustedAsMuch(one.memory, other.memory);
}

/** A newer text from the web, or one that reads like instructions to a model, must not replace a more trusted one. */
function isTrustedAsMuch(one: Candidate, other: Candidate): boolean {
  const [newer, older] = one.createdAt < other.createdAt ? [other, one] : [one, other];
  return trustOf(trustedPart(newer)).trust >= trustOf(trustedPart(older)).trust;
}

function contradicts(newer: Candidate, older: Candidate): boolean {
  return newer.kind === 'fact' && older.kind === 'fact' && older.contradictedBy.includes(newer.id);
}

/** A close successor in the same session answers or repeats it. */
function areSideBySide(one: Candidate, other: Candidate): boolean {
  if (one.sessionId === null || one.sessionId !== other.sessionId) return false;
  return Math.abs((one.seq ?? 0) - (other.seq ?? 0)) <= weights.factor.spread.reach;
}

/** Whether it contains a word that neither the other one nor the question contains. */
function hasOwnValue(one: Sentence, other: Sentence): boolean {
  return [...one.weights.keys()].some((word) => !one.asked.has(word) && !other.weights.has(word));
}

function sumOf({ weights: words }: Sentence, counts: (word: string) => boolean): number {
  let sum = 0;
  for (const [word, weight] of words) if (counts(word)) sum += weight;
  return sum;
}
