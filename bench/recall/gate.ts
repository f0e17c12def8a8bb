/**
 * The gate: recall never gets worse unnoticed. What was measured is held against what was accepted, and only a person
 * who writes down why moves the mark. What cannot be compared is said, and never counts as kept.
 */
import { staleFirst } from './measuring.ts';
import type { Measure } from './metrics.ts';
import { belowFloor } from './results.ts';
import type { AcceptedResults, Result } from './results.ts';

/** Percentage points that a figure may fall before the gate closes; one question of LoCoMo's half is 0.13 points. */
const tolerance = 0.2;

/** And all of `further`. */
const gated: readonly Measure[] = ['recall@1', 'recall@5', 'recall@10', 'mrr'];

export interface Change {
  set: string;
  layout: string;
  measure: string;
  /** In percent, as is `measured`. */
  accepted: number;
  measured: number;
}

export interface Verdict {
  passed: boolean;
  /** Got worse by more than the tolerance. */
  fell: Change[];
  /** Got better by more than that. */
  rose: Change[];
  /** Lines about figures that may be below the floor, which nobody accepted. */
  belowFloor: string[];
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

/** What the verdict means, a line each, with what to do about it. */
export function verdictLines(verdict: Verdict): string[] {
  const { passed, fell, rose, belowFloor: below, incomparable, unmeasured } = verdict;
  return [
    ...fell.map((change) => `Worse: ${changeText(change)}`),
    ...rose.map((change) => `Better: ${changeText(change)}`),
    ...below,
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

/** Figures that only one of the two has cannot be compared and are passed over: the next acceptance takes them in. */
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

/** How much better it got, in points. */
function gainOf(change: Change): number {
  return change.measure === staleFirst ? -differenceOf(change) : differenceOf(change);
}

/** In hundredths of a point, so that a fall of exactly the tolerance is not made larger by binary fractions. */
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
