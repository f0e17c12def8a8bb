/**
 * Imports notes of other assistants. A file that has not changed since it was read is not opened. Its position is
 * stored per format, because a file imported as notes may also be a conversation.
 */
import type { Note } from '../../memory/facts/notes.ts';
import { placeOf } from './importReport.ts';
import { reasonForNothing } from '../../importers/fileContent.ts';
import { kindOfFormat } from '../../importers/registry.ts';
import type { ImportFormat } from '../sources/importKind.ts';
import type { ImportedFile, ImportRun } from './importSources.ts';

export async function importNotes(
  { source, file }: ImportedFile,
  { read, hasAlwaysNotes }: Extract<ImportFormat, { shape: 'notes' }>,
  run: ImportRun,
): Promise<void> {
  const { parts, options, tally, callers } = run;
  const { path, bytes, modifiedAt, format } = file;
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
  for await (const note of read(path, source.folder)) {
    if (options.signal?.aborted === true) return;
    isEmpty = false;
    if ('unreadable' in note) {
      isDamaged = true;
      tally.leaveOut({ ...placeOf(note.sourceRef), reason: note.unreadable });
      continue;
    }
    notes.push(note);
  }
  // A Markdown file, such as an index, may legitimately contain no statements.
  const nothing = isEmpty && hasAlwaysNotes === true ? await reasonForNothing(kindOfFormat(format), path) : undefined;
  if (nothing !== undefined) {
    tally.leaveOut({ file: path, line: null, reason: nothing });
    return;
  }
  // A damaged file is read again next time: it may be repaired without a change of its size.
  tally.addNotes(await parts.memory.notes.store(caller, notes, isDamaged ? null : { path: mark, position }, run.noted));
  tally.addReadNotes();
}
