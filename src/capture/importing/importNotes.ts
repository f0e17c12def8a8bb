/** How notes of other assistants come in. A file that was read and has not been written since is not opened. */
import type { Note, NoteFormat } from '../../memory/notes.ts';
import { noteReaderOf } from '../notes/noteReaders.ts';
import { placeOf } from './importReport.ts';
import type { ImportedFile, ImportRun } from './importSources.ts';

/** So many become facts in one transaction. */
const batchSize = 500;

export async function importNotes({ source, file }: ImportedFile, format: NoteFormat, run: ImportRun): Promise<void> {
  const { parts, options, tally, callers } = run;
  const { path, bytes, modifiedAt } = file;
  if (options.wanted?.(callers.projectIn(source.folder)) === false) return;
  const position = { offset: bytes, lastKey: modifiedAt };
  const before = await parts.memory.recording.position(callers.person, path);
  if (before?.offset === position.offset && before.lastKey === position.lastKey) {
    tally.addUnchangedNotes();
    return;
  }
  const caller = await callers.of(format, source.folder);
  let notes: Note[] = [];
  let isDamaged = false;
  for await (const note of noteReaderOf(format)(path, source.folder)) {
    if (options.signal?.aborted === true) return;
    if ('unreadable' in note) {
      isDamaged = true;
      tally.leaveOut({ ...placeOf(note.sourceRef), reason: note.unreadable });
      continue;
    }
    notes.push(note);
    if (notes.length < batchSize) continue;
    tally.addNotes(await parts.memory.notes.store(caller, notes, null));
    notes = [];
  }
  // A file with damage is read again another time: somebody may have mended it without its length telling.
  tally.addNotes(await parts.memory.notes.store(caller, notes, isDamaged ? null : { path, position }));
  tally.addReadNotes();
}
