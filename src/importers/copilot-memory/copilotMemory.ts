/**
 * Reads the notes of Copilot's own memory tool: notes on the user in `memory-tool/memories/*` of its global storage,
 * and on the project in `memory-tool/memories/repo/*` of a workspace's storage. Notes of single sessions are not
 * read, because Copilot itself deletes them.
 */
import type { ReadNotes } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { notesFromMarkdown } from '../../capture/notes/markdownNotes.ts';
import { readNoteFile } from '../../capture/notes/noteText.ts';

export const copilotUserFormat = 'copilot-user-memory';
export const copilotRepoFormat = 'copilot-repo-memory';

export const readCopilotUserMemory = reader(copilotUserFormat, 'preference');
export const readCopilotRepoMemory = reader(copilotRepoFormat, 'codebase');

function reader(format: string, category: FactCategory): ReadNotes {
  return async function* (file, folder) {
    const read = await readNoteFile(file);
    if ('unreadable' in read) yield { sourceRef: file, unreadable: read.unreadable };
    else yield* notesFromMarkdown(read.text, { file, format, category, modifiedAt: read.modifiedAt, folder });
  };
}
