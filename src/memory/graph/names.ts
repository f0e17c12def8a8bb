/** Decides whether one word of a text is a name, by its form and by the words next to it. */
import type { FoundEntity } from './entities.ts';
import { isIssue, isSpeaker, issuePrefix, personAfter, pullRequestPrefix } from './forms/cues.ts';
import { errorCodeFrom } from './forms/errorCodes.ts';
import { fileFrom, isWholeFileName } from './forms/files.ts';
import { isTicket, linkedFrom } from './forms/issues.ts';
import { isHandle, isScopedPackage, modulePathFrom } from './forms/packages.ts';
import type { Surroundings } from './forms/symbols.ts';
import { symbolFrom } from './forms/symbols.ts';
import { wellKnownAt } from './forms/wellKnown.ts';

/** A name at a place of a text. */
export interface Named {
  name: string;
  kind: FoundEntity['kind'];
  /** In UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

/** Most words: no form makes them a name. */
const plainWord = /^[A-Za-z]?[a-z-]*$/;
const hasLetter = /[A-Za-z]/;
/** Also without letters, these can be issues: `#1`, `12`. */
const counting = /^(?:#[1-9]|[1-9]\d)\d*$/;
const library = /^[A-Z][A-Za-z]*\.js$/;
/** Longer runs are data. */
const maxWord = 400;
const trailing = new Set('.:+#@~$\\-/');
/** Another letter next to a name in ASCII: it is a part of a word. Scripts without spaces are not meant. */
const letterBeyond = /[\u00aa-\u02ff\u0370-\u1fff]/;

/**
 * The name that starts with a word. It can have more words, as `GitHub Actions` does, or less than the whole word, which
 * can end in punctuation.
 */
export function nameOf(text: string, start: number, whole: string, around: Surroundings): Named | undefined {
  if (whole.length > maxWord) return undefined;
  const word = trimmed(whole);
  const end = start + word.length;
  if (!hasLetter.test(word)) return counting.test(word) ? numberedName(text, start, word) : undefined;
  const known = wellKnownAt(text, start, word);
  if (known !== undefined && isFree(text, start, start + known.length)) {
    return { name: text.slice(start, start + known.length), kind: known.kind, start, end: start + known.length };
  }
  if (plainWord.test(word) && !isWholeFileName(word)) return word === 'by' ? person(text, start, end) : undefined;
  return numberedName(text, start, word) ?? formedName(text, start, word, around);
}

function person(text: string, start: number, end: number): Named | undefined {
  const found = personAfter(text, start, end);
  return found === undefined ? undefined : { ...found, kind: 'person', end: found.start + found.name.length };
}

/** Issues and codes that consist of several words, and handles: they depend on the words next to them. */
function numberedName(text: string, start: number, word: string): Named | undefined {
  const end = start + word.length;
  if (!/^(?:[#@\d]|HTTP$)/u.test(word) || !isFree(text, start, end)) return undefined;
  if (/^#[1-9]\d{0,5}$/u.test(word)) {
    if (!isIssue(text, start, word.slice(1))) return undefined;
    const from = start - issuePrefix(text, start);
    return { name: text.slice(from, end), kind: 'issue', start: from, end };
  }
  if (/^[1-9]\d{1,5}$/u.test(word)) {
    const from = start - pullRequestPrefix(text, start);
    return from === start ? undefined : { name: text.slice(from, end), kind: 'issue', start: from, end };
  }
  if (word === 'HTTP') {
    const status = /^ [45]\d\d\b/u.exec(text.slice(end, end + 5))?.[0];
    return status === undefined ? undefined : { name: word + status, kind: 'error', start, end: end + status.length };
  }
  const isPerson = /^@[a-z]/u.test(word) && isHandle(word) && isSpeaker(text, start, end);
  return isPerson ? { name: word, kind: 'person', start, end } : undefined;
}

/** Names that their form alone makes certain. */
function formedName(text: string, start: number, word: string, around: Surroundings): Named | undefined {
  const end = start + word.length;
  if (!isFree(text, start, end)) return undefined;
  const as = (kind: Named['kind'], name = word): Named => ({ name, kind, start, end });
  if (isTicket(word)) return as('issue');
  if (errorCodeFrom(word) !== undefined) return as('error');
  if (word.includes('/')) {
    if (isScopedPackage(word)) return isTeam(text, end) ? undefined : as('package');
    const linked = linkedFrom(word);
    if (linked !== undefined) return as(linked.kind, linked.name);
    const modulePath = modulePathFrom(word);
    if (modulePath !== undefined) return as('package', modulePath);
  }
  const path = word.startsWith('http') ? undefined : fileFrom(word);
  // In a sentence, `Chart.js` is a library as often as a file.
  if (path !== undefined && around !== 'code' && library.test(path)) return undefined;
  if (path !== undefined) return as('file', path);
  const symbol = symbolFrom(word, around);
  return symbol === undefined ? undefined : as('symbol', symbol);
}

/** `@owner/name` is also how a review team is written. */
function isTeam(text: string, end: number): boolean {
  return /^`?\s(?:group|team|reviewers?|owners?)\b/iu.test(text.slice(end, end + 12));
}

/** Without the punctuation after a word. */
function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && trailing.has(word[end - 1] ?? '')) end -= 1;
  return word.slice(0, end);
}

/** Not a part of a longer word, a tag, a flag, or what follows a placeholder or a pattern. */
function isFree(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? ''];
  if (letterBeyond.test(before) || letterBeyond.test(after) || before === '-') return false;
  if (before === '<') return /\w/u.test(text[start - 2] ?? '');
  if (before === '*' && text[start - 2] !== '*') return !/[./\\]/u.test(text[start] ?? '');
  return !(/[}>\]]/u.test(before) && /[./\\_]/u.test(text[start] ?? ''));
}
