/** ZIP archives that depend only on their content: files in order of their names, all with the time of the release. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Zippable } from 'fflate';

/** The bytes of an archive with all files below the folder. */
export function zipped(folder: string, time: Date): Uint8Array {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted();
  // ZIP stores local times. These parts make the same bytes in every time zone.
  const mtime = new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
  const files: Zippable = {};
  for (const name of names) files[name] = [readFileSync(join(folder, name)), { mtime, level: 9 }];
  return zipSync(files);
}
