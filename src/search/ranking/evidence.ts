/**
 * The evidence that the words of a query give for a memory. Each word counts by its rarity: in the memory, normalized
 * by its length, and in its neighbors in the conversation, with a separate decay. Neither a long answer nor a long
 * neighbor therefore outweighs a short statement.
 */
import type { Candidate, Passage } from '../../memory/recall/recall.ts';
import type { Period } from '../query/calendar.ts';
import type { Question } from '../query/question.ts';
import type { WordMatch, MemoryReading } from '../query/reading.ts';
import { wordsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';

/** One memory with the matches of the query in it. */
interface Read {
  memory: Candidate;
  reading: MemoryReading;
}

/** The evidence of one word. */
export interface WordEvidence {
  /** As written in the query. */
  word: string;
  match: WordMatch | 'period';
  here: number;
  nearby: number;
}

export interface Evidence {
  /** The sum over all words, relative to a memory that contains each of them: about 0 to 2. */
  evidence: number;
  words: WordEvidence[];
}

interface Measure {
  question: Question;
  periods: readonly Period[];
  /**
   * Words of the query that name speakers. The speaker is a separate factor; a name in another speaker's text is no
   * evidence.
   */
  names: ReadonlySet<string>;
}

/** Weighs the memories that were read for one query. */
export class Scale {
  readonly #terms: readonly { word: string; shown: string; isName: boolean; worth: number }[];
  /**
   * In a query with nothing but names, the names are evidence: for the texts of these speakers and for texts that
   * contain them.
   */
  readonly #asksForNamesOnly: boolean;
  readonly #periods: readonly Period[];
  /** The mean length of everything that was read, in content words. */
  readonly #expectedLength: number;

  constructor({ question, periods, names }: Measure, passages: readonly (readonly Read[])[]) {
    this.#terms = question.terms.map((term) => ({
      word: term.word,
      shown: term.shown,
      isName: names.has(term.word),
      worth: term.rarity,
    }));
    this.#asksForNamesOnly = question.terms.every(({ word, role }) => role === 'stop word' || names.has(word));
    this.#periods = periods.filter(({ relative }) => relative);
    this.#expectedLength = meanLength(passages.flat());
  }

  /** The total worth of the content words of the query. */
  get contentWorth(): number {
    return this.#terms.reduce((sum, { worth }) => sum + worth, 0);
  }

  weigh(passage: readonly Read[], place: number): Evidence {
    const read = passage[place];
    if (read === undefined) return { evidence: 0, words: [] };
    const { memory, reading } = read;
    const ratio = (reading.length + weights.length.added) / (this.#expectedLength + weights.length.added);
    const own = ratio ** -weights.length.power;
    const around = neighboursOf(passage, place);
    const words: WordEvidence[] = [];
    let whole = 0;
    this.#terms.forEach(({ word, shown, isName, worth }, i) => {
      if (worth === 0 || (isName && memory.speaker !== null && !this.#asksForNamesOnly)) return;
      whole += worth;
      const isSpeaker = isName && memory.speaker !== null && wordsOf(memory.speaker).includes(word);
      const strength = isSpeaker ? 1 : (reading.strengths[i] ?? 0);
      let beside = 0;
      for (const { weight, reading: other } of around) beside = Math.max(beside, weight * (other.strengths[i] ?? 0));
      if (strength + beside === 0) return;
      const nearby = worth * beside * (strength > 0 ? weights.nearby.again : 1);
      words.push({ word: shown, match: reading.matches[i] ?? 'word', here: worth * strength * own, nearby });
    });
    for (const { shown, from, to } of this.#periods) {
      whole += weights.period;
      if (reading.days.some((day) => day >= from && day <= to))
        words.push({ word: shown, match: 'period', here: weights.period * weights.term.half, nearby: 0 });
    }
    return sharesOf(words, whole);
  }
}

function sharesOf(words: readonly WordEvidence[], whole: number): Evidence {
  const shares = words.map((word) => ({ ...word, here: word.here / whole, nearby: word.nearby / whole }));
  return { words: shares, evidence: shares.reduce((sum, { here, nearby }) => sum + here + nearby, 0) };
}

function neighboursOf(passage: readonly Read[], place: number): { reading: MemoryReading; weight: number }[] {
  const { at, afterQuestion, neighbourLength } = weights.nearby;
  return [...at].flatMap(([distance, weight]) => {
    const reading = passage[place + distance]?.reading;
    if (reading === undefined) return [];
    const decay = neighbourLength / (neighbourLength + reading.length);
    return [{ reading, weight: weight * decay * (distance === -1 && reading.endsAsking ? afterQuestion : 1) }];
  });
}

/** How much more a user's message counts than an assistant's; 1 without an assistant. */
export function userFactorOf(read: readonly Read[]): number {
  const { power, max } = weights.factor.user;
  const ofRole = (role: string): number => meanLength(read.filter(({ memory }) => memory.role === role));
  const ratio = ofRole('assistant') / Math.max(1, ofRole('user'));
  return Math.min(max, Math.max(1, ratio ** power));
}

/** Over all conversations: a mean per conversation would not allow comparisons between them. */
function meanLength(read: readonly Read[]): number {
  return read.reduce((sum, { reading }) => sum + reading.length, 0) / Math.max(1, read.length);
}

/** The key of a memory's conversation; undefined for memories outside conversations. */
export function conversationOf({ kind, sessionId }: Candidate): string | undefined {
  return sessionId !== null && (kind === 'message' || kind === 'chunk') ? `${kind} ${sessionId}` : undefined;
}

/** The conversations in which an assistant takes part. */
export function talksWithAssistant(passages: readonly Passage[]): ReadonlySet<string> {
  const answered = passages.flat().filter(({ role }) => role === 'assistant');
  return new Set(answered.flatMap((memory) => conversationOf(memory) ?? []));
}
