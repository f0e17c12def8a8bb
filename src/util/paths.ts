/** Paths as people read them. They may come from another machine, so both kinds of slashes and drive letters are known. */

const home =
  /^(?:\/(?:home|Users)\/(?!Shared[\\/])[^\\/]+|\/root|[A-Za-z]:[\\/]Users[\\/](?!Public[\\/])[^\\/]+)(?=[\\/])/;
const rooted = /^(?:[\\/]|~[\\/]|[A-Za-z]:[\\/])/;

/** Whether a path does not depend on a folder. */
export function isRooted(path: string): boolean {
  return rooted.test(path);
}

/**
 * With slashes and without the outermost of the folders that it lies in; one that lies in none of them stays as it is,
 * with `~` for a person's own folder.
 */
export function pathWithin(folders: readonly string[], path: string): string {
  const outermostFirst = folders.toSorted((one, other) => one.length - other.length);
  const inside = outermostFirst.map((folder) => restBehind(folder, path)).find((rest) => rest !== undefined);
  return inside ?? path.replace(home, '~');
}

/** Undefined for a path outside, for the folder itself, and for a folder that is the root of everything. */
function restBehind(folder: string, path: string): string | undefined {
  const start = comparable(folder).replace(/\/+$/u, '');
  const whole = comparable(path);
  if (start === '' || /^[a-z]:$/u.test(start) || !whole.startsWith(`${start}/`)) return undefined;
  const rest = whole.slice(start.length).replace(/^\/+/u, '');
  return rest === '' || rest.split('/').includes('..') ? undefined : rest;
}

/** Slashes of one kind, and the letter of a drive in one case; nothing changes its length. */
function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^[A-Z](?=:\/)/u, (letter) => letter.toLowerCase());
}
