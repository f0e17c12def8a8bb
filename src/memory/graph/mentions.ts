/**
 * Finds the places at which a text mentions entities. Precision goes before recall: a name needs a form that no other
 * kind of text has, or a word next to it that says what it is. The time is linear in the length of the text.
 */
import type { FoundEntity } from './entities.ts';
import { entityKey, maxEntityName } from './entities.ts';
import { mentionsInFence, rangesOf } from './fences.ts';
import { cueOf, isIssue, isSpeaker, issuePrefix, personAfter, pullRequestPrefix } from './forms/cues.ts';
import { errorCodeFrom } from './forms/errorCodes.ts';
import { fileFrom, isWholeFileName } from './forms/files.ts';
import { isTicket, linkedFrom } from './forms/issues.ts';
import { isHandle, isScopedPackage, modulePathFrom, packagesIn } from './forms/packages.ts';
import type { Surroundings } from './forms/symbols.ts';
import { isNameable, symbolFrom } from './forms/symbols.ts';
import { wellKnownAt } from './forms/wellKnown.ts';
import { nextPiece } from './pieces.ts';

/** A name at a place of a text. */
export interface Named {
  name: string;
  kind: FoundEntity['kind'];
  /** In UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

export interface Mention extends FoundEntity {
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
const invisible = /[^\P{C}]|[^\P{Z} ]/u;

/** In order of their places. */
export function* mentionsIn(text: string): Generator<Mention> {
  for (const { from, to, isFence } of rangesOf(text)) {
    const found = isFence ? mentionsInFence(text, from, to) : namesIn(text, from, to, 'prose');
    for (const named of found) {
      const mention = mentionFrom(named);
      if (mention !== undefined) yield mention;
    }
  }
}

function mentionFrom({ name: written, kind, start, end }: Named): Mention | undefined {
  const name = kind === 'file' ? shortPath(written) : written;
  if (name === undefined || name.length > maxEntityName || invisible.test(name)) return undefined;
  const key = entityKey(name);
  return key === '' ? undefined : { key, name, kind, start, end };
}

/** The last folders of a long path. */
function shortPath(path: string): string | undefined {
  if (path.length <= maxEntityName) return path;
  const kept = path.slice(-maxEntityName);
  const slash = kept.search(/[\\/]/u);
  return slash === -1 ? undefined : kept.slice(slash + 1);
}

function* namesIn(text: string, from: number, to: number, around: Surroundings): Generator<Named> {
  let at = from;
  for (let piece = nextPiece(text, at, to); piece !== undefined; piece = nextPiece(text, at, to)) {
    at = piece.next;
    if (piece.kind === 'code') yield* namesInSpan(text, piece.start, piece.text);
    else if (piece.kind === 'quoted') yield* quotedPath(piece.text, piece.start);
    else {
      const named = nameOf(text, piece.start, piece.text, around);
      if (named === undefined) continue;
      yield named;
      at = Math.max(at, named.end);
    }
  }
}

function* quotedPath(quoted: string, start: number): Generator<Named> {
  const path = fileFrom(quoted);
  if (path !== undefined) yield { name: path, kind: 'file', start, end: start + quoted.length };
}

/** A code span is one name, or a command or an expression that has names in it. */
function* namesInSpan(text: string, start: number, code: string): Generator<Named> {
  const end = start + code.length;
  const path = /^[A-Za-z]:\\/u.test(code) ? fileFrom(code) : undefined;
  if (path !== undefined) yield { name: path, kind: 'file', start, end };
  else if (/\s/u.test(code)) {
    for (const { name, index } of packagesIn(code)) yield { name, kind: 'package', start: start + index, end };
    yield* withoutArguments(namesIn(text, start, end, 'code'), start + code.indexOf('('), code);
  } else {
    const named = wholeSpan(text, start, code);
    if (named !== undefined) yield named;
    else yield* withoutArguments(namesIn(text, start, end, 'code'), start + code.indexOf('('), code);
  }
}

/** A parameter is known to its function only; types and qualified names in parentheses are kept. */
function* withoutArguments(names: Iterable<Named>, parenthesis: number, code: string): Generator<Named> {
  for (const named of names) {
    const isArgument = code.includes('(') && named.start > parenthesis && /^[a-z_]\w*$/u.test(named.name);
    if (named.kind !== 'symbol' || !isArgument) yield named;
  }
}

function wholeSpan(text: string, start: number, code: string): Named | undefined {
  const named = nameOf(text, start, code, 'code');
  if (named?.end === start + code.length) return named;
  const end = start + code.length;
  if (!/^[\w$@./-]+$/u.test(code)) return undefined;
  const cue = cueOf(text, start, end);
  if (cue === 'symbol' && isNameable(code)) return { name: code, kind: 'symbol', start, end };
  if (cue === 'package' && /^[a-z@][\w./-]{0,80}\w$/u.test(code)) return { name: code, kind: 'package', start, end };
  const project = /^(?<name>[\w-][\w.-]{0,38}\/[\w.-]{1,60}?)(?<version>@v\d[\w.]{0,20})?$/u.exec(code)?.groups;
  if (project?.['name'] === undefined || (cue !== 'project' && project['version'] === undefined)) return undefined;
  return { name: project['name'], kind: 'project', start, end };
}

function nameOf(text: string, start: number, whole: string, around: Surroundings): Named | undefined {
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
