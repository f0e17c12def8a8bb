/**
 * The token of `bigmind serve`: new at each start, unless the user requests a permanent one for the configuration of
 * clients. That one is in a file in BigMind's folder that only its owner can read. It is never on a command line or
 * in the environment, where other programs can see it. A file that others could have read or written is not trusted.
 */
import { constants } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../clients/files/makeFolder.ts';
import { writeWhole } from '../../clients/files/replaceFile.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { NewId } from '../../memory/shared/ports.ts';
import { codeOf, fileTrouble } from '../../util/fileTrouble.ts';
import { inShellQuotes } from '../../util/text.ts';
import { writeNew } from '../portability/exportFiles.ts';

export type TokenChoice = 'fresh' | 'kept' | 'renewed';

interface ServeToken {
  token: string;
  /** The file that stores it; null if it is not stored. */
  file: string | null;
  /**
   * Replaces the old token with a renewed one. Called once the server listens, so that a failed start revokes
   * nothing.
   */
  settle: () => Promise<void>;
}

const newOne = 'bigmind serve --new-token';
/** In characters; longer content is not a token. */
const maxLength = 200;

/** Rejects with `not_allowed` or `invalid_input`, and a remedy, if the file cannot be trusted or written. */
export async function serveToken(choice: TokenChoice, home: string, newId: NewId): Promise<ServeToken> {
  const fresh = newId();
  const file = join(home, 'serve-token');
  const nothing = (): Promise<void> => Promise.resolve();
  switch (choice) {
    case 'fresh':
      return { token: fresh, file: null, settle: nothing };
    case 'kept':
      return { token: (await kept(file)) ?? (await make(file, fresh)), file, settle: nothing };
    case 'renewed':
      return {
        token: fresh,
        file,
        settle: () =>
          put(file, async () => {
            await writeWhole(file, `${fresh}\n`, 0o600);
          }),
      };
  }
}

async function kept(file: string): Promise<string | undefined> {
  let handle;
  try {
    // Does not follow links or wait for the writer of a pipe. These flags are undefined on Windows, and have no effect
    // there.
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw refused(file, 'is not a regular file', `Remove it, or run ${newOne}.`);
    const own = process.getuid?.();
    if (own !== undefined && stat.uid !== own) {
      throw refused(file, 'belongs to another user', `Remove it, or run ${newOne}.`);
    }
    // Windows has no such mode bits; there, the permissions of the user's folder keep others out.
    if (own !== undefined && (stat.mode & 0o077) !== 0) {
      const command = `chmod 600 ${inShellQuotes(file)}`;
      throw refused(
        file,
        'can be read by other users',
        `If another user may have read it, run ${newOne}. Otherwise run ${command}`,
      );
    }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxLength + 2), 0, maxLength + 2, 0);
    const text = buffer.toString('utf8', 0, bytesRead).trim();
    if (bytesRead <= maxLength + 1 && /^[A-Za-z0-9-]{32,200}$/u.test(text)) return text;
    throw new BigMindError('invalid_input', `${file} contains no token.`, {
      remedy: `Run ${newOne} to create one.`,
    });
  } catch (thrown) {
    if (thrown instanceof BigMindError) throw thrown;
    const code = codeOf(thrown);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw refused(file, 'is a link', `Remove it, or run ${newOne}.`);
    throw refused(file, `cannot be read: ${fileTrouble(thrown)}`, 'Check who owns it.', thrown);
  } finally {
    await handle?.close();
  }
}

/** Rejects if another process is faster: the next start finds its token. */
async function make(file: string, token: string): Promise<string> {
  await put(file, () => putNew(file, `${token}\n`));
  return token;
}

/**
 * Written to a draft first: a process that ends while writing must not leave a file without a token, which every
 * later start would refuse.
 */
async function putNew(file: string, content: string): Promise<void> {
  const draft = `${file}.${String(process.pid)}.tmp`;
  await rm(draft, { force: true });
  await writeNew(draft, content);
  try {
    await link(draft, file).catch((thrown: unknown) => {
      // Some file systems and shares do not support hard links.
      if (codeOf(thrown) === 'EEXIST') throw thrown;
      return writeNew(file, content);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the new file survive a loss of power. Windows cannot open folders, and some file systems cannot sync them. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
    // It is as durable as this file system allows.
  } finally {
    await handle?.close();
  }
}

async function put(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await makeFolder(dirname(file), 0o700);
    await write();
    await syncFolder(dirname(file));
  } catch (thrown) {
    throw refused(file, `cannot be written: ${fileTrouble(thrown)}`, 'Check its folder, and start again.', thrown);
  }
}

function refused(file: string, what: string, remedy: string, cause?: unknown): BigMindError {
  return new BigMindError('not_allowed', `The token cannot be kept: ${file} ${what}.`, {
    remedy,
    details: { file },
    cause,
  });
}
