/**
 * Since when a server is used on this computer. What was said before is never delivered, also not in a chat that goes
 * on, and neither is what was said while the server was not used.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { writeWhole } from '../clients/files/replaceFile.ts';
import { serverFolder, serversFolder } from './serverFolder.ts';

const fileName = 'used-since.txt';

/** Begins now if it is not noted. `folder` is that of the server. */
export async function serverUsedSince(folder: string, now: Date): Promise<Date> {
  const file = join(folder, fileName);
  const noted = Date.parse(await readFile(file, 'utf8').catch(() => ''));
  if (!Number.isNaN(noted)) return new Date(noted);
  await makeFolder(folder, 0o700);
  await writeWhole(file, now.toISOString(), 0o600);
  return now;
}

/** Notes which server is used; undefined for none. The use of all others has ended. */
export async function noteServerUse(home: string, address: string | undefined, now: Date): Promise<void> {
  const used = address === undefined ? undefined : serverFolder(home, address).folder;
  const names = await readdir(serversFolder(home)).catch(() => []);
  const others = names.map((name) => join(serversFolder(home), name)).filter((folder) => folder !== used);
  await Promise.all(others.map((folder) => rm(join(folder, fileName), { force: true })));
  if (used !== undefined) await serverUsedSince(used, now);
}
