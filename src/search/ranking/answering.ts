/**
 * How clearly what was found answers a question, in a figure that compares across questions. How strongly a memory matches
 * does not: a question of rare words, or one about a session of which much is known, makes everything strong.
 */
import type { Period } from '../query/calendar.ts';
import { isStopWord } from '../../memory/summarize/words/stopWords.ts';
import { everydayShareOf } from '../query/commonWords.ts';
import type { Question } from '../query/question.ts';
import type { Ranked } from './ranking.ts';
import { weights } from '../shared/weights.ts';
import { wordsOf } from '../query/words.ts';

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
  /** How many memories can be found, and for each word of the question how many of them hold it. */
  documents: number;
  holding: ReadonlyMap<string, number>;
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
  const near = Math.max(...first.map(nearIn));
  const held = Math.max(near, sumOf(proofs.map(({ worth, share }) => worth * share)) / whole);
  const inAll = Math.max(...shown) * whole;
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
  /** 1 where a memory holds it, less where one holds a word like it. */
  share: number;
}

function proofsOf({ question, periods, documents, holding }: Asked): Proof[] {
  const terms = question.terms.filter(({ rarity }) => rarity > 0);
  const informative = terms.filter(({ shown }) => !isStopWord(shown.toLowerCase()));
  const isHeld = informative.some(({ word }) => (holding.get(word) ?? 0) > 0);
  const words = (isHeld ? informative : terms).map((term) => ({
    shown: term.shown,
    word: term.word,
    worth: worthOf(term.word, (holding.get(term.word) ?? 0) / (documents + besides)),
    share: (holding.get(term.word) ?? 0) > 0 ? 1 : term.like.length > 0 ? weights.answered.alike : 0,
  }));
  const times = periods
    .filter(({ relative }) => relative)
    .map(({ shown }) => ({ shown, worth: weights.period, share: 1 }));
  return [...words, ...times];
}

/** The store is taken to hold so many memories besides its own: in a small one no word is rare, and none common. */
const besides = 300;

/** By the share of memories that hold a word, in the store or elsewhere, whichever is greater. */
function worthOf(word: string, share: number): number {
  return -Math.log(Math.max(everydayShareOf(word), share));
}

/** What a model that embeds says of it, 0 to 1; it may answer in quite other words. */
function nearIn({ meaning }: Ranked): number {
  return Math.min(1, meaning / weights.meaning.nearest);
}

/** The share of the question that a memory and what stands around it show, 0 to 1. */
function shownBy(one: Ranked, proofs: readonly Proof[], whole: number): number {
  const { memory, words, document } = one;
  // Of a session its document was judged as a whole: 1 for every word of the question.
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
