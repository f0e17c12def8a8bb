/**
 * Reads the notes of Copilot's own memory tool: notes on the user in `memory-tool/memories/*` of its global storage,
 * and on the project in `memory-tool/memories/repo/*` of a workspace's storage. Notes of single sessions are not
 * read, because Copilot itself deletes them.
 */
import type { NoteFormat, ReadNotes } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { notesFromMarkdown } from './markdownNotes.ts';
import { readNoteFile } from './noteText.ts';

export const readCopilotUserMemory = reader('copilot-user-memory', 'preference');
export const readCopilotRepoMemory = reader('copilot-repo-memory', 'codebase');

function reader(format: NoteFormat, category: FactCategory): ReadNotes {
  return async function* (file, folder) {
    const read = await readNoteFile(file);
    if ('unreadable' in read) yield { sourceRef: file, unreadable: read.unreadable };
    else yield* notesFromMarkdown(read.text, { file, format, category, modifiedAt: read.modifiedAt, folder });
  };
}
