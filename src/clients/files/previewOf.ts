/** Formats a plan as a diff with three lines of context. */
import { counted, shorten } from '../../util/text.ts';
import type { FilePlan } from './filePlan.ts';

const around = 3;
/** In characters. Lines of a program's own state can be very long. */
const widest = 200;
/** With more pairs of lines than this, the changed part is shown in full instead of being compared line by line. */
const maxPairs = 4_000_000;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/** Lines prefixed with ` `, `-` or `+`, below the file's name; omitted parts are shown as `…`. */
export function previewOf(plan: FilePlan): string {
  if (plan.change === 'none') return `${plan.file}: nothing to change`;
  const lines = compared(linesOf(plan.before), linesOf(plan.after));
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const isNear = (index: number): boolean => changed.some((place) => Math.abs(place - index) <= around);
  const shown = lines.map(({ sign, text }, index) => (isNear(index) ? `${sign} ${clipped(text)}`.trimEnd() : '…'));
  const folded = shown.filter((line, index) => line !== '…' || shown[index - 1] !== '…');
  const head = { create: 'new file', update: 'changed', remove: plan.after === undefined ? 'removed' : 'changed' };
  return [`${plan.file} (${head[plan.change]})`, ...folded].join('\n');
}

/** A long line ends with how much is not shown. */
function clipped(text: string): string {
  const start = shorten(text, widest);
  return start === text ? text : `${start} (${counted(text.length - start.length + 1, 'more character')})`;
}

function linesOf(bytes: Buffer | undefined): string[] {
  if (bytes === undefined || bytes.length === 0) return [];
  return bytes
    .toString()
    .replace(/^\ufeff/u, '')
    .replace(/\r?\n$/u, '')
    .split(/\r?\n/u);
}

function compared(before: readonly string[], after: readonly string[]): Line[] {
  const head = commonStart(before, after);
  const tail = commonStart(before.slice(head).toReversed(), after.slice(head).toReversed());
  return [
    ...before.slice(0, head).map(same),
    ...differing(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** A diff by the longest common subsequence. */
function differing(before: readonly string[], after: readonly string[]): Line[] {
  const gone = before.map((text): Line => ({ sign: '-', text }));
  const come = after.map((text): Line => ({ sign: '+', text }));
  if (before.length * after.length > maxPairs) return [...gone, ...come];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push(same(before[row] ?? ''));
      [row, column] = [row + 1, column + 1];
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(...gone.slice(row, (row += 1)));
    else lines.push(...come.slice(column, (column += 1)));
  }
  return [...lines, ...gone.slice(row), ...come.slice(column)];
}

function same(text: string): Line {
  return { sign: ' ', text };
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const end = Math.min(one.length, other.length);
  let count = 0;
  while (count < end && one[count] === other[count]) count += 1;
  return count;
}
