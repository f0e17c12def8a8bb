/** What entries from comments, commits and plans have in common. Strangers may have written them. */

/** In characters; a longer statement is a paste. */
export const maxStatement = 1_500;
/** Nobody wrote these for a memory, so they count less than the lines of a memory file. */
export const maxLearnedConfidence = 0.6;
const minWords = 3;
const minHanCharacters = 4;

/** Whether the text can be a statement, and not only a number, a name or a link. */
export function isStatement(text: string): boolean {
  const plain = text.replace(/\b\w+:\/\/\S+/gu, ' ');
  const words = plain.match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? [];
  return words.length >= minWords || (plain.match(/\p{Script=Han}/gu) ?? []).length >= minHanCharacters;
}
