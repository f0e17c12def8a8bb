/**
 * The files that the tools `memory_export` and `memory_import` touch. A model names them, so an export only ever makes a
 * new file, and both insist on a full path to a `.json` file.
 */
import { open, readFile, rm } from 'node:fs/promises';
import { extname, isAbsolute, join } from 'node:path';
import { BigMindError } from '../memory/errors.ts';
import type { CommandContext } from './command.ts';
import { fileTrouble } from '../util/fileTrouble.ts';

export function exportWriter(context: CommandContext): (text: string, path: string | undefined) => Promise<string> {
  return async (text, path) => {
    const file = path === undefined ? join(context.host.home, usualName(context.now())) : jsonPath('output_path', path);
    try {
      await writeNew(file, text);
      return file;
    } catch (cause) {
      throw new BigMindError('invalid_input', `${file} cannot be written: ${fileTrouble(cause)}.`, {
        remedy: 'Give the full path of a new file in a folder that exists. Nothing was replaced.',
        cause,
      });
    }
  };
}

/** The file is there whole or not at all. Rejects with `EEXIST` when there is one already. */
export async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (thrown) {
    await rm(file, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
}

export async function readImport(path: string): Promise<string> {
  const file = jsonPath('path', path);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new BigMindError('bad_import', `${file} cannot be imported: ${fileTrouble(cause)}.`, {
      remedy: 'Check the path and try again. Nothing was changed.',
      cause,
    });
  }
}

/** `bigmind_export_20260330_091500.json`, in UTC. */
function usualName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).replace(/[-:]/gu, '').split('T');
  return `bigmind_export_${day}_${time}.json`;
}

function jsonPath(field: string, path: string): string {
  const isFull = isAbsolute(path);
  if (isFull && extname(path).toLowerCase() === '.json') return path;
  const what = isFull ? 'does not end in .json' : 'is no full path';
  throw new BigMindError('invalid_input', `${field} is "${path.slice(0, 200)}", which ${what}.`, {
    remedy: 'Give a full path that ends in .json.',
    details: { field },
  });
}
