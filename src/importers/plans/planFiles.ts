/**
 * Finds plans: the Markdown files in `docs/plans` of a project, and in a folder named `plans` that a user names. Nothing
 * but their folder distinguishes plans from other Markdown files.
 */
import { basename, dirname, join, relative } from 'node:path';
import type { FoundFiles } from '../../capture/sources/source.ts';
import { eachOnce } from '../../capture/sources/sourceFolders.ts';
import { notesBelow } from '../../capture/sources/projectFiles.ts';

export const plansFormat = 'plans';

/** The plans in all of these folders and below them. */
export async function plansIn(folders: readonly string[]): Promise<FoundFiles[]> {
  return Promise.all((await eachOnce(folders)).map(plansOf));
}

/** The folder for the plans of a project, from the project's folder or one in `docs/plans`. */
export function plansFolderOf(folder: string): string {
  return join(isOfPlans(folder) ? projectAbovePlans(folder) : folder, 'docs', 'plans');
}

/**
 * The plans of a project folder, or else those in the folder itself if it or one above it is named `plans`. The other
 * Markdown files of a project are no plans.
 */
export async function plansAt(folder: string): Promise<FoundFiles[]> {
  const project = await plansOf(join(folder, 'docs', 'plans'));
  if (project.files.length > 0) return [project];
  return plansAbove(folder) === undefined ? [] : plansIn([folder]);
}

/** Whether a path is below `docs/plans` of a project, or that folder itself. */
export function isOfPlans(path: string): boolean {
  const plans = plansAbove(path);
  return plans !== undefined && isNamed(dirname(plans), 'docs');
}

/** The project folder of plans, from the folder that contains them: the one with `docs`, or else with `plans`. */
function projectAbovePlans(folder: string): string {
  const plans = plansAbove(folder);
  if (plans === undefined) return folder;
  // Some programs keep them in a folder between, such as `docs/superpowers/plans`.
  const above = [dirname(plans), dirname(dirname(plans))];
  return dirname(above.find((place) => isNamed(place, 'docs')) ?? plans);
}

/** The nearest `docs/plans`, or else the nearest folder named `plans`, from the path itself upwards. */
function plansAbove(path: string): string | undefined {
  const named: string[] = [];
  for (let place = path; place !== dirname(place); place = dirname(place)) {
    if (isNamed(place, 'plans')) named.push(place);
  }
  return named.find((place) => isNamed(dirname(place), 'docs')) ?? named[0];
}

function isNamed(place: string, name: string): boolean {
  return basename(place).toLowerCase() === name;
}

/** The plans in a folder and the folders below it. */
async function plansOf(folder: string): Promise<FoundFiles> {
  return { ...plansAbout(folder), files: await notesBelow(folder, plansFormat, projectAbovePlans(folder)) };
}

/** The project of plans, from their folder. */
export function plansAbout(folder: string): { title: string; program: string; folder: string } {
  const project = projectAbovePlans(folder);
  const place = relative(project, folder).replaceAll('\\', '/');
  return { title: basename(project), program: place === '' ? 'Markdown' : place, folder: project };
}
