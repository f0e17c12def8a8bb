/**
 * Finds conversations of opencode: one database for all projects, and before version 1.2 one file per session, in
 * `$XDG_DATA_HOME/opencode` on every platform (`Path.data` of packages/core/src/global.ts of anomalyco/opencode).
 * Each other release channel has its own database, and OPENCODE_DB may name another one.
 */
import { basename, isAbsolute, join } from 'node:path';
import { placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import { fileAt, filesIn, namesIn } from '../../capture/sources/sourceFolders.ts';

export const opencodeFormat = 'opencode';
export const opencodeTitle = 'Sessions of opencode';

/** opencode's database names begin with `opencode` and may include the release channel. */
export function isOpencodeFile(path: string): boolean {
  return /^opencode.*\.db$/u.test(basename(path));
}

export function opencodeFolder(host: SourceHost): string {
  return join(placeFrom(host, 'XDG_DATA_HOME') ?? join(host.home, '.local', 'share'), 'opencode');
}

export async function opencodeSources(host: SourceHost): Promise<FoundFiles[]> {
  const folder = opencodeFolder(host);
  const named = placeFrom(host, 'OPENCODE_DB');
  const other = named === undefined || named === ':memory:' ? [] : [isAbsolute(named) ? named : join(folder, named)];
  return opencodeSourcesIn(folder, other);
}

/** The databases in a folder, and those at the paths `others`. */
export async function opencodeSourcesIn(folder: string, others: readonly string[] = []): Promise<FoundFiles[]> {
  const { files: names } = await namesIn(folder);
  const paths = new Set([...names.filter(isOpencodeFile).map((name) => join(folder, name)), ...others]);
  const databases = await Promise.all([...paths].map((path) => fileAt(path, opencodeFormat, null)));
  // Only some versions moved the older storage into the database, under the same names.
  const files = [...databases, ...(await olderSessionsIn(folder))];
  return [{ title: opencodeTitle, files: files.filter((file) => file !== undefined) }];
}

/** The session files of the older storage, in the opencode folder or in its `storage`. */
async function olderSessionsIn(folder: string): Promise<SourceFile[]> {
  for (const sessions of [join(folder, 'storage', 'session'), join(folder, 'session')]) {
    const { folders: projects } = await namesIn(sessions);
    const wanted = { format: opencodeFormat, extensions: ['.json'], isConversation: true };
    const found = await Promise.all(projects.map((name) => filesIn(join(sessions, name), wanted)));
    const files = found.flat().filter(({ path }) => basename(path).startsWith('ses_'));
    if (files.length > 0) return files;
  }
  return [];
}
