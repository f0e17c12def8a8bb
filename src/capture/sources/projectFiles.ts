/**
 * Finds files that other programs keep in a project folder: the chat history of aider, the conversations that
 * SpecStory saved, and the issues of beads. Only known project folders are searched, never the whole disk.
 */
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { aiderFileName, countAiderChats, firstAiderStart } from '../transcripts/formats/aiderHistory.ts';
import { specstoryTime } from '../transcripts/formats/specstory.ts';
import { sourceOf } from './source.ts';
import type { Source, SourceFile } from './source.ts';
import { fileAt, filesIn, namesIn, smallText } from './sourceFolders.ts';

/** A longer history is not read just to count its chats. */
const maxCountedBytes = 32 * 1024 * 1024;
/** SpecStory's own command sorts its files into folders for years and months. */
const maxDepth = 2;
const endLength = 64 * 1024;

/** The sources in all of these folders; folders that are links to one place count once. */
export async function sourcesInProjects(folders: readonly string[]): Promise<Source[]> {
  const known = new Map<string, string>();
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined && !known.has(real)) known.set(real, folder);
  }
  const found = await Promise.all([...known.values()].map(sourcesInProject));
  return found.flat();
}

/** Also accepts the folders `.specstory`, `.specstory/history` and `.beads` themselves. */
export async function sourcesInProject(folder: string): Promise<Source[]> {
  const found = await Promise.all([aiderSource(folder), specstorySource(folder), beadsSource(folder)]);
  return found.filter((source) => source !== undefined);
}

/** The project folder of a file of one of these programs, from the folder that contains the file. */
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
  // beads also stores logs of its operations next to its issues.
  const files = found.filter(
    ({ path }) =>
      !/^(?:interactions|routes|deletions|sync[-_].*|.*\.(?:base|left|right|new|old|orig))\.jsonl$/u.test(
        basename(path),
      ),
  );
  const project = dirname(place);
  return sourceOf({ kind: 'beads', title: basename(project), program: 'beads', folder: project }, files);
}

/**
 * When the first chat in a file began and the last one ended; the file's modification time if the content does not
 * state it. ISO 8601 in UTC.
 */
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
    // The import reports why a file cannot be read.
    return { from: modifiedAt, to: modifiedAt };
  }
}
