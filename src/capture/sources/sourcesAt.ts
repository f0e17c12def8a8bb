/** What lies at a place that a person picked without saying what it is. */
import { stat } from 'node:fs/promises';
import { extname, sep } from 'node:path';
import { beginningOf } from '../transcripts/transcriptFormat.ts';
import { namedSources } from './namedSources.ts';
import { sourceKinds } from './source.ts';
import type { Source, SourceKind } from './source.ts';

/** Empty for what is none of it, such as an export of ours. `path` is absolute; rejects with the file system's error. */
export async function sourcesAt(path: string): Promise<Source[]> {
  const isFolder = (await stat(path)).isDirectory();
  const kinds = isFolder ? sourceKinds : [await kindOf(path)].filter((kind) => kind !== undefined);
  const found = await Promise.all(kinds.map((kind) => namedSources(kind, path).catch(() => [])));
  return isFolder ? found.flat().filter(({ kind }) => kind !== 'mcp-memory') : found.flat();
}

async function kindOf(path: string): Promise<SourceKind | undefined> {
  switch (extname(path).toLowerCase()) {
    case '.db':
      return 'copilot';
    case '.md':
    case '.txt':
      return path.includes(`${sep}memory-tool${sep}`) ? 'copilot-memory' : 'claude-memory';
    default:
      return kindOfText((await beginningOf(path)) ?? '');
  }
}

function kindOfText(beginning: string): SourceKind | undefined {
  if (/"type"\s*:\s*"(?:entity|relation)"/u.test(beginning)) return 'mcp-memory';
  const isChat = /^\s*\{\s*"kind"\s*:|"(?:responderUsername|requesterUsername|initialLocation)"\s*:/u;
  if (isChat.test(beginning) || /"type"\s*:\s*"session\.start"/u.test(beginning)) return 'copilot';
  return /"(?:sessionId|parentUuid|leafUuid)"\s*:/u.test(beginning) ? 'claude-code' : undefined;
}
