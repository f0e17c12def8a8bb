/** The parts of a decision that a keybinding, another command or a test gives. */
import { textArgument, textArguments, textsArgument } from '../shared/arguments.ts';
import type { DecisionAnswers } from './decisionAnswers.ts';
import { alternativesFrom } from './decisionAnswers.ts';

/** Only what is given. `alternatives` is an array, or one text with semicolons. */
export function givenParts(argument: unknown): Partial<DecisionAnswers> {
  const rejected = textArgument(argument, 'alternatives');
  const alternatives =
    textsArgument(argument, 'alternatives') ?? (rejected === undefined ? undefined : alternativesFrom(rejected));
  return {
    ...textArguments(argument, ['title', 'rationale', 'decidedBy', 'project']),
    ...(alternatives !== undefined && { alternatives }),
  };
}
