/** Whether two paths lead to the same file, through any links and spellings. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Neither file has to exist. */
export function isSamePath(one: string, other: string): boolean {
  return realOf(one) === realOf(other);
}

/** A file that does not exist yet may be in an existing folder. */
function realOf(path: string): string {
  const full = resolve(path);
  for (const known of [full, dirname(full)]) {
    try {
      const real = realpathSync.native(known);
      return known === full ? real : join(real, basename(full));
    } catch {
      // Missing or not accessible.
    }
  }
  return full;
}
