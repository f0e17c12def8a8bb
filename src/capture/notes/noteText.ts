/** What all readers of notes have in common: how a statement is bounded, what it is about, and how a file is read. */
import { readFile, stat } from 'node:fs/promises';
import { maxNoteLength } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { redact } from '../redaction/redaction.ts';

const maxFileLength = 4 * 1024 * 1024;

/** A file of notes in memory, or why it is none. */
export type NoteFile = { text: string; modifiedAt: string } | { unreadable: string };

export async function readNoteFile(file: string): Promise<NoteFile> {
  const { size, mtime } = await stat(file);
  if (size > maxFileLength) return { unreadable: 'is longer than 4 MB' };
  const bytes = await readFile(file);
  if (bytes.includes(0)) return { unreadable: 'is not UTF-8 text' };
  const text = bytes.toString('utf8').replace(/^\ufeff/u, '');
  return isJson(text) ? { unreadable: 'is JSON and no notes' } : { text, modifiedAt: mtime.toISOString() };
}

/** JSON as a whole, or lines of it; also cut off in the middle. */
function isJson(text: string): boolean {
  if (/^\s*\{\s*"[^"\n]*"\s*:/u.test(text)) return true;
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    // A link or a placeholder at the beginning of a Markdown file is no JSON.
    return false;
  }
}

/** At most 2,000 characters, with a note of what was cut. Secrets go first, since half of one is known by no rule. */
export function boundedStatement(text: string): string {
  const whole = text.trim();
  if (whole.length <= maxNoteLength) return whole;
  const clean = redact(whole).text;
  if (clean.length <= maxNoteLength) return clean;
  const beginning = clean.slice(0, maxNoteLength - 50).replace(/[\ud800-\udbff]$/u, '');
  const left = clean.length - beginning.length;
  return `${beginning}… [${left.toLocaleString('en')} characters more in the file]`;
}

/** What was settled is a decision; everything else that is known of a project is of its codebase. */
export function projectCategory(statement: string): FactCategory {
  return /\b(?:decided|decision|chose|chosen|agreed)\b/iu.test(statement) ? 'decision' : 'codebase';
}
