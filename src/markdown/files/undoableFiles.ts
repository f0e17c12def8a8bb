/** Remembers what a change did to a file, and takes it back, also after the file changed elsewhere. */
import { BigMindError } from '../../memory/shared/errors.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { linesOf } from '../writing/markdownLines.ts';
import { editText, refuseConflict } from './editText.ts';
import type { KeptTime } from './editText.ts';
import type { MindFiles } from './mindFiles.ts';

/** The lines that a change touched, with the line above and the one below. The rest of the file is not kept. */
interface ChangedLines {
  /** Where they begin in the whole text, in characters; the same before and after. */
  start: number;
  before: string;
  after: string;
  /** The `fingerprint` of the whole text after the change. */
  whole: string;
}

export interface WrittenChange extends ChangedLines {
  file: string;
  within: string;
  /** Whether there was no file before. */
  isNew: boolean;
  /** When the file was last written before the change; undefined if unknown. */
  modified: Date | undefined;
}

/** The same files. `change` is the last change that was written through them. */
interface RecordedFiles {
  files: MindFiles;
  change(): WrittenChange | undefined;
}

export function recordedFiles(files: MindFiles): RecordedFiles {
  const read = new Map<string, string | undefined>();
  let change: WrittenChange | undefined;
  return {
    files: {
      ...{ modified: (file) => files.modified(file), realPath: (path) => files.realPath(path) },
      version: (file) => files.version(file),
      exclusively: (file, work) => files.exclusively(file, work),
      read: async (file, maxBytes) => {
        const bytes = await files.read(file, maxBytes);
        const text = bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        read.set(file, text);
        return bytes;
      },
      write: async (file, text, within, isCurrent, modified) => {
        const earlier = await files.modified(file);
        const isWritten = await files.write(file, text, within, isCurrent, modified);
        if (!isWritten) return false;
        const before = read.get(file);
        const lines = changedLines(before ?? '', text);
        change = { file, within, isNew: before === undefined, modified: earlier, ...lines };
        return true;
      },
      remove: (file, within, isCurrent) => files.remove(file, within, isCurrent),
    },
    change: () => change,
  };
}

/**
 * Removes a file that the change made, unless it changed since. Rejects with `conflict` if the lines changed since or a
 * merge is unresolved, and as `editText`; then nothing was written.
 */
export async function takeBack(files: MindFiles, change: WrittenChange, keptTime?: KeptTime): Promise<void> {
  const { file, within, isNew } = change;
  await editText(files, { file, within, keptTime }, (current) => {
    refuseConflict(file, conflictLines(current));
    if (isNew && isUntouched(current, change)) return { text: undefined, result: undefined };
    const text = textBefore(current, change);
    if (text !== undefined) return { text, result: undefined };
    throw new BigMindError('conflict', `${file} changed since, so this change cannot be undone.`, {
      remedy: 'Nothing was written. Change it in an editor.',
      details: { file },
    });
  });
}

export function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  // The line above and the one below say where lines were that are gone now.
  const first = Math.max(0, start - 1);
  const part = (lines: string[]): string => lines.slice(first, lines.length - Math.max(0, end - 1)).join('');
  const above = old.slice(0, first).join('').length;
  return { start: above, before: part(old), after: part(now), whole: fingerprint(after) };
}

/** Undefined if the changed lines are not in the text any more, or more than once. */
function textBefore(current: string, change: ChangedLines): string | undefined {
  const { before, after } = change;
  const place = isUntouched(current, change) ? change.start : onlyPlace(current, after);
  return place === undefined ? undefined : current.slice(0, place) + before + current.slice(place + after.length);
}

function isUntouched(current: string, { start, after, whole }: ChangedLines): boolean {
  return current.startsWith(after, start) && fingerprint(current) === whole;
}

/** Of whole lines. */
function onlyPlace(text: string, part: string): number | undefined {
  const place = part === '' ? -1 : text.indexOf(part);
  if (place === -1 || text.includes(part, place + 1)) return undefined;
  return isLineStart(text, place) && isLineStart(text, place + part.length) ? place : undefined;
}

/** The end of the text counts. */
function isLineStart(text: string, place: number): boolean {
  if (place === 0 || place === text.length) return true;
  const [last, next] = [text[place - 1], text[place]];
  return last === '\n' || (last === '\r' && next !== '\n');
}
