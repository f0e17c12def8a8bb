/** The parts of a decision as a user types them. */

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

export type DecisionPart = keyof DecisionAnswers;

/** The parts of a new decision, in the order in which they are asked for; `project` says whether that of the window is known. */
export function savedParts(project: 'known' | 'unknown'): DecisionPart[] {
  return ['title', 'rationale', 'decidedBy', 'alternatives', ...(project === 'unknown' ? ['project' as const] : [])];
}

/** One or several texts, separated by semicolons. */
export function alternativesFrom(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((alternative) => alternative.trim())
    .filter((alternative) => alternative !== '');
}
