/** The memory files that a person edits, with code that is loaded at its first use. */
import type { EditableFiles } from '../../memory/entries/editableFiles.ts';
import { hasFileMemory } from '../files/mindFiles.ts';

export type LoadedEditableFiles = Omit<EditableFiles, 'isStarted'>;

/** `home` is the user's home folder. */
export function lazyEditableFiles(home: string, load: () => Promise<LoadedEditableFiles>): EditableFiles {
  let opened: LoadedEditableFiles | undefined;
  let loading: Promise<LoadedEditableFiles> | undefined;
  const loaded = async (): Promise<LoadedEditableFiles> => (opened = await (loading ??= load()));
  return {
    isStarted: () => hasFileMemory(home),
    list: async () => (await loaded()).list(),
    edit: async (edit) => (await loaded()).edit(edit),
    undo: async (id) => (await loaded()).undo(id),
    forgetChanges: () => opened?.forgetChanges(),
    pathOf: async (project, file) => (await loaded()).pathOf(project, file),
  };
}
