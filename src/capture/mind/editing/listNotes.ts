/** Lists the reminders and gotchas of every listed project, for people. What cannot be read is named. */
import { basename } from 'node:path';
import type { FileTrouble, ListedFiles, ListedNotes } from '../../../memory/entries/editableFiles.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Clock, Redact } from '../../../memory/shared/ports.ts';
import { mindFile, memoryFileName, mindFolderName, readText, remindersFileName } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import type { ListedProject } from '../files/projectList.ts';
import { listedProjects } from '../files/projectList.ts';
import { listedGotchas } from '../gotchas/gotchaLines.ts';
import { listGlobalGotchas } from '../gotchas/listedGlobalGotchas.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { listedReminders } from '../reminders/listedReminders.ts';
import { readReminders } from '../reminders/reminders.ts';

export interface NotesParts {
  files: MindFiles;
  /** The user's home folder. */
  home: string;
  clock: Clock;
  redact: Redact;
  read: ReadMemory;
}

export async function listNotes(parts: NotesParts): Promise<ListedFiles> {
  const { files, home, redact } = parts;
  const [list, shared] = await Promise.all([
    tried<readonly ListedProject[]>([], () => listedProjects(files, home)),
    tried([], () => listGlobalGotchas(files, home, redact)),
  ]);
  return {
    projects: await Promise.all(list.found.map((project) => notesOf(parts, project))),
    shared: { gotchas: shared.found, troubles: shared.troubles },
    troubles: list.troubles,
  };
}

async function notesOf(parts: NotesParts, { path, name }: ListedProject): Promise<ListedNotes> {
  const { files, read } = parts;
  const reminders = await tried([], async () => {
    const text = (await readText(files, mindFile(path, remindersFileName))) ?? '';
    return listedReminders(text, await readReminders(files, path, parts));
  });
  const gotchas = await tried([], async () =>
    listedGotchas((await readText(files, mindFile(path, memoryFileName))) ?? '', read),
  );
  const merges = await tried([], () => conflictsOf(files, path));
  // What is wrong with the folder is wrong with each file.
  const all = [...reminders.troubles, ...gotchas.troubles, ...merges.found];
  const troubles = all.filter(({ message }, place) => all.findIndex((one) => one.message === message) === place);
  return { path, name: name ?? basename(path), reminders: reminders.found, gotchas: gotchas.found, troubles };
}

async function conflictsOf(files: MindFiles, project: string): Promise<FileTrouble[]> {
  const troubles: FileTrouble[] = [];
  for (const name of [remindersFileName, memoryFileName]) {
    const [line] = conflictLines((await readText(files, mindFile(project, name))) ?? '');
    if (line === undefined) continue;
    troubles.push({
      message: `${mindFolderName}/${name} has an unresolved merge conflict in line ${String(line)}.`,
      remedy: 'Both sides are shown. Resolve it in an editor before you change anything here.',
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
  const { message, remedy } = bigMindErrorFrom(thrown);
  const words = typeof remedy === 'string' ? remedy.replace(/^Nothing was (?:changed|written)\. /u, '') : null;
  return { message, remedy: words };
}
