/**
 * A small file for each chat with the names about which something is known in its project, so that a hook before a tool
 * call that touches none of them opens no store. The names are hashed, because the file outlives an erasure until the
 * chat's next prompt. A derived file: without it, nothing is said before tool calls.
 */
import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../clients/files/makeFolder.ts';
import { writeWhole } from '../../clients/files/replaceFile.ts';
import { fingerprint } from '../../util/fingerprint.ts';

/** Milliseconds since its last change after which a chat's file is removed. */
const maxAge = 3 * 86_400_000;

/** Of these names, those about which something is known; none if the chat has no file. Never throws. */
export function knownAmong(names: ReadonlySet<string>, home: string, conversation: string): ReadonlySet<string> {
  const known = read(home, conversation);
  return new Set([...names].filter((name) => known.has(fingerprint(name))));
}

/** Rejects with the file system's error. */
export async function noteKnownNames(names: ReadonlySet<string>, home: string, conversation: string): Promise<void> {
  await write(new Set([...names].map(fingerprint)), home, conversation);
}

/** Leaves names out from now on, until they are noted again. Rejects with the file system's error. */
export async function dropNames(names: ReadonlySet<string>, home: string, conversation: string): Promise<void> {
  const known = new Set(read(home, conversation));
  for (const name of names) known.delete(fingerprint(name));
  await write(known, home, conversation);
}

/** Removes the file of a chat that ended, and those of chats that ended without saying so. Never rejects. */
export async function removeKnownNames(home: string, conversation: string, now: Date): Promise<void> {
  await rm(fileOf(home, conversation), { force: true }).catch(() => undefined);
  for (const name of await readdir(folderOf(home)).catch(() => [])) {
    const file = join(folderOf(home), name);
    const changedAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    if (changedAt < now.getTime() - maxAge) await rm(file, { force: true }).catch(() => undefined);
  }
}

async function write(hashes: ReadonlySet<string>, home: string, conversation: string): Promise<void> {
  if (hashes.size === 0) return rm(fileOf(home, conversation), { force: true });
  await makeFolder(folderOf(home), 0o700);
  await writeWhole(fileOf(home, conversation), [...hashes].join('\n'));
}

function read(home: string, conversation: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(fileOf(home, conversation), 'utf8').split('\n'));
  } catch {
    // The chat has none.
    return new Set();
  }
}

function folderOf(home: string): string {
  return join(home, 'cache', 'known-names');
}

function fileOf(home: string, conversation: string): string {
  return join(folderOf(home), `${fingerprint(conversation)}.txt`);
}
