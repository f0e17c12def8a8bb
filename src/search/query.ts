/**
 * A question as search terms. Operators of full-text engines mean nothing here: every question is plain text, and any
 * of its words may match.
 */
import { wordsOf } from './words.ts';

const mostTerms = 64;

/** Words that say how something is asked rather than what, already stemmed as `wordsOf` does. */
const furnitureText =
  'a an and are as at be been but by can could did do does doing for from had has have he her hers him his how i if in into is it ' +
  'its just me might more most my of on or our she should so some such than that the their them then there these they this ' +
  'those to too us was we were what when where which while who whom whose why will with would you your about also any ' +
  'shall may must not no nor only own same very am im dont didnt doesnt ive youre thats whats remember tell know please';

let known: ReadonlySet<string> | undefined;

/** Made at the first question: it compiles large patterns, for which a server's handshake should not wait. */
function furniture(): ReadonlySet<string> {
  known ??= new Set(wordsOf(furnitureText));
  return known;
}

/** Distinct terms in the order asked, furniture left out unless there is nothing else. At most 64. */
export function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))];
  const content = words.filter((word) => !furniture().has(word) && (!isLoneCharacter(word) || words.length === 1));
  return (content.length > 0 ? content : words).slice(0, mostTerms);
}

/** Single characters of unspaced scripts carry little once their pairs are asked for. */
function isLoneCharacter(word: string): boolean {
  return Array.from(word).length === 1 && /[^\p{ASCII}]/u.test(word);
}
