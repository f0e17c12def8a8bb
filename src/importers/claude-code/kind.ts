/**
 * Claude Code: a folder for each project with one transcript per conversation. Transcripts of sub-agents and long tool
 * results are in subfolders and are skipped.
 */
import { basename, join } from 'node:path';
import { fileBeginning } from '../../capture/sources/fileBeginning.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles, LeaveOut, SourceFile } from '../../capture/sources/source.ts';
import { filesIn, foundFile, namesIn } from '../../capture/sources/sourceFolders.ts';
import { lineTimes } from '../../capture/transcripts/lineTimes.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { formatOfText } from '../../capture/transcripts/transcriptFormat.ts';
import { readClaudeCode } from './claudeCode.ts';
import { claudeProjectsFolder } from './claudeFolders.ts';
import { claudeAgent, claudeProjectFolder, inEachProject, inProject, projectsBelow } from './claudeProjects.ts';

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
  find: (host, leaveOut) => inEachProject(claudeProjectsFolder(host), (project) => transcriptsIn(project, leaveOut)),
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

const wanted = { format, extensions: ['.jsonl'], isConversation: true };

async function transcriptsIn(project: string, leaveOut: LeaveOut): Promise<SourceFile[]> {
  const files = await filesIn(project, wanted, leaveOut);
  const { folders } = await namesIn(project);
  const below = await Promise.all(folders.map((name) => filesIn(join(project, name, 'subagents'), wanted)));
  // Older versions stored the transcripts of sub-agents in the same folder.
  const isOfSubAgent = ({ path }: SourceFile): boolean => basename(path).startsWith('agent-');
  for (const { path } of [...files.filter(isOfSubAgent), ...below.flat()]) leaveOut(path, 'subAgent');
  return files.filter((file) => !isOfSubAgent(file));
}

/** In a project's own folder, in the home folder of Claude Code, or in its folder of projects. */
async function findIn(folder: string, leaveOut: LeaveOut): Promise<FoundFiles[]> {
  const filesOf = (project: string): Promise<SourceFile[]> => transcriptsIn(project, leaveOut);
  const own = await inProject(folder, filesOf);
  const found = [...(await recognized(own)), ...(await inEachProject(await projectsBelow(folder), filesOf))];
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
