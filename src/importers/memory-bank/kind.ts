/**
 * A memory bank: Markdown files about a project that Cline, Roo Code, Kilo Code and Cursor keep by custom instructions
 * (docs.cline.bot/best-practices/memory-bank; Kilo Code's are shorter: `brief.md`, `context.md`). The instructions name
 * the folder, so it differs; the folders below are those that public projects have.
 */
import { basename, dirname, join, sep } from 'node:path';
import { memoryFolderReader } from '../../capture/notes/memoryFolder.ts';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import type { FoundFiles } from '../../capture/sources/source.ts';
import { eachOnce, foundFile, namesIn } from '../../capture/sources/sourceFolders.ts';
import { isMarkdown, notesBelow } from '../../capture/sources/projectFiles.ts';

const id = 'memory-bank';

/** In the project, the most frequent ones first. */
const places = [
  ['memory-bank'],
  ['.kilocode', 'rules', 'memory-bank'],
  ['cline_docs'],
  ['memory_bank'],
  ['.memory-bank'],
  ['docs', 'memory-bank'],
  ['.clinerules', 'memory-bank'],
  ['.cursor', 'memory-bank'],
  ['.github', 'memory-bank'],
  ['.roo', 'memory-bank'],
] as const;
const folderNames: ReadonlySet<string> = new Set(places.map((place) => place.at(-1) ?? ''));

/** Files of every memory bank, in lower case; a folder of that name without any of them is something else. */
const coreFiles = new Set([
  'projectbrief.md',
  'productcontext.md',
  'activecontext.md',
  'systempatterns.md',
  'techcontext.md',
  'progress.md',
  'decisionlog.md',
  'brief.md',
  'product.md',
  'context.md',
  'architecture.md',
  'tech.md',
  'tasks.md',
]);

const decisionLog = /^decision-?_?log\.md$/iu;

export const memoryBank: ImportKind = {
  id,
  program: 'Memory bank',
  title: 'Memory banks',
  imports:
    'Memory banks that Cline, Roo Code, Kilo Code and Cursor keep in projects, such as in the folder `memory-bank`',
  one: 'a file of a memory bank',
  none: 'file of a memory bank',
  icon: 'note',
  unit: 'note',
  staysInUse: true,
  formats: {
    [id]: {
      shape: 'notes',
      read: memoryFolderReader(id, (file) => (decisionLog.test(basename(file)) ? 'decision' : undefined)),
    },
  },
  // Only their folder distinguishes them from other Markdown files.
  extensions: [],
  findInProjects: async (folders) => Promise.all((await eachOnce(folders)).map(banksIn)),
  async findIn(folder) {
    const bank = bankAbove(folder);
    return [bank === undefined ? await banksIn(folder) : { ...aboutOf(folder), files: await bankFiles(folder, bank) }];
  },
  findFile: (path) => foundFile(path, id, null, aboutOf),
  remedy: 'Give a file, the folder of a memory bank, or the folder of a project with one.',
  isAt: (path) => isMarkdown(path) && bankAbove(dirname(path)) !== undefined,
  markdown: 'files of a memory bank',
};

async function banksIn(project: string): Promise<FoundFiles> {
  const folders = places.map((place) => join(project, ...place));
  const files = await Promise.all(folders.map((folder) => bankFiles(folder, folder)));
  return { ...aboutOf(project), files: files.flat() };
}

async function bankFiles(folder: string, bank: string): ReturnType<typeof notesBelow> {
  const { files: names } = await namesIn(bank);
  const isBank = names.some((name) => coreFiles.has(name.toLowerCase()));
  return isBank ? notesBelow(folder, id, projectOf(bank)) : [];
}

function aboutOf(folder: string): Omit<FoundFiles, 'files'> {
  const project = projectOf(folder);
  return { title: basename(project), folder: project };
}

/** The folder of the project, from its own folder or one in its memory bank. */
function projectOf(folder: string): string {
  const bank = bankAbove(folder);
  if (bank === undefined) return folder;
  const place = places.findLast((parts) => bank.endsWith(join(sep, ...parts)));
  return place?.reduce((above) => dirname(above), bank) ?? dirname(bank);
}

/** The folder of the memory bank that a path is in, or that it is. */
function bankAbove(path: string): string | undefined {
  for (let place = path; place !== dirname(place); place = dirname(place)) {
    if (folderNames.has(basename(place))) return place;
  }
  return undefined;
}
