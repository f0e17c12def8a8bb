/** Claude Code's memory: a folder `memory` for each project. */
import { basename, dirname, join } from 'node:path';
import { noteExtensions, withoutPinned } from '../../capture/notes/noteText.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles, SourceFile } from '../../capture/sources/source.ts';
import { filesIn, foundFile } from '../../capture/sources/sourceFolders.ts';
import { claudeProjectsFolder } from '../claude-code/claudeFolders.ts';
import {
  claudeAgent,
  claudeProjectFolder,
  inEachProject,
  inProject,
  projectsBelow,
} from '../claude-code/claudeProjects.ts';
import { claudeMemoryFormat, readClaudeMemory } from './claudeMemory.ts';

export const claudeMemory: ImportKind = {
  id: 'claude-memory',
  program: 'Claude Code',
  title: "Claude Code's memory",
  imports: "The Markdown files of Claude Code's memory; also a `MEMORY.md` or `CLAUDE.md` by its path",
  one: 'notes of Claude Code',
  none: 'notes of Claude Code',
  icon: 'note',
  unit: 'note',
  formats: { [claudeMemoryFormat]: { shape: 'notes', read: readClaudeMemory } },
  extensions: noteExtensions,
  find: (host) => inEachProject(claudeProjectsFolder(host), memoryIn),
  findIn,
  findFile: (path) => foundFile(path, claudeMemoryFormat, null, about),
  ownsFolder: (folder) => basename(folder) === 'memory',
  markdown: 'notes',
  agent: () => claudeAgent,
};

async function memoryIn(project: string): Promise<SourceFile[]> {
  const wanted = { format: claudeMemoryFormat, extensions: ['.md'], isConversation: false };
  return withoutPinned(await filesIn(join(project, 'memory'), wanted));
}

/** In a project's own folder, and in the home folder of Claude Code or its folder of projects. */
async function findIn(folder: string): Promise<FoundFiles[]> {
  return [...(await inProject(folder, memoryIn)), ...(await inEachProject(await projectsBelow(folder), memoryIn))];
}

/** A `MEMORY.md` or `CLAUDE.md` elsewhere is located in the project that it describes. */
async function about(folder: string): Promise<Omit<FoundFiles, 'files'>> {
  const project = basename(folder) === 'memory' ? await claudeProjectFolder(dirname(folder)) : folder;
  return { title: basename(project ?? folder), folder: project };
}
