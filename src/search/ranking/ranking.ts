/**
 * What memories are worth for a question: the evidence of its words, times what else speaks for them, lifted by the
 * session that they stand in. docs/decisions/0035-ranking-for-coding-sessions.md has the formula and its reasons.
 */
import type { Candidate, Passage } from '../../memory/recall/recall.ts';
import type { WordVectors } from '../embedding/wordVectors.ts';
import { standardScores } from '../embedding/wordVectors.ts';
import type { Period } from '../query/calendar.ts';
import type { Question } from '../query/question.ts';
import { proseAndCode, Reader } from '../query/reading.ts';
import { runsOf } from '../query/words.ts';
import { refKey } from '../shared/refKey.ts';
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
  /** By `refKey`, what the index found by the question's words. */
  found: ReadonlySet<string>;
  /** By id, BM25 of the sessions whose documents hold words of the question. */
  sessions: ReadonlyMap<string, number>;
  /** By `refKey`, the cosine of a memory's vector and the question's. Empty where no model embeds. */
  similarities: ReadonlyMap<string, number>;
  /** Stands in for a model. */
  wordVectors: Pick<WordVectors, 'cosines'> | undefined;
}

export interface Ranked extends Evidence {
  memory: Candidate;
  /** The part of the evidence that a session's document gives. */
  document: number;
  /** The part of the evidence that comes from a model that embeds. */
  meaning: number;
  /** The part of the evidence that the text as a whole gives, by its spelling. */
  resemblance: number;
  /** `evidence` times all factors; 0 for a memory that nothing speaks for. */
  strength: number;
  factors: Factors;
  /** It holds no word of the question; only what stands beside it in the conversation does. */
  isNearbyOnly?: true;
  /** Set for a fact that was put above an older one, with the older one's id; its strength is then at least the older one's. */
  contradicts?: string;
}

/** Texts as a whole are looked at for the best only: patterns and parts of words take their time over long ones. */
const lookedAtWhole = 60;

/** Every memory of the passages for which something speaks, best first; the newer first among equals. */
export function rank(input: RankingInput): Ranked[] {
  const { question, periods, passages, wordVectors } = input;
  const reader = new Reader(question, periods, input.dayOfMemory);
  const read = passages.map((passage) => passage.map((memory) => ({ memory, reading: reader.read(memory) })));
  const judge = new Judge(question, passages, userFactorOf(read.flat()), input);
  const scale = new Scale({ question, periods, names: judge.names }, read);
  const documents = documentEvidence(input.sessions, scale.contentWorth);
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
  // What is shown of a session is a few lines of it; its document was judged as a whole.
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

/** With what a reranking model thinks of the first of them, 0 to 1. */
export function reranked(ranked: readonly Ranked[], judgements: readonly number[]): Ranked[] {
  const { least, most } = weights.factor.rerank;
  const judged = ranked.map((one, place) => {
    const judgement = judgements[place];
    return changed(one, { rerank: judgement === undefined ? least : least + (most - least) * judgement });
  });
  return judged.sort(strongestFirst);
}

/**
 * The same in another order: what stands in a session that gave better results already counts less for each of these, and
 * least right beside them. Only where an assistant takes part: what people say to each other repeats little.
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
 * The same with what holds a word of the question before what only stands beside such; the order of either stays, but where
 * the least of the first is weaker still.
 */
export function ownWordsFirst(ranked: readonly Ranked[]): Ranked[] {
  return ranked.toSorted((one, other) => ownStrength(other) - ownStrength(one));
}

/** The strength without what only its neighbours in the conversation prove. */
export function ownStrength(one: Pick<Ranked, 'strength' | 'isNearbyOnly' | 'factors'>): number {
  // Whoever is asked about said it, or a model read it.
  const isVouchedFor = (one.factors.speaker ?? 1) > 1 || (one.factors.rerank ?? 1) > 1;
  return one.isNearbyOnly === true && !isVouchedFor ? one.strength * weights.answered.nearbyOnly ** 2 : one.strength;
}

/** A copy with more factors. */
export function changed(ranked: Ranked, factors: Factors): Ranked {
  const copy = { ...ranked, factors: { ...ranked.factors } };
  addFactors(copy, factors);
  return copy;
}

export function strongestFirst(one: Ranked, other: Ranked): number {
  return (
    other.strength - one.strength ||
    other.memory.createdAt.localeCompare(one.memory.createdAt) ||
    Number(other.memory.id) - Number(one.memory.id) ||
    0
  );
}

/** What each session's document proves: 1 for one that holds every word of the question once, as BM25 counts it. */
function documentEvidence(sessions: ReadonlyMap<string, number>, contentWorth: number): ReadonlyMap<string, number> {
  return new Map([...sessions].map(([id, bm25]) => [id, contentWorth === 0 ? 0 : Math.max(0, bm25) / contentWorth]));
}

type EvidenceParts = Pick<Ranked, 'words' | 'document' | 'meaning' | 'evidence' | 'isNearbyOnly'>;

interface EvidenceSources {
  /** What a model proves. */
  near: number;
  documents: ReadonlyMap<string, number>;
  found: ReadonlySet<string>;
}

/** Of a session its document says more than the few lines that are shown of it. */
function evidenceOf(memory: Candidate, { words, evidence }: Evidence, sources: EvidenceSources): EvidenceParts {
  const { near: meaning, documents, found } = sources;
  const document = memory.kind === 'session' ? documents.get(memory.id) : undefined;
  if (document !== undefined) return { words: [], document, meaning, evidence: document + meaning };
  // What the index found holds a word, if far down in a long text.
  const isFound = found.has(refKey(memory));
  const told = evidence === 0 && isFound ? weights.foundOnly : evidence;
  const isNearbyOnly = !isFound && told > 0 && meaning === 0 && words.every(({ here }) => here === 0);
  return { words, document: 0, meaning, evidence: told + meaning, ...(isNearbyOnly && { isNearbyOnly }) };
}

/** What a model that embeds says of the memories read, in standard deviations: each model has a band of cosines of its own. */
class ModelMeaning {
  readonly #deviations: ReadonlyMap<string, number>;

  constructor(passages: readonly Passage[], similarities: ReadonlyMap<string, number>) {
    const keys = passages.flat().map(refKey);
    const cosines = keys.map((key) => similarities.get(key));
    // A handful has no spread to speak of; there the cosine itself must do.
    const isFew = similarities.size < weights.meaning.fewest;
    const scores = isFew ? cosines.map((cosine) => cosine && cosine * weights.meaning.few) : standardScores(cosines);
    this.#deviations = new Map(
      keys.flatMap((key, place) => (scores[place] === undefined ? [] : [[key, scores[place]]])),
    );
  }

  evidenceOf(previous: Candidate | undefined, memory: Candidate, next: Candidate | undefined): number {
    const { nearest, deviations, before, after, most } = weights.meaning;
    const beside = before * Math.max(0, this.#of(previous)) + after * Math.max(0, this.#of(next));
    return nearest * Math.max(0, Math.min(most, (this.#of(memory) + beside) / deviations));
  }

  factorOf(memory: Candidate): number {
    return meaningFactor(this.#of(memory));
  }

  #of(memory: Candidate | undefined): number {
    return memory === undefined ? 0 : (this.#deviations.get(refKey(memory)) ?? 0);
  }
}

function meaningFactor(deviations: number): number {
  const { power, least, most } = weights.factor.meaning;
  return Math.exp(power * Math.max(least, Math.min(most, deviations)));
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

/** A conversation in which much speaks for an answer lifts everything in it, and so does its session's document. */
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

/** Each session above what was said in it, which proves it. */
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
