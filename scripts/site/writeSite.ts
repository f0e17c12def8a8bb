import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteFiles } from './buildSite.ts';

/** Writes the site to `folder`, which it empties first. */
export function writeSite(files: SiteFiles, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [target, file] of files) {
    const path = join(folder, target);
    mkdirSync(dirname(path), { recursive: true });
    if ('text' in file) writeFileSync(path, file.text);
    else cpSync(file.copyOf, path);
  }
}
