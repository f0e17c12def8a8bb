/**
 * How surely a gotcha matters for a piece of work. A wrong warning costs trust, so a match needs a piece of code, or
 * words that are seldom together by chance: what somebody wants to do and where it goes wrong, or much of what the
 * gotcha says. Rare words count more. The constants were chosen on the tuning half of test/markdown/gotchas.
 */
import type { ReadText, SharedWord, TextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { CodeFinder } from './codeParts.ts';
import type { Gotcha } from './gotcha.ts';

/** Weaker matches are left out. */
const minScore = 0.45;
/** The evidence, in nats, that gives half of the score. */
const halfEvidence = 5.5;

/** How far the words of each part count that are in no part before it. */
const shares = { intent: 1, context: 1, title: 0.8, description: 0.3 } as const;
/** A phrase is found if the work has this share of it, by weight. */
const minPhrase = 0.75;
/** Two adjacent words of a phrase that are adjacent in the work too are more unlikely; in nats. */
const adjacentEvidence = 2;
/** A phrase of intent with as much evidence needs no context; more if the gotcha names its contexts, in nats. */
const minLoneIntent = { anywhere: 8, elsewhere: 14 } as const;
/** Without a phrase of intent, a title must share this part of itself, or more words, each with a weight in nats. */
const minTitle = { part: 0.4, ofPart: { weight: 11, words: 2 }, ofWhole: { weight: 16, words: 3 } } as const;
/** Of a specific piece of code, in nats; an everyday word such as `map` needs other evidence too. */
const codeEvidence = { specific: 12, everyday: 4 } as const;
/** A piece of one plain word that weighs as much is specific; in nats. */
const minSpecific = 6;
const isOneWord = /^\s*[\p{L}\p{N}]+\s*$/u;
/** For a gotcha of another stack, and for work that is the workaround. */
const factors = { otherStack: 0.5, isWorkaround: 0.5 } as const;
const minWorkaround = { part: 0.6, words: 2 } as const;
/** The stack of a project says less than what somebody writes; in nats. */
const stackEvidence = 3;
const maxWhy = 6;
/** Characters of a part that are read, and phrases of a list: people write a line, and matching cannot be interrupted. */
export const maxRead = { text: 300, phrases: 30 } as const;

export interface ReadWork {
  words: ReadText;
  /** Undefined if it is unknown. */
  stack: ReadText | undefined;
  code: CodeFinder;
}

/** What a part of a gotcha shares with the work. */
interface Shared {
  /** Of the words that no earlier part has, in nats. */
  evidence: number;
  /** Of all shared words, in nats. */
  weight: number;
  /** 0 to 1: the same as a share of the part. */
  part: number;
  /** Words that say what they are about, also those that an earlier part has. */
  count: number;
}

const nothing: Shared = { evidence: 0, weight: 0, part: 0, count: 0 };

/** Reads one gotcha for one piece of work. */
export class GotchaReading {
  readonly #comparer: TextComparer;
  readonly #work: ReadWork;
  readonly #gotcha: Gotcha;
  /** The words of the work that count already. */
  readonly #counted = new Set<string>();
  readonly #why: string[] = [];

  constructor(comparer: TextComparer, work: ReadWork, gotcha: Gotcha) {
    this.#comparer = comparer;
    this.#work = work;
    this.#gotcha = gotcha;
  }

  /** Undefined without a match. `score` is 0 to 1; `why` has the words and pieces of code, as the work has them. */
  match(): { score: number; why: string[] } | undefined {
    const { title, description, detection } = this.#gotcha;
    const code = this.#codeEvidence();
    const intent = this.#phrases(detection.intent);
    const context = this.#phrases(detection.context) + this.#contextOfStack();
    const said = this.#shared(title, 0);
    const minIntent = detection.context.length === 0 ? minLoneIntent.anywhere : minLoneIntent.elsewhere;
    const clear =
      code >= codeEvidence.specific ||
      (intent > 0 && (context > 0 || code > 0 || intent >= minIntent)) ||
      saysMuch(said, said.part >= minTitle.part ? minTitle.ofPart : minTitle.ofWhole);
    if (!clear) return undefined;
    const evidence =
      code +
      intent * shares.intent +
      context * shares.context +
      said.evidence * shares.title +
      this.#shared(description, 0).evidence * shares.description;
    const score = rounded((evidence / (evidence + halfEvidence)) * this.#stackFactor() * this.#workaroundFactor());
    return score < minScore ? undefined : { score, why: this.#why.slice(0, maxWhy) };
  }

  #codeEvidence(): number {
    const found = piecesOf(this.#gotcha.detection).filter((piece) => this.#work.code.has(piece));
    this.#why.push(...found);
    const evidence = found.map((piece) =>
      !isOneWord.test(piece) || this.#read(piece).weight >= minSpecific ? codeEvidence.specific : codeEvidence.everyday,
    );
    return Math.max(0, ...evidence);
  }

  #phrases(phrases: readonly string[]): number {
    return phrases.slice(0, maxRead.phrases).reduce((sum, phrase) => sum + this.#shared(phrase, minPhrase).evidence, 0);
  }

  /** The project is where it goes wrong, although the work does not say so. */
  #contextOfStack(): number {
    const { stack } = this.#work;
    if (stack === undefined) return 0;
    const { context } = this.#gotcha.detection;
    return context.some((phrase) => this.#partIn(stack, phrase) >= minPhrase) ? stackEvidence : 0;
  }

  /** Counts the words that the work shares with `text`, if it has at least the share `minPart` of it. */
  #shared(text: string, minPart: number): Shared {
    const read = this.#read(text);
    const shared = this.#comparer.sharedWordsOf(this.#work.words, read);
    const weight = shared.reduce((sum, { inOther }) => sum + inOther, 0);
    const part = weight / Math.max(1, read.weight);
    if (shared.length === 0 || part < minPart) return nothing;
    const evidence = this.#freshEvidence(shared.filter(isInformative));
    return { evidence, weight, part, count: shared.filter(isInformative).length };
  }

  #freshEvidence(shared: readonly SharedWord[]): number {
    let evidence = 0;
    let before: SharedWord | undefined;
    for (const found of shared) {
      const own = this.#evidenceOf(found);
      evidence += own + (own > 0 && before !== undefined && isNext(before, found) ? adjacentEvidence : 0);
      before = found;
    }
    return evidence;
  }

  /** 0 for a word that counts already. */
  #evidenceOf({ one, inOne, inOther }: SharedWord): number {
    const fresh = one.filter(({ stem }) => !this.#counted.has(stem));
    for (const { stem, written } of fresh) {
      this.#counted.add(stem);
      this.#why.push(written);
    }
    return (Math.min(inOne, inOther) * fresh.length) / one.length;
  }

  #read(text: string): ReadText {
    return this.#comparer.read(text.slice(0, maxRead.text));
  }

  #stackFactor(): number {
    const { stack, words } = this.#work;
    const { stackTags } = this.#gotcha;
    if (stack === undefined || stackTags.length === 0) return 1;
    const fits = (text: ReadText): boolean => stackTags.some((tag) => this.#partIn(text, tag) >= minPhrase);
    return fits(stack) || fits(words) ? 1 : factors.otherStack;
  }

  /** Somebody who names the workaround knows the gotcha. */
  #workaroundFactor(): number {
    const { workaround } = this.#gotcha;
    const read = this.#read(workaround);
    const shared = this.#comparer.sharedWordsOf(read, this.#work.words);
    const isKnown =
      partOf(shared, read) >= minWorkaround.part && shared.filter(isInformative).length >= minWorkaround.words;
    return isKnown ? factors.isWorkaround : 1;
  }

  /** 0 to 1: how much of `phrase` the text has, by weight. */
  #partIn(text: ReadText, phrase: string): number {
    const read = this.#read(phrase);
    return partOf(this.#comparer.sharedWordsOf(read, text), read);
  }
}

/** The pieces of code that are searched. */
export function piecesOf({ code }: Gotcha['detection']): readonly string[] {
  return code.slice(0, maxRead.phrases);
}

function saysMuch(said: Shared, min: { weight: number; words: number }): boolean {
  return said.weight >= min.weight && said.count >= min.words;
}

/** 0 to 1: how much of `text` the shared words are, by weight. */
function partOf(shared: readonly SharedWord[], { weight }: ReadText): number {
  return shared.reduce((sum, { inOne }) => sum + inOne, 0) / Math.max(1, weight);
}

/** Verbs such as "use" say nothing. */
function isInformative({ one }: SharedWord): boolean {
  return one.some(({ isVerb }) => !isVerb);
}

/** Whether both follow each other in both texts. */
function isNext(one: SharedWord, next: SharedWord): boolean {
  return placeAfter(one.one) === next.one[0]?.place && placeAfter(one.other) === next.other[0]?.place;
}

function placeAfter(words: SharedWord['one']): number | undefined {
  const place = words.at(-1)?.place;
  return place === undefined ? undefined : place + 1;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
