/**
 * Logistic regression with an L2 penalty, by Newton's method. The penalty is on the difference from the expected
 * weights, which decide where there are few examples. The first feature is the bias, which has no penalty.
 */
import { probabilityOf } from '../../src/memory/learn/highlights/selection.ts';

export interface Example {
  features: readonly number[];
  /** 0 to 1: how far it is a positive example. */
  target: number;
}

const maxSteps = 12;
const smallestStep = 1e-5;

/** The weights, in the order of the features. Deterministic. */
export function fitLogistic(examples: readonly Example[], expected: readonly number[], l2: number): number[] {
  let weights = [...expected];
  for (let step = 0; step < maxSteps; step += 1) {
    const { gradient, hessian } = derivatives(examples, weights, expected, l2);
    const change = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < smallestStep) break;
  }
  return weights;
}

function derivatives(
  examples: readonly Example[],
  weights: readonly number[],
  expected: readonly number[],
  l2: number,
): { gradient: number[]; hessian: number[][] } {
  const penalty = weights.map((_, at) => (at === 0 ? 1e-6 : l2));
  const gradient = weights.map((weight, at) => -(penalty[at] ?? 0) * (weight - (expected[at] ?? 0)));
  const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? (penalty[row] ?? 0) : 0)));
  for (const { features, target } of examples) {
    const probability = probabilityOf(features, weights);
    const present = [...features.keys()].filter((at) => features[at] !== 0);
    for (const row of present) {
      const value = features[row]!;
      gradient[row]! += (target - probability) * value;
      const curvature = Math.max(1e-6, probability * (1 - probability)) * value;
      for (const column of present) hessian[row]![column]! += curvature * features[column]!;
    }
  }
  return { gradient, hessian };
}

/** Solves a system of linear equations by Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let below = pivot + 1; below < size; below += 1) {
      const factor = rows[below]![pivot]! / rows[pivot]![pivot]!;
      if (factor === 0) continue;
      for (let column = pivot; column <= size; column += 1) rows[below]![column]! -= factor * rows[pivot]![column]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row]![size]!;
    for (let column = row + 1; column < size; column += 1) rest -= rows[row]![column]! * solution[column]!;
    solution[row] = rest / rows[row]![row]!;
  }
  return solution;
}
