/** Reads Markdown files that assistants keep in one folder and link to each other. */
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ReadNotes } from '../../memory/facts/notes.ts';
import type { FactCategory } from '../../memory/shared/vocabulary.ts';
import { notesFromMarkdown } from './markdownNotes.ts';
import { readNoteFile } from './noteText.ts';

/** `categoryOf` is the category of a file that does not state one; without it, the words of a statement decide. */
export function memoryFolderReader(
  format: string,
  categoryOf: (file: string) => FactCategory | undefined = () => undefined,
): ReadNotes {
  return async function* (file, folder) {
    const read = await readNoteFile(file);
    if ('unreadable' in read) {
      yield { sourceRef: file, unreadable: read.unreadable };
      return;
    }
    const siblings = new Set(await readdir(dirname(file)));
    siblings.delete(basename(file));
    const category = categoryOf(file);
    yield* notesFromMarkdown(read.text, {
      file,
      format,
      category,
      modifiedAt: read.modifiedAt,
      folder,
      siblings,
    });
  };
}
