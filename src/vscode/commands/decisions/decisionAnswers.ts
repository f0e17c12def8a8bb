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

/** The parts that make a fact a decision, in the order in which they are asked for. */
export const detailParts: readonly DecisionPart[] = ['rationale', 'decidedBy', 'alternatives'];

/** The parts of a new decision; `project` says whether that of the window is known. */
export function savedParts(project: 'known' | 'unknown'): DecisionPart[] {
  return ['title', ...detailParts, ...(project === 'unknown' ? ['project' as const] : [])];
}

/** One or several texts, separated by semicolons. */
export function alternativesFrom(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((alternative) => alternative.trim())
    .filter((alternative) => alternative !== '');
}
