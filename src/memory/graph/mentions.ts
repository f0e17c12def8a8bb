/**
 * Finds the places at which a text mentions entities. Precision goes before recall: a name needs a form that no other
 * kind of text has, or a word next to it that says what it is. The time is linear in the length of the text.
 */
import type { FoundEntity } from './entities.ts';
import { entityKey, maxEntityName } from './entities.ts';
import { mentionsInFence, rangesOf } from './fences.ts';
import { cueOf } from './forms/cues.ts';
import { fileFrom } from './forms/files.ts';
import { packagesIn } from './forms/packages.ts';
import type { Surroundings } from './forms/symbols.ts';
import { isNameable } from './forms/symbols.ts';
import type { Named } from './names.ts';
import { nameOf } from './names.ts';
import { nextPiece } from './pieces.ts';

export interface Mention extends FoundEntity {
  start: number;
  end: number;
}

/** It can have spaces in a code span. */
const windowsPath = /^[A-Za-z]:\\/u;
const oneWord = /^[\w$@./-]+$/u;
const packageLike = /^[a-z@][\w./-]{0,80}\w$/u;
const repository = /^(?<name>[\w-][\w.-]{0,38}\/[\w.-]{1,60}?)(?<version>@v\d[\w.]{0,20})?$/u;
const invisible = /[^\P{C}]|[^\P{Z} ]/u;

/** "[removed: GitHub token]" mentions no GitHub. */
const removalMark = /\[removed: [^\]]*\]/gu;

/** In order of their places. */
export function* mentionsIn(original: string): Generator<Mention> {
  const text = original.replaceAll(removalMark, (mark) => ' '.repeat(mark.length));
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
  const named = wholeSpan(text, start, code);
  if (named !== undefined) {
    yield named;
    return;
  }
  const end = start + code.length;
  for (const { name, index } of packagesIn(code)) yield { name, kind: 'package', start: start + index, end };
  yield* withoutArguments(namesIn(text, start, end, 'code'), start + code.indexOf('('), code);
}

/** A parameter is known to its function only; types and qualified names in parentheses are kept. */
function* withoutArguments(names: Iterable<Named>, parenthesis: number, code: string): Generator<Named> {
  for (const named of names) {
    const isArgument = code.includes('(') && named.start > parenthesis && /^[a-z_]\w*$/u.test(named.name);
    if (named.kind !== 'symbol' || !isArgument) yield named;
  }
}

function wholeSpan(text: string, start: number, code: string): Named | undefined {
  const end = start + code.length;
  const as = (kind: Named['kind'], name = code): Named => ({ name, kind, start, end });
  const path = windowsPath.test(code) ? fileFrom(code) : undefined;
  if (path !== undefined) return as('file', path);
  if (/\s/u.test(code)) return undefined;
  const named = nameOf(text, start, code, 'code');
  if (named?.end === end) return named;
  if (!oneWord.test(code)) return undefined;
  const cue = cueOf(text, start, end);
  if (cue === 'symbol' && isNameable(code)) return as('symbol');
  if (cue === 'package' && packageLike.test(code)) return as('package');
  const { name, version } = repository.exec(code)?.groups ?? {};
  return name === undefined || (cue !== 'project' && version === undefined) ? undefined : as('project', name);
}
