/** Whether two paths lead to the same file, whatever links and spellings lead there. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Neither has to be there. */
export function isSamePath(one: string, other: string): boolean {
  return realOf(one) === realOf(other);
}

/** A file that is not there yet lies in a folder that may be. */
function realOf(path: string): string {
  const full = resolve(path);
  for (const known of [full, dirname(full)]) {
    try {
      const real = realpathSync.native(known);
      return known === full ? real : join(real, basename(full));
    } catch {
      // Not there, or not ours to look at.
    }
  }
  return full;
}
