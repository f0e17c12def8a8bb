/**
 * The gate: recall never gets worse unnoticed. What was measured is held against what was accepted, and only a person
 * who writes down why moves the mark. What cannot be compared is said, and never counts as kept.
 */
import type { Measure } from './metrics.ts';
import type { AcceptedResults, Result } from './results.ts';

/** Percentage points that a figure may fall before the gate closes; one question of LoCoMo's half is 0.13 points. */
const tolerance = 0.2;

const gated: readonly Measure[] = ['recall@1', 'recall@10', 'mrr'];

export interface Change {
  set: string;
  layout: string;
  measure: Measure;
  /** In percent, as is `measured`. */
  accepted: number;
  measured: number;
}

export interface Verdict {
  passed: boolean;
  /** By more than the tolerance. */
  fell: Change[];
  rose: Change[];
  /** Results that cannot be compared, each with the reason. */
  incomparable: string[];
  /** Accepted results that this run should have measured and did not. */
  unmeasured: string[];
}

/** `isAsked` says which accepted results this run was to measure; a run of a part is not blamed for the rest. */
export function judge(
  measured: readonly Result[],
  accepted: AcceptedResults | undefined,
  isAsked: (result: Pick<Result, 'set' | 'layout'>) => boolean,
): Verdict {
  const known = accepted?.results ?? [];
  const pairs = measured.map((result) => ({ result, before: known.find((other) => isSame(other, result)) }));
  const changes = pairs.flatMap(({ result, before }) =>
    before !== undefined && isOfSameData(before, result) ? changesOf(before, result) : [],
  );
  const fell = changes.filter((change) => differenceOf(change) < -tolerance);
  const incomparable = pairs.flatMap(({ result, before }) => reasonsNotToCompare(result, before));
  const unmeasured = known
    .filter((before) => isAsked(before) && !measured.some((result) => isSame(before, result)))
    .map(nameOf);
  return {
    passed: fell.length === 0 && incomparable.length === 0 && unmeasured.length === 0,
    fell,
    rose: changes.filter((change) => differenceOf(change) > tolerance),
    incomparable,
    unmeasured,
  };
}

/** What the verdict means, a line each, with what to do about it. */
export function verdictLines(verdict: Verdict): string[] {
  const { passed, fell, rose, incomparable, unmeasured } = verdict;
  return [
    ...fell.map((change) => `Worse: ${changeText(change)}`),
    ...rose.map((change) => `Better: ${changeText(change)}`),
    ...incomparable,
    ...unmeasured.map((name) => `${name}: accepted figures exist, but its data were not there to measure.`),
    ...(passed && rose.length === 0 ? ['Recall is what was accepted.'] : []),
    ...(passed && rose.length > 0 ? ['To hold on to what was gained: npm run eval -- --accept "why it rose"'] : []),
    ...(passed ? [] : ['The gate is closed. Whoever accepts these figures runs: npm run eval -- --accept "why"']),
  ];
}

function reasonsNotToCompare(result: Result, before: Result | undefined): string[] {
  if (before === undefined) return [`${nameOf(result)}: no figures were accepted yet.`];
  if (isOfSameData(before, result)) return [];
  const [now, then] = [result, before].map(({ turns, questions }) => `${turns} turns and ${questions} questions`);
  return [`${nameOf(result)}: measured on ${String(now)}, but accepted on ${String(then)}.`];
}

function changesOf(before: Result, result: Result): Change[] {
  return gated.map((measure) => ({
    set: result.set,
    layout: result.layout,
    measure,
    accepted: before.overall[measure],
    measured: result.overall[measure],
  }));
}

/** In hundredths of a point, so that a fall of exactly the tolerance is not made larger by binary fractions. */
function differenceOf({ accepted, measured }: Change): number {
  return Math.round((measured - accepted) * 100) / 100;
}

function changeText(change: Change): string {
  const { set, layout, measure, accepted, measured } = change;
  const difference = differenceOf(change);
  const points = `${difference > 0 ? '+' : ''}${difference.toFixed(2)}`;
  return `${set}, ${layout}: ${measure} ${accepted.toFixed(2)} → ${measured.toFixed(2)} (${points} points)`;
}

function isSame(a: Pick<Result, 'set' | 'layout'>, b: Pick<Result, 'set' | 'layout'>): boolean {
  return a.set === b.set && a.layout === b.layout;
}

function isOfSameData(a: Result, b: Result): boolean {
  return a.turns === b.turns && a.questions === b.questions;
}

function nameOf({ set, layout }: Pick<Result, 'set' | 'layout'>): string {
  return `${set}, ${layout}`;
}
