/** Deletes many rows in steps. Each step is a short transaction, so other processes can write in between. */

/** One step of a larger deletion. More steps follow unless `isLast`. */
export interface DeletedStep {
  deleted: number;
  isLast: boolean;
}

/** Runs all steps and returns the total number deleted. `onProgress` gets the sum after each step. */
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
