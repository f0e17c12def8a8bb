/**
 * The page's files that contain no memories. They are looked up in a list, never by a path from a request, so no
 * request can leave their folder.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const assetTypes: ReadonlyMap<string, string> = new Map([
  ['page.js', 'text/javascript; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ['theme.css', 'text/css; charset=utf-8'],
  ['codicon.css', 'text/css; charset=utf-8'],
  ['codicon.ttf', 'font/ttf'],
]);

/** Each icon links its style sheet again, and must find it even after the server has ended. */
const kept = ['codicon.css', 'codicon.ttf'];

export interface Asset {
  type: string;
  /**
   * Whether a browser may cache it. Files that change with BigMind are not cached, so that a page never mixes two
   * versions.
   */
  mayBeKept: boolean;
  /** Rejects if the file is missing, because the installation is incomplete. */
  read: () => Promise<Buffer>;
}

/** Undefined for every path that is not a file of the page. */
export function assetAt(path: string, folder: string): Asset | undefined {
  const name = path.slice(1);
  const type = path.startsWith('/') ? assetTypes.get(name) : undefined;
  return type === undefined
    ? undefined
    : { type, mayBeKept: kept.includes(name), read: () => readFile(join(folder, name)) };
}
