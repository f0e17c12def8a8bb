/**
 * How clearly the results answer a query, as a figure that is comparable across queries. The strength of a match is not
 * comparable: a query with rare words, or about a session with many memories, makes every match strong.
 */
import type { Period } from '../query/calendar.ts';
import { isStopWord } from '../../memory/summarize/words/stopWords.ts';
import { everydayShareOf } from '../query/commonWords.ts';
import type { Question } from '../query/question.ts';
import type { Ranked } from './ranking.ts';
import { weights } from '../shared/weights.ts';
import { wordsOf } from '../query/words.ts';

/** The parts of every score in one list of results. */
export interface Answering {
  /** How clearly the query is answered, 0 to 1; the score of the strongest result. */
  answered: number;
  /** The greatest strength of any result. */
  best: number;
}

export interface Asked {
  question: Question;
  periods: readonly Period[];
  /** The number of memories that can be found, and for each word of the query the number that contain it. */
  documents: number;
  holding: ReadonlyMap<string, number>;
}

/**
 * `answered` is the cube root of the product of three shares: how much of the query the first results show, how much of
 * it any memory contains, and how much is shown in total, because one common word is no answer. `ranked` must be in the
 * order of the results.
 */
export function answerStrength(asked: Asked, ranked: readonly Ranked[]): Answering {
  const { read, half } = weights.answered;
  const proofs = proofsOf(asked);
  const whole = sumOf(proofs.map(({ worth }) => worth));
  const first = ranked.filter(({ evidence }) => evidence > 0).slice(0, read);
  const best = Math.max(0, ...ranked.map(({ strength }) => strength));
  if (whole === 0 || first.length === 0) return { answered: 0, best };
  const shown = first.map((one) => shownBy(one, proofs, whole));
  const near = Math.max(...first.map(nearIn));
  const held = Math.max(near, sumOf(proofs.map(({ worth, share }) => worth * share)) / whole);
  const inAll = Math.max(...shown) * whole;
  const answered = Math.cbrt((sumOf(shown) / shown.length) * held * (inAll / (inAll + half)));
  return { answered, best };
}

/** A part of the query. */
interface Proof {
  /** As written in the query. */
  shown: string;
  /** From `wordsOf`; absent for a time. */
  word?: string;
  /** Higher for words that are rarer in the store and elsewhere. */
  worth: number;
  /** 1 if a memory contains it, less if one contains a similar word. */
  share: number;
}

function proofsOf({ question, periods, documents, holding }: Asked): Proof[] {
  const terms = question.terms.filter(({ rarity }) => rarity > 0);
  const informative = terms.filter(({ shown }) => !isStopWord(shown.toLowerCase()));
  const isHeld = informative.some(({ word }) => (holding.get(word) ?? 0) > 0);
  const words = (isHeld ? informative : terms).map((term) => ({
    shown: term.shown,
    word: term.word,
    worth: worthOf(term.word, (holding.get(term.word) ?? 0) / (documents + weights.assumedMemories)),
    share: (holding.get(term.word) ?? 0) > 0 ? 1 : term.like.length > 0 ? weights.answered.alike : 0,
  }));
  const times = periods
    .filter(({ relative }) => relative)
    .map(({ shown }) => ({ shown, worth: weights.period, share: 1 }));
  return [...words, ...times];
}

/** By the share of memories that contain a word, in the store or elsewhere, whichever is greater. */
function worthOf(word: string, share: number): number {
  return -Math.log(Math.max(everydayShareOf(word), share));
}

/** The evidence from an embedding model, 0 to 1; the answer may use entirely different words. */
function nearIn({ meaning }: Ranked): number {
  return Math.min(1, meaning / weights.meaning.nearest);
}

/** The share of the query that a memory and its neighbors show, 0 to 1. */
function shownBy(one: Ranked, proofs: readonly Proof[], whole: number): number {
  const { memory, words, document } = one;
  // The document of a session was judged as a whole: 1 for every word of the query.
  if (document > 0) return Math.min(1, document);
  const { alike } = weights.answered;
  const found = new Map(words.map(({ word, match }) => [word, match === 'alike' ? alike : 1]));
  const speaker = new Set(memory.speaker === null ? [] : wordsOf(memory.speaker));
  const shares = proofs.map(({ shown, word, worth }) =>
    word !== undefined && speaker.has(word) ? worth : worth * (found.get(shown) ?? 0),
  );
  return Math.max(nearIn(one), sumOf(shares) / whole);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
