/**
 * Source references: where a memory comes from, as agents, people and imports write it. A reference names a file (with
 * lines, a page, a time or a heading), an address, a ticket or a commit; anything else is plain text. Every text is
 * valid when read; only a new one must stay within its folder and have its lines in order.
 */
import { isRooted } from '../../../util/paths.ts';
import { shorten } from '../../../util/text.ts';
import type { BigMindError } from '../errors.ts';
import { limits, refused } from '../input.ts';

/** From 1; both lines belong to the range. */
export interface LineRange {
  first: number;
  last: number;
}

type Place =
  | ({ kind: 'lines' } & LineRange)
  /** Of a document, from 1. */
  | { kind: 'page'; page: number }
  /** In a recording: `hh:mm:ss` or `mm:ss`. */
  | { kind: 'time'; time: string }
  /** As in the address of a web page, such as `next-steps`. */
  | { kind: 'heading'; heading: string };

export interface FileRef {
  kind: 'file';
  /** With forward slashes, and without `.` and `..` unless it leads outside. */
  path: string;
  /** What the path starts from. `outside`: the folder of the project, but it leaves that, so nobody may resolve it. */
  base: 'project' | 'absolute' | 'outside';
  /** Null for the whole file. Lines may be in reverse order. */
  place: Place | null;
  /** The commit in which the place was seen; hexadecimal, at least 7 characters. */
  commit: string | null;
}

export type SourceRef =
  | FileRef
  | { kind: 'url'; url: string }
  /** `ABC-123`, `#123` or `owner/repository#123`. */
  | { kind: 'ticket'; ticket: string }
  | { kind: 'commit'; commit: string }
  /** A sentence, a message of a conversation, or a name that cannot be told from a word, such as `Makefile`. */
  | { kind: 'text'; text: string };

/** The remedy for a file that is not where a reference says. */
const nameFromProjectFolder =
  'Name the file as seen from the project folder, such as src/auth.ts#L42, or give an address, a ticket or a commit.';

const url = /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/iu;
const ticket = /^(?:[A-Z][A-Z0-9_]*-\d+|(?:[\w.-]+\/[\w.-]+)?#\d+)$/u;
/** A number or a word alone is no commit. */
const commit = /^(?:(?=.*[a-f])(?=.*\d)[0-9a-f]{7,40}|[0-9a-f]{64})$/u;
const commitBehind = /^(?<rest>.*[^\s/\\@])@(?<commit>[0-9a-f]{7,40}|[0-9a-f]{64})$/u;

const extension = /\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,10}$/u;
/** Such as `claude-code:`, but not a drive. A drive without a slash is also excluded, because it means another folder. */
const scheme = /^(?![A-Za-z]:[\\/])[A-Za-z][\w+.-]*:/u;

/** Reads every text; one longer than 2,000 characters is plain text. */
export function parseSourceRef(sourceRef: string): SourceRef {
  const text = sourceRef.trim();
  if (text.length > limits.shortText) return { kind: 'text', text };
  if (url.test(text)) return { kind: 'url', url: text };
  if (ticket.test(text)) return { kind: 'ticket', ticket: text };
  if (commit.test(text)) return { kind: 'commit', commit: text };
  return fileRefFrom(text) ?? { kind: 'text', text };
}

/** Throws `invalid_input` for a relative path that leaves its folder, and for lines that are not in order. */
export function requireSourceRef(sourceRef: string): SourceRef {
  const ref = parseSourceRef(sourceRef);
  if (ref.kind !== 'file') return ref;
  if (ref.base === 'outside') throw outsideError(sourceRef);
  if (ref.place?.kind === 'lines') requireOrder(ref.place);
  return ref;
}

/** For a file that the project folder does not contain. */
export function outsideError(sourceRef: string): BigMindError {
  const what = `names a file outside the project folder: ${shorten(sourceRef.trim(), 200)}`;
  return refused('source_ref', what, nameFromProjectFolder);
}

