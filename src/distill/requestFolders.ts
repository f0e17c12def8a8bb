/**
 * Requests and answers as files, `ID.txt` in a folder: for machines on which no model may be called by a program, and to
 * measure with answers of any model.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';

/** Creates the folder, and replaces a file of the same name. Rejects with `invalid_input` if that is not possible. */
export async function writeRequest(folder: string, id: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, fileNameOf(id)), text);
  } catch (cause) {
    throw unusable('written to', folder, cause);
  }
}

/** Undefined if there is no such file. Rejects with `invalid_input` if it cannot be read. */
export async function readAnswer(folder: string, id: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, fileNameOf(id)), 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw unusable('read', folder, cause);
  }
}

/** An id can be any text that a client chose. */
function fileNameOf(id: string): string {
  return `${id
    .replaceAll(/[^\w.-]/gu, '_')
    .replace(/^\.+/u, '_')
    .slice(0, 200)}.txt`;
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function unusable(what: string, folder: string, cause: unknown): BigMindError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const remedy = 'Give a folder that you may read and write. Nothing was learned.';
  return new BigMindError('invalid_input', `The folder ${folder} cannot be ${what}: ${why}.`, { remedy, cause });
}
