/**
 * Reads Claude Code's own memory of a project: `projects/<project>/memory/*.md` in its folder. The index,
 * `MEMORY.md`, may be missing. The project name is an encoded path that cannot be decoded, so the project's
 * transcripts provide the folder.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsFrom, folderFrom } from '../transcripts/fields.ts';
import { jsonLinesWithin } from '../transcripts/jsonLines.ts';
import { uncompressedName } from '../transcripts/openedFile.ts';
import { memoryFolderReader } from './memoryFolder.ts';

/** Reads one memory file; also accepts any `MEMORY.md` or `CLAUDE.md` elsewhere. */
export const readClaudeMemory = memoryFolderReader('claude-memory');

/** In bytes. A transcript usually names its folder within its first lines. */
const lookedAt = 256 * 1024;
const maxTranscripts = 5;

/** The folder of a Claude Code project, from its newest transcripts; undefined if none names it. */
export async function claudeProjectFolder(project: string): Promise<string | undefined> {
  for (const file of await newestTranscripts(project)) {
    try {
      for await (const line of jsonLinesWithin(file, 0, lookedAt)) {
        const folder = 'value' in line ? folderFrom(fieldsFrom(line.value)['cwd']) : undefined;
        if (folder !== undefined) return folder;
      }
    } catch {
      // Another transcript may be readable.
    }
  }
  return undefined;
}

async function newestTranscripts(project: string): Promise<string[]> {
  const names = await readdir(project).catch((): string[] => []);
  const found = names
    .filter((name) => uncompressedName(name).endsWith('.jsonl'))
    .map(async (name) => {
      const file = join(project, name);
      return {
        file,
        time: await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      };
    });
  const files = await Promise.all(found);
  return files
    .sort((one, other) => other.time - one.time)
    .slice(0, maxTranscripts)
    .map(({ file }) => file);
}
