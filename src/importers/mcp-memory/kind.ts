/** The official memory server of the Model Context Protocol: its file. */
import { basename } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { foundFile } from '../../capture/sources/sourceFolders.ts';
import { format, readMcpMemory } from './mcpMemory.ts';
import { mcpMemorySources } from './mcpMemorySources.ts';

export const mcpMemory: ImportKind = {
  id: 'mcp-memory',
  program: 'Memory server',
  title: 'The official memory server',
  imports: 'Its file',
  one: 'notes of the official memory server',
  none: 'notes of the official memory server',
  icon: 'database',
  unit: 'note',
  staysInUse: true,
  formats: { [format]: { shape: 'notes', read: readMcpMemory, hasAlwaysNotes: true } },
  extensions: ['.json', '.jsonl'],
  find: mcpMemorySources,
  findFile: (path) => foundFile(path, format, null, (folder) => ({ title: basename(folder) })),
  recognize: (beginning) => /"type"\s*:\s*"(?:entity|relation)"/u.test(beginning),
  looksLikeAnyJson: true,
  isLined: () => true,
};
