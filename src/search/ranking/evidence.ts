/**
 * What the words of a question prove for a memory. Each word counts by its rarity: where the memory holds it, normalised
 * by the memory's length, and where a neighbour in the same conversation does, with a decay of its own, so that neither a
 * long answer nor a long neighbour drowns a short statement.
 */
import type { Candidate, Passage } from '../../memory/recall/recall.ts';
import type { Period } from '../query/calendar.ts';
import type { Question } from '../query/question.ts';
import type { Match, Reading } from '../query/reading.ts';
import { wordsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';

/** One memory with what the question finds in it. */
export interface Read {
  memory: Candidate;
  reading: Reading;
}

/** One word's share in the evidence. */
export interface WordEvidence {
  /** As it stands in the question. */
  word: string;
  match: Match | 'period';
  here: number;
  nearby: number;
}

export interface Evidence {
  /** The sum over all words, compared with a memory that holds each of them: about 0 to 2. */
  evidence: number;
  words: WordEvidence[];
}

export interface Measure {
  question: Question;
  periods: readonly Period[];
  /** Words of the question that name speakers. Who speaks is a factor of its own; that the others say the name proves nothing. */
  names: ReadonlySet<string>;
}

/** Weighs what was read of memories for one question. */
export class Scale {
  readonly #terms: readonly { word: string; shown: string; isName: boolean; worth: number }[];
  /** Whoever asks for nothing but a person is told what they said. */
  readonly #asksForNamesOnly: boolean;
  readonly #periods: readonly Period[];
  /** In content words, of all that was read. */
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

  /** What the content words of the question are worth together. */
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

function neighboursOf(passage: readonly Read[], place: number): { reading: Reading; weight: number }[] {
  const { at, afterQuestion, neighbourLength } = weights.nearby;
  return [...at].flatMap(([distance, weight]) => {
    const reading = passage[place + distance]?.reading;
    if (reading === undefined) return [];
    const decay = neighbourLength / (neighbourLength + reading.length);
    return [{ reading, weight: weight * decay * (distance === -1 && reading.endsAsking ? afterQuestion : 1) }];
  });
}

/** How much more a user's message counts than an assistant's; 1 where no assistant takes part. */
export function userFactorOf(read: readonly Read[]): number {
  const { power, max } = weights.factor.user;
  const ofRole = (role: string): number => meanLength(read.filter(({ memory }) => memory.role === role));
  const ratio = ofRole('assistant') / Math.max(1, ofRole('user'));
  return Math.min(max, Math.max(1, ratio ** power));
}

/** In one conversation alone it would say nothing of how this memory compares with those of another one. */
function meanLength(read: readonly Read[]): number {
  return read.reduce((sum, { reading }) => sum + reading.length, 0) / Math.max(1, read.length);
}

/** Names the conversation that a memory stands in; undefined for what stands alone. */
export function conversationOf({ kind, sessionId }: Candidate): string | undefined {
  return sessionId !== null && (kind === 'message' || kind === 'chunk') ? `${kind} ${sessionId}` : undefined;
}

/** The conversations in which an assistant takes part. */
export function talksWithAssistant(passages: readonly Passage[]): ReadonlySet<string> {
  const answered = passages.flat().filter(({ role }) => role === 'assistant');
  return new Set(answered.flatMap((memory) => conversationOf(memory) ?? []));
}
