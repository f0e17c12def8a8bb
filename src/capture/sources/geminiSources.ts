/**
 * Finds chats of Gemini CLI: a folder for each project, with one file per chat. A resumed chat can have several
 * files; the first line states which chat a file contains. Chats of sub-agents are in subfolders and are skipped.
 */
import { basename, dirname, join } from 'node:path';
import { foldersByHash } from '../projects/folderSpelling.ts';
import { projectRootOf } from '../transcripts/formats/geminiChat.ts';
import { conversationNameOf, uncompressedName } from '../transcripts/openedFile.ts';
import { beginningOf } from '../transcripts/transcriptFormat.ts';
import { sourcesByFolder } from './codexSources.ts';
import type { LocatedFile } from './codexSources.ts';
import { placeFrom } from './source.ts';
import type { Source, SourceHost } from './source.ts';
import { fileAt, inPortions, namesIn } from './sourceFolders.ts';

/** `.gemini` in `GEMINI_CLI_HOME`, or in the home folder. */
export function geminiHome(host: SourceHost): string {
  return join(placeFrom(host, 'GEMINI_CLI_HOME') ?? host.home, '.gemini');
}

/**
 * One source per project. `place` is the home of Gemini, or any folder below it, down to that of one project's chats.
 */
export async function geminiSources(place: string): Promise<Source[]> {
  const projects = await Promise.all([join(place, 'tmp'), place].map(projectsIn));
  const folders = [place, join(place, 'chats'), ...projects.flat().map((project) => join(project, 'chats'))];
  const found = await Promise.all(folders.map(chatsIn));
  const chats = await inPortions([...new Set(found.flat())], chatAt);
  return sourcesByFolder(
    about,
    chats.filter((chat) => chat !== undefined),
  );
}

const about = { kind: 'gemini-cli', program: 'Gemini CLI' } as const;

/** The same sources. Where Gemini names the folder of chats only by its hash, it is looked up among `known`. */
export async function withKnownFolders(sources: readonly Source[], known: readonly string[]): Promise<Source[]> {
  const isUnknown = ({ kind, folder }: Source): boolean => kind === about.kind && folder === undefined;
  if (!sources.some(isUnknown)) return [...sources];
  const byHash = foldersByHash(known);
  const located = await inPortions(
    sources.filter(isUnknown).flatMap(({ files }) => files),
    async (file) => {
      const named = basename(dirname(dirname(file.path)));
      return { file, folder: byHash.get(named) ?? byHash.get((await fieldIn(file.path, 'projectHash')) ?? '') };
    },
  );
  return [...sources.filter((source) => !isUnknown(source)), ...sourcesByFolder(about, located)];
}

async function projectsIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).folders.map((name) => join(folder, name));
}

async function chatsIn(folder: string): Promise<string[]> {
  const { files } = await namesIn(folder);
  return files.filter((name) => /^session-.*\.jsonl?$/u.test(uncompressedName(name))).map((name) => join(folder, name));
}

async function chatAt(path: string): Promise<LocatedFile | undefined> {
  const file = await fileAt(path, 'gemini-cli', await geminiConversationOf(path));
  return file === undefined ? undefined : { file, folder: await projectRootOf(path) };
}

/** The conversation in a chat file, from its first lines; else the file's name without its extension. */
export async function geminiConversationOf(path: string): Promise<string> {
  return (await fieldIn(path, 'sessionId')) ?? conversationNameOf(path);
}

async function fieldIn(path: string, name: 'sessionId' | 'projectHash'): Promise<string | undefined> {
  const field = new RegExp(`"${name}"\\s*:\\s*"(?<value>[^"\\\\\n]+)"`, 'u');
  return field.exec((await beginningOf(path)) ?? '')?.groups?.['value'];
}
