/**
 * A question as search reads it: its words with what each is worth, the kind of answer that it wants, and the time that
 * it names. Operators of full-text engines mean nothing here: every question is plain text, and any of its words may match.
 */
import type { TermStatistics } from '../../memory/recall/recall.ts';
import type { Period } from './calendar.ts';
import type { Wish } from './cues.ts';
import { asksForSessions, timeAsked, wishesOf } from './cues.ts';
import { wordsOf } from './words.ts';

/** Of a prompt with a log or a diff in it, what is asked stands at the beginning or the end: characters read of each. */
const maxEnd = 5_000;
/** Words that are looked up, and the most telling of them that are asked for. */
const maxLookedUp = 512;
const maxTerms = 64;

const stopWordText =
  'a an and are as at be been but by can could did do does doing for from had has have he her hers him his how i if in into is it ' +
  'its just me might more most my of on or our she should so some such than that the their them then there these they this ' +
  'those to too us was we were what when where which while who whom whose why will with would you your about also any ' +
  'shall may must not no nor only own same very am im dont didnt doesnt ive youre thats whats remember tell know please now currently';

let known: ReadonlySet<string> | undefined;

/** Words that say how something is asked rather than what, already stemmed. Made at the first question: it compiles large patterns. */
export function isQuestionStopWord(word: string): boolean {
  known ??= new Set(wordsOf(stopWordText));
  return known.has(word);
}

export interface Term {
  /** As `wordsOf` makes it. */
  word: string;
  /** As it stands in the question. */
  shown: string;
  role: 'content' | 'stop word';
  /** Words of the index that it may be a slip for, when no memory holds the word itself. */
  like: readonly string[];
  /** How rare it is in the store, 0 or more; 0 for a stop word, and until `withRarities` told it. */
  rarity: number;
  /** Inside the question it begins with a capital letter, as names do. */
  capital: boolean;
}

export interface Question {
  /** Of a long prompt the first and the last 5,000 characters. */
  text: string;
  /** Distinct, in the order asked, at most 512, and 64 after `mostInformative`; `content` unless there is nothing but stop words. Empty when there is no word or number. */
  terms: Term[];
  wishes: Wish[];
  /** The rarity of a word that no memory holds; 0 until `withRarities` told it. */
  maxRarity: number;
  /** Whether it asks for a session or a file rather than for what was said. */
  asksForSessions: boolean;
  /** Whether it asks how things are or how they came about; absent for what is no question. */
  time?: 'now' | 'history';
}

/** A question without any word or number has no terms. */
export function questionFrom(asked: string): Question {
  const text = endsOf(asked);
  const terms = new Map<string, Term>();
  for (const { 0: shown, index } of withoutQuestionWords(text).matchAll(/[^\s,;:!?()[\]{}"“”<>|]+/gu)) {
    const capital =
      index > 0 && /^['"“(]*\p{Lu}/u.test(shown) && !/[.?!]\s+$/u.test(text.slice(Math.max(0, index - 3), index));
    // Of a compound the first word is the whole; its pieces go by their own names.
    wordsOf(shown).forEach((word, place) => {
      const role = isQuestionStopWord(word) ? 'stop word' : 'content';
      addTerm(terms, { word, shown: place === 0 ? shown : word, role, capital, like: [], rarity: 0 });
    });
  }
  const time = timeAsked(text);
  return {
    text,
    terms: chosen([...terms.values()]),
    wishes: wishesOf(text),
    maxRarity: 0,
    asksForSessions: asksForSessions(text),
    ...(time !== undefined && { time }),
  };
}

/** Words of Chinese that say how something is asked; cut into pairs they would be looked for. */
const questionWords =
  /什么时候|什么|怎么样|怎么|如何|多少|哪个|哪些|哪里|我们|你们|他们|是否|请问|现在|目前|[吗呢](?=[？?。\s]*$)/gu;

/** All of it where nothing else is left. */
function withoutQuestionWords(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  const rest = text.replace(questionWords, (word) => ' '.repeat(word.length));
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Words at either end of a long prompt that are asked for in any case. */
const maxAsked = 16;

/**
 * Of a long question 64 content words, in their order: the first and the last 16, and those that fewest memories hold.
 * `statistics` are those of its content words, in their order.
 */
export function mostInformative(
  question: Question,
  statistics: TermStatistics,
): { question: Question; statistics: TermStatistics } {
  const content = question.terms.filter(({ role }) => role === 'content');
  if (content.length <= maxTerms) return { question, statistics };
  const terms = content.map((term, place) => ({ term, place, holding: statistics.holding[place] ?? 0 }));
  // What is asked stands before or behind what was pasted; of a paste numbers tell least.
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

/** Words that name a time told from today ("last week") are compared as a time, and hardly as words. */
export function withoutPeriods(question: Question, periods: readonly Period[]): Question {
  const relative = periods.filter((period) => period.relative).map(({ shown }) => shown);
  if (relative.length === 0) return question;
  const words = new Set(wordsOf(relative.join(' ')));
  const terms = question.terms.map((term): Term => (words.has(term.word) ? { ...term, role: 'stop word' } : term));
  return { ...question, terms };
}

/** With the words that some terms may be a slip for. */
export function withMisspellings(question: Question, misspellings: ReadonlyMap<string, readonly string[]>): Question {
  return {
    ...question,
    terms: question.terms.map((term) => ({ ...term, like: misspellings.get(term.word) ?? [] })),
  };
}

/** With how rare its content terms are; `statistics` are theirs, in their order. */
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

/** The first and the last of too many. */
function outer(terms: Term[]): Term[] {
  return terms.length <= maxLookedUp ? terms : [...terms.slice(0, maxLookedUp / 2), ...terms.slice(-maxLookedUp / 2)];
}

/** Cut where words end, if they do. */
function endsOf(text: string): string {
  if (text.length <= 2 * maxEnd) return text;
  const [start, end] = [text.slice(0, maxEnd), text.slice(-maxEnd)];
  return `${start.replace(/(?<=\s)\S{1,64}$/u, '')}\n${end.replace(/^\S{1,64}(?=\s)/u, '')}`.toWellFormed();
}

function addTerm(terms: Map<string, Term>, term: Term): void {
  const known = terms.get(term.word);
  if (known === undefined) terms.set(term.word, term);
  else if (term.capital) known.capital = true;
}

function chosen(terms: Term[]): Term[] {
  const longer = terms.filter((term) => !isLoneCharacter(term.word));
  const kept = longer.length > 0 ? longer : terms;
  const content = kept.filter((term) => term.role === 'content');
  if (content.length === 0) return outer(kept).map((term) => ({ ...term, role: 'content' }));
  const stopWords = kept.filter((term) => term.role === 'stop word');
  return [...outer(content), ...stopWords.slice(0, Math.max(0, maxTerms - content.length))];
}

/** Single characters of unspaced scripts carry little where longer words are asked for. */
function isLoneCharacter(word: string): boolean {
  return Array.from(word).length === 1 && /[^\p{ASCII}]/u.test(word);
}
