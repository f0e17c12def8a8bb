/**
 * Requests and answers as files, for people who may not connect BigMind to a model, and to compare models: a folder
 * gets each request as `ID.txt`, and a folder has its answer as `ID.txt`.
 */
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';
import { codeOf, fileTrouble } from '../util/fileTrouble.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { maxAnswerLength } from './runProgram.ts';

/** Where requests go. The folder is created with the first of them. Only this user may read it, and them. */
export class RequestFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Replaces the file, so that it is complete at every time. Returns its path. */
  async writeRequest(id: string, text: string): Promise<string> {
    const file = join(this.#folder, fileNameOf(id));
    const partial = `${file}.partial`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(partial, text, { mode: 0o600 });
      await rename(partial, file);
      return file;
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw new BigMindError('invalid_input', `The request cannot be written to ${file}: ${fileTrouble(cause)}.`, {
        remedy: 'Name a folder that you may write to.',
        cause,
      });
    }
  }
}

/** Where answers come from. */
export class AnswerFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined if there is no answer to this request yet; its beginning, if it is very long. */
  async readAnswer(id: string): Promise<string | undefined> {
    const file = join(this.#folder, fileNameOf(id));
    try {
      return await beginningOf(file);
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT' && (await isFolder(this.#folder))) return undefined;
      if (codeOf(cause) === 'ENOENT')
        throw new BigMindError('invalid_input', `There is no folder ${this.#folder}.`, {
          remedy: 'Name a folder that contains the answers as ID.txt, one for each request.',
        });
      throw new BigMindError('invalid_input', `The answer ${file} cannot be read: ${fileTrouble(cause)}.`, {
        remedy: 'Name a folder that contains the answers as ID.txt, one for each request.',
        cause,
      });
    }
  }
}

/** An id that is not a safe file name is changed, and gets a fingerprint, so that it shares a file with no other. */
export function fileNameOf(id: string): string {
  const safe = id.replace(/[^\w-]/gu, '_').slice(0, 80);
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu.test(safe);
  return `${safe === id && safe !== '' && !isReserved ? id : `${safe}-${fingerprint(id)}`}.txt`;
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    // A character has at most four bytes in UTF-8.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxAnswerLength * 4), 0, maxAnswerLength * 4, 0);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    return text.slice(0, maxAnswerLength).toWellFormed();
  } finally {
    await file.close();
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
