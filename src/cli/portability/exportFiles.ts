/**
 * Writes and reads the files of exports and imports. If a model names the file, an export only creates a new one in a
 * place that `exportPlaces.ts` allows. An import reads only a regular file: no device, and no pipe that would block
 * forever. Errors never contain the content of a file.
 */
import { constants } from 'node:fs';
import { open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProtected } from '../../capture/protectedFile.ts';
import { refuseOwnStore } from '../../capture/sources/ownStore.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { fileTrouble } from '../../util/fileTrouble.ts';
import type { CommandContext } from '../shared/command.ts';
import type { Places } from './exportPlaces.ts';
import { refusedPlace, spelledOut } from './exportPlaces.ts';

/** Prevents that opening a pipe blocks until it has a writer. Not available on Windows. */
const nonBlocking = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

/** In bytes; a longer text would not fit into one string. */
const maxImportLength = 500_000_000;

export function exportWriter(context: CommandContext): (text: string, path: string | undefined) => Promise<string> {
  return async (text, path) => {
    const places = placesOf(context);
    if (path === undefined) return written(join(context.host.home, defaultName(context.now())), text);
    const file = spelledOut('output_path', path, ['.json'], places);
    await refuseUnlessPlain(file, places);
    return written(file, text);
  };
}

async function written(file: string, text: string): Promise<string> {
  try {
    await writeNew(file, text);
    return file;
  } catch (cause) {
    throw new BigMindError('invalid_input', `${file} cannot be written: ${fileTrouble(cause)}.`, {
      remedy: 'Give the full path of a new file in a folder that exists. Nothing was replaced.',
      cause,
    });
  }
}

/** Checks the path as given, and the real path of its folder, because a link may lead elsewhere. */
async function refuseUnlessPlain(file: string, places: Places): Promise<void> {
  const real = await realpath(dirname(file)).catch(() => undefined);
  const [home, folder, store] = await Promise.all(
    [places.home, places.folder, places.store].map((path) => realpath(path).catch(() => path)),
  );
  const really = { ...places, ...(home && { home }), ...(folder && { folder }), ...(store && { store }) };
  const why =
    refusedPlace(file, places) ?? (real === undefined ? undefined : refusedPlace(join(real, basename(file)), really));
  if (why === undefined) return;
  throw new BigMindError('not_allowed', `${file} ${why}, so no export can be written there from a chat.`, {
    remedy: 'Omit output_path, or ask the user to run: bigmind export --output FILE. Nothing was written.',
    details: { field: 'output_path' },
  });
}

/** Writes the file completely or not at all, readable only by its owner. Rejects with `EEXIST` if it already exists. */
export async function writeNew(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (thrown) {
    await rm(file, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
}

export function importReader(context: CommandContext): (path: string) => Promise<string> {
  return async (path) => {
    const file = spelledOut('path', path, ['.json', '.age'], placesOf(context));
    await refuseOwnStore(file, context.settings.databaseFile);
    const bytes = await readRegular(file);
    if (isProtected(bytes)) {
      throw new BigMindError('bad_import', `${file} is protected by a passphrase, which must not appear in a chat.`, {
        remedy: `Ask the user to run: bigmind import bigmind "${file}". Nothing was changed.`,
      });
    }
    return bytes.toString('utf8');
  };
}

/** Rejects with `bad_import`, which states only the problem with the file. */
export async function readRegular(file: string): Promise<Buffer> {
  const refuse = (what: string, cause?: unknown): BigMindError =>
    new BigMindError('bad_import', `${file} cannot be imported: ${what}.`, {
      remedy: 'Check the path and try again. Nothing was changed.',
      cause,
    });
  const handle = await open(file, constants.O_RDONLY | nonBlocking).catch((cause: unknown) => {
    throw refuse(fileTrouble(cause), cause);
  });
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw refuse('it is a folder');
    if (!found.isFile()) throw refuse('it is not a regular file');
    if (found.size > maxImportLength) throw refuse(`it is larger than ${String(maxImportLength / 1_000_000)} MB`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function placesOf({ host, settings }: CommandContext): Places {
  return { platform: host.platform, home: host.home, folder: process.cwd(), store: dirname(settings.databaseFile) };
}

/** `bigmind_export_20260330_091500.json`, in UTC. */
function defaultName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).replace(/[-:]/gu, '').split('T');
  return `bigmind_export_${day}_${time}.json`;
}
