/**
 * Which files are open in VS Code, for the hooks of chats in the same folder: what is known about them matters more to a
 * prompt. One small file for each folder, `cache/open-files/HASH.json` in BigMind's folder: `{"files": ["src/cli.ts"]}`,
 * the active file first. A window writes it and removes it when it closes.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '../util/fingerprint.ts';
import { isRecord } from '../util/parsedValues.ts';
import { makeFolder } from './files/makeFolder.ts';
import { writeWhole } from './files/replaceFile.ts';

const maxFiles = 6;

/** `files` are paths in `folder`; none removes the note. */
export async function noteOpenFiles(home: string, folder: string, files: readonly string[]): Promise<void> {
  const file = fileOf(home, folder);
  if (files.length === 0) {
    await rm(file, { force: true });
    return;
  }
  await makeFolder(join(home, 'cache', 'open-files'), 0o700);
  await writeWhole(file, JSON.stringify({ files: files.slice(0, maxFiles) }));
}

/** Paths in `folder`; empty if no window has it open. Never throws. */
export function openFilesIn(home: string, folder: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(home, folder), 'utf8'));
    const files = isRecord(read) ? read['files'] : undefined;
    return Array.isArray(files) ? files.filter((one) => typeof one === 'string').slice(0, maxFiles) : [];
  } catch {
    // No window has it open.
    return [];
  }
}

/** Windows spells one folder in several ways, such as `c:\` and `C:/`. */
function fileOf(home: string, folder: string): string {
  const spelled = folder.replaceAll('\\', '/').replace(/\/+$/u, '').toLowerCase();
  return join(home, 'cache', 'open-files', `${fingerprint(spelled)}.json`);
}
