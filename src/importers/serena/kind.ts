/**
 * Serena's memories: Markdown files in `.serena/memories` of a project, in folders for topics, and in
 * `memories/global` of its home for all projects (`MemoriesManager` in src/serena/project.py of oraios/serena). They
 * may begin with front matter.
 */
import { basename, dirname, join } from 'node:path';
import { memoryFolderReader } from '../../capture/notes/memoryFolder.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, SourceHost } from '../../capture/sources/source.ts';
import { eachOnce, foundFile } from '../../capture/sources/sourceFolders.ts';
import { isMarkdown, notesBelow } from '../../capture/sources/projectFiles.ts';

const id = 'serena';
const forAllProjects = { title: 'For all projects' };

export const serena: ImportKind = {
  id,
  program: 'Serena',
  title: "Serena's memories",
  imports: 'Memories of Serena in the folder `.serena/memories` of a project, and those for all projects',
  one: 'a memory of Serena',
  none: 'memory of Serena',
  icon: 'note',
  unit: 'note',
  staysInUse: true,
  formats: {
    [id]: {
      shape: 'notes',
      // What Serena keeps for all projects is about the user's ways.
      read: memoryFolderReader(id, (file) => (memoriesAbove(file)?.isGlobal === true ? 'preference' : undefined)),
    },
  },
  // Only their folder distinguishes memories from other Markdown files.
  extensions: [],
  async find(host) {
    const folder = globalFolder(host);
    return [{ ...forAllProjects, files: await notesBelow(folder, id, folder) }];
  },
  places: (host) => [globalFolder(host)],
  async findInProjects(folders) {
    const found = await Promise.all((await eachOnce(folders)).map((folder) => memoriesIn(memoriesOf(folder))));
    return found.flat().filter(({ folder }) => folder !== undefined);
  },
  async findIn(folder) {
    if (memoriesAbove(folder) !== undefined) return memoriesIn(folder);
    const places = [memoriesOf(folder)];
    if (isSerena(folder)) places.push(join(folder, 'memories'));
    return (await Promise.all(places.map(memoriesIn))).flat();
  },
  findFile: (path) => foundFile(path, id, null, aboutOf),
  remedy: 'Give a file, or the folder of a project with ".serena/memories".',
  isAt: (path) => isMarkdown(path) && memoriesAbove(dirname(path)) !== undefined,
  markdown: 'memories of Serena',
};

function globalFolder(host: SourceHost): string {
  return join(placeFrom(host, 'SERENA_HOME') ?? join(host.home, '.serena'), 'memories', 'global');
}

function memoriesOf(project: string): string {
  return join(project, '.serena', 'memories');
}

async function memoriesIn(folder: string): Promise<FoundFiles[]> {
  const files = await notesBelow(folder, id, memoriesAbove(folder)?.project ?? folder);
  const shared = files.filter(({ path }) => memoriesAbove(path)?.isGlobal === true);
  return [
    { ...aboutOf(folder), files: files.filter((file) => !shared.includes(file)) },
    { ...forAllProjects, files: shared },
  ];
}

/** The folder of the memories' project and the name shown for it. */
function aboutOf(folder: string): Omit<FoundFiles, 'files'> {
  const memories = memoriesAbove(folder);
  if (memories?.isGlobal === true) return forAllProjects;
  const project = memories?.project ?? folder;
  return { title: basename(project), folder: project };
}

/** The project of a path in `.serena/memories`, or whether it is below the memories for all projects. */
function memoriesAbove(path: string): { project: string; isGlobal: boolean } | undefined {
  let below = '';
  for (let place = path; place !== dirname(place); place = dirname(place)) {
    if (basename(place) === 'memories' && isSerena(dirname(place)))
      return { project: dirname(dirname(place)), isGlobal: below === 'global' };
    below = basename(place);
  }
  return undefined;
}

function isSerena(folder: string): boolean {
  return basename(folder) === '.serena';
}
