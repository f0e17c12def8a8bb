/**
 * How notes of other assistants come in. A file that was read and has not been written since is not opened; that it was
 * read is noted for its format alone, because a file that was taken for notes may be a conversation.
 */
import type { Note, NoteFormat } from '../../memory/facts/notes.ts';
import { noteReaderOf } from '../notes/noteReaders.ts';
import { placeOf } from './importReport.ts';
import { reasonForNothing } from '../sources/fileContent.ts';
import type { ImportedFile, ImportRun } from './importSources.ts';

export async function importNotes({ source, file }: ImportedFile, format: NoteFormat, run: ImportRun): Promise<void> {
  const { parts, options, tally, callers } = run;
  const { path, bytes, modifiedAt } = file;
  const project = callers.projectIn(source.folder);
  if (options.wanted?.(project) === false) {
    tally.passOver(project);
    return;
  }
  const mark = `${path}#${format}`;
  const position = { offset: bytes, lastKey: modifiedAt };
  const before = await parts.memory.recording.position(callers.person, mark);
  if (before?.offset === position.offset && before.lastKey === position.lastKey) {
    tally.addUnchangedNotes();
    return;
  }
  const caller = await callers.of(format, source.folder);
  const notes: Note[] = [];
  let isDamaged = false;
  let isEmpty = true;
  for await (const note of noteReaderOf(format)(path, source.folder)) {
    if (options.signal?.aborted === true) return;
    isEmpty = false;
    if ('unreadable' in note) {
      isDamaged = true;
      tally.leaveOut({ ...placeOf(note.sourceRef), reason: note.unreadable });
      continue;
    }
    notes.push(note);
  }
  // A file of Markdown may well say nothing, such as an index.
  const nothing =
    isEmpty && (format === 'mcp-memory' || format === 'beads') ? await reasonForNothing(format, path) : undefined;
  if (nothing !== undefined) {
    tally.leaveOut({ file: path, line: null, reason: nothing });
    return;
  }
  // A file with damage is read again another time: somebody may have mended it without its length telling.
  tally.addNotes(await parts.memory.notes.store(caller, notes, isDamaged ? null : { path: mark, position }));
  tally.addReadNotes();
}
