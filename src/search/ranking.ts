/**
 * What memories are worth for a question: the evidence of its words, times what else speaks for them, lifted by the
 * conversation that they stand in. docs/decisions/0014-ranking.md has the formula and its reasons.
 */
import type { Candidate, Passage, TermStatistics } from '../memory/recall.ts';
import type { Period } from './calendar.ts';
import { conversationOf, Scale } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { Judge, productOf } from './factors.ts';
import type { Factors, Standpoint } from './factors.ts';
import type { Question } from './question.ts';
import { proseAndCode, Reader } from './reading.ts';
import { refKey } from './refKey.ts';
import { resemblances } from './resemblance.ts';
import { weights } from './weights.ts';
import { runsOf } from './words.ts';

export interface RankingInput extends Standpoint {
  question: Question;
  periods: readonly Period[];
  /** Of the question's content terms, in their order. */
  statistics: TermStatistics;
  passages: readonly Passage[];
  /** By `refKey`, what the index found by the question's words. */
  found: ReadonlySet<string>;
  /** By `refKey`, 0 to 1: how near a memory's meaning is, compared with the nearest. Empty where no model embeds. */
  nearness: ReadonlyMap<string, number>;
}

export interface Ranked extends Evidence {
  memory: Candidate;
  /** The part of the evidence that comes from a model that embeds. */
  meaning: number;
  /** The part of the evidence that the text as a whole gives, by its spelling. */
  resemblance: number;
  /** `evidence` times all factors; 0 for a memory that nothing speaks for. */
  strength: number;
  factors: Factors;
  /** Set for a fact that was put above an older one, with the older one's id; its strength is then at least the older one's. */
  contradicts?: string;
}

/** Texts as a whole are looked at for the best only: patterns and parts of words take their time over long ones. */
const lookedAtWhole = 60;

/** Every memory of the passages for which something speaks, best first; the newer first among equals. */
export function rank({
  question,
  periods,
  statistics,
  passages,
  found,
  nearness,
  ...standpoint
}: RankingInput): Ranked[] {
  const judge = new Judge(question, passages, standpoint);
  const reader = new Reader(question, periods, standpoint.dayOfMemory);
  const read = passages.map((passage) => passage.map((memory) => ({ memory, reading: reader.read(memory) })));
  const scale = new Scale({ question, periods, statistics, names: judge.names }, read);
  const ranked = read.flatMap((passage) =>
    passage.flatMap(({ memory, reading }, place): Ranked[] => {
      const { words, evidence } = scale.weigh(passage, place);
      // The index found it, so it holds a word, if far down in a long text.
      const told = evidence === 0 && found.has(refKey(memory)) ? weights.foundOnly : evidence;
      const meaning = weights.meaning * (nearness.get(refKey(memory)) ?? 0);
      if (told + meaning === 0) return [];
      const factors = judge.plainFactors(memory, reading.length);
      return [
        {
          memory,
          words,
          meaning,
          resemblance: 0,
          evidence: told + meaning,
          factors,
          strength: (told + meaning) * productOf(factors),
        },
      ];
    }),
  );
  const best = ranked.sort(strongestFirst).slice(0, lookedAtWhole);
  addResemblance(question, best);
  for (const one of best) addFactors(one, judge.shownFactors(one.memory));
  liftConversations(ranked);
  return ranked.sort(strongestFirst);
}

/** With what a reranking model thinks of the first of them, 0 to 1. */
export function reranked(ranked: readonly Ranked[], judgements: readonly number[]): Ranked[] {
  const { least, most } = weights.factor.rerank;
  const judged = ranked.map((one, place) => {
    const judgement = judgements[place];
    const copy = { ...one, factors: { ...one.factors } };
    addFactors(copy, { rerank: judgement === undefined ? least : least + (most - least) * judgement });
    return copy;
  });
  return judged.sort(strongestFirst);
}

function strongestFirst(one: Ranked, other: Ranked): number {
  return (
    other.strength - one.strength ||
    other.memory.createdAt.localeCompare(one.memory.createdAt) ||
    Number(other.memory.id) - Number(one.memory.id) ||
    0
  );
}

function addResemblance(question: Question, ranked: readonly Ranked[]): void {
  const words = question.terms.map(({ shown }) => shown).flatMap((shown) => runsOf(shown));
  const texts = ranked.map(({ memory }) => `${memory.title ?? ''} ${proseAndCode(memory.text).prose}`);
  resemblances(words, texts).forEach((resemblance, place) => {
    const one = ranked[place];
    if (one === undefined) return;
    one.resemblance = weights.resemblance * resemblance;
    one.strength *= (one.evidence + one.resemblance) / one.evidence;
    one.evidence += one.resemblance;
  });
}

function addFactors(ranked: Ranked, factors: Factors): void {
  Object.assign(ranked.factors, factors);
  ranked.strength *= productOf(factors);
}

/** A conversation in which much speaks for an answer lifts everything in it. */
function liftConversations(ranked: readonly Ranked[]): void {
  const best = new Map<string, number[]>();
  for (const { memory, strength } of ranked) {
    const conversation = conversationOf(memory);
    if (conversation === undefined) continue;
    const top = [...(best.get(conversation) ?? []), strength].sort((one, other) => other - one);
    best.set(conversation, top.slice(0, 3));
  }
  for (const one of ranked) {
    const top = best.get(conversationOf(one.memory) ?? '') ?? [];
    const mean = top.reduce((sum, strength) => sum + strength, 0) / 3;
    if (mean > 0) addFactors(one, { conversation: 1 + weights.factor.conversation * mean });
  }
}
