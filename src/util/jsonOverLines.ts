/** Distinguishes one JSON document over several lines from lines of JSON. */

/** In words that stand behind "it", or behind the name of a file or a line. */
export const jsonOverLines = 'is one JSON document over several lines, where each line has to be one';

/** Whether a text begins with a line that only opens an object or an array. `text` is at least that line and its end. */
export function isJsonOverLines(text: string): boolean {
  return /^\ufeff?\s*(?:\[[^\S\n]*)?[{[][^\S\n]*\n/u.test(text);
}
