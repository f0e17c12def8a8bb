/**
 * Finds conversations of Crush: a database in the folder `.crush` of each project. Crush lists its projects, and their
 * data folders, in `projects.json` (internal/projects/projects.go of charmbracelet/crush).
 */
import { basename, dirname, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, SourceHost } from '../../capture/sources/source.ts';
import { eachOnce, fileAt, foundFile, smallText } from '../../capture/sources/sourceFolders.ts';
import { fieldsFrom, folderFrom, listFrom } from '../../capture/transcripts/fields.ts';
import { parsed } from '../../capture/transcripts/salvage.ts';

const id = 'crush';
const fileName = 'crush.db';
const own = '.crush';

export const crush: ImportKind = {
  id,
  program: 'Crush',
  title: 'Crush',
  imports: 'Conversations in the database `.crush/crush.db` of a project, without those of its sub-agents',
  one: 'a database of Crush',
  none: 'conversation of Crush',
  icon: 'terminal',
  unit: 'conversation',
  formats: { [id]: { shape: 'collection', rank: 75, open: (path, openForeign) => openForeign(path, id) } },
  extensions: ['.db'],
  async find(host) {
    const projects = await projectsOf(host);
    return Promise.all(projects.map(({ data, project }) => databaseIn(data, project)));
  },
  places: (host) => [dataFolder(host)],
  findInProjects: async (folders) =>
    Promise.all((await eachOnce(folders)).map((folder) => databaseIn(join(folder, own), folder))),
  findIn: (folder) => Promise.all([databaseIn(folder, projectOf(folder)), databaseIn(join(folder, own), folder)]),
  findFile: (path) => foundFile(path, id, null, (folder) => aboutOf(projectOf(folder))),
  isAt: (path) => basename(path) === fileName,
  agent: () => 'crush',
};

/** The project of a folder with a database. */
function projectOf(folder: string): string {
  return basename(folder) === own ? dirname(folder) : folder;
}

function aboutOf(project: string): Omit<FoundFiles, 'files'> {
  return { title: basename(project), folder: project };
}

async function databaseIn(data: string, project: string): Promise<FoundFiles> {
  const file = await fileAt(join(data, fileName), id, null);
  return { ...aboutOf(project), files: file === undefined ? [] : [file] };
}

function dataFolder(host: SourceHost): string {
  const named = placeFrom(host, 'CRUSH_GLOBAL_DATA');
  if (named !== undefined) return named;
  const windows =
    host.platform === 'win32' ? (placeFrom(host, 'LOCALAPPDATA') ?? join(host.home, 'AppData', 'Local')) : undefined;
  return join(placeFrom(host, 'XDG_DATA_HOME') ?? windows ?? join(host.home, '.local', 'share'), 'crush');
}

const maxListBytes = 4 * 1024 * 1024;

/** Empty if the list is missing or damaged. */
async function projectsOf(host: SourceHost): Promise<{ data: string; project: string }[]> {
  const list = fieldsFrom(parsed((await smallText(join(dataFolder(host), 'projects.json'), maxListBytes)) ?? ''));
  return listFrom(list['projects']).flatMap((entry) => {
    const { path, data_dir: dataDir } = fieldsFrom(entry);
    const project = folderFrom(path);
    return project === undefined ? [] : [{ data: folderFrom(dataDir) ?? join(project, own), project }];
  });
}
