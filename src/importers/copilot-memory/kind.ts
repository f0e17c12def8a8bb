/** Copilot's memory: the notes of its memory tool. */
import { extname, sep } from 'node:path';
import { noteExtensions } from '../../capture/notes/noteText.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { foundFile } from '../../capture/sources/sourceFolders.ts';
import { copilotAgent } from '../copilot/copilotAgent.ts';
import { inNamedFolder, inUserFolders, projectOfLoose } from '../copilot/workspaces.ts';
import { copilotRepoFormat, copilotUserFormat, readCopilotRepoMemory, readCopilotUserMemory } from './copilotMemory.ts';
import { formatOfNote, isOfMemoryTool, notesInStorage } from './copilotMemorySources.ts';

export const copilotMemory: ImportKind = {
  id: 'copilot-memory',
  program: 'VS Code',
  title: "Copilot's memory",
  imports: "What Copilot's memory tool saved about you and about a project",
  one: 'notes of Copilot',
  none: 'notes of Copilot',
  icon: 'note',
  unit: 'note',
  formats: {
    [copilotUserFormat]: { shape: 'notes', read: readCopilotUserMemory },
    [copilotRepoFormat]: { shape: 'notes', read: readCopilotRepoMemory },
  },
  // The tool sometimes omits the extension.
  extensions: [...noteExtensions, ''],
  find: (host) => inUserFolders(host, notesInStorage),
  findIn: (folder) => inNamedFolder(folder, notesInStorage),
  findFile: (path) => foundFile(path, formatOfNote(path), null, projectOfLoose),
  isAt: (path) => noteExtensions.includes(extname(path).toLowerCase()) && isOfMemoryTool(path),
  ownsFolder: (folder) => isOfMemoryTool(folder + sep),
  markdown: 'notes',
  agent: copilotAgent,
};
