/**
 * Recognizes a file by its content, whatever its name. A user who names the wrong kind gets an error, and nothing is
 * stored from a file that its reader cannot parse, so it can still be imported as its real kind.
 */
import { basename, dirname, extname } from 'node:path';
import { isJsonOverLines, jsonOverLines } from '../util/jsonOverLines.ts';
import { oneLine, shorten } from '../util/text.ts';
import { noteExtensions } from '../capture/notes/noteText.ts';
import { databaseMark, fileBeginning } from '../capture/sources/fileBeginning.ts';
import type { ImportKind } from '../capture/sources/importKind.ts';
import { fieldsFrom } from '../capture/transcripts/fields.ts';
import { kindNamed, kinds } from './registry.ts';

const otherNames: ReadonlyMap<string, string> = new Map([
  ['bigmind', 'an export of BigMind'],
  ['jsonl', 'a conversation in BigMind’s own form (jsonl)'],
  ['notes', 'a Markdown file of notes'],
  ['mind', 'a file of a project memory'],
  ['database', 'a database'],
]);

/** gzip, zip, 7z, bzip2; the first bytes of other archives are not valid text. */
const archive = /^(?:\u001f\ufffd|PK\u0003\u0004|7z\ufffd|BZh\d|\ufffd7zXZ|\(\ufffd\/\ufffd)/u;
/** Of the databases that programs keep. */
export const databaseExtension = '.db';
const ownLine = /^\s*\{[^\n]{0,2000}"(?:session|conversation)"\s*:[^\n]*"(?:content|text)"\s*:/u;

const byContent = [...kinds].sort((one, other) => askedFirst(other) - askedFirst(one));

function askedFirst({ quotesOthers }: ImportKind): number {
  return Number(quotesOthers ?? false);
}

/**
 * The id of a kind, or one of `otherNames`; undefined if the content is not recognized, such as in a broken file.
 * Rejects with the file system's error.
 */
export async function contentOf(path: string): Promise<string | undefined> {
  return contentIn(await fileBeginning(path), path);
}

function contentIn(text: string, path: string): string | undefined {
  if (text.startsWith(databaseMark)) return 'database';
  // A crash leaves zeros in a transcript, too.
  if (text.includes('\0') && !text.includes('{"')) return undefined;
  const kind = byContent.find(({ recognize }) => recognize?.(text));
  if (kind !== undefined) return kind.id;
  if (/^\s*\{\s*"format"\s*:\s*"bigmind"/u.test(text)) return 'bigmind';
  if (ownLine.test(text)) return 'jsonl';
  if (!noteExtensions.includes(extname(path).toLowerCase())) return undefined;
  // What is read from its file must not be copied from it, too.
  return basename(dirname(path)) === '.mind' ? 'mind' : 'notes';
}

/**
 * Why a file is not of a kind, as a predicate that follows its name; undefined if it is, or if its content is not
 * recognized. Rejects with the file system's error.
 */
export async function reasonAgainst(kind: ImportKind, path: string): Promise<string | undefined> {
  if (kind.isInRepository === true) return undefined;
  const text = await fileBeginning(path);
  const content = contentIn(text, path);
  const extension = extname(path).toLowerCase();
  if (kind.markdown !== undefined) {
    if (content === 'notes') return undefined;
    const isNotes = noteExtensions.includes(extension) || kind.extensions.includes(extension);
    // Notes may quote lines of a conversation; the reader of notes refuses files that are entirely JSON.
    const isOther = content === 'database' || content === 'mind' || kindNamed(content)?.quotesOthers === true;
    if (isNotes && !isOther) return undefined;
    const rule = `${kind.markdown} are Markdown files (${noteExtensions.join(', ')})`;
    return `${holdsNone(kind)}; ${content === undefined ? rule : `it looks like ${nameOf(content)}`}`;
  }
  if (archive.test(text)) return 'is compressed; decompress it first';
  if (content === undefined && kind.isLined?.(path) === true && isJsonOverLines(text))
    return `${holdsNone(kind)}; it ${jsonOverLines}`;
  const isOfKind = content === kind.id || (content === 'database' && kind.extensions.includes(databaseExtension));
  if (content === undefined || isOfKind) return undefined;
  return `${holdsNone(kind)}; it looks like ${nameOf(content)}`;
}

/** The reason to report for a file in which a reader found nothing; undefined if the file is of that kind. */
export async function reasonForNothing(kind: ImportKind, path: string): Promise<string | undefined> {
  const text = await fileBeginning(path);
  return contentIn(text, path) === kind.id ? undefined : `${holdsNone(kind)}; ${unknownText(kind, text)}`;
}

/** Describes a file of an unknown program. */
function unknownText({ looksLikeAnyJson }: ImportKind, text: string): string {
  const fields = looksLikeAnyJson === true ? [] : fieldsOfFirstLine(text);
  if (fields.length === 0) return 'it may be damaged';
  return `it looks like a file of another program, whose first line has ${fields.join(', ')}`;
}

/** At most five; empty if the line is not a JSON object, or exceeds the part that was read. */
function fieldsOfFirstLine(text: string): string[] {
  try {
    const names = Object.keys(fieldsFrom(JSON.parse(text.split('\n')[0] ?? '')));
    return names.slice(0, 5).map((name) => `"${shorten(oneLine(name), 40)}"`);
  } catch {
    // Only JSON has fields to name.
    return [];
  }
}

export function holdsNone({ none }: ImportKind): string {
  return `contains no ${none}`;
}

function nameOf(content: string): string {
  return kindNamed(content)?.one ?? otherNames.get(content) ?? content;
}

/**
 * The kind of a file that is recognized by its path only: by its place, or else the first one that takes any Markdown.
 */
export function kindByPath(path: string): ImportKind | undefined {
  const placed = kinds.find(({ isAt }) => isAt?.(path));
  const isNotes = noteExtensions.includes(extname(path).toLowerCase());
  return placed ?? (isNotes ? kinds.find(({ markdown }) => markdown !== undefined) : undefined);
}

/** The command that imports the file as its real kind, for a user who named another. */
export function importedAs(path: string, content: string | undefined): string | undefined {
  const kind = content === 'database' || content === 'notes' ? kindByPath(path)?.id : content;
  const isNotes = content === 'database' && kindNamed(kind)?.markdown !== undefined;
  return kind === undefined || isNotes ? undefined : `bigmind import ${kind} ${basename(path)}`;
}
