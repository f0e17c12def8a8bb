/**
 * The strength of memories for a query: the evidence of its words, times all factors, raised by the conversation and
 * session of the memory. docs/decisions/0035-ranking-for-coding-sessions.md has the formula and its reasons.
 */
import type { Candidate, Passage } from '../../memory/recall/recall.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { WordVectors } from '../embedding/wordVectors.ts';
import { standardScores } from '../embedding/wordVectors.ts';
import type { Period } from '../query/calendar.ts';
import type { Question } from '../query/question.ts';
import type { MemoryReading } from '../query/reading.ts';
import { proseAndCode, Reader } from '../query/reading.ts';
import { runsOf } from '../query/words.ts';
import { weights } from '../shared/weights.ts';
import type { Evidence } from './evidence.ts';
import { conversationOf, Scale, userFactorOf } from './evidence.ts';
import type { Factors, Standpoint } from './factors.ts';
import { Judge, productOf } from './factors.ts';
import { resemblances } from './resemblance.ts';

export interface RankingInput extends Standpoint {
  question: Question;
  periods: readonly Period[];
  passages: readonly Passage[];
  /** By `refKey`: the memories that the index found by the words of the query. */
  found: ReadonlySet<string>;
  /** By id, BM25 of the sessions whose documents contain words of the query. */
  sessions: ReadonlyMap<string, number>;
  /** By `refKey`, the cosine between a memory's vector and that of the query. Empty without an embedding model. */
  similarities: ReadonlyMap<string, number>;
  /** The substitute for an embedding model. */
  wordVectors: Pick<WordVectors, 'cosines'> | undefined;
}

export interface Ranked extends Evidence {
  memory: Candidate;
  /** The part of the evidence from a session's document. */
  document: number;
  /** The part of the evidence from an embedding model. */
  meaning: number;
  /** The part of the evidence from the whole text, by spelling. */
  resemblance: number;
  /** `evidence` times all factors. */
  strength: number;
  factors: Factors;
  /** It contains no word of the query, only its neighbors in the conversation do. */
  isNearbyOnly?: true;
  /** The id of the older fact above which this fact was placed; its strength is then at least that of the older one. */
  contradicts?: string;
}

/** Whole texts are compared only for the best: patterns and parts of words take time on long texts. */
const lookedAtWhole = 60;

/** Every memory of the passages that has evidence, best first; in a tie the newer one first. */
export function rank(input: RankingInput): Ranked[] {
  const { question, periods, passages, wordVectors } = input;
  const reader = new Reader(question, periods, input.dayOfMemory);
  const read = passages.map((passage) => passage.map((memory) => ({ memory, reading: reader.read(memory) })));
  const judge = new Judge(question, passages, userFactorOf(read.flat()), input);
  const scale = new Scale({ question, periods, names: judge.names }, read);
  const documents = documentEvidence(input.sessions, scale.contentWorth);
  for (const { memory, reading } of read.flat()) {
    const document = memory.kind === 'session' ? documents.get(memory.id) : undefined;
    if (document !== undefined) documents.set(memory.id, document * shareNamed(question, reading, scale.contentWorth));
  }
  const meaning = new ModelMeaning(passages, input.similarities);
  const ranked = read.flatMap((passage) =>
    passage.flatMap(({ memory, reading }, place): Ranked[] => {
      const near = meaning.evidenceOf(passage[place - 1]?.memory, memory, passage[place + 1]?.memory);
      const evidence = evidenceOf(memory, scale.weigh(passage, place), { near, documents, found: input.found });
      if (evidence.evidence === 0) return [];
      const factors = { ...judge.plainFactors(memory, reading.length), meaning: meaning.factorOf(memory) };
      return [withFactors(evidence, memory, factors)];
    }),
  );
  // Results show only a few lines of a session, whose document was judged as a whole.
  const best = ranked
    .sort(strongestFirst)
    .filter(({ document }) => document === 0)
    .slice(0, lookedAtWhole);
  const texts = best.map(({ memory }) => `${memory.title ?? ''} ${proseAndCode(memory.text).prose}`);
  addResemblance(question, best, texts);
  for (const one of best) addFactors(one, judge.shownFactors(one.memory));
  if (input.similarities.size === 0) addWordVectors(question, best, texts, wordVectors);
  liftConversations(ranked, documents);
  if (question.asksForSessions) liftSessions(ranked);
  return ranked.sort(strongestFirst);
}

