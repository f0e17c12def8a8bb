/**
 * Files and sources of a kind under the id of the kind and the name of its format. The functions of `sources/` accept
 * only the ids that are listed there.
 */
import { extname } from 'node:path';
import { sourcesByFolder as sourcesOfKindByFolder } from '../sources/codexSources.ts';
import type { LocatedFile } from '../sources/codexSources.ts';
import { sourceOf } from '../sources/source.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { fileAt, filesBelow } from '../sources/sourceFolders.ts';

export interface KindSource {
  kind: string;
  title: string;
  program: string;
  folder?: string | undefined;
}

/** Empty if there are no files. */
export function sourcesOf({ kind, ...about }: KindSource, files: readonly (SourceFile | undefined)[]): Source[] {
  const found = files.filter((file) => file !== undefined);
  const source = sourceOf({ ...about, kind: kind as Source['kind'] }, found);
  return source === undefined ? [] : [source];
}

/** One source for each folder of a project. */
export function sourcesByFolder({ kind, program }: Omit<KindSource, 'title'>, found: readonly LocatedFile[]): Source[] {
  return sourcesOfKindByFolder({ kind: kind as Source['kind'], program }, found);
}

/** Undefined if the file is missing, not a regular file, empty or not accessible. */
export function kindFileAt(path: string, format: string, conversation: string | null): Promise<SourceFile | undefined> {
  return fileAt(path, format as SourceFile['format'], conversation);
}

const maxDepth = 16;

/** The Markdown files of notes in a folder and below it. */
export function notesBelow(folder: string, format: string): Promise<SourceFile[]> {
  const wanted = { format: format as SourceFile['format'], extensions: ['.md'], isConversation: false };
  return filesBelow(folder, wanted, maxDepth);
}

export function isMarkdown(path: string): boolean {
  return extname(path).toLowerCase() === '.md';
}
