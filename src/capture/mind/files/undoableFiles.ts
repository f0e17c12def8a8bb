/** Remembers what a change did to a file, and takes it back, also after the file changed elsewhere. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { linesOf } from '../writing/markdownLines.ts';
import { editText } from './editText.ts';
import type { MindFiles } from './mindFiles.ts';

export interface WrittenChange {
  file: string;
  within: string;
  /** Empty if there was no file. */
  before: string;
  after: string;
}

/** The same files. `change` is the last change that was written through them. */
export interface RecordedFiles {
  files: MindFiles;
  change(): WrittenChange | undefined;
}

export function recordedFiles(files: MindFiles): RecordedFiles {
  const read = new Map<string, string>();
  let change: WrittenChange | undefined;
  return {
    files: {
      ...{ modified: (file) => files.modified(file), realPath: (path) => files.realPath(path) },
      version: (file) => files.version(file),
      exclusively: (file, work) => files.exclusively(file, work),
      read: async (file, maxBytes) => {
        const bytes = await files.read(file, maxBytes);
        read.set(file, bytes === undefined ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
        return bytes;
      },
      write: async (file, text, within, isCurrent) => {
        const isWritten = await files.write(file, text, within, isCurrent);
        if (isWritten) change = { file, within, before: read.get(file) ?? '', after: text };
        return isWritten;
      },
    },
    change: () => change,
  };
}

/** Rejects with `conflict` if the lines changed since, and as `editText`; then nothing was written. */
export async function takeBack(files: MindFiles, change: WrittenChange): Promise<void> {
  await editText(files, change, (current) => {
    const text = textBefore(current, change);
    if (text !== undefined) return { text, result: undefined };
    throw new BigMindError('conflict', `${change.file} changed since, so this change cannot be undone.`, {
      remedy: 'Nothing was written. Change it in an editor.',
      details: { file: change.file },
    });
  });
}

/** Undefined if the changed lines are not in the text any more, or more than once. */
export function textBefore(
  current: string,
  { before, after }: Pick<WrittenChange, 'before' | 'after'>,
): string | undefined {
  if (current === after) return before;
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  // The line above and the one below say where lines were that are gone now.
  const part = (lines: string[]): string =>
    lines.slice(Math.max(0, start - 1), lines.length - Math.max(0, end - 1)).join('');
  const [written, original] = [part(now), part(old)];
  const place = onlyPlace(current, written);
  return place === undefined ? undefined : current.slice(0, place) + original + current.slice(place + written.length);
}

/** At the beginning of a line. */
function onlyPlace(text: string, part: string): number | undefined {
  const place = part === '' ? -1 : text.indexOf(part);
  if (place === -1 || text.includes(part, place + 1)) return undefined;
  return place === 0 || text[place - 1] === '\n' ? place : undefined;
}
