/**
 * Claude Code: a folder for each project with one transcript per conversation. Transcripts of sub-agents and long tool
 * results are in subfolders and are skipped.
 */
import { basename } from 'node:path';
import { fileBeginning } from '../../sources/fileBeginning.ts';
import type { ImportKind } from '../../sources/importKind.ts';
import type { FoundFiles, SourceFile } from '../../sources/source.ts';
import { filesIn, foundFile } from '../../sources/sourceFolders.ts';
import { lineTimes } from '../../transcripts/lineTimes.ts';
import { conversationNameOf } from '../../transcripts/openedFile.ts';
import { formatOfText } from '../../transcripts/transcriptFormat.ts';
import { readClaudeCode } from './claudeCode.ts';
import {
  claudeAgent,
  claudeProjectFolder,
  claudeProjectsFolder,
  inEachProject,
  inProject,
  projectsBelow,
} from './claudeProjects.ts';

const format = 'claude-code';
const start = /^\s*\{\s*"type"\s*:\s*"(?:summary|file-history-snapshot|queue-operation)"/u;

export const claudeCode: ImportKind = {
  id: 'claude-code',
  program: 'Claude Code',
  title: 'Claude Code',
  imports: 'Conversations of Claude Code, without those of its sub-agents',
  one: 'a conversation of Claude Code',
  none: 'conversation of Claude Code',
  icon: 'terminal',
  unit: 'conversation',
  formats: { [format]: { shape: 'conversation', rank: 20, read: readClaudeCode, timesIn: lineTimes } },
  extensions: ['.jsonl'],
  find: (host) => inEachProject(claudeProjectsFolder(host), transcriptsIn),
  places: (host) => [claudeProjectsFolder(host)],
  findIn,
  findFile: (path) =>
    foundFile(path, format, conversationNameOf(path), async (folder) => ({
      title: basename(folder),
      folder: await claudeProjectFolder(folder),
    })),
  recognize,
  looksLikeAnyFolder: true,
  isLined: () => true,
  agent: () => claudeAgent,
};

function recognize(beginning: string): boolean {
  return start.test(beginning) || formatOfText(beginning) === format;
}

async function transcriptsIn(project: string): Promise<SourceFile[]> {
  const files = await filesIn(project, { format, extensions: ['.jsonl'], isConversation: true });
  // Older versions stored the transcripts of sub-agents in the same folder.
  return files.filter(({ path }) => !basename(path).startsWith('agent-'));
}

/** In a project's own folder, in the home folder of Claude Code, or in its folder of projects. */
async function findIn(folder: string): Promise<FoundFiles[]> {
  const own = await inProject(folder, transcriptsIn);
  const found = [...(await recognized(own)), ...(await inEachProject(await projectsBelow(folder), transcriptsIn))];
  // A folder in which nothing else is found is a project whose files are damaged.
  return found.length > 0 ? found : own;
}

/** Without files of other content, such as the `history.jsonl` in Claude Code's home folder. */
async function recognized(found: readonly FoundFiles[]): Promise<FoundFiles[]> {
  const kept = found.map(async (each) => {
    const are = await Promise.all(each.files.map(async ({ path }) => recognize(await fileBeginning(path))));
    return { ...each, files: each.files.filter((_, place) => are[place] === true) };
  });
  return (await Promise.all(kept)).filter(({ files }) => files.length > 0);
}
