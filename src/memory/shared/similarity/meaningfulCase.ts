/**
 * Where upper and lower case make a difference: flags (`-v` and `-V`), names of variables (`$PATH`, `MAX_SIZE`), calls,
 * escapes (`\d` and `\D`), and everything in a code span. In prose, case is spelling.
 */

const cased =
  /(`+)(?!`)[^]*?(?<!`)\1(?!`)|(?<![\p{L}\p{N}\p{M}_-])(?:--?\p{L}[\w-]*|[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+|[\p{L}_]\w*(?:(?==(?!=))|(?=\(\))))|\$\{?\w+|[\\%]\p{L}(?!\w)/gu;

/** The parts of a text whose case has a meaning, as written. */
export function casedPartsOf(text: string): readonly string[] {
  return text.match(cased) ?? [];
}

/** A text in lower case and single spaces, except where case has a meaning. */
export function foldedCase(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  let folded = '';
  let end = 0;
  for (const { 0: part, index } of plain.matchAll(cased)) {
    folded += plain.slice(end, index).toLowerCase() + part;
    end = index + part.length;
  }
  return folded + plain.slice(end).toLowerCase();
}

/** Whether each has a part that the other has only in another case, as in "curl -o" and "curl -O". */
export function hasOtherCase(ones: readonly string[], others: readonly string[]): boolean {
  const missing = others.filter((part) => !ones.includes(part)).map((part) => part.toLowerCase());
  return missing.length > 0 && ones.some((part) => !others.includes(part) && missing.includes(part.toLowerCase()));
}
