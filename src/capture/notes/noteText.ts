/** Shared by all readers of notes: bounds the length of a statement, derives its category, and reads a file. */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { maxNoteLength } from '../../memory/facts/notes.ts';
import { pinnedMarkers, withoutOwnBlocks } from '../../memory/archive/ownBlocks.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { redact } from '../redaction/redaction.ts';
import type { SourceFile } from '../sources/source.ts';
import { smallText } from '../sources/sourceFolders.ts';

/** Extensions of files of notes; Copilot's memory tool sometimes omits the extension. */
export const noteExtensions: readonly string[] = ['.md', '.markdown', '.txt'];

const maxFileLength = 4 * 1024 * 1024;

/** In bytes; a longer file has more than pinned facts. */
const maxPinnedLength = 64 * 1024;

/** The text of a file of notes, or the reason why it is not one. */
type NoteFile = { text: string; modifiedAt: string } | { unreadable: string };

export async function readNoteFile(file: string): Promise<NoteFile> {
  const { size, mtime } = await stat(file);
  if (size > maxFileLength) return { unreadable: 'is longer than 4 MB' };
  const bytes = await readFile(file);
  if (bytes.includes(0) || !isUtf8(bytes)) return { unreadable: 'is not UTF-8 text' };
  const text = withoutOwnBlocks(bytes.toString('utf8').replace(/^\ufeff/u, ''));
  return isJson(text) ? { unreadable: 'is JSON and no notes' } : { text, modifiedAt: mtime.toISOString() };
}

/** Drops files with pinned facts and nothing else. */
export async function withoutPinned(files: readonly SourceFile[]): Promise<SourceFile[]> {
  const kept = await Promise.all(
    files.map(async ({ path }) => {
      const text = await smallText(path, maxPinnedLength);
      return !text?.includes(pinnedMarkers.startName) || withoutOwnBlocks(text).trim() !== '';
    }),
  );
  return files.filter((_, place) => kept[place] === true);
}

/** Also true for JSON lines and truncated JSON. */
function isJson(text: string): boolean {
  if (/^\s*\{\s*"[^"\n]*"\s*:/u.test(text)) return true;
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    // A Markdown file may begin with a link or a placeholder, which is not JSON.
    return false;
  }
}

/**
 * Limits a statement to 2,000 characters and states how many were cut. Secrets are removed first, since no rule
 * recognizes half of one.
 */
export function boundedStatement(text: string): string {
  const whole = text.trim();
  if (whole.length <= maxNoteLength) return whole;
  const clean = redact(whole).text;
  if (clean.length <= maxNoteLength) return clean;
  const beginning = clean.slice(0, maxNoteLength - 50).replace(/[\ud800-\udbff]$/u, '');
  const left = clean.length - beginning.length;
  return `${beginning}… [${left.toLocaleString('en')} characters more in the file]`;
}

/** Settled questions are decisions; other project knowledge is about the codebase. */
export function projectCategory(statement: string): FactCategory {
  return /\b(?:decided|decision|chose|chosen|agreed)\b/iu.test(statement) ? 'decision' : 'codebase';
}
