/** Finds the notes of Copilot's memory tool: on the user, and on the project of each workspace. */
import { basename, dirname, join, sep } from 'node:path';
import { withoutPinned } from '../../capture/notes/noteText.ts';
import { filesIn } from '../../capture/sources/sourceFolders.ts';
import type { InStorage } from '../copilot/workspaces.ts';
import { copilotRepoFormat, copilotUserFormat } from './copilotMemory.ts';

const tool = 'memory-tool';
const memories = join(tool, 'memories');
const userNotes = { format: copilotUserFormat, extensions: ['.md', '.txt', ''], isConversation: false } as const;
const repoNotes = { ...userNotes, format: copilotRepoFormat } as const;

export const notesInStorage: InStorage = {
  inWorkspace: async (_, own) =>
    (await Promise.all(own.map((place) => filesIn(join(place, memories, 'repo'), repoNotes)))).flat(),
  inGlobal: async (_, own) => {
    const found = await Promise.all(own.map((place) => filesIn(join(place, memories), userNotes).then(withoutPinned)));
    return [{ title: 'What Copilot noted of you', files: found.flat() }];
  },
};

export function isOfMemoryTool(path: string): boolean {
  return path.includes(`${sep}${tool}${sep}`);
}

export function formatOfNote(path: string): string {
  return basename(dirname(path)) === 'repo' ? copilotRepoFormat : copilotUserFormat;
}