/** The form that is stored: `src/auth.ts#L10-L24@3f2a1b9`. */
export function formatSourceRef(ref: SourceRef): string {
  switch (ref.kind) {
    case 'file':
      return `${ref.path}${placeText(ref.place)}${ref.commit === null ? '' : `@${ref.commit}`}`;
    case 'url':
      return ref.url;
    case 'ticket':
      return ref.ticket;
    case 'commit':
      return ref.commit;
    case 'text':
      return ref.text;
  }
}

function placeText(place: Place | null): string {
  switch (place?.kind) {
    case undefined:
      return '';
    case 'lines':
      return place.first === place.last ? `#L${place.first}` : `#L${place.first}-L${place.last}`;
    case 'page':
      return `#p${place.page}`;
    case 'time':
      return `@${place.time}`;
    case 'heading':
      return `#${place.heading}`;
  }
}

function requireOrder({ first, last }: LineRange): void {
  if (first < 1) throw refused('source_ref', `starts at line ${first}`, 'Lines are numbered from 1.');
  if (last >= first) return;
  const what = `ends at line ${last}, before it starts at line ${first}`;
  throw refused('source_ref', what, 'Give the first line before the last, such as src/auth.ts#L10-L24.');
}

function fileRefFrom(text: string): FileRef | undefined {
  const { rest = text, commit = null } = commitBehind.exec(text)?.groups ?? {};
  const { path: written, place } = placedFrom(rest);
  if (!isPath(written, place)) return undefined;
  return { kind: 'file', ...locate(written), place, commit };
}

interface Placed {
  path: string;
  place: Place | null;
}

/** The forms of a place, each at the end of a text. The one with a colon needs a folder, because hosts have ports. */
const placeForms: readonly [RegExp, (groups: Record<string, string>) => Place][] = [
  [/^(?<path>.+)#L(?<first>\d{1,7})(?:-L?(?<last>\d{1,7}))?$/u, linesFrom],
  [/^(?<path>.*[\\/].*\.[A-Za-z]\w{0,9}):(?<first>\d{1,7})(?:-(?<last>\d{1,7})|:\d{1,7})?$/u, linesFrom],
  [/^(?<path>.+)#p(?<page>\d{1,7})$/u, ({ page }) => ({ kind: 'page', page: Number(page) })],
  [/^(?<path>.+)@(?<time>(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:\.\d{1,3})?)$/u, ({ time = '' }) => ({ kind: 'time', time })],
  [/^(?<path>.+\.[A-Za-z]\w{0,9})#(?<heading>[^\s#]+)$/u, ({ heading = '' }) => ({ kind: 'heading', heading })],
];

function placedFrom(text: string): Placed {
  for (const [form, placeFrom] of placeForms) {
    const { path, ...groups } = form.exec(text)?.groups ?? {};
    if (path !== undefined) return { path, place: placeFrom(groups) };
  }
  return { path: text, place: null };
}

function linesFrom({ first, last = first }: Record<string, string>): Place {
  return { kind: 'lines', first: Number(first), last: Number(last) };
}

/**
 * A file without an extension needs lines or a folder, and one with spaces needs lines or both, because a word or a
 * sentence is no path. A list of references is none either.
 */
function isPath(text: string, place: Place | null): boolean {
  if (text === '' || /[\0-\x1f\x7f]|[,;]\s|#L\d/u.test(text) || scheme.test(text)) return false;
  if (place?.kind === 'lines' || text === '..') return true;
  const [hasFolder, hasExtension] = [/[\\/]/u.test(text), extension.test(text)];
  if (place !== null) return hasExtension;
  return /\s/u.test(text) ? hasFolder && hasExtension : hasFolder || hasExtension;
}

function locate(written: string): Pick<FileRef, 'path' | 'base'> {
  const path = written.replaceAll('\\', '/');
  const start = /^(?:\/{1,2}|~\/|[A-Za-z]:\/)?/u.exec(path)?.[0] ?? '';
  const inside: string[] = [];
  for (const part of path.slice(start.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') inside.push(part);
    // Above a root is the root itself.
    else if (inside.pop() === undefined && !/^\/|:/u.test(start)) return { path, base: 'outside' };
  }
  return { path: start + inside.join('/'), base: isRooted(written) ? 'absolute' : 'project' };
}
