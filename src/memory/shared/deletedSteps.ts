/** Deleting much in steps, each of which is a short transaction of its own, so that others can write in between. */

/** A part of a larger deletion; there is more to delete unless it was the last. */
export interface DeletedStep {
  deleted: number;
  isLast: boolean;
}

/** Takes steps until the last. Answers with how many were deleted in all; `onProgress` is told after each step. */
export async function inSteps(
  step: () => Promise<DeletedStep>,
  onProgress?: (deleted: number) => void,
): Promise<number> {
  for (let sum = 0; ;) {
    const { deleted, isLast } = await step();
    sum += deleted;
    onProgress?.(sum);
    if (isLast) return sum;
  }
}
