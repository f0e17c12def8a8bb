/**
 * Finds chats of Gemini CLI: a folder for each project, with one file per chat. A resumed chat can have several
 * files; the first line states which chat a file contains. Chats of sub-agents are in subfolders and are skipped.
 */
import { basename, dirname, join } from 'node:path';
import { foldersByHash } from '../../capture/projects/folderSpelling.ts';
import { projectRootOf } from './geminiChat.ts';
import { conversationNameOf, uncompressedName } from '../../capture/transcripts/openedFile.ts';
import { beginningOf } from '../../capture/transcripts/transcriptFormat.ts';
import { placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, LeaveOut, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import { fileAt, filesByFolder, inPortions, namesIn } from '../../capture/sources/sourceFolders.ts';
import type { LocatedFile } from '../../capture/sources/sourceFolders.ts';

export const geminiFormat = 'gemini-cli';

/** `.gemini` in `GEMINI_CLI_HOME`, or in the home folder. */
export function geminiHome(host: SourceHost): string {
  return join(placeFrom(host, 'GEMINI_CLI_HOME') ?? host.home, '.gemini');
}

/**
 * One source per project. `place` is the home of Gemini, or any folder below it, down to that of one project's chats.
 */
export async function geminiSources(place: string, leaveOut: LeaveOut): Promise<FoundFiles[]> {
  const projects = await Promise.all([join(place, 'tmp'), place].map(projectsIn));
  const folders = [place, join(place, 'chats'), ...projects.flat().map((project) => join(project, 'chats'))];
  const found = await Promise.all(folders.map(chatsIn));
  const chats = await inPortions([...new Set(found.flat())], (path) => chatAt(path, leaveOut));
  return filesByFolder(chats.filter((chat) => chat !== undefined));
}

/** Where Gemini names the folder of chats only by its hash, the folder among `known` or above them that has it. */
export function foldersAmong(known: readonly string[]): (file: SourceFile) => Promise<string | undefined> {
  const byHash = foldersByHash(known);
  return async ({ path }) =>
    byHash.get(basename(dirname(dirname(path)))) ?? byHash.get((await fieldIn(path, 'projectHash')) ?? '');
}

async function projectsIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).folders.map((name) => join(folder, name));
}

async function chatsIn(folder: string): Promise<string[]> {
  const { files } = await namesIn(folder);
  return files.filter((name) => /^session-.*\.jsonl?$/u.test(uncompressedName(name))).map((name) => join(folder, name));
}

async function chatAt(path: string, leaveOut: LeaveOut): Promise<LocatedFile | undefined> {
  const file = await fileAt(path, geminiFormat, await geminiConversationOf(path), leaveOut);
  if (file === undefined) return undefined;
  const isOfSubAgent = /^[^\n]*"kind"\s*:\s*"subagent"/u.test((await beginningOf(path)) ?? '');
  if (!isOfSubAgent) return { file, folder: await projectRootOf(path) };
  leaveOut(path, 'subAgent');
  return undefined;
}

/** The conversation in a chat file, from its first lines; else the file's name without its extension. */
export async function geminiConversationOf(path: string): Promise<string> {
  return (await fieldIn(path, 'sessionId')) ?? conversationNameOf(path);
}

async function fieldIn(path: string, name: 'sessionId' | 'projectHash'): Promise<string | undefined> {
  const field = new RegExp(`"${name}"\\s*:\\s*"(?<value>[^"\\\\\n]+)"`, 'u');
  return field.exec((await beginningOf(path)) ?? '')?.groups?.['value'];
}
