/** Lists the reminders and gotchas of every listed project, for people. What cannot be read is named. */
import { basename } from 'node:path';
import type {
  FileTrouble,
  ListedFiles,
  ListedGotcha,
  ListedNotes,
  ListedReminder,
} from '../../../memory/entries/editableFiles.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Clock, Redact } from '../../../memory/shared/ports.ts';
import { memoryFileNames } from '../../../memory/shared/vocabulary.ts';
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
import { listGlobalGotchas } from '../gotchas/listedGlobalGotchas.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { listedReminders } from '../reminders/listedReminders.ts';
import { readReminders, todayOf } from '../reminders/reminders.ts';

export interface NotesParts {
  files: MindFiles;
  /** The user's home folder. */
  home: string;
  clock: Clock;
  redact: Redact;
  read: ReadMemory;
}

/** Each call reads the files, and parses those that changed, because a page that is visible lists them every few seconds. */
export function createNotesLister(parts: NotesParts): () => Promise<ListedFiles> {
  const known: Known = { reminders: new Map(), gotchas: new Map() };
  return () => listNotes(parts, known);
}

/** By project, with the text from which they were read. */
interface Known {
  reminders: Map<string, { from: string; found: readonly ListedReminder[] }>;
  gotchas: Map<string, { from: string; found: readonly ListedGotcha[] }>;
}

async function listNotes(parts: NotesParts, known: Known): Promise<ListedFiles> {
  const { files, home, redact } = parts;
  const [list, shared] = await Promise.all([
    tried<readonly ListedProject[]>([], () => listedProjects(files, home)),
    tried([], () => listGlobalGotchas(files, home, redact)),
  ]);
  return {
    projects: await Promise.all(list.found.map((project) => notesOf(parts, project, known))),
    shared: { gotchas: shared.found, troubles: shared.troubles },
    troubles: list.troubles,
  };
}

async function notesOf(parts: NotesParts, { path, name }: ListedProject, known: Known): Promise<ListedNotes> {
  const { files, read } = parts;
  const reminders = await tried<readonly ListedReminder[]>([], async () => {
    const file = mindFile(path, remindersFileName);
    const text = (await readText(files, file)) ?? '';
    // A relative day counts from when the file was changed.
    const from = `${todayOf(parts.clock)} ${String((await files.modified(file))?.getTime())} ${text}`;
    return once(known.reminders, path, from, async () =>
      listedReminders(text, await readReminders(files, path, parts)),
    );
  });
  const gotchas = await tried<readonly ListedGotcha[]>([], async () => {
    const text = (await readText(files, mindFile(path, memoryFileName))) ?? '';
    return once(known.gotchas, path, text, () => Promise.resolve(listedGotchas(text, read)));
  });
  const merges = await tried([], () => conflictsOf(files, path));
  const gone = await tried([], () => goneFrom(files, path));
  // What is wrong with the folder is wrong with each file.
  const all = [...reminders.troubles, ...gotchas.troubles, ...merges.found, ...gone.found];
  const troubles = all.filter(({ message }, place) => all.findIndex((one) => one.message === message) === place);
  return { path, name: name ?? basename(path), reminders: reminders.found, gotchas: gotchas.found, troubles };
}

/** A project whose folder was moved or deleted is still on the list. */
async function goneFrom(files: MindFiles, project: string): Promise<FileTrouble[]> {
  for (const name of [remindersFileName, memoryFileName, sessionFileName]) {
    if ((await files.read(mindFile(project, name), Infinity)) !== undefined) return [];
  }
  const message = `There are no memory files in ${project}.`;
  return [{ code: 'not_found', message, remedy: { code: 'restore_memory_files' }, place: null }];
}

async function once<T>(
  known: Map<string, { from: string; found: T }>,
  project: string,
  from: string,
  read: () => Promise<T>,
): Promise<T> {
  const last = known.get(project);
  if (last?.from === from) return last.found;
  const found = await read();
  known.set(project, { from, found });
  return found;
}

async function conflictsOf(files: MindFiles, project: string): Promise<FileTrouble[]> {
  const troubles: FileTrouble[] = [];
  for (const name of ['REMINDERS.md', 'MEMORY.md'] as const) {
    const [line] = conflictLines((await readText(files, mindFile(project, name))) ?? '');
    if (line === undefined) continue;
    troubles.push({
      code: 'conflict',
      message: `${mindFolderName}/${name} has an unresolved merge conflict in line ${String(line)}.`,
      remedy: { code: 'resolve_merge_conflict' },
      place: { file: name, line },
    });
  }
  return troubles;
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
