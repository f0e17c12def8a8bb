/**
 * Finds everything on this machine that can be imported, without reading it: conversations of Copilot and Claude Code,
 * their notes, and the memory of the official memory server. Only names, sizes and dates are looked at, and the few lines
 * that tell which project something belongs to. Nothing is changed. Places that are not there are passed over.
 */
import { claudeSources } from './sources/claudeSources.ts';
import { copilotHomeSources, sourcesInUserFolder } from './sources/copilotSources.ts';
import { mcpMemorySources } from './sources/mcpMemorySources.ts';
import type { Source, SourceHost } from './sources/source.ts';
import { userFoldersOf } from './sources/userFolders.ts';

/** The newest first; within a source, files stand in the order in which they are to be read (`richestFirst`). */
export async function findSources(host: SourceHost): Promise<Source[]> {
  const userFolders = await userFoldersOf(host);
  const found = await Promise.all([
    ...userFolders.map(sourcesInUserFolder),
    copilotHomeSources(host),
    claudeSources(host),
    mcpMemorySources(
      host,
      userFolders.map(({ folder }) => folder),
    ),
  ]);
  return found.flat().sort((one, other) => (one.to < other.to ? 1 : -1));
}
