/**
 * Where opencode keeps its conversations: one database for all projects, in `$XDG_DATA_HOME/opencode` on every platform
 * (`Path.data` of packages/core/src/global.ts of anomalyco/opencode). Another release channel has a file of its own, and
 * OPENCODE_DB names another one.
 */
import { isAbsolute, join } from 'node:path';
import { isOpencodeFile } from './fileContent.ts';
import { placeFrom, sourceOf } from './source.ts';
import type { Source, SourceHost } from './source.ts';
import { fileAt, namesIn } from './sourceFolders.ts';

export function opencodeFolder(host: SourceHost): string {
  return join(placeFrom(host, 'XDG_DATA_HOME') ?? join(host.home, '.local', 'share'), 'opencode');
}

export async function opencodeSources(host: SourceHost): Promise<Source[]> {
  const folder = opencodeFolder(host);
  const named = placeFrom(host, 'OPENCODE_DB');
  const other = named === undefined || named === ':memory:' ? [] : [isAbsolute(named) ? named : join(folder, named)];
  return opencodeSourcesIn(folder, other);
}

/** The databases in a folder, and `others` by their paths. */
export async function opencodeSourcesIn(folder: string, others: readonly string[] = []): Promise<Source[]> {
  const { files: names } = await namesIn(folder);
  const paths = new Set([...names.filter(isOpencodeFile).map((name) => join(folder, name)), ...others]);
  const files = await Promise.all([...paths].map((path) => fileAt(path, 'opencode', null)));
  const source = sourceOf(
    { kind: 'opencode', title: 'Sessions of opencode', program: 'opencode' },
    files.filter((file) => file !== undefined),
  );
  return source === undefined ? [] : [source];
}
