/** Distinguishes a JSON document over several lines from JSON lines. */

/** A predicate that follows "it", or the name of a file or a line. */
export const jsonOverLines = 'is one JSON document over several lines, where each line has to be one';

/**
 * Whether a text starts with a line that only opens an object or an array. `text` must include that line with its end.
 */
export function isJsonOverLines(text: string): boolean {
  return /^\ufeff?\s*(?:\[[^\S\n]*)?[{[][^\S\n]*\n/u.test(text);
}
