/**
 * The projects in which the user started file memory: `~/.mind/projects.json` (Mind Architecture, "Global Level"). A
 * repository cannot add itself, so its files count as the user's own only if its folder is listed.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { BigMindError } from '../../memory/shared/errors.ts';
import { mindFolderName, readText } from './mindFiles.ts';
import type { MindFiles } from './mindFiles.ts';

const listed = z.looseObject({
  /** Absolute. */
  path: z.string(),
  name: z.string().optional(),
  /** When it was added, ISO 8601. */
  added: z.string().optional(),
});
const listFile = z.looseObject({ projects: z.array(listed) });

export type ListedProject = z.infer<typeof listed>;

/** Empty without the file. Rejects with `invalid_input` if it is no list of projects. */
export async function listedProjects(files: MindFiles, home: string): Promise<ListedProject[]> {
  return (await readList(files, home)).projects;
}

/** Adds a project; false if it was listed. */
export async function listProject(
  files: MindFiles,
  home: string,
  project: { path: string; name: string; added: string },
): Promise<boolean> {
  const list = await readList(files, home);
  if (list.projects.some(({ path }) => path === project.path)) return false;
  await writeList(files, home, { ...list, projects: [...list.projects, project] });
  return true;
}

/** Takes a project off the list; its files stay. False if it was not listed. */
export async function unlistProject(files: MindFiles, home: string, path: string): Promise<boolean> {
  const list = await readList(files, home);
  const projects = list.projects.filter((project) => project.path !== path);
  if (projects.length === list.projects.length) return false;
  await writeList(files, home, { ...list, projects });
  return true;
}

function pathOf(home: string): string {
  return join(home, mindFolderName, 'projects.json');
}

async function readList(files: MindFiles, home: string): Promise<z.infer<typeof listFile>> {
  const file = pathOf(home);
  const text = await readText(files, file);
  if (text === undefined) return { projects: [] };
  try {
    return listFile.parse(JSON.parse(text.replace(/^\ufeff/u, '')));
  } catch (cause) {
    throw new BigMindError('invalid_input', `${file} is not a list of projects.`, {
      remedy: 'Nothing was changed. Correct the file, or rename it and start file memory in each project again.',
      details: { file },
      cause,
    });
  }
}

async function writeList(files: MindFiles, home: string, list: z.infer<typeof listFile>): Promise<void> {
  await files.write(pathOf(home), `${JSON.stringify(list, null, 2)}\n`, home);
}
