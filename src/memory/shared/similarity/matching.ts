/**
 * Finds which words of two texts are the same: the same stem, a compound that the other writes apart (`push gateway`),
 * a synonym, or the same word with a typing error or in another form.
 */
import { likenessOf, minLength } from '../../../util/likeness.ts';
import type { ReadWord } from './clauseReader.ts';
import type { ReadText } from './reader.ts';

/** What two texts share and what only one of them has; weights in nats. */
export interface Matching {
  shared: number;
  onlyInOne: number;
  onlyInOther: number;
  /** The part of `shared` that one text is for and the other against. */
  opposed: number;
  /** The part of `shared` that only one of the texts proposes; the other mentions it. */
  mentioned: number;
  /** The part of `shared` that is more than verbs such as "use". */
  evidence: number;
  /** How many words make up the evidence. */
  sharedWords: number;
  /** Whether each has a phrase of which the other has no word. */
  phrasesDiffer: boolean;
  /** Whether one moves to something of which the other has no word. */
  targetsDiffer: boolean;
  /** Whether the shared words come in the same order. */
  isInOrder: boolean;
  /** Whether each has a number that the other does not have. */
  numbersDiffer: boolean;
}

/** How far words in another form count as the same. Verbs such as "use" and "add" are not always interchangeable. */
const quality = { joined: 0.95, synonym: 0.95, verb: 0.5, alike: 0.85 } as const;
/** Two words that follow each other in both texts are more unlikely together; in nats. */
const adjacentEvidence = 2;
/** From this likeness on, two words differ by a typing error or an ending. */
const minLikeness = 0.72;

export function matchingOf(one: ReadText, other: ReadText): Matching {
  return matchingFrom(matched(one, other), one, other);
}

/** 0 to 1: the share of their words that both have, with verbs and without weights (Dice's coefficient). */
export function overlapOf(one: ReadText, other: ReadText): number {
  const { matches } = matched(one, other);
  const shared = matches.reduce((sum, match) => sum + (match.one.length + match.other.length) * match.quality, 0);
  return shared / Math.max(1, one.words.length + other.words.length);
}

/** The words of `text` that `other` has too, in the order of `text`. */
export function sharedWordsOf(text: ReadText, other: ReadText): SharedWord[] {
  const { matches } = matched(text, other);
  return matches.toSorted((a, b) => (a.one[0]?.place ?? 0) - (b.one[0]?.place ?? 0));
}

/** A word that two texts have; two words in a text that writes it apart. */
export interface SharedWord {
  /** In the first text. */
  one: readonly ReadWord[];
  other: readonly ReadWord[];
  /** 0 to 1: how far they are the same. */
  quality: number;
  /** Their weights in each text, as far as they are the same. */
  inOne: number;
  inOther: number;
}

function matched(one: ReadText, other: ReadText): Matcher {
  const matcher = new Matcher(one, other);
  matcher.matchJoined();
  matcher.matchConcepts();
  matcher.matchAlike();
  return matcher;
}

class Matcher {
  readonly matches: SharedWord[] = [];
  /** The words without a match. */
  readonly one: Set<ReadWord>;
  readonly other: Set<ReadWord>;

  /** Matches the words of the same stem. */
  constructor(one: ReadText, other: ReadText) {
    this.one = new Set(one.words);
    this.other = new Set(other.words);
    for (const [stem, word] of one.byStem) {
      const same = other.byStem.get(stem);
      if (same !== undefined) this.#add([word], [same], 1);
    }
  }

  /** With several words of one concept, the first goes with the first, and so on. */
  matchConcepts(): void {
    this.#matchFirst(
      (word, known) => word.concept === known.concept,
      ({ isVerb }) => (isVerb ? quality.verb : quality.synonym),
    );
  }

  matchAlike(): void {
    this.#matchFirst(areAlike, () => quality.alike);
  }

  matchJoined(): void {
    for (const [apart, whole] of joinedIn(this.one, this.other)) this.#add(apart, [whole], quality.joined);
    for (const [apart, whole] of joinedIn(this.other, this.one)) this.#add([whole], apart, quality.joined);
  }

  #matchFirst(isSame: (word: ReadWord, known: ReadWord) => boolean, qualityOf: (word: ReadWord) => number): void {
    for (const word of this.one) {
      for (const known of this.other) {
        if (!isSame(word, known)) continue;
        this.#add([word], [known], qualityOf(word));
        break;
      }
    }
  }

  #add(one: readonly ReadWord[], other: readonly ReadWord[], share: number): void {
    this.matches.push({ one, other, quality: share, inOne: weightOf(one) * share, inOther: weightOf(other) * share });
    for (const word of one) this.one.delete(word);
    for (const word of other) this.other.delete(word);
  }
}

