/** Selects the best candidates of a session: likely ones only, and none that nearly repeats a better one. */
import type { Candidate } from './candidates.ts';
import { featureNames, featuresOf, sessionWordsFrom } from './features.ts';

/** By the name of the feature. */
export type Weights = Readonly<Record<string, number>>;

export interface Scored {
  candidate: Candidate;
  /** 0 to 1: how likely a colleague finds it worth knowing later. */
  score: number;
}

interface SelectionLimits {
  max: number;
  minScore: number;
}

/**
 * Passages with at least this share of their words in common say the same. A recap says more than the short words
 * before it.
 */
const nearDuplicateFrom = { ofShorter: 0.6, ofLonger: 0.35 };

/** A report that tests pass, in an assistant's words. */
const testReport =
  /\b(?:all|\d+) (?:unit |integration )?(?:tests?|specs?)\b[^.]{0,40}\bpass|\bpass(?:es|ed|ing)?\b[^.]{0,20}\b\d+ tests?\b/iu;

/** Whether it may be chosen: what the user refused would be taken for what was agreed. */
function mayBeSelected({ role, isRefused, sentence }: Candidate): boolean {
  return role === 'user' || (!isRefused && !testReport.test(sentence));
}

/** Best first; of equal ones the earlier comes first. */
export function selectFrom(
  candidates: readonly Candidate[],
  weights: Weights,
  { max, minScore }: SelectionLimits,
): Scored[] {
  const session = sessionWordsFrom(candidates);
  const weightList = featureNames.map((name) => weights[name] ?? 0);
  const scored = candidates.filter(mayBeSelected).map((candidate) => ({
    candidate,
    score: probabilityOf(featuresOf(candidate, session), weightList),
  }));
  const likely = scored.filter(({ score }) => score >= minScore).toSorted((one, other) => other.score - one.score);
  const selected: Scored[] = [];
  for (const each of likely) {
    if (selected.length === max) break;
    if (!selected.some((better) => isRepeated(each.candidate, better.candidate))) selected.push(each);
  }
  return selected;
}

/** The logistic function of the weighted sum. */
export function probabilityOf(features: readonly number[], weights: ArrayLike<number>): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0)));
}

function isRepeated(candidate: Candidate, better: Candidate): boolean {
  const isSamePlace = candidate.utterance === better.utterance && Math.abs(candidate.position - better.position) <= 1;
  const sharesSentence = isSamePlace && (candidate.isPair || better.isPair);
  return sharesSentence || isNearDuplicate(candidate.words, better.words);
}

function isNearDuplicate(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  const [shorter, longer] = [Math.min(one.size, other.size), Math.max(one.size, other.size)];
  return common >= nearDuplicateFrom.ofShorter * shorter && common >= nearDuplicateFrom.ofLonger * longer;
}
