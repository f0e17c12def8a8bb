/**
 * The files of the page that contain no memories. They are looked up in a list, never by a path from a request, so that
 * no request can leave their folder.
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

/** Each icon of the page links its style sheet anew, and must still find it when the server has ended. */
const kept = ['codicon.css', 'codicon.ttf'];

export interface Asset {
  type: string;
  /** Whether a browser may keep it; what is ours is asked for again, so that a page never mixes two versions. */
  mayBeKept: boolean;
  /** Rejects when the file is not there, which is an installation that lacks a part. */
  read: () => Promise<Buffer>;
}

/** Undefined for every path that is no file of the page. */
export function assetAt(path: string, folder: string): Asset | undefined {
  const name = path.slice(1);
  const type = path.startsWith('/') ? assetTypes.get(name) : undefined;
  return type === undefined
    ? undefined
    : { type, mayBeKept: kept.includes(name), read: () => readFile(join(folder, name)) };
}