function matchingFrom({ matches, one, other }: Matcher, first: ReadText, second: ReadText): Matching {
  const sharedOfOne = sum(matches.map(({ inOne }) => inOne));
  const sharedOfOther = sum(matches.map(({ inOther }) => inOther));
  const informative = matches.filter((match) => match.one.some(({ isVerb }) => !isVerb));
  const steps = stepsOf(informative);
  const isNumber = ({ stem }: ReadWord): boolean => /^\d/u.test(stem);
  const shared = (sharedOfOne + sharedOfOther) / 2;
  return {
    shared,
    onlyInOne: Math.max(0, first.weight - sharedOfOne),
    onlyInOther: Math.max(0, second.weight - sharedOfOther),
    opposed: excludes(first, second) || excludes(second, first) ? shared : weightOfMatches(matches.filter(isOpposed)),
    mentioned: weightOfMatches(matches.filter(isMentionedInOne)),
    evidence: weightOfMatches(informative) + adjacentEvidence * steps.filter(isAdjacent).length,
    sharedWords: informative.length,
    phrasesDiffer: isPhraseMissing(first, one) && isPhraseMissing(second, other),
    targetsDiffer: isTargetMissing(first, one) || isTargetMissing(second, other),
    isInOrder: steps.every(({ inOther }) => inOther >= 0),
    numbersDiffer: [...one].some(isNumber) && [...other].some(isNumber),
  };
}

function weightOfMatches(matches: readonly SharedWord[]): number {
  return sum(matches.map(({ inOne, inOther }) => (inOne + inOther) / 2));
}

/** Whether a text proposes what excludes a word of the other, and the other does not: "automate it", "do it by hand". */
function excludes(one: ReadText, other: ReadText): boolean {
  const has = (concept: string): boolean => other.words.some((word) => word.concept === concept);
  return one.words.some(
    ({ concept, opposite, sign, isMentioned }) =>
      opposite !== '' && sign === 1 && !isMentioned && has(opposite) && !has(concept),
  );
}

function isOpposed({ one, other }: SharedWord): boolean {
  return (one[0]?.sign ?? 0) * (other[0]?.sign ?? 0) === -1;
}

function isMentionedInOne({ one, other }: SharedWord): boolean {
  return one[0]?.isMentioned !== other[0]?.isMentioned;
}

/** How far each match is from the one before it, in words of each text. */
interface Step {
  inOne: number;
  inOther: number;
}

function stepsOf(matches: readonly SharedWord[]): Step[] {
  const places = matches
    .map(({ one, other }) => ({ inOne: one[0]?.place ?? 0, inOther: other[0]?.place ?? 0 }))
    .toSorted((a, b) => a.inOne - b.inOne);
  return places.slice(1).map(({ inOne, inOther }, place) => {
    const before = places[place];
    return { inOne: inOne - (before?.inOne ?? 0), inOther: inOther - (before?.inOther ?? 0) };
  });
}

function isAdjacent({ inOne, inOther }: Step): boolean {
  return inOne === 1 && inOther === 1;
}

function isPhraseMissing({ words }: ReadText, unmatched: ReadonlySet<ReadWord>): boolean {
  const found = new Set(words.filter((word) => !unmatched.has(word) && !word.isVerb).map(({ part }) => part));
  return [...unmatched].some(({ part, isVerb }) => !isVerb && !found.has(part));
}

function isTargetMissing({ words }: ReadText, unmatched: ReadonlySet<ReadWord>): boolean {
  const targets = words.filter(({ isTarget }) => isTarget);
  return targets.length > 0 && targets.every((word) => unmatched.has(word));
}

/** Two adjacent words with the word of the other text that they form together. */
function joinedIn(apart: ReadonlySet<ReadWord>, whole: ReadonlySet<ReadWord>): [ReadWord[], ReadWord][] {
  const found: [ReadWord[], ReadWord][] = [];
  let before: ReadWord | undefined;
  for (const word of apart) {
    if (before !== undefined && word.place === before.place + 1) {
      const compound = joinedBy(before, word, whole);
      if (compound !== undefined) found.push([[before, word], compound]);
    }
    before = word;
  }
  return found;
}

function joinedBy(one: ReadWord, next: ReadWord, whole: ReadonlySet<ReadWord>): ReadWord | undefined {
  for (const word of whole) {
    const isLonger = word.written.length > one.written.length && word.written.startsWith(one.written);
    if (isLonger && singular(word.written) === singular(one.written + next.written)) return word;
  }
  return undefined;
}

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The first letter of a word is seldom wrong, and another one often makes another word. */
function areAlike({ written: one }: ReadWord, { written: other }: ReadWord): boolean {
  if (one.length <= minLength || other.length <= minLength || one.charCodeAt(0) !== other.charCodeAt(0)) return false;
  return onlyLetters.test(one) && onlyLetters.test(other) && likenessOf(one, other) >= minLikeness;
}

const onlyLetters = /^[a-z]+$/u;

function weightOf(words: readonly ReadWord[]): number {
  return words.reduce((total, { weight }) => total + weight, 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
