/**
 * The evidence for a memory in addition to its words: its speaker, its cues, and its certainty, importance, age and
 * project. Each is a factor, 1 if it does not apply.
 */
import type { Candidate, Passage } from '../../memory/recall/recall.ts';
import { defaultTrust, trustedPart, trustOf } from '../../memory/trust/trust.ts';
import { cuesOf } from '../query/cues.ts';
import type { Question } from '../query/question.ts';
import { proseAndCode } from '../query/reading.ts';
import { wordsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';
import { conversationOf, talksWithAssistant } from './evidence.ts';

export const factorNames = [
  'speaker',
  'user',
  'firstPerson',
  'wish',
  'asking',
  'length',
  'kind',
  'confidence',
  'importance',
  'recency',
  'project',
  'trust',
  'conversation',
  'session',
  'asked',
  'meaning',
  'rerank',
  'spread',
  'current',
] as const;
export type FactorName = (typeof factorNames)[number];
export type Factors = Partial<Record<FactorName, number>>;

/** The reader's time and project. */
export interface Standpoint {
  today: number;
  dayOfMemory: (memory: Candidate) => number;
  /** The reader's own project. */
  projectId: string | null;
}

/** Finds the factors of memories for one query. */
export class Judge {
  readonly #question: Question;
  readonly #standpoint: Standpoint;
  readonly #withAssistant: ReadonlySet<string>;
  readonly #named: ReadonlyMap<string, readonly string[]>;
  readonly #userFactor: number;

  /** `userFactor` is the result of `userFactorOf` for the memories that were read. */
  constructor(question: Question, passages: readonly Passage[], userFactor: number, standpoint: Standpoint) {
    this.#question = question;
    this.#standpoint = standpoint;
    this.#withAssistant = talksWithAssistant(passages);
    this.#named = speakersNamed(question, passages);
    this.#userFactor = userFactor;
  }

  /** Words of the query that name a speaker in the passages. */
  get names(): ReadonlySet<string> {
    return new Set([...this.#named.values()].flat());
  }

  /** Factors from its fields. `length` is in content words. */
  plainFactors(memory: Candidate, length: number): Factors {
    const { factor } = weights;
    const { today, dayOfMemory, projectId } = this.#standpoint;
    const age = Math.max(0, today - dayOfMemory(memory));
    const isNamed = memory.speaker !== null && this.#named.has(memory.speaker);
    return {
      speaker: isNamed ? factor.speaker : 1,
      user: isTalk(memory) && memory.role === 'user' ? this.#userFactor : 1,
      length: memory.kind === 'session' ? 1 : length / (length + factor.tooShort),
      kind: factor.kind[memory.kind],
      confidence: factor.minConfidence + (1 - factor.minConfidence) * (memory.confidence ?? 1),
      importance: 1 + factor.importance * ((memory.importance ?? 5) - 5),
      recency: 1 + factor.recent * 2 ** (-age / factor.recentDays),
      project: memory.projectId !== null && memory.projectId === projectId ? factor.ownProject : 1,
    };
  }

  /** Factors from its text, which take longer to compute. */
  shownFactors(memory: Candidate): Factors {
    const { factor } = weights;
    const cues = cuesOf(proseAndCode(memory.text).prose);
    const wished = this.#question.wishes.filter((wish) => cues[wish]);
    const amongPeople = isTalk(memory) && !this.#withAssistant.has(conversationOf(memory) ?? '');
    return {
      firstPerson: isTalk(memory) && cues.firstPerson ? factor.firstPerson : 1,
      wish: wished.reduce((product, wish) => product * factor.wish[wish], 1),
      asking: amongPeople ? 1 - (1 - factor.asking) * cues.asking : 1,
      trust: trustFactor(memory),
    };
  }
}

/** Characters: reading a long text takes time, and its label is based on the whole text anyway. */
const readForTrust = 6_000;

function trustFactor(memory: Candidate): number {
  const { minTrust } = weights.factor;
  const { trust } = trustOf(trustedPart({ ...memory, text: memory.text.slice(0, readForTrust) }));
  return Math.min(1, minTrust + ((1 - minTrust) * trust) / defaultTrust);
}

export function productOf(factors: Factors): number {
  return Object.values(factors).reduce((product, factor) => product * factor, 1);
}

function isTalk({ kind }: Candidate): boolean {
  return kind === 'message' || kind === 'chunk';
}

/** Speakers that the query names, by their first word or completely, each with the matching words. */
function speakersNamed(question: Question, passages: readonly Passage[]): Map<string, readonly string[]> {
  const names = question.terms.filter(({ role, capital }) => role === 'content' || capital);
  const asked = new Set(names.map(({ word }) => word));
  const named = new Map<string, readonly string[]>();
  for (const { speaker, role } of passages.flat()) {
    if (speaker === null || speaker === role || named.has(speaker)) continue;
    const words = wordsOf(speaker);
    const held = words.filter((word) => asked.has(word));
    if (held.length > 0 && (held.length === words.length || held.includes(words[0] ?? ''))) named.set(speaker, held);
  }
  return named;
}
