/**
 * What the words of a question prove for a memory. Each word counts by its rarity: where the memory holds it, normalised
 * by the memory's length, and where a neighbour in the same conversation does, with a decay of its own, so that neither a
 * long answer nor a long neighbour drowns a short statement.
 */
import type { Candidate, Passage, TermStatistics } from '../memory/recall.ts';
import type { Period } from './calendar.ts';
import type { Question, Term } from './question.ts';
import type { Match, Reading } from './reading.ts';
import { weights } from './weights.ts';
import { wordsOf } from './words.ts';

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
  /** Of the question's content terms, in their order. */
  statistics: TermStatistics;
  /** Words of the question that name speakers. Who speaks is a factor of its own; that the others say the name proves nothing. */
  names: ReadonlySet<string>;
}

/** Weighs what was read of memories for one question. */
export class Scale {
  readonly #terms: readonly { word: string; shown: string; isName: boolean; worth: number }[];
  /** Whoever asks for nothing but a person is told what they said. */
  readonly #asksForNamesOnly: boolean;
  readonly #periods: readonly Period[];
  readonly #usual: UsualLength;

  constructor({ question, periods, statistics, names }: Measure, passages: readonly (readonly Read[])[]) {
    let content = 0;
    this.#terms = question.terms.map((term) => ({
      word: term.word,
      shown: term.shown,
      isName: names.has(term.word),
      worth:
        term.role === 'content'
          ? worthOf(term, rarity(statistics.documents, statistics.holding[content++] ?? 0))
          : weights.term.furniture,
    }));
    this.#asksForNamesOnly = question.terms.every(({ word, role }) => role === 'furniture' || names.has(word));
    this.#periods = periods.filter(({ relative }) => relative);
    this.#usual = new UsualLength(passages.flat());
  }

  weigh(passage: readonly Read[], place: number): Evidence {
    const read = passage[place];
    if (read === undefined) return { evidence: 0, words: [] };
    const { memory, reading } = read;
    const ratio = (reading.length + weights.length.added) / (this.#usual.of(memory) + weights.length.added);
    const own = ratio ** -weights.length.power;
    const need = weights.nearby.ownLength / (weights.nearby.ownLength + reading.length);
    const around = neighboursOf(passage, place);
    const words: WordEvidence[] = [];
    let whole = 0;
    this.#terms.forEach(({ word, shown, isName, worth }, i) => {
      if (isName && memory.speaker !== null && !this.#asksForNamesOnly) return;
      whole += worth;
      const isSpeaker = isName && memory.speaker !== null && wordsOf(memory.speaker).includes(word);
      const strength = isSpeaker ? 1 : (reading.strengths[i] ?? 0);
      let beside = 0;
      for (const { weight, reading: other } of around) beside = Math.max(beside, weight * (other.strengths[i] ?? 0));
      if (strength + beside === 0) return;
      const nearby = worth * need * beside * (strength > 0 ? weights.nearby.again : 1);
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

function worthOf(term: Term, rarityOfTerm: number): number {
  return rarityOfTerm * (term.capital ? weights.term.capital : 1);
}

/** Inverse document frequency in the form that is never negative (Lucene's). */
function rarity(documents: number, holding: number): number {
  return Math.log(1 + (Math.max(documents, holding) - holding + 0.5) / (holding + 0.5));
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

/** The mean length of what was read of each conversation; a usual one for what stands alone. */
class UsualLength {
  readonly #sums = new Map<string, { words: number; memories: number }>();

  constructor(read: readonly Read[]) {
    for (const { memory, reading } of read) {
      const conversation = conversationOf(memory);
      if (conversation === undefined) continue;
      const { words, memories } = this.#sums.get(conversation) ?? { words: 0, memories: 0 };
      this.#sums.set(conversation, { words: words + reading.length, memories: memories + 1 });
    }
  }

  of(memory: Candidate): number {
    const sum = this.#sums.get(conversationOf(memory) ?? '');
    return sum === undefined ? weights.length.usual : sum.words / sum.memories;
  }
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
