/**
 * One spelling for a folder that a program or a person named: as a URI, with the other slashes, with a small drive
 * letter, or with a slash at its end. It need not exist, and may be on another machine. Windows also ignores case; the
 * store compares its folders without it, because only the disk knows which one is right.
 */
import { createHash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import { isWindowsFolder } from '../../util/paths.ts';
import { pathFromUri } from '../transcripts/uriPath.ts';

export function spelledFolder(named: string): string {
  const folder = (pathFromUri(named) ?? named).replace(/^[\\/]{2}[?.][\\/](?:UNC(?=[\\/]))?/iu, (start) =>
    start.length > 4 ? '\\' : '',
  );
  const isShare = process.platform === 'win32' && folder.startsWith('//');
  if (!isShare && !isWindowsFolder(folder)) return folder === '' ? folder : withoutSlash(posix.normalize(folder));
  return withoutSlash(win32.normalize(folder)).replace(/^[a-z](?=:)/u, (drive) => drive.toUpperCase());
}

/** Roots keep their slash. */
function withoutSlash(folder: string): string {
  return folder.replace(/(?<=[^\\/:])[\\/]+$/u, '');
}

/**
 * The folders among `known`, or above them, by the names that Gemini CLI gives to them: the SHA-256 of the path, which
 * it writes in small letters and with forward slashes in some versions on Windows.
 */
export function foldersByHash(known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of new Set(known.flatMap(withFoldersAbove))) {
    const written = [folder, folder.replace(/^[A-Z](?=:)/u, (drive) => drive.toLowerCase()), folder.toLowerCase()];
    for (const text of written.flatMap((one) => [one, one.replaceAll('\\', '/')])) {
      const hash = createHash('sha256').update(text).digest('hex');
      if (!found.has(hash)) found.set(hash, folder);
    }
  }
  return found;
}

function withFoldersAbove(named: string): string[] {
  const first = spelledFolder(named);
  const path = isWindowsFolder(first) ? win32 : posix;
  const folders: string[] = [];
  for (let place = first; place !== path.dirname(place); place = path.dirname(place)) folders.push(place);
  return folders;
}
