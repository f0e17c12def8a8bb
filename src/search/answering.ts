/**
 * How clearly what was found answers a question, in a figure that compares across questions. How strongly a memory matches
 * does not: a question of rare words, or one about a session of which much is known, makes everything strong.
 */
import type { Period } from './calendar.ts';
import { isStopWord } from '../memory/telling/stopWords.ts';
import { usualShareOf } from './commonWords.ts';
import type { Question, Term } from './question.ts';
import type { Ranked } from './ranking.ts';
import { weights } from './weights.ts';
import { wordsOf } from './words.ts';

/** The parts of every score of one answer. */
export interface Answering {
  /** How clearly the question is answered, 0 to 1; the score of the strongest result. */
  answered: number;
  /** The greatest strength of any result. */
  best: number;
}

export interface Asked {
  question: Question;
  periods: readonly Period[];
  /** Words of the question that some memory of the store holds. */
  held: ReadonlySet<string>;
}

/**
 * The cube root of three shares multiplied: of what the question asks, how much the first results show, and how much
 * anything in the store holds; and how much is shown in all, since one common word is no answer. `ranked` is in the order
 * of the answer.
 */
export function answeringOf(asked: Asked, ranked: readonly Ranked[]): Answering {
  const { read, half } = weights.answered;
  const proofs = proofsOf(asked);
  const whole = sumOf(proofs.map(({ worth }) => worth));
  const first = ranked.filter(({ evidence }) => evidence > 0).slice(0, read);
  const best = Math.max(0, ...ranked.map(({ strength }) => strength));
  if (whole === 0 || first.length === 0) return { answered: 0, best };
  const shown = first.map((one) => shownBy(one, proofs, whole));
  const held = sumOf(proofs.map(({ worth, share }) => worth * share)) / whole;
  // By what is common elsewhere: in a store of few memories no word is rare.
  const inAll = (shown[0] ?? 0) * sumOf(proofs.map(({ usual }) => usual));
  const answered = Math.cbrt((sumOf(shown) / shown.length) * held * (inAll / (inAll + half)));
  return { answered, best };
}

/** A part of the question. */
interface Proof {
  /** As it stands in the question. */
  shown: string;
  /** As `wordsOf` makes it; absent for a time. */
  word?: string;
  /** The less common it is in the store and elsewhere, the more. */
  worth: number;
  /** The less common it is elsewhere, the more. */
  usual: number;
  /** 1 where a memory holds it, less where one holds a word like it. */
  share: number;
}

function proofsOf({ question, periods, held }: Asked): Proof[] {
  const terms = question.terms.filter(({ rarity }) => rarity > 0);
  const telling = terms.filter(({ shown }) => !isStopWord(shown.toLowerCase()));
  const words = (telling.length > 0 ? telling : terms).map((term) => ({
    shown: term.shown,
    word: term.word,
    worth: worthOf(term),
    usual: usualWorthOf(term),
    share: held.has(term.word) ? 1 : term.like.length > 0 ? weights.answered.alike : 0,
  }));
  const times = periods
    .filter(({ relative }) => relative)
    .map(({ shown }) => ({ shown, worth: weights.period, usual: weights.period, share: 1 }));
  return [...words, ...times];
}

/** A small store thinks a word rare that is common everywhere else. */
function worthOf(term: Term): number {
  return Math.min(term.rarity, usualWorthOf(term));
}

function usualWorthOf({ word }: Term): number {
  return -Math.log(usualShareOf(word));
}

/** The share of the question that a memory and what stands around it show, 0 to 1. */
function shownBy({ memory, words, document }: Ranked, proofs: readonly Proof[], whole: number): number {
  // Of a session its document was judged as a whole: 1 for every word of the question.
  if (document > 0) return Math.min(1, document);
  const { alike } = weights.answered;
  const found = new Map(words.map(({ word, match }) => [word, match === 'alike' ? alike : 1]));
  const speaker = new Set(memory.speaker === null ? [] : wordsOf(memory.speaker));
  const shares = proofs.map(({ shown, word, worth }) =>
    word !== undefined && speaker.has(word) ? worth : worth * (found.get(shown) ?? 0),
  );
  return sumOf(shares) / whole;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
