/** Explains the rank of a memory, as figures for programs and as text for people and models. */
import type { Answering } from '../ranking/answering.ts';
import type { WordEvidence } from '../ranking/evidence.ts';
import type { FactorName, Factors } from '../ranking/factors.ts';
import { ownStrength } from '../ranking/ranking.ts';
import type { Ranked } from '../ranking/ranking.ts';

/**
 * The parts of a score. `strength` is `evidence` times every factor, and `score = answered × √(strength / best)`. A
 * result without a word of the query gets only a part of that.
 */
export interface Explanation {
  /**
   * The contribution of each word of the query, here and nearby, largest first. The sum of all of them, `document`,
   * `meaning` and `resemblance` is `evidence`.
   */
  words: { word: string; match: WordEvidence['match']; here: number; nearby: number }[];
  /** The contribution of a session's document: the requests and answers in it. */
  document: number;
  /** The contribution of its meaning, from an embedding model. */
  meaning: number;
  /** The contribution of the whole text, by spelling. */
  resemblance: number;
  evidence: number;
  /** Factors other than 1. */
  factors: Factors;
  strength: number;
  /** How clearly the query is answered, 0 to 1: the score of the strongest result. */
  answered: number;
  /** The strength of the strongest result. */
  best: number;
  /** The id of an older fact that this one contradicts and directly above which it was placed. */
  contradicts?: string | undefined;
  /** It contains no word of the query, only its neighbors in the conversation do. */
  isNearbyOnly?: true;
  /** A fact that has faded: since when it was not used. That changes no score; chats get it last. ISO 8601 in UTC. */
  unusedSince?: string;
}

/** 0 to 1; comparable across queries. */
export function scoreOf(ranked: Parameters<typeof ownStrength>[0], { answered, best }: Answering): number {
  return best === 0 ? 0 : rounded(answered * Math.sqrt(ownStrength(ranked) / best));
}

/** The scores of results in order. No score is less than that of a result below it. */
export function scoresOf(ranked: readonly Ranked[], answering: Answering): number[] {
  let min = 0;
  const scores = ranked.toReversed().map((one) => (min = Math.max(min, scoreOf(one, answering))));
  return scores.toReversed();
}

export function explanationFrom(ranked: Ranked, { answered, best }: Answering): Explanation {
  const { words, document, meaning, resemblance, evidence, factors, strength, contradicts } = ranked;
  const shown = Object.entries(factors).flatMap(([name, times]) => (times === 1 ? [] : [[name, rounded(times)]]));
  return {
    words: words
      .map((word) => ({ ...word, here: rounded(word.here), nearby: rounded(word.nearby) }))
      .sort((one, other) => other.here + other.nearby - one.here - one.nearby),
    document: rounded(document),
    meaning: rounded(meaning),
    resemblance: rounded(resemblance),
    evidence: rounded(evidence),
    factors: Object.fromEntries(shown) as Factors,
    strength: rounded(strength),
    answered: rounded(answered),
    best: rounded(best),
    contradicts,
    ...(ownStrength(ranked) < strength && { isNearbyOnly: true }),
  };
}

const factorMeanings: Record<FactorName, string | { above: string; below: string }> = {
  speaker: 'said by the person asked about',
  user: 'said by a person',
  firstPerson: 'the speaker talks about themselves',
  wish: 'shows the kind of answer that was asked for',
  asking: 'is a question itself',
  length: 'short',
  kind: 'kind of memory',
  confidence: 'not certain',
  importance: 'importance',
  recency: 'recent',
  project: 'of this project',
  trust: 'from the web, or reads like instructions to a model',
  conversation: 'others in the same conversation match',
  session: 'the topic of its session matches',
  asked: 'the question asks for sessions',
  meaning: { above: 'closer in meaning than other results', below: 'less close in meaning than other results' },
  rerank: 'judged by a reranking model',
  spread: 'the same session gave better results',
  current: 'placed by date next to a result that says something else',
};

/** The meaning of a factor; `times` is its value. */
export function factorMeaning(name: FactorName, times: number): string {
  const meaning = factorMeanings[name];
  if (typeof meaning === 'string') return meaning;
  return times >= 1 ? meaning.above : meaning.below;
}

/**
 * One line without a full stop, such as `evidence 0.62: "deploy" 0.40, "Friday" 0.22 nearby; × 2 said by the person
 * asked about`.
 */
export function explanationText({
  words,
  document,
  meaning,
  resemblance,
  evidence,
  factors,
  contradicts,
  isNearbyOnly,
  unusedSince,
}: Explanation): string {
  const shown = words.filter(({ here, nearby }) => here + nearby >= 0.005).map(wordText);
  if (document >= 0.005) shown.push(`${short(document)} for the questions and answers in it`);
  if (meaning >= 0.005) shown.push(`${short(meaning)} for its meaning`);
  if (resemblance >= 0.005) shown.push(`${short(resemblance)} for resembling the question`);
  const times = Object.entries(factors)
    .filter(([, factor]) => Math.abs(factor - 1) >= 0.005)
    .map(([name, factor]) => `× ${short(factor)} ${factorMeaning(name as FactorName, factor)}`);
  const found = `evidence ${short(evidence)}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}`;
  const above = contradicts === undefined ? [] : [`put above fact #${contradicts}, which it contradicts`];
  const apart = isNearbyOnly === true ? ['contains no word of the question'] : [];
  const faded = unusedSince === undefined ? [] : [`faded, not used since ${unusedSince.slice(0, 10)}`];
  return [found, ...times, ...above, ...apart, ...faded].join('; ');
}

const matchNotes: Record<WordEvidence['match'], string> = {
  word: '',
  alike: ' (similar word)',
  date: ' (date)',
  period: ' (date)',
};

function wordText({ word, match, here, nearby }: Explanation['words'][number]): string {
  const parts = [
    ...(here >= 0.005 ? [`${short(here)}${matchNotes[match]}`] : []),
    ...(nearby >= 0.005 ? [`${short(nearby)} nearby`] : []),
  ];
  return `"${word}" ${parts.join(' + ')}`;
}

function short(value: number): string {
  return String(Number(value.toFixed(2)));
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
