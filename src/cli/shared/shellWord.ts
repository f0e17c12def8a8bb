/** A word of a command that a person copies into a shell. */
import { plainLine } from '../../memory/trust/quoting.ts';
import { inShellQuotes } from '../../util/text.ts';

const bare = /^[\w./@][\w./@-]*$/u;
/** Means the same between double quotes in every shell. */
const harmless = /^[\p{L}\p{N} _.,:;/@#()[\]+-]*$/u;

/** Quoted where a shell needs it; on one line, without invisible characters. */
export function shellWord(text: string): string {
  const word = plainLine(text);
  if (bare.test(word)) return word;
  return harmless.test(word) ? `"${word}"` : inShellQuotes(word);
}
