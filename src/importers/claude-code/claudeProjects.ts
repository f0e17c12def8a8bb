/**
 * The folder of Claude Code with one folder per project. The name of each is an encoded path that cannot be decoded, so
 * the project's transcripts provide its folder.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FoundFiles, SourceFile } from '../../capture/sources/source.ts';
import { namesIn } from '../../capture/sources/sourceFolders.ts';
import { fieldsFrom, folderFrom } from '../../capture/transcripts/fields.ts';
import { jsonLinesWithin } from '../../capture/transcripts/jsonLines.ts';
import { uncompressedName } from '../../capture/transcripts/openedFile.ts';

/** The name under which hooks record it. */
export const claudeAgent = 'claude-code';

/** The folder with the projects, from the home folder of Claude Code or that folder itself. */
export async function projectsBelow(folder: string): Promise<string> {
  const below = join(folder, 'projects');
  return (await namesIn(below)).folders.length > 0 ? below : folder;
}

/** The files of each project, by how they are found in the project's own folder. */
export async function inEachProject(
  projects: string,
  filesOf: (project: string) => Promise<SourceFile[]>,
): Promise<FoundFiles[]> {
  const { folders } = await namesIn(projects);
  return (await Promise.all(folders.map((name) => inProject(join(projects, name), filesOf)))).flat();
}

/** Empty without files. */
export async function inProject(
  project: string,
  filesOf: (project: string) => Promise<SourceFile[]>,
): Promise<FoundFiles[]> {
  const files = await filesOf(project);
  if (files.length === 0) return [];
  const folder = await claudeProjectFolder(project);
  const title = folder?.split(/[\\/]/u).findLast((part) => part !== '') ?? basename(project);
  return [{ title, folder, files }];
}

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
