/**
 * A query as search reads it: its words with their weights, the kind of answer that it asks for, and the time that it
 * names. Operators of full-text engines have no meaning: every query is plain text, and any of its words may match.
 */
import type { TermStatistics } from '../../memory/recall/recall.ts';
import type { Period } from './calendar.ts';
import type { Wish } from './cues.ts';
import { asksForSessions, timeAsked, wishesOf } from './cues.ts';
import { exactNameIn } from './signedNames.ts';
import { wordsOf } from './words.ts';

/**
 * Characters read at each end of a prompt. With a log or a diff in it, the question is at the beginning or at the end.
 */
const maxEnd = 5_000;
/** Words that are looked up, and the most informative of them that are searched for. */
const maxLookedUp = 512;
const maxTerms = 64;

const stopWordText =
  'a an and are as at be been but by can could did do does doing for from had has have he her hers him his how i if in into is it ' +
  'its just me might more most my of on or our she should so some such than that the their them then there these they this ' +
  'those to too us was we were what when where which while who whom whose why will with would you your about also any ' +
  'shall may must not no nor only own same very am im dont didnt doesnt ive youre thats whats remember tell know please now currently';

let known: ReadonlySet<string> | undefined;

/**
 * Whether a stemmed word only phrases a question. The set is built on first use, because that compiles large patterns.
 */
export function isQuestionStopWord(word: string): boolean {
  known ??= new Set(wordsOf(stopWordText));
  return known.has(word);
}

export interface Term {
  /** From `wordsOf`. */
  word: string;
  /** As written in the query. */
  shown: string;
  role: 'content' | 'stop word';
  /** Index words of which it may be a misspelling, if no memory contains the word itself. */
  like: readonly string[];
  /** Its rarity in the store, 0 or more; 0 for a stop word, and until `withRarities` sets it. */
  rarity: number;
  /** The name that a text must contain, as `exactNameIn` gives it; absent for a plain word. */
  exact?: string;
  /** Whether it is capitalized inside the query, as names are. */
  capital: boolean;
}

export interface Question {
  /** For a long prompt, the first and last 5,000 characters. */
  text: string;
  /**
   * Distinct and in order; at most 512, and 64 after `selectInformative`. If there are only stop words, they have the
   * role `content`. Empty without a word or number.
   */
  terms: Term[];
  wishes: Wish[];
  /** The rarity of a word that no memory contains; 0 until `withRarities` sets it. */
  maxRarity: number;
  /** Whether it asks for a session or a file instead of a statement. */
  asksForSessions: boolean;
  /** Whether it asks how things are or how they came about; absent if it is not a question. */
  time?: 'now' | 'history' | undefined;
}

