/**
 * A copy of the program in BigMind's own folder, for a command line that runs from the cache of a package runner. Hooks
 * and clients start the copy through the launcher, which is faster than npx and does not depend on that cache.
 */
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { makeFolder } from './files/makeFolder.ts';
import { codeOf } from '../util/fileTrouble.ts';
import { installKindOf, keptFolderName } from './shared/installation.ts';
import { recordedProgram } from './shared/launch.ts';

/** The folders of the package that the program needs, relative to its root. */
const parts = ['dist', 'agent'] as const;

/**
 * The path of the program to record: of a copy in `home` if `programFile` is in the cache of a package runner, else
 * `programFile` itself. Rejects with the file system's error.
 */
export async function lastingProgram(home: string, programFile: string, version: string): Promise<string> {
  return installKindOf(programFile) === 'npx' ? keep(home, programFile, version) : programFile;
}

/** Whether the program is a copy in `home`, which the next installation by a command line replaces. */
export function isKeptIn(home: string, program: string | undefined): boolean {
  return program?.startsWith(join(home, keptFolderName) + sep) === true;
}

/** Whether the program would be copied, although `home` has a copy of a newer version. */
export function isOlderCopy(home: string, programFile: string, version: string): boolean {
  const name = recordedProgram(home)?.slice(join(home, keptFolderName).length + 1) ?? '';
  const kept = /^\d+\.\d+\.\d+/u.exec(name)?.[0];
  return installKindOf(programFile) === 'npx' && kept !== undefined && compareVersions(kept, version) > 0;
}

function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)));
  const differences = (ours ?? []).map((part, index) => part - (theirs?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** In milliseconds. A younger draft may belong to a process that is copying. */
const draftAge = 3_600_000;

/** Removes the copies in `home` that are not recorded. Never rejects: on Windows, a running program stays. */
export async function removeOldCopies(home: string, now: Date): Promise<void> {
  const folder = join(home, keptFolderName);
  const used = recordedProgram(home);
  const names = await readdir(folder).catch(() => []);
  const paths = names.map((name) => join(folder, name)).filter((path) => used?.startsWith(path + sep) !== true);
  const changed = await Promise.all(paths.map(changedAt));
  const isOld = (index: number): boolean => (changed[index] ?? 0) < now.getTime() - draftAge;
  const old = paths.filter((path, index) => !path.endsWith('.tmp') || isOld(index));
  await Promise.all(old.map((path) => rm(path, { recursive: true, force: true }).catch(() => undefined)));
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

/** The name contains a hash, because two builds of one version may differ. A copy is complete once it has its name. */
async function keep(home: string, programFile: string, version: string): Promise<string> {
  const source = resolve(dirname(programFile), '..');
  const target = join(home, keptFolderName, `${version}-${await hashOf(dirname(programFile))}`);
  const draft = `${target}.${String(process.pid)}.tmp`;
  await makeFolder(draft, 0o700);
  for (const part of parts) await cp(join(source, part), join(draft, part), { recursive: true, dereference: true });
  try {
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(thrown) ?? '')) throw thrown;
    // The same copy is there already.
  }
  return join(target, 'dist', 'cli.js');
}

async function hashOf(programFolder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['cli.js', 'shared.js', 'hook.js', 'toolUse.js'])
    hash.update(await readFile(join(programFolder, name)));
  return hash.digest('hex').slice(0, 12);
}
