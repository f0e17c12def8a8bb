/**
 * Warns when an approach is logged that the files say was rejected before (Mind Architecture, "Loop Detection"), by the
 * one similarity of the project.
 */
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import type { WrittenEntry } from '../files/mindProject.ts';
import { entriesIn } from '../parsing/statement.ts';
import type { StatementEntry } from '../parsing/statement.ts';

type LoopSeverity = 'moderate' | 'high' | 'critical';

export interface Loop {
  severity: LoopSeverity;
  /** 0.6 to 1. */
  similarity: number;
  /** What was rejected, and where the file says so. */
  rejected: WrittenEntry;
  /** What was decided instead, if a decision names the approach among its alternatives. */
  instead: WrittenEntry | undefined;
}

/** Minimum similarities, highest first (`docs/decisions/0038-one-similarity.md`). */
const severities: readonly (readonly [LoopSeverity, number])[] = [
  ['critical', 0.95],
  ['high', 0.8],
  ['moderate', 0.6],
];

/** What two texts must share so that one may be a part of the other; see `TextComparison.evidence`. */
const minEvidence = 5;

/** `Svelte stores over Redux` does not choose Redux. */
const notChosen = /[,;]?\s(?:over|instead of|rather than|not|statt|anstelle von)\s[^]*$|(?:而不是|，不用)[^]*$/iu;

/** The rejected approach that is most like `logged`; undefined if none is. `entries` are those of all files. */
export function loopIn(logged: string, entries: readonly WrittenEntry[], indexText: IndexText): Loop | undefined {
  const { read, compare, compareWithin } = createTextComparer(indexText);
  const [asRejected] = entriesIn(logged, 'rejected');
  const approach = read((asRejected === undefined ? logged : approachOf(asRejected)).replace(notChosen, ''));
  const similarityTo = (rejected: StatementEntry): number => {
    const before = read(approachOf(rejected));
    const within = compareWithin(before, approach);
    return Math.max(compare(approach, before).similarity, within.evidence >= minEvidence ? within.similarity : 0);
  };
  const [closest] = entries
    .filter(({ kind }) => kind === 'rejected')
    .map((rejected) => ({ rejected, similarity: similarityTo(rejected) }))
    .sort((one, other) => other.similarity - one.similarity);
  const severity = severities.find(([, from]) => (closest?.similarity ?? 0) >= from)?.[0];
  if (closest === undefined || severity === undefined) return undefined;
  const rejectedWords = read(approachOf(closest.rejected));
  const instead = entries.findLast(
    ({ kind, alternatives }) =>
      kind === 'decision' && alternatives.some((one) => compareWithin(rejectedWords, read(one)).similarity >= 0.8),
  );
  return { severity, ...closest, instead };
}

/** Without its reason, which another attempt need not share. */
function approachOf({ text, reason }: StatementEntry): string {
  const place = reason === null ? -1 : text.lastIndexOf(reason);
  return place > 0 ? text.slice(0, place).replace(/[\s,;:–—-]+$|\s*(?:because|weil|but|aber)\s*$/giu, '') : text;
}
