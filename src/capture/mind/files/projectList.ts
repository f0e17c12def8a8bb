/**
 * The projects in which the user started file memory: `~/.mind/projects.json` (Mind Architecture, "Global Level"). A
 * repository cannot add itself, so its files count as the user's own only if its folder is listed.
 */
import { basename, join } from 'node:path';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { isRecord } from '../../../util/isRecord.ts';
import { mindFolderName, readText } from './mindFiles.ts';
import type { MindFiles } from './mindFiles.ts';

/** Other tools may add further fields, which stay. */
export interface ListedProject {
  /** Absolute. */
  path: string;
  name?: string | undefined;
  /** When it was added, ISO 8601. */
  added?: string | undefined;
}

interface ListFile {
  projects: ListedProject[];
}

/** Empty without the file. Rejects with `invalid_input` if it is no list of projects. */
export async function listedProjects(files: MindFiles, home: string): Promise<ListedProject[]> {
  return (await readList(files, home)).projects;
}

export async function isListed(files: MindFiles, home: string, path: string): Promise<boolean> {
  return has(await listedProjects(files, home), await files.realPath(path));
}

/** Adds the project in the folder `path`; false if it was listed. */
export async function listProject(
  files: MindFiles,
  home: string,
  { path, added }: { path: string; added: Date },
): Promise<boolean> {
  const list = await readList(files, home);
  const real = await files.realPath(path);
  if (has(list.projects, real)) return false;
  const project = { path: real, name: basename(real), added: added.toISOString() };
  await writeList(files, home, { ...list, projects: [...list.projects, project] });
  return true;
}

/** Removes a project from the list; its files stay. False if it was not listed. */
export async function unlistProject(files: MindFiles, home: string, path: string): Promise<boolean> {
  const list = await readList(files, home);
  const real = await files.realPath(path);
  const projects = list.projects.filter((project) => project.path !== real && project.path !== path);
  if (projects.length === list.projects.length) return false;
  await writeList(files, home, { ...list, projects });
  return true;
}

function has(projects: readonly ListedProject[], real: string): boolean {
  return projects.some(({ path }) => path === real);
}

function pathOf(home: string): string {
  return join(home, mindFolderName, 'projects.json');
}

async function readList(files: MindFiles, home: string): Promise<ListFile> {
  const file = pathOf(home);
  const text = await readText(files, file);
  if (text === undefined) return { projects: [] };
  try {
    const list: unknown = JSON.parse(text.replace(/^\ufeff/u, ''));
    if (!isListFile(list)) throw new TypeError('The fields are not those of a list of projects.');
    return list;
  } catch (cause) {
    throw new BigMindError('invalid_input', `${file} is not a list of projects.`, {
      remedy: 'Nothing was changed. Correct the file, or rename it and start file memory in each project again.',
      details: { file },
      cause,
    });
  }
}

async function writeList(files: MindFiles, home: string, list: ListFile): Promise<void> {
  await files.write(pathOf(home), `${JSON.stringify(list, null, 2)}\n`, home);
}

/** Checked by hand, because each hook reads the list, and loading a library for it takes 10 milliseconds. */
function isListFile(value: unknown): value is ListFile {
  return isRecord(value) && Array.isArray(value['projects']) && value['projects'].every(isListedProject);
}

function isListedProject(value: unknown): value is ListedProject {
  if (!isRecord(value) || typeof value['path'] !== 'string') return false;
  return [value['name'], value['added']].every((text) => text === undefined || typeof text === 'string');
}
