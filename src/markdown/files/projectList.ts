/**
 * The projects in which the user started file memory: `~/.mind/projects.json` (Mind Architecture, "Global Level"). A
 * repository cannot add itself, so its files count as the user's own only if its folder is listed.
 */
import { basename } from 'node:path';
import { isRecord } from '../../util/parsedValues.ts';
import { changeJsonFile, readJsonFile } from './jsonFile.ts';
import type { JsonFile } from './jsonFile.ts';
import { projectListFile } from './mindFiles.ts';
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
  return (await readJsonFile(files, listFile(home))).projects;
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
  const real = await files.realPath(path);
  const project = { path: real, name: basename(real), added: added.toISOString() };
  return changeJsonFile(files, listFile(home), (list) =>
    has(list.projects, real) ? undefined : { ...list, projects: [...list.projects, project] },
  );
}

/** Removes a project from the list; its files stay. False if it was not listed. */
export async function unlistProject(files: MindFiles, home: string, path: string): Promise<boolean> {
  const real = await files.realPath(path);
  return changeJsonFile(files, listFile(home), (list) => {
    const projects = list.projects.filter((project) => project.path !== real && project.path !== path);
    return projects.length === list.projects.length ? undefined : { ...list, projects };
  });
}

function has(projects: readonly ListedProject[], real: string): boolean {
  return projects.some(({ path }) => path === real);
}

function listFile(home: string): JsonFile<ListFile> {
  return {
    file: projectListFile(home),
    within: home,
    isContent: isListFile,
    empty: { projects: [] },
    what: 'a list of projects',
    remedy: 'Correct the file, or rename it and start file memory in each project again.',
  };
}

/** Checked by hand, because each hook reads the list, and loading a library for it takes 10 milliseconds. */
function isListFile(value: unknown): value is ListFile {
  return isRecord(value) && Array.isArray(value['projects']) && value['projects'].every(isListedProject);
}

function isListedProject(value: unknown): value is ListedProject {
  if (!isRecord(value) || typeof value['path'] !== 'string') return false;
  return [value['name'], value['added']].every((text) => text === undefined || typeof text === 'string');
}
