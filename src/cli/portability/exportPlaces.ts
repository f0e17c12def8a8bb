/**
 * Where an export may be written if a program names the path, and which spellings of a path are accepted. A model can
 * be tricked into naming any file, so its exports are limited to ordinary folders of the user or the project. Hidden
 * folders are excluded, because they contain keys, hooks and startup files, and so are folders from which a system
 * runs programs.
 */
import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigMindError } from '../../memory/shared/errors.ts';

export interface Places {
  platform: NodeJS.Platform;
  home: string;
  /** The working folder, which is the project's if a client starts BigMind there. */
  folder: string;
  /** The folder of the store, with its backups. */
  store: string;
}

/** File names that Windows treats as devices, whatever follows the first dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;
/**
 * User folders from which programs run or are configured automatically; the same applies to all that begin with a
 * dot.
 */
const running = /^(?:AppData|Application Data|Start Menu|Startup|Library|node_modules|bin)$/iu;

/**
 * The normalized full path of a file whose name ends with one of `endings`; `~` and `file:` URLs are resolved. Throws
 * an `invalid_input` with the field's name for other paths, paths on another computer, and device names.
 */
export function spelledOut(
  field: string,
  given: string,
  endings: readonly string[],
  places: Pick<Places, 'platform' | 'home'>,
): string {
  const { platform, home } = places;
  const rules = platform === 'win32' ? win32 : posix;
  const refuse = (what: string): never => {
    throw new BigMindError('invalid_input', `${field} is "${given.slice(0, 200)}", which ${what}.`, {
      remedy: `Give a full path on this computer that ends in ${endings.join(' or ')}.`,
      details: { field },
    });
  };
  if (/[\0-\x1f\x7f]/u.test(given)) return refuse('contains characters that are not allowed in a path');
  const path = given.startsWith('file:')
    ? (localPath(given, platform) ?? refuse('is not a file on this computer'))
    : given;
  if (/^(?:\\\\|\/\/)/u.test(path)) return refuse('names another computer or a device');
  if (platform !== 'win32' && /^[a-z]:[\\/]/iu.test(path)) return refuse('is a Windows path');
  const full = path.replace(/^~(?=$|[\\/])/u, () => home);
  if (!rules.isAbsolute(full) || (platform === 'win32' && !/^[a-z]:[\\/]/iu.test(full)))
    return refuse('is not a full path');
  const normal = rules.normalize(full);
  const name = rules.basename(normal);
  if (platform === 'win32' && (devices.test(name) || normal.slice(2).includes(':')))
    return refuse('names a device or a stream');
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending) && name.length > ending.length))
    return refuse(`does not end in ${endings.join(' or ')}`);
  return normal;
}

/** Why a program may not write to a path; undefined if it may. `path` is a result of `spelledOut`. */
export function refusedPlace(path: string, { platform, home, folder, store }: Places): string | undefined {
  const rules = platform === 'win32' ? win32 : posix;
  // The store may be directly in a home or working folder, which is then not reserved for the store.
  const isShared = [home, folder].some((root) => rules.relative(store, root) === '' || within(platform, store, root));
  const own = [...(isShared ? [] : [store]), rules.join(store, 'backups'), rules.join(store, 'damaged')];
  if (own.some((place) => within(platform, place, path) !== undefined)) return 'is in the folder of the database';
  const roots = [folder, home].filter((root) => rules.dirname(root) !== root);
  const rest = roots.map((root) => within(platform, root, path)).find((inside) => inside !== undefined);
  if (rest === undefined) return 'is neither in the home folder nor in the working folder';
  // Within the home folder, the working folder's own path is checked too: it may be in a hidden folder.
  const parts = (within(platform, home, path) ?? rest).split(/[\\/]/u);
  if (parts.some((part) => part.startsWith('.') || running.test(part)))
    return 'is in a folder for settings or for programs';
  return undefined;
}

/** The path relative to a folder, or undefined if it is outside; ignores case on Windows and macOS. */
function within(platform: NodeJS.Platform, folder: string, path: string): string | undefined {
  const rules = platform === 'win32' ? win32 : posix;
  const ignoresCase = platform === 'win32' || platform === 'darwin';
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const rest = rules.relative(fold(rules.normalize(folder)), fold(path));
  if (rest === '' || rest.startsWith('..') || rules.isAbsolute(rest)) return undefined;
  return rest;
}

function localPath(address: string, platform: NodeJS.Platform): string | undefined {
  try {
    const url = new URL(address);
    return url.host === '' ? fileURLToPath(url, { windows: platform === 'win32' }) : undefined;
  } catch {
    // Not an address of a local file.
    return undefined;
  }
}
