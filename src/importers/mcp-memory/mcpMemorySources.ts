/**
 * Finds the files of the official memory server. By default, it stores its file inside its own package, so the file
 * in use cannot be determined. So this finds the files that a client's configuration names in `MEMORY_FILE_PATH`.
 * Other files can be imported by their paths.
 */
import { basename, isAbsolute, join } from 'node:path';
import type { FoundFiles, SourceHost } from '../../capture/sources/source.ts';
import { homeward } from '../../capture/sources/source.ts';
import { foundFile, smallText } from '../../capture/sources/sourceFolders.ts';
import { userFoldersOf } from '../../capture/sources/userFolders.ts';
import { format } from './mcpMemory.ts';

const maxConfigLength = 16 * 1024 * 1024;
/** Matches JSON and TOML; the value is a JSON string in both, or a literal TOML string. */
const named = /"?\bMEMORY_FILE_PATH"?\s*[:=]\s*(?<path>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')/gu;

export async function mcpMemorySources(host: SourceHost): Promise<FoundFiles[]> {
  const users = await userFoldersOf(host);
  const own = users.flatMap(({ folder }) => [join(folder, 'mcp.json'), join(folder, 'settings.json')]);
  const texts = await Promise.all(
    [...(host.configFiles ?? []), ...own].map((file) => smallText(file, maxConfigLength)),
  );
  const paths = [...new Set(texts.flatMap((text) => pathsIn(text ?? '', host)))];
  const found = await Promise.all(
    paths.map((path) => foundFile(path, format, null, () => ({ title: basename(path) }))),
  );
  return found.filter((file) => file !== undefined);
}

function pathsIn(config: string, host: SourceHost): string[] {
  return [...config.matchAll(named)]
    .map(({ groups }) => homeward(host, unquoted(groups?.['path'] ?? '')))
    .filter((path) => isAbsolute(path));
}

function unquoted(value: string): string {
  if (value.startsWith("'")) return value.slice(1, -1);
  try {
    return String(JSON.parse(value));
  } catch {
    // A string with an escape that is not valid JSON cannot name a file.
    return '';
  }
}
