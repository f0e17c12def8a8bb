/**
 * Input in several steps. Each step asks for a part of the answers and knows its number. Back returns to the step
 * before with the answers so far, and Escape at any step cancels all of them, so that nothing is stored by halves.
 */

/** The answer of a question whose Back button was pressed. */
export const back = Symbol('back');

/** An answer to one question; undefined if the user canceled. */
export type Answered<Value> = Value | typeof back | undefined;

/** The number of a step, from 1. */
export interface Position {
  step: number;
  totalSteps: number;
}

/** Asks for a part of the answers, given those so far. */
export type Step<Answers> = (answers: Answers, position: Position) => Promise<Answered<Partial<Answers>>>;

/** A step with one question; `partFrom` makes the part from its answer. */
export function createStep<Answers, Value>(
  ask: (answers: Answers, position: Position) => Promise<Answered<Value>>,
  partFrom: (value: Value) => Partial<Answers>,
): Step<Answers> {
  return async (answers, position) => {
    const answer = await ask(answers, position);
    if (answer === undefined) return undefined;
    return answer === back ? back : partFrom(answer);
  };
}

/** Runs the steps in order, starting with defaults; undefined if the user canceled. */
export async function askInSteps<Answers extends object>(
  steps: readonly Step<Answers>[],
  start: Answers,
): Promise<Answers | undefined> {
  let answers = start;
  let index = 0;
  for (;;) {
    const step = steps[index];
    if (step === undefined) return answers;
    const answer = await step(answers, { step: index + 1, totalSteps: steps.length });
    if (answer === undefined) return undefined;
    if (answer === back) {
      index = Math.max(0, index - 1);
    } else {
      answers = { ...answers, ...answer };
      index += 1;
    }
  }
}
