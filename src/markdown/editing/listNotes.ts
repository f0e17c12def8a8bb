/** Lists the reminders and gotchas of every listed project, for people. What cannot be read is named. */
import { basename } from 'node:path';
import type {
  FileTrouble,
  ListedFiles,
  ListedGotcha,
  ListedNotes,
  ListedReminder,
} from '../../memory/entries/editableFiles.ts';
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { Clock, Redact } from '../../memory/shared/ports.ts';
import type { MemoryFileName } from '../../memory/shared/vocabulary.ts';
import { memoryFileNames } from '../../memory/shared/vocabulary.ts';
import { createFileCache } from '../files/fileCache.ts';
import type { FileCache } from '../files/fileCache.ts';
import {
  mindFile,
  memoryFileName,
  mindFolderName,
  readText,
  remindersFileName,
  sessionFileName,
} from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import type { ListedProject } from '../files/projectList.ts';
import { listedProjects } from '../files/projectList.ts';
import { listedGotchas } from '../gotchas/gotchaLines.ts';
import { gotchasFile } from '../gotchas/globalGotchas.ts';
import { listGlobalGotchas } from '../gotchas/listedGlobalGotchas.ts';
import { maxRead } from '../parsing/cleanReader.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { maxRemindersLength } from '../parsing/reminderFile.ts';
import { listedReminders } from '../reminders/listedReminders.ts';
import { remindersIn, todayOf } from '../reminders/reminders.ts';

interface NotesParts {
  files: MindFiles;
  /** The user's home folder. */
  home: string;
  clock: Clock;
  redact: Redact;
  read: ReadMemory;
}

/**
 * Each call reads and parses the files that changed since the last one, because a page that is visible lists them every
 * few seconds.
 */
export function createNotesLister(parts: NotesParts): () => Promise<ListedFiles> {
  const { files, home, redact } = parts;
  const known: Known = {
    reminders: createFileCache(files),
    gotchas: createFileCache(files),
    shared: createFileCache(files),
  };
  return async () => {
    const [list, shared] = await Promise.all([
      tried<readonly ListedProject[]>([], () => listedProjects(files, home)),
      tried<readonly ListedGotcha[]>([], () =>
        known.shared(gotchasFile(home).file, '', () => listGlobalGotchas(files, home, redact)),
      ),
    ]);
    return {
      projects: await Promise.all(list.found.map((project) => notesOf(parts, project, known))),
      shared: { gotchas: shared.found, troubles: shared.troubles },
      troubles: list.troubles,
    };
  };
}

/** What a file has, and what is wrong with it although it can be read. */
interface FileNotes<T> {
  notes: readonly T[];
  troubles: readonly FileTrouble[];
}

interface Known {
  reminders: FileCache<FileNotes<ListedReminder>>;
  gotchas: FileCache<FileNotes<ListedGotcha>>;
  shared: FileCache<readonly ListedGotcha[]>;
}

async function notesOf(parts: NotesParts, { path, name }: ListedProject, known: Known): Promise<ListedNotes> {
  const reminders = await tried(nothing<ListedReminder>(), () => {
    const file = mindFile(path, remindersFileName);
    return known.reminders(file, todayOf(parts.clock), () => remindersOf(parts, file));
  });
  const gotchas = await tried(nothing<ListedGotcha>(), () => {
    const file = mindFile(path, memoryFileName);
    return known.gotchas(file, '', () => gotchasOf(parts, file));
  });
  const gone = await tried([], () => goneFrom(parts.files, path));
  const all = [
    reminders.troubles,
    gotchas.troubles,
    reminders.found.troubles,
    gotchas.found.troubles,
    gone.found,
  ].flat();
  // What is wrong with the folder is wrong with each file.
  const troubles = all.filter(({ message }, place) => all.findIndex((one) => one.message === message) === place);
  return {
    path,
    name: name ?? basename(path),
    reminders: reminders.found.notes,
    gotchas: gotchas.found.notes,
    troubles,
  };
}

function nothing<T>(): FileNotes<T> {
  return { notes: [], troubles: [] };
}

async function remindersOf(parts: NotesParts, file: string): Promise<FileNotes<ListedReminder>> {
  // A relative day counts from when the file was changed.
  const modified = await parts.files.modified(file);
  const text = (await readText(parts.files, file)) ?? '';
  const isCut = text.length > maxRemindersLength;
  return {
    notes: listedReminders(text, remindersIn(text, modified, parts)),
    troubles: [...(isCut ? [cutTrouble(remindersFileName, 'beginning')] : []), ...conflictsIn(remindersFileName, text)],
  };
}

async function gotchasOf({ files, read }: NotesParts, file: string): Promise<FileNotes<ListedGotcha>> {
  const text = (await readText(files, file)) ?? '';
  const isCut = text.length > maxRead;
  return {
    notes: listedGotchas(text, read),
    troubles: [...(isCut ? [cutTrouble(memoryFileName, 'end')] : []), ...conflictsIn(memoryFileName, text)],
  };
}

function cutTrouble(name: MemoryFileName, part: 'beginning' | 'end'): FileTrouble {
  return {
    code: 'invalid_input',
    message: `Only the ${part} of ${mindFolderName}/${name} is read, because the file is long.`,
    remedy: 'Move parts of it that are done to another file.',
    place: { file: name, line: 1 },
  };
}

/** A project whose folder was moved or deleted is still on the list. */
async function goneFrom(files: MindFiles, project: string): Promise<FileTrouble[]> {
  for (const name of [remindersFileName, memoryFileName, sessionFileName]) {
    if ((await files.version(mindFile(project, name))) !== undefined) return [];
  }
  const message = `There are no memory files in ${project}.`;
  return [{ code: 'not_found', message, remedy: { code: 'restore_memory_files' }, place: null }];
}

function conflictsIn(name: MemoryFileName, text: string): FileTrouble[] {
  const [line] = conflictLines(text);
  if (line === undefined) return [];
  return [
    {
      code: 'conflict',
      message: `${mindFolderName}/${name} has an unresolved merge conflict in line ${String(line)}.`,
      remedy: { code: 'resolve_merge_conflict' },
      place: { file: name, line },
    },
  ];
}

async function tried<T>(nothing: T, read: () => Promise<T>): Promise<{ found: T; troubles: FileTrouble[] }> {
  try {
    return { found: await read(), troubles: [] };
  } catch (thrown) {
    return { found: nothing, troubles: [troubleOf(thrown)] };
  }
}

/** What is read needs no assurance that nothing was changed. */
function troubleOf(thrown: unknown): FileTrouble {
  const { code, message, remedy = null, details } = bigMindErrorFrom(thrown);
  const words = typeof remedy === 'string' ? remedy.replace(/^Nothing was (?:changed|written)\. /u, '') : remedy;
  const { file: path } = details;
  const file = memoryFileNames.find((name) => typeof path === 'string' && basename(path) === name);
  return { code, message, remedy: words, place: file === undefined ? null : { file, line: 1 } };
}
