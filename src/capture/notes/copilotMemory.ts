/**
 * The notes that Copilot's own memory tool keeps: `memory-tool/memories/*` in its global storage is what it knows of the
 * user, `memory-tool/memories/repo/*` in a workspace's storage what it knows of the project. Notes of single sessions are
 * thrown away by Copilot itself and are not read.
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
