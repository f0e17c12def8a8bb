/** The parts of a decision that a keybinding, another command or a test gives. */
import { textArgument, textArguments, textsArgument } from '../shared/arguments.ts';

export interface DecisionAnswers {
  /** What was decided. */
  title: string;
  rationale: string;
  decidedBy: string;
  /** What was rejected. */
  alternatives: readonly string[];
  /** The name or key of the project; undefined for that of the window. */
  project: string | undefined;
}

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

/** One or several texts, separated by semicolons. */
function alternativesFrom(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((alternative) => alternative.trim())
    .filter((alternative) => alternative !== '');
}