/** A query without a word or number has no terms. */
export function questionFrom(asked: string): Question {
  const text = endsOf(asked);
  const terms = new Map<string, Term>();
  for (const { 0: shown, index } of withoutQuestionWords(text).matchAll(/[^\s,;:!?()[\]{}"“”<>|]+/gu)) {
    const capital =
      index > 0 && /^['"“(]*\p{Lu}/u.test(shown) && !/[.?!]\s+$/u.test(text.slice(Math.max(0, index - 3), index));
    // The first word of a compound is the whole; its parts are shown as themselves.
    wordsOf(shown).forEach((word, place) => {
      const exact = place === 0 ? exactNameIn(shown) : undefined;
      const isName = exact !== undefined && exact !== word;
      const role = isQuestionStopWord(word) && !isName ? 'stop word' : 'content';
      const named = exact?.includes(word) === true && { exact };
      addTerm(terms, { word, shown: place === 0 ? shown : word, role, capital, like: [], rarity: 0, ...named });
    });
  }
  const time = timeAsked(text);
  return {
    text,
    terms: chosen([...terms.values()]),
    wishes: wishesOf(text),
    maxRarity: 0,
    asksForSessions: asksForSessions(text),
    time,
  };
}

/** Chinese words that only phrase a question; as pairs they would be searched for. */
const questionWords =
  /什么时候|什么|怎么样|怎么|如何|多少|哪个|哪些|哪里|我们|你们|他们|是否|请问|现在|目前|[吗呢](?=[？?。\s]*$)/gu;

/** The whole text if nothing else remains. */
function withoutQuestionWords(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  const rest = text.replace(questionWords, (word) => ' '.repeat(word.length));
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Words at either end of a long prompt that are always searched for. */
const maxAsked = 16;

/**
 * Reduces a long query to 64 content words, in order: the first and last 16, and the rarest of the others. `statistics`
 * are those of its content words, in order.
 */
export function selectInformative(
  question: Question,
  statistics: TermStatistics,
): { question: Question; statistics: TermStatistics } {
  const content = question.terms.filter(({ role }) => role === 'content');
  if (content.length <= maxTerms) return { question, statistics };
  const terms = content.map((term, place) => ({ term, place, holding: statistics.holding[place] ?? 0 }));
  // The question is before or after pasted text, in which numbers are the least informative.
  const isAsked = ({ place }: { place: number }): boolean => place < maxAsked || place >= content.length - maxAsked;
  const isNumber = ({ term }: { term: Term }): boolean => /^\d+$/u.test(term.word);
  const kept = terms
    .sort(
      (one, other) =>
        Number(isAsked(other)) - Number(isAsked(one)) ||
        Number(isNumber(one)) - Number(isNumber(other)) ||
        (one.holding || Infinity) - (other.holding || Infinity) ||
        one.place - other.place,
    )
    .slice(0, maxTerms)
    .sort((one, other) => one.place - other.place);
  return {
    question: { ...question, terms: kept.map(({ term }) => term) },
    statistics: { ...statistics, holding: kept.map(({ holding }) => holding) },
  };
}

/** Words of a relative time ("last week") match as a time, and hardly as words. */
export function withoutPeriods(question: Question, periods: readonly Period[]): Question {
  const relative = periods.filter((period) => period.relative).map(({ shown }) => shown);
  if (relative.length === 0) return question;
  const words = new Set(wordsOf(relative.join(' ')));
  const terms = question.terms.map((term): Term => (words.has(term.word) ? { ...term, role: 'stop word' } : term));
  return { ...question, terms };
}

/** Adds the index words of which some terms may be a misspelling. */
export function withMisspellings(question: Question, misspellings: ReadonlyMap<string, readonly string[]>): Question {
  return {
    ...question,
    terms: question.terms.map((term) => ({ ...term, like: misspellings.get(term.word) ?? [] })),
  };
}

/** Adds the rarity of the content terms; `statistics` are theirs, in order. */
export function withRarities(question: Question, { documents, holding }: TermStatistics): Question {
  let place = 0;
  const rarityOfNext = (): number => rarity(documents, holding[place++] ?? 0);
  return {
    ...question,
    maxRarity: rarity(documents, 0),
    terms: question.terms.map((term) => (term.role === 'content' ? { ...term, rarity: rarityOfNext() } : term)),
  };
}

/** Inverse document frequency in the form that is never negative (Lucene's). */
function rarity(documents: number, holding: number): number {
  return Math.log(1 + (Math.max(documents, holding) - holding + 0.5) / (holding + 0.5));
}

/** The first and last terms, if there are too many. */
function outer(terms: Term[]): Term[] {
  return terms.length <= maxLookedUp ? terms : [...terms.slice(0, maxLookedUp / 2), ...terms.slice(-maxLookedUp / 2)];
}

/** Cut at word boundaries if possible. */
function endsOf(text: string): string {
  if (text.length <= 2 * maxEnd) return text;
  const [start, end] = [text.slice(0, maxEnd), text.slice(-maxEnd)];
  return `${start.replace(/(?<=\s)\S{1,64}$/u, '')}\n${end.replace(/^\S{1,64}(?=\s)/u, '')}`.toWellFormed();
}

function addTerm(terms: Map<string, Term>, term: Term): void {
  const known = terms.get(term.word);
  if (known === undefined) {
    terms.set(term.word, term);
    return;
  }
  if (term.capital) known.capital = true;
  // Both are asked for: "C or C++".
  if (known.exact !== term.exact) delete known.exact;
}

function chosen(terms: Term[]): Term[] {
  const longer = terms.filter((term) => !isLoneCharacter(term.word));
  const kept = longer.length > 0 ? longer : terms;
  const content = kept.filter((term) => term.role === 'content');
  if (content.length === 0) return outer(kept).map((term) => ({ ...term, role: 'content' }));
  const stopWords = kept.filter((term) => term.role === 'stop word');
  return [...outer(content), ...stopWords.slice(0, Math.max(0, maxTerms - content.length))];
}

/** Single characters of scripts without spaces carry little meaning in addition to longer words. */
function isLoneCharacter(word: string): boolean {
  return Array.from(word).length === 1 && /[^\p{ASCII}]/u.test(word);
}
