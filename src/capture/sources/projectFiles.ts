/** Finds what several kinds keep in the same way: notes in folders of a project, and exported conversations. */
import { basename, extname, join } from 'node:path';
import { repositoryTop } from '../projects/projectIdentity.ts';
import { fileBeginning } from './fileBeginning.ts';
import type { ImportKind } from './importKind.ts';
import type { FoundFiles, LeaveOut, SourceFile } from './source.ts';
import { eachOnce, fileAt, filesBelow, foundFile, inPortions, namesIn } from './sourceFolders.ts';
import { conversationNameOf } from '../transcripts/openedFile.ts';

const maxDepth = 16;

/** The Markdown files in a folder of a project and below it. */
export function notesBelow(folder: string, format: string, project: string): Promise<SourceFile[]> {
  const wanted = { format, extensions: ['.md'], isConversation: false };
  return filesBelow(folder, wanted, { depth: maxDepth, project: repositoryTop(project) ?? project });
}

/** Whether a file has the extension that assistants give their notes. */
export function isMarkdown(path: string): boolean {
  return extname(path).toLowerCase() === '.md';
}

interface Exports extends Pick<ImportKind, 'extensions'>, Required<Pick<ImportKind, 'recognize'>> {
  /** Its one format has the same name. */
  id: string;
  /** What the program calls a file; with other names, they are found only in a folder that the user names. */
  name: RegExp;
}

/** Finds conversations that the user exported, each as one of the project in whose folder it is. */
export function exportFinders(
  exports: Exports,
): Pick<ImportKind, 'extensions' | 'recognize' | 'findInProjects' | 'findFile'> & Required<Pick<ImportKind, 'findIn'>> {
  const { id, extensions, recognize, name: given } = exports;
  return {
    extensions,
    recognize,
    findInProjects: async (folders, leaveOut) =>
      Promise.all((await eachOnce(folders)).map((folder) => exportsIn(folder, exports, { leaveOut, name: given }))),
    findIn: async (folder, leaveOut) => [await exportsIn(folder, exports, { leaveOut })],
    findFile: (path) => foundFile(path, id, conversationNameOf(path), about),
  };
}

function about(folder: string): Omit<FoundFiles, 'files'> {
  return { title: basename(folder), folder };
}

/** Recognized by their content, directly in the folder. */
async function exportsIn(
  folder: string,
  { id, extensions, recognize }: Exports,
  { leaveOut, name: given }: { leaveOut: LeaveOut; name?: RegExp },
): Promise<FoundFiles> {
  const { files: names } = await namesIn(folder);
  const wanted = names.filter(
    (name) => extensions.includes(extname(name).toLowerCase()) && (given === undefined || given.test(name)),
  );
  const files = await inPortions(wanted, async (name) => {
    const path = join(folder, name);
    const isExport = recognize(await fileBeginning(path).catch(() => ''));
    return isExport ? fileAt(path, id, conversationNameOf(name), leaveOut) : undefined;
  });
  return { ...about(folder), files: files.filter((file) => file !== undefined) };
}
