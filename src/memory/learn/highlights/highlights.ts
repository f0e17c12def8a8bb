/**
 * The highlights of a session: up to three verbatim passages that are worth knowing later, such as decisions with their
 * reasons, corrections, recaps and causes. A linear model of salience selects them, without a language model; its
 * weights are in `weights.ts`. Deterministic, so they can be derived again at any time.
 */
import { requestsFrom } from '../../summarize/words/requests.ts';
import type { Request } from '../../summarize/words/requests.ts';
import type { Utterance } from '../../summarize/words/utterances.ts';
import { candidatesFrom } from './candidates.ts';
import { selectFrom } from './selection.ts';
import type { Scored } from './selection.ts';
import { weights } from './weights.ts';

export interface Highlight {
  messageId: number;
  role: 'user' | 'assistant';
  /** One sentence, or two adjacent ones of at most 300 characters together; verbatim except for line breaks. */
  sentence: string;
  /**
   * The request that it belongs to, at most 120 characters; null if there is none, so that the session's headline is
   * its subject.
   */
  subject: string | null;
  /** 0 to 1: how likely it is worth knowing later. */
  score: number;
}

export const maxHighlights = 3;
/** Trivial sessions stay below it. The training script prints what other limits would cost. */
export const minScore = 0.2;
/** Requests that are searched for a subject, from the passage backwards. */
const requestsRead = 20;

/** Best first. `requests` are those of the same utterances, if the caller has them. */
export function highlightsFrom(
  utterances: readonly Utterance[],
  max: number = maxHighlights,
  requests: readonly Request[] = requestsFrom(utterances),
): Highlight[] {
  const selected = selectFrom(candidatesFrom(utterances), weights, { max, minScore });
  const subjects = subjectsFrom(utterances, selected, requests);
  return selected.map(({ candidate: { messageId, role, sentence }, score }, at) => {
    return { messageId, role, sentence, subject: subjects[at] ?? null, score: Math.round(score * 1_000) / 1_000 };
  });
}

/** For each, the last clear request before it; null if there is none. */
export function subjectsFrom(
  utterances: readonly Utterance[],
  selected: readonly Scored[],
  requests: readonly Request[] = requestsFrom(utterances),
): (string | null)[] {
  const requestsBefore = countRequests(utterances);
  return selected.map(({ candidate: { utterance, plain } }) => {
    const end = requestsBefore[utterance] ?? 0;
    const before = requests.slice(Math.max(0, end - requestsRead), end);
    return before.findLast(({ isVague, line }) => !isVague && !plain.includes(line))?.line ?? null;
  });
}

/** For each utterance, the number of requests before it. */
function countRequests(utterances: readonly Utterance[]): number[] {
  let count = 0;
  return utterances.map(({ role }) => (role === 'user' ? count++ : count));
}
