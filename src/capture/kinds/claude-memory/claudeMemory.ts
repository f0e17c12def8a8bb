/**
 * Reads Claude Code's own memory of a project: `projects/<project>/memory/*.md` in its folder. The index,
 * `MEMORY.md`, may be missing.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ReadNotes } from '../../../memory/facts/notes.ts';
import { notesFromMarkdown } from '../../notes/markdownNotes.ts';
import { readNoteFile } from '../../notes/noteText.ts';

export const claudeMemoryFormat = 'claude-memory';

/** Reads one memory file; also accepts any `MEMORY.md` or `CLAUDE.md` elsewhere. */
export const readClaudeMemory: ReadNotes = async function* (file, folder) {
  const read = await readNoteFile(file);
  if ('unreadable' in read) {
    yield { sourceRef: file, unreadable: read.unreadable };
    return;
  }
  const siblings = new Set(await readdir(dirname(file)));
  siblings.delete(basename(file));
  yield* notesFromMarkdown(read.text, {
    file,
    format: claudeMemoryFormat,
    modifiedAt: read.modifiedAt,
    folder,
    siblings,
  });
};