/** Adds the scores of a reranking model for the first results, 0 to 1, as a factor. All others get its minimum. */
export function reranked(ranked: readonly Ranked[], judgements: readonly number[]): Ranked[] {
  const { least: min, most: max } = weights.factor.rerank;
  const judged = ranked.map((one, place) => {
    const judgement = judgements[place];
    return changed(one, { rerank: judgement === undefined ? min : min + (max - min) * judgement });
  });
  return judged.sort(strongestFirst);
}

/**
 * Reorders results for variety. Each better result of the same session lowers the following ones, most if it is close
 * to them. Only for conversations with an assistant, because people repeat little to each other.
 */
export function spreadOverSessions(ranked: readonly Ranked[]): Ranked[] {
  const { beside, elsewhere, reach } = weights.factor.spread;
  const places = new Map<string, number[]>();
  const withAssistant = new Set(
    ranked.flatMap(({ memory }) => (memory.role === 'assistant' ? (conversationOf(memory) ?? []) : [])),
  );
  const spread = ranked.map((one) => {
    const conversation = conversationOf(one.memory) ?? '';
    if (!withAssistant.has(conversation)) return one;
    const seq = one.memory.seq ?? 0;
    const better = places.get(conversation) ?? [];
    const factor = better.reduce(
      (product, place) => product * (Math.abs(place - seq) <= reach ? beside : elsewhere),
      1,
    );
    places.set(conversation, [...better, seq]);
    return changed(one, { spread: factor });
  });
  return spread.sort(strongestFirst);
}

/**
 * Places results with a word of the query before those where only neighbors contain one, unless they are even weaker
 * than the lowered strength of those. The order within each group stays.
 */
export function ownWordsFirst(ranked: readonly Ranked[]): Ranked[] {
  return ranked.toSorted((one, other) => ownStrength(other) - ownStrength(one));
}

/** The strength, lowered if only the neighbors in the conversation give evidence. */
export function ownStrength(one: Pick<Ranked, 'strength' | 'isNearbyOnly' | 'factors'>): number {
  // Not lowered for a speaker whom the query names, or if a reranking model rated it highly.
  const isVouchedFor = (one.factors.speaker ?? 1) > 1 || (one.factors.rerank ?? 1) > 1;
  return one.isNearbyOnly === true && !isVouchedFor ? one.strength * weights.answered.nearbyOnly ** 2 : one.strength;
}

/** A copy with more factors. */
export function changed(ranked: Ranked, factors: Factors): Ranked {
  const copy = { ...ranked, factors: { ...ranked.factors } };
  addFactors(copy, factors);
  return copy;
}

function strongestFirst(one: Ranked, other: Ranked): number {
  return (
    other.strength - one.strength ||
    other.memory.createdAt.localeCompare(one.memory.createdAt) ||
    Number(other.memory.id) - Number(one.memory.id) ||
    0
  );
}

/** The evidence of each session's document: 1 if it contains every word of the query once, as BM25 counts it. */
function documentEvidence(sessions: ReadonlyMap<string, number>, contentWorth: number): Map<string, number> {
  return new Map([...sessions].map(([id, bm25]) => [id, contentWorth === 0 ? 0 : Math.max(0, bm25) / contentWorth]));
}

/** The index has only the letters of a name such as "C++", which a session must contain with its signs. */
function shareNamed({ terms }: Question, { matches }: MemoryReading, contentWorth: number): number {
  const unnamed = terms.filter(({ exact }, place) => exact !== undefined && matches[place] === undefined);
  if (unnamed.length === 0 || contentWorth === 0) return 1;
  return Math.max(weights.foundOnly, 1 - unnamed.reduce((sum, { rarity }) => sum + rarity, 0) / contentWorth);
}

type EvidenceParts = Pick<Ranked, 'words' | 'document' | 'meaning' | 'evidence' | 'isNearbyOnly'>;

interface EvidenceSources {
  /** The evidence from an embedding model. */
  near: number;
  documents: ReadonlyMap<string, number>;
  found: ReadonlySet<string>;
}

/** For a session, its document replaces the evidence of the few lines that results show of it. */
function evidenceOf(memory: Candidate, { words, evidence }: Evidence, sources: EvidenceSources): EvidenceParts {
  const { near: meaning, documents, found } = sources;
  const document = memory.kind === 'session' ? documents.get(memory.id) : undefined;
  if (document !== undefined) return { words: [], document, meaning, evidence: document + meaning };
  // A memory that the index found contains a word, possibly far down in a long text.
  const isFound = found.has(refKey(memory));
  const relevance = evidence === 0 && isFound ? weights.foundOnly : evidence;
  const isNearbyOnly = !isFound && relevance > 0 && meaning === 0 && words.every(({ here }) => here === 0);
  return { words, document: 0, meaning, evidence: relevance + meaning, ...(isNearbyOnly && { isNearbyOnly }) };
}

