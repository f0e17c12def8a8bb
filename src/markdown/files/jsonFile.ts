/**
 * The JSON files that BigMind shares with people and other tools, such as those of `~/.mind`. A file that is not what
 * it should be is reported and never replaced.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { editText } from './editText.ts';
import { readText } from './mindFiles.ts';
import type { MindFiles } from './mindFiles.ts';

export interface JsonFile<T> {
  /** Absolute. */
  file: string;
  /** The folder within which no folder may be a link. */
  within: string;
  /** Whether a parsed value is what the file should contain; unknown fields stay. */
  isContent: (value: unknown) => value is T;
  /** The content of a file that does not exist. */
  empty: T;
  /** What the file is, such as `a list of projects`. */
  what: string;
  /** What to do with a file that is something else. */
  remedy: string;
}

/** Rejects with `invalid_input` if the file is something else, and as `MindFiles.read` does. */
export async function readJsonFile<T>(files: MindFiles, json: JsonFile<T>): Promise<T> {
  return (await readJsonText(files, json)).content;
}

/** With its text, which is empty without a file. Rejects as `readJsonFile`. */
export async function readJsonText<T>(files: MindFiles, json: JsonFile<T>): Promise<{ content: T; text: string }> {
  const text = (await readText(files, json.file)) ?? '';
  return { content: parsed(json, text), text };
}

/**
 * Writes what `change` makes of the content; nothing if that is undefined. `change` may be called several times, and has
 * no effects. Keeps the byte order mark, indentation and line ends. Returns whether the file was written. Rejects as
 * `readJsonFile` and `editText` do.
 */
export async function changeJsonFile<T>(
  files: MindFiles,
  json: JsonFile<T>,
  change: (content: T) => T | undefined,
): Promise<boolean> {
  return editText(files, json, (text) => {
    const changed = change(parsed(json, text));
    return { text: changed === undefined ? text : inStyleOf(text, changed), result: changed !== undefined };
  });
}

/** Writes the text that `edit` makes of the content and the text, as `changeJsonFile`; an absent file has no text. */
export async function editJsonText<T>(
  files: MindFiles,
  json: JsonFile<T>,
  edit: (content: T, text: string) => string,
): Promise<void> {
  await editText(files, json, (text) => ({ text: edit(parsed(json, text), text), result: undefined }));
}

function parsed<T>({ file, isContent, empty, what, remedy }: JsonFile<T>, text: string | undefined): T {
  if (text === undefined || text === '') return empty;
  try {
    const content: unknown = JSON.parse(text.replace(/^\ufeff/u, ''));
    if (!isContent(content)) throw new TypeError('The fields are others.');
    return content;
  } catch (cause) {
    throw new BigMindError('invalid_input', `${file} is not ${what}.`, {
      remedy: `Nothing was changed. ${remedy}`,
      details: { file },
      cause,
    });
  }
}

function inStyleOf(text: string, content: unknown): string {
  const indent = /^[ \t]+(?=["[{])/mu.exec(text)?.[0] ?? '  ';
  const json = JSON.stringify(content, null, indent);
  const lastLineEnd = text === '' ? '\n' : (/\r?\n$/u.exec(text)?.[0] ?? '');
  return `${text.startsWith('\ufeff') ? '\ufeff' : ''}${text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json}${lastLineEnd}`;
}
