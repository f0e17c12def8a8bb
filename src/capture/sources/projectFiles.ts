/**
 * What other programs keep in the folder of a project: the chat history of aider, the conversations that SpecStory saved,
 * and the issues of beads. They are looked for in folders that are known as projects, never on the whole disk.
 */
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { aiderFileName, countAiderChats, firstAiderStart } from '../transcripts/formats/aiderHistory.ts';
import { specstoryTime } from '../transcripts/formats/specstory.ts';
import { sourceOf } from './source.ts';
import type { Source, SourceFile } from './source.ts';
import { fileAt, filesIn, namesIn, smallText } from './sourceFolders.ts';

/** A longer history is not read only to count its chats. */
const maxCountedBytes = 32 * 1024 * 1024;
/** SpecStory's own command sorts its files into folders for years and months. */
const maxDepth = 2;
const endLength = 64 * 1024;

/** What lies in each of the folders, each once, however many names lead to it. */
export async function sourcesInProjects(folders: readonly string[]): Promise<Source[]> {
  const known = new Map<string, string>();
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined && !known.has(real)) known.set(real, folder);
  }
  const found = await Promise.all([...known.values()].map(sourcesInProject));
  return found.flat();
}

/** Also for the folders `.specstory`, `.specstory/history` and `.beads` themselves. */
export async function sourcesInProject(folder: string): Promise<Source[]> {
  const found = await Promise.all([aiderSource(folder), specstorySource(folder), beadsSource(folder)]);
  return found.filter((source) => source !== undefined);
}

/** The project that a file of one of these programs belongs to, by where it lies. */
export function projectAboveFile(folder: string): string {
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    if (basename(place) === '.specstory' || basename(place) === '.beads') return dirname(place);
  }
  return folder;
}

async function aiderSource(folder: string): Promise<Source | undefined> {
  const file = await fileAt(join(folder, aiderFileName), 'aider', null);
  if (file === undefined) return undefined;
  const source = sourceOf({ kind: 'aider', title: basename(folder), program: 'aider', folder }, [file]);
  const text = await smallText(file.path, maxCountedBytes);
  return source === undefined || text === undefined ? source : { ...source, conversations: countAiderChats(text) };
}

async function specstorySource(folder: string): Promise<Source | undefined> {
  const project = projectAboveFile(folder);
  const history = project === folder ? join(folder, '.specstory', 'history') : folder;
  const files = await markdownBelow(basename(history) === '.specstory' ? join(history, 'history') : history, maxDepth);
  return sourceOf({ kind: 'specstory', title: basename(project), program: 'SpecStory', folder: project }, files);
}

async function markdownBelow(folder: string, depth: number): Promise<SourceFile[]> {
  const files = await filesIn(folder, { format: 'specstory', extensions: ['.md'], isConversation: true });
  if (depth === 0) return files;
  const { folders } = await namesIn(folder);
  const below = await Promise.all(folders.map((name) => markdownBelow(join(folder, name), depth - 1)));
  return [...files, ...below.flat()];
}

async function beadsSource(folder: string): Promise<Source | undefined> {
  const place = basename(folder) === '.beads' ? folder : join(folder, '.beads');
  const found = await filesIn(place, { format: 'beads', extensions: ['.jsonl'], isConversation: false });
  // Beside its issues beads keeps logs of its own work.
  const files = found.filter(
    ({ path }) =>
      !/^(?:interactions|routes|deletions|sync[-_].*|.*\.(?:base|left|right|new|old|orig))\.jsonl$/u.test(
        basename(path),
      ),
  );
  const project = dirname(place);
  return sourceOf({ kind: 'beads', title: basename(project), program: 'beads', folder: project }, files);
}

/** When the first chat in a file began and the last one went on; by the file's own time where it does not tell. */
export async function projectFileTimes({
  path,
  bytes,
  modifiedAt,
  format,
}: SourceFile): Promise<{ from: string; to: string }> {
  try {
    const handle = await open(path, 'r');
    try {
      const head = Buffer.alloc(Math.min(bytes, endLength));
      const tail = Buffer.alloc(Math.min(bytes, endLength));
      await handle.read(head, 0, head.length, 0);
      await handle.read(tail, 0, tail.length, bytes - tail.length);
      if (format === 'aider') return { from: firstAiderStart(head.toString()) ?? modifiedAt, to: modifiedAt };
      const from = specstoryTime(head.toString()) ?? specstoryTime(basename(path)) ?? modifiedAt;
      const marks = [...tail.toString().matchAll(/^_\*\*[^\n]*\*\*_$/gmu)].flatMap(
        ([mark]) => specstoryTime(mark) ?? [],
      );
      return { from, to: marks.at(-1) ?? (modifiedAt > from ? modifiedAt : from) };
    } finally {
      await handle.close();
    }
  } catch {
    // A file that cannot be read tells nothing; the import says why.
    return { from: modifiedAt, to: modifiedAt };
  }
}
