/**
 * Serena's memories: Markdown files in `.serena/memories` of a project, in folders for topics, and in
 * `memories/global` of its home for all projects (`MemoriesManager` in src/serena/project.py of oraios/serena). They
 * may begin with front matter.
 */
import { basename, dirname, join } from 'node:path';
import { memoryFolderReader } from '../../notes/memoryFolder.ts';
import { placeFrom } from '../../sources/source.ts';
import type { Source, SourceHost } from '../../sources/source.ts';
import type { ImportKind } from '../importKind.ts';
import { isMarkdown, kindFileAt, notesBelow, sourcesOf } from '../kindFiles.ts';

const id = 'serena';
const program = 'Serena';

export const serena: ImportKind = {
  id,
  program,
  title: "Serena's memories",
  imports: "Serena's memories of your projects, and those for all projects",
  one: 'a memory of Serena',
  none: 'memory of Serena',
  icon: 'note',
  staysInUse: true,
  formats: {
    [id]: {
      shape: 'notes',
      // What Serena keeps for all projects is about the user's ways.
      read: memoryFolderReader(id, (file) => (memoriesAbove(file)?.isGlobal === true ? 'preference' : undefined)),
    },
  },
  extensions: ['.md'],
  find: (host) => memoriesIn(globalFolder(host)),
  places: (host) => [globalFolder(host)],
  async findInProject(folder) {
    const found = await memoriesIn(join(folder, '.serena', 'memories'));
    return found.filter((source) => source.folder !== undefined);
  },
  async findIn(folder) {
    if (memoriesAbove(folder) !== undefined) return memoriesIn(folder);
    const places = [join(folder, '.serena', 'memories')];
    if (isSerena(folder)) places.push(join(folder, 'memories'));
    return (await Promise.all(places.map(memoriesIn))).flat();
  },
  async findFile(path) {
    return sourcesOf(aboutOf(dirname(path)), [await kindFileAt(path, id, null)])[0];
  },
  recognize: (beginning, path) =>
    isMarkdown(path) && memoriesAbove(dirname(path)) !== undefined && !beginning.includes('\0'),
  // Serena serves every agent.
  agent: () => undefined,
};

function globalFolder(host: SourceHost): string {
  return join(placeFrom(host, 'SERENA_HOME') ?? join(host.home, '.serena'), 'memories', 'global');
}

async function memoriesIn(folder: string): Promise<Source[]> {
  const files = await notesBelow(folder, id);
  const shared = files.filter(({ path }) => memoriesAbove(path)?.isGlobal === true);
  const others = files.filter((file) => !shared.includes(file));
  return [...sourcesOf(aboutOf(folder), others), ...sourcesOf(forAllProjects, shared)];
}

const forAllProjects = { kind: id, title: 'For all projects', program };

/** The folder of the memories' project and the name shown for it. */
function aboutOf(folder: string): { kind: string; title: string; program: string; folder?: string } {
  const memories = memoriesAbove(folder);
  if (memories === undefined) return { kind: id, title: basename(folder), program };
  if (memories.isGlobal) return forAllProjects;
  return { kind: id, title: basename(memories.project), program, folder: memories.project };
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
