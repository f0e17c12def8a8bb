/** Plans: Markdown files in a project folder. */
import { dirname, extname } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { noteExtensions } from '../../capture/notes/noteText.ts';
import { foundFile } from '../../capture/sources/sourceFolders.ts';
import { isOfPlans, plansAbout, plansAt, plansFolderOf, plansFormat, plansIn } from './planFiles.ts';
import { readPlan } from './plans.ts';

const placesInProjects = (folders: readonly string[]): string[] => [...new Set(folders.map(plansFolderOf))];

export const plans: ImportKind = {
  id: 'plans',
  program: 'Markdown',
  title: 'Plans',
  imports:
    'Plans in the folder `docs/plans` of a project, with their steps, and the decisions and lessons of finished ones',
  one: 'a plan',
  none: 'plan',
  icon: 'tasklist',
  unit: 'plan',
  staysInUse: true,
  formats: { [plansFormat]: { shape: 'notes', read: readPlan } },
  // Only their folder distinguishes plans from other Markdown files.
  extensions: [],
  findInProjects: (folders) => plansIn(placesInProjects(folders)),
  placesInProjects,
  findIn: plansAt,
  findFile: (path) => foundFile(path, plansFormat, null, () => plansAbout(dirname(path))),
  remedy: 'Give a file, a folder named "plans", or the folder of a project with "docs/plans".',
  isAt: (path) => noteExtensions.includes(extname(path).toLowerCase()) && isOfPlans(path),
  markdown: 'plans',
};
