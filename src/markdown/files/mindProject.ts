/** Starts the file memory of a project, and reads all of it. */
import { basename, join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Entry } from '../parsing/entry.ts';
import type { MemoryFile } from '../parsing/memoryFile.ts';
import { memoryFileName, mindFile, mindFolderName, readText, remindersFileName, sessionFileName } from './mindFiles.ts';
import type { MindFiles } from './mindFiles.ts';
import { isListed, listedProjects, listProject } from './projectList.ts';
import type { WrittenReminder } from '../parsing/reminderFile.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { readReminderFile } from '../parsing/reminderFile.ts';
import { newMindFiles } from './templates.ts';

/** Paths from the project folder, with forward slashes. */
export interface StartedMind {
  created: string[];
  /** Files that were there, and are unchanged. */
  kept: string[];
  /** Whether the project was not on the user's list before. */
  isNewlyListed: boolean;
}

/**
 * Creates the files that are missing in the folder `project`, and adds it to the user's list of projects. No file that
 * exists is changed. Rejects with `not_allowed` in the home folder, whose `.mind` is for all projects, and if a file
 * cannot be created.
 */
export async function startMind(
  files: MindFiles,
  project: string,
  { home, now }: { home: string; now: Date },
): Promise<StartedMind> {
  if ((await files.realPath(project)) === (await files.realPath(home))) {
    throw new BigMindError('not_allowed', 'The home folder is not a project.', {
      remedy: 'Nothing was changed. Choose the folder of a project.',
      details: { folder: project },
    });
  }
  // A list that cannot be read is reported before anything is written.
  await listedProjects(files, home);
  const [created, kept]: [string[], string[]] = [[], []];
  for (const [name, text] of newMindFiles(basename(project), now.getTime())) {
    const file = mindFile(project, name);
    const path = `${mindFolderName}/${name}`;
    if ((await files.read(file, Infinity)) !== undefined) kept.push(path);
    else {
      await files.write(file, text, project);
      created.push(path);
    }
  }
  return { created, kept, isNewlyListed: await listProject(files, home, { path: project, added: now }) };
}

/** Whether the project has memory files and is not on the user's list: others may have written them. */
export async function hasForeignFiles(files: MindFiles, project: string, home: string): Promise<boolean> {
  if (await isListed(files, home, project)) return false;
  const nothing = { entries: [], conflicts: [] };
  return (await readMind(files, project, () => nothing)) !== undefined;
}

/** An entry with the file that it is in, as a path from the project folder: `.mind/MEMORY.md`. */
export interface WrittenEntry extends Entry {
  file: string;
}

export interface MindContent {
  entries: WrittenEntry[];
  reminders: WrittenReminder[];
  /** Files with an unresolved merge conflict, and the line where it begins. */
  conflicts: { file: string; line: number }[];
  /** Files that cannot be read, and why. The others are read nevertheless. */
  unreadable: { file: string; error: BigMindError }[];
}

/** `read` parses a file. Undefined for a project without file memory. Changes nothing. */
export async function readMind(
  files: MindFiles,
  project: string,
  read: (markdown: string) => MemoryFile,
): Promise<MindContent | undefined> {
  const content: MindContent = { entries: [], reminders: [], conflicts: [], unreadable: [] };
  const texts = new Map<string, string | undefined>();
  for (const name of [memoryFileName, sessionFileName, remindersFileName]) {
    const file = `${mindFolderName}/${name}`;
    try {
      texts.set(name, await readText(files, mindFile(project, name)));
    } catch (thrown) {
      // What is wrong with the folder is wrong with each file.
      if (!(thrown instanceof BigMindError) || thrown.details['file'] === join(project, mindFolderName)) throw thrown;
      content.unreadable.push({ file, error: thrown });
    }
  }
  for (const name of [memoryFileName, sessionFileName]) {
    const file = `${mindFolderName}/${name}`;
    const { entries, conflicts } = read(texts.get(name) ?? '');
    content.entries = [...content.entries, ...entries.map((entry) => ({ ...entry, file }))];
    content.conflicts.push(...conflicts.map((line) => ({ file, line })));
  }
  const reminders = texts.get(remindersFileName) ?? '';
  content.reminders = readReminderFile(reminders);
  const file = `${mindFolderName}/${remindersFileName}`;
  content.conflicts.push(...conflictLines(reminders).map((line) => ({ file, line })));
  const isThere = content.unreadable.length > 0 || [...texts.values()].some((text) => text !== undefined);
  return isThere ? content : undefined;
}
