/**
 * Finds the files of the official memory server. By default, it stores its file inside its own package, so the file
 * in use cannot be determined. So this finds the files that a client's configuration names in `MEMORY_FILE_PATH`.
 * Other files can be imported by their paths.
 */
import { basename, isAbsolute, join } from 'node:path';
import type { Source, SourceHost } from './source.ts';
import { homeward, sourceOf } from './source.ts';
import { fileAt, smallText } from './sourceFolders.ts';

const maxConfigLength = 16 * 1024 * 1024;
/** Matches JSON and TOML; the value is a JSON string in both, or a literal TOML string. */
const named = /"?\bMEMORY_FILE_PATH"?\s*[:=]\s*(?<path>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')/gu;

export async function mcpMemorySources(host: SourceHost, userFolders: readonly string[]): Promise<Source[]> {
  const own = userFolders.flatMap((folder) => [join(folder, 'mcp.json'), join(folder, 'settings.json')]);
  const texts = await Promise.all(
    [...(host.configFiles ?? []), ...own].map((file) => smallText(file, maxConfigLength)),
  );
  const paths = new Set(texts.flatMap((text) => pathsIn(text ?? '', host)));
  const files = await Promise.all([...paths].map((path) => fileAt(path, 'mcp-memory', null)));
  return files.flatMap((file) => {
    if (file === undefined) return [];
    const source = sourceOf({ kind: 'mcp-memory', title: basename(file.path), program: 'Memory server' }, [file]);
    return source === undefined ? [] : [source];
  });
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