/**
 * The evidence from an embedding model, in standard deviations over the memories read, because the range of cosines
 * depends on the model.
 */
class ModelMeaning {
  readonly #deviations: ReadonlyMap<string, number>;

  constructor(passages: readonly Passage[], similarities: ReadonlyMap<string, number>) {
    const keys = passages.flat().map(refKey);
    const cosines = keys.map((key) => similarities.get(key));
    // A few values have no meaningful spread, so the cosine itself is used.
    const isFew = similarities.size < weights.meaning.fewest;
    const scores = isFew ? cosines.map((cosine) => cosine && cosine * weights.meaning.few) : standardScores(cosines);
    this.#deviations = new Map(
      keys.flatMap((key, place) => (scores[place] === undefined ? [] : [[key, scores[place]]])),
    );
  }

  evidenceOf(previous: Candidate | undefined, memory: Candidate, next: Candidate | undefined): number {
    const { nearest, deviations, before, after, most: max } = weights.meaning;
    const beside = before * Math.max(0, this.#of(previous)) + after * Math.max(0, this.#of(next));
    return nearest * Math.max(0, Math.min(max, (this.#of(memory) + beside) / deviations));
  }

  factorOf(memory: Candidate): number {
    return meaningFactor(this.#of(memory));
  }

  #of(memory: Candidate | undefined): number {
    return memory === undefined ? 0 : (this.#deviations.get(refKey(memory)) ?? 0);
  }
}

function meaningFactor(deviations: number): number {
  const { power, least: min, most: max } = weights.factor.meaning;
  return Math.exp(power * Math.max(min, Math.min(max, deviations)));
}

function withFactors(evidence: EvidenceParts, memory: Candidate, factors: Factors): Ranked {
  return { memory, ...evidence, resemblance: 0, factors, strength: evidence.evidence * productOf(factors) };
}

function addResemblance(question: Question, ranked: readonly Ranked[], texts: readonly string[]): void {
  const words = question.terms.map(({ shown }) => shown).flatMap((shown) => runsOf(shown));
  resemblances(words, texts).forEach((resemblance, place) => {
    const one = ranked[place];
    if (one === undefined) return;
    one.resemblance = weights.resemblance * resemblance;
    one.strength *= (one.evidence + one.resemblance) / one.evidence;
    one.evidence += one.resemblance;
  });
}

function addWordVectors(
  question: Question,
  ranked: readonly Ranked[],
  texts: readonly string[],
  wordVectors: RankingInput['wordVectors'],
): void {
  if (wordVectors === undefined) return;
  standardScores(wordVectors.cosines(question.text, texts)).forEach((deviations = 0, place) => {
    const one = ranked[place];
    if (one !== undefined) addFactors(one, { meaning: meaningFactor(deviations) });
  });
}

function addFactors(ranked: Ranked, factors: Factors): void {
  Object.assign(ranked.factors, factors);
  ranked.strength *= productOf(factors);
}

/** Raises all memories of a conversation by its best results and by its session's document. */
function liftConversations(ranked: readonly Ranked[], documents: ReadonlyMap<string, number>): void {
  const best = new Map<string, number[]>();
  for (const { memory, strength } of ranked) {
    const conversation = conversationOf(memory);
    if (conversation === undefined) continue;
    const top = [...(best.get(conversation) ?? []), strength].sort((one, other) => other - one);
    best.set(conversation, top.slice(0, 3));
  }
  for (const one of ranked) {
    const conversation = conversationOf(one.memory);
    if (conversation === undefined) continue;
    const mean = (best.get(conversation) ?? []).reduce((sum, strength) => sum + strength, 0) / 3;
    const document = documents.get(one.memory.sessionId ?? '') ?? 0;
    addFactors(one, {
      conversation: 1 + weights.factor.conversation * mean,
      session: 1 + weights.factor.session * document ** 2,
    });
  }
}

/** Places each session above its messages, which are evidence for it. */
function liftSessions(ranked: readonly Ranked[]): void {
  const best = new Map<string, number>();
  for (const { memory, strength } of ranked) {
    if (memory.sessionId === null || conversationOf(memory) === undefined) continue;
    best.set(memory.sessionId, Math.max(best.get(memory.sessionId) ?? 0, strength));
  }
  for (const one of ranked) {
    const above = weights.factor.askedSession * (best.get(one.memory.id) ?? 0);
    if (one.memory.kind === 'session' && above > one.strength) addFactors(one, { asked: above / one.strength });
  }
}
