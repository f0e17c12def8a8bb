/**
 * The gate: recall never gets worse unnoticed. It compares the measured figures with the accepted ones, and only a
 * person who writes down a reason changes those. Figures that cannot be compared are reported, and never count as kept.
 */
import { staleFirst } from './measuring.ts';
import type { Measure } from './metrics.ts';
import { belowFloor } from './results.ts';
import type { AcceptedResults, Result } from './results.ts';

/** Percentage points that a figure may fall before the gate closes; one question of LoCoMo's half is 0.13 points. */
const tolerance = 0.2;

/** The gate also checks all of `further`. */
const gated: readonly Measure[] = ['recall@1', 'recall@5', 'recall@10', 'mrr'];

export interface Change {
  set: string;
  layout: string;
  measure: string;
  /** In percent, like `measured`. */
  accepted: number;
  measured: number;
}

export interface Verdict {
  passed: boolean;
  /** Worse by more than the tolerance. */
  fell: Change[];
  /** Better by more than the tolerance. */
  rose: Change[];
  /** Lines about figures that may be below the floor and are not accepted. */
  belowFloor: string[];
  /** Results that cannot be compared, each with the reason. */
  incomparable: string[];
  /** Accepted results that this run should have measured but did not. */
  unmeasured: string[];
}

/** `isAsked` selects the accepted results that this run should measure, so a partial run passes without the rest. */
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
  const fell = changes.filter((change) => gainOf(change) < -tolerance);
  const below = measured.flatMap((result) => linesBelowFloor(result, accepted));
  const incomparable = pairs.flatMap(({ result, before }) => reasonsNotToCompare(result, before));
  const unmeasured = known
    .filter((before) => isAsked(before) && !measured.some((result) => isSame(before, result)))
    .map(nameOf);
  return {
    passed: [fell, below, incomparable, unmeasured].every((problems) => problems.length === 0),
    fell,
    rose: changes.filter((change) => gainOf(change) > tolerance),
    belowFloor: below,
    incomparable,
    unmeasured,
  };
}

/** The meaning of the verdict, one line each, with what to do about it. */
export function verdictLines(verdict: Verdict): string[] {
  const { passed, fell, rose, belowFloor: below, incomparable, unmeasured } = verdict;
  return [
    ...fell.map((change) => `Worse: ${changeText(change)}`),
    ...rose.map((change) => `Better: ${changeText(change)}`),
    ...below,
    ...incomparable,
    ...unmeasured.map((name) => `${name}: has accepted figures, but its data is missing.`),
    ...(passed && rose.length === 0 ? ['Recall is as accepted.'] : []),
    ...(passed && rose.length > 0 ? ['To accept the better figures: npm run eval -- --accept "why it rose"'] : []),
    ...(passed ? [] : ['The gate failed. To accept these figures anyway: npm run eval -- --accept "why"']),
  ];
}

function reasonsNotToCompare(result: Result, before: Result | undefined): string[] {
  if (before === undefined) return [`${nameOf(result)}: no figures were accepted yet.`];
  if (isOfSameData(before, result)) return [];
  const [now, then] = [result, before].map(({ turns, questions }) => `${turns} turns and ${questions} questions`);
  return [`${nameOf(result)}: measured on ${String(now)}, but accepted on ${String(then)}.`];
}

function linesBelowFloor(result: Result, accepted: AcceptedResults | undefined): string[] {
  const exceptions = (accepted?.belowFloor ?? []).filter(({ set }) => set === result.set);
  return belowFloor(result)
    .filter((figure) => !exceptions.some((one) => one.figure === figure))
    .map((figure) => {
      const [mean, low, high] = points(result, figure);
      return `Below the floor: ${nameOf(result)}: ${figure} ${mean} points, 95 % interval ${low} to ${high}`;
    });
}

function points({ overFloor = {} }: Result, figure: string): string[] {
  const { mean = 0, low = 0, high = 0 } = overFloor[figure] ?? {};
  return [mean, low, high].map(signed);
}

/** Skips figures that only one of the two has, because they cannot be compared; the next acceptance adds them. */
function changesOf(before: Result, result: Result): Change[] {
  const [then, now] = [before, result].map(gatedFiguresOf);
  return Object.entries(now ?? {}).flatMap(([measure, measured]) => {
    const accepted = then?.[measure];
    const { set, layout } = result;
    return accepted === undefined ? [] : [{ set, layout, measure, accepted, measured }];
  });
}

function gatedFiguresOf({ overall, further }: Result): Record<string, number> {
  return { ...Object.fromEntries(gated.map((measure) => [measure, overall[measure]])), ...further };
}

/** The improvement in points. */
function gainOf(change: Change): number {
  return change.measure === staleFirst ? -differenceOf(change) : differenceOf(change);
}

/** Rounded to hundredths of a point, so that binary fractions do not enlarge a fall of exactly the tolerance. */
function differenceOf({ accepted, measured }: Change): number {
  return Math.round((measured - accepted) * 100) / 100;
}

function changeText(change: Change): string {
  const { set, layout, measure, accepted, measured } = change;
  const difference = signed(differenceOf(change));
  return `${set}, ${layout}: ${measure} ${accepted.toFixed(2)} → ${measured.toFixed(2)} (${difference} points)`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
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
