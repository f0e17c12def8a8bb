/**
 * Finds conversations of Crush: a database in the folder `.crush` of each project. Crush lists its projects, and their
 * data folders, in `projects.json` (internal/projects/projects.go of charmbracelet/crush).
 */
import { basename, dirname, join } from 'node:path';
import { placeFrom } from '../../sources/source.ts';
import type { Source, SourceHost } from '../../sources/source.ts';
import { smallText } from '../../sources/sourceFolders.ts';
import { fieldsFrom, folderFrom, listFrom } from '../../transcripts/fields.ts';
import { parsed } from '../../transcripts/salvage.ts';
import type { ImportKind } from '../importKind.ts';
import { kindFileAt, sourcesOf } from '../kindFiles.ts';

const id = 'crush';
const program = 'Crush';
const fileName = 'crush.db';
const databaseMark = 'SQLite format 3\0';

export const crush: ImportKind = {
  id,
  program,
  title: 'Crush',
  imports: 'the conversations that Crush keeps in its projects',
  one: 'a database of Crush',
  none: 'conversation of Crush',
  icon: 'terminal',
  formats: { [id]: { shape: 'collection', open: (path, openForeign) => openForeign(path, id), rank: 75 } },
  extensions: ['.db'],
  async find(host) {
    const projects = await projectsOf(host);
    return (await Promise.all(projects.map(({ data, project }) => databaseIn(data, project)))).flat();
  },
  places: (host) => [dataFolder(host)],
  findInProject: (folder) => databaseIn(join(folder, '.crush'), folder),
  async findIn(folder) {
    const project = basename(folder) === '.crush' ? dirname(folder) : folder;
    const [inFolder, inProject] = await Promise.all([databaseIn(folder, project), crush.findInProject?.(folder)]);
    return [...inFolder, ...(inProject ?? [])];
  },
  async findFile(path) {
    const folder = dirname(path);
    return sourceAt(path, basename(folder) === '.crush' ? dirname(folder) : folder);
  },
  recognize: (beginning, path) => beginning.startsWith(databaseMark) && basename(path) === fileName,
  agent: () => 'crush',
};

async function databaseIn(data: string, project: string): Promise<Source[]> {
  const source = await sourceAt(join(data, fileName), project);
  return source === undefined ? [] : [source];
}

/** Only reading the database shows its conversations. */
async function sourceAt(path: string, project: string): Promise<Source | undefined> {
  const about = { kind: id, title: basename(project), program, folder: project };
  const [source] = sourcesOf(about, [await kindFileAt(path, id, null)]);
  return source === undefined ? undefined : { ...source, conversations: null };
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
    return project === undefined ? [] : [{ data: folderFrom(dataDir) ?? join(project, '.crush'), project }];
  });
}
