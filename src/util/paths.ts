/** Paths for display. They can come from another machine, so both kinds of slashes and drive letters are supported. */

const home =
  /^(?:\/(?:home|Users)\/(?!Shared[\\/])[^\\/]+|\/root|[A-Za-z]:[\\/]Users[\\/](?!Public[\\/])[^\\/]+)(?=[\\/])/;
const rooted = /^(?:[\\/]|~[\\/]|[A-Za-z]:[\\/])/;

/** Whether a path is absolute, or starts at the home folder (`~`). */
export function isRooted(path: string): boolean {
  return rooted.test(path);
}

/** Whether a path is absolute on Windows, on a drive or a share. */
export function isWindowsFolder(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/iu.test(path);
}

/** A folder to compare with others: Windows ignores case, and takes both slashes. */
export function comparableFolder(path: string): string {
  return isWindowsFolder(path) ? path.replaceAll('/', '\\').toLowerCase() : path;
}

/**
 * The path relative to the outermost of `folders` that contains it, with forward slashes; any other path unchanged,
 * except that a home folder becomes `~`.
 */
export function pathWithin(folders: readonly string[], path: string): string {
  const outermostFirst = folders.toSorted((one, other) => one.length - other.length);
  const inside = outermostFirst.map((folder) => pathBelow(folder, path)).find((rest) => rest !== undefined);
  return inside ?? path.replace(home, '~');
}

/** Undefined for a path outside, for the folder itself, and if the folder is a root. */
function pathBelow(folder: string, path: string): string | undefined {
  const start = comparable(folder).replace(/\/+$/u, '');
  const whole = comparable(path);
  if (start === '' || /^[a-z]:$/u.test(start) || !whole.startsWith(`${start}/`)) return undefined;
  const rest = whole.slice(start.length).replace(/^\/+/u, '');
  return rest === '' || rest.split('/').includes('..') ? undefined : rest;
}

/** Forward slashes and a lower-case drive letter; the length does not change. */
function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^[A-Z](?=:\/)/u, (letter) => letter.toLowerCase());
}
