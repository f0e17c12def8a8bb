/** Why a memory stands where it stands, as figures for programs and as sentences for people and models. */
import type { WordEvidence } from './evidence.ts';
import type { FactorName, Factors } from './factors.ts';
import type { Ranked } from './ranking.ts';

/** The parts of a score: `strength` is `evidence` times every factor, and `score = strength / (strength + 1)`. */
export interface Explanation {
  /** What each word of the question gave, here and nearby, the most telling first; with `resemblance` the sum of all is `evidence`. */
  words: { word: string; match: WordEvidence['match']; here: number; nearby: number }[];
  /** What the text as a whole gave, by its spelling. */
  resemblance: number;
  evidence: number;
  /** Factors that are not 1. */
  factors: Factors;
  strength: number;
}

export function explanationFrom({ words, resemblance, evidence, factors, strength }: Ranked): Explanation {
  const told = Object.entries(factors).flatMap(([name, times]) => (times === 1 ? [] : [[name, rounded(times)]]));
  return {
    words: words
      .map((word) => ({ ...word, here: rounded(word.here), nearby: rounded(word.nearby) }))
      .sort((one, other) => other.here + other.nearby - one.here - one.nearby),
    resemblance: rounded(resemblance),
    evidence: rounded(evidence),
    factors: Object.fromEntries(told) as Factors,
    strength: rounded(strength),
  };
}

/** What a factor means, above 1 and below. */
const meanings: Record<FactorName, string> = {
  speaker: 'said by the person asked about',
  user: 'said by the user',
  firstPerson: 'tells of oneself',
  wish: 'shows the kind of answer that was asked for',
  asking: 'asks itself',
  length: 'short',
  kind: 'kind of memory',
  confidence: 'not certain',
  importance: 'importance',
  recency: 'recent',
  project: 'of this project',
  conversation: 'others in the same conversation match',
};

/** One line without a full stop, such as `evidence 0.62: "deploy" 0.40, "Friday" 0.22 nearby; × 2 said by the person asked about`. */
export function explanationText({ words, resemblance, evidence, factors }: Explanation): string {
  const told = words.filter(({ here, nearby }) => here + nearby >= 0.005).map(wordText);
  if (resemblance >= 0.005) told.push(`${short(resemblance)} for resembling the question`);
  const times = Object.entries(factors)
    .filter(([, factor]) => Math.abs(factor - 1) >= 0.005)
    .map(([name, factor]) => `× ${short(factor)} ${meanings[name as FactorName]}`);
  return [`evidence ${short(evidence)}${told.length > 0 ? `: ${told.join(', ')}` : ''}`, ...times].join('; ');
}

const matchNotes: Record<WordEvidence['match'], string> = {
  word: '',
  alike: ' (a word like it)',
  date: ' (its date)',
  period: ' (its date)',
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
