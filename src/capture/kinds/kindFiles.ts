/**
 * Files and sources of a kind under the id of the kind and the name of its format. The functions of `sources/` accept
 * only the ids that are listed there.
 */
import { basename, dirname, extname, join } from 'node:path';
import { sourcesByFolder as sourcesOfKindByFolder } from '../sources/codexSources.ts';
import type { LocatedFile } from '../sources/codexSources.ts';
import { sourceOf } from '../sources/source.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { fileAt, filesBelow, inPortions, namesIn } from '../sources/sourceFolders.ts';
import { conversationNameOf, textAtStart } from '../transcripts/openedFile.ts';
import type { ImportKind } from './importKind.ts';

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

/** In bytes, as for `ImportKind.recognize`. */
const lookedAt = 16 * 1024;

/** The exported conversations directly in a folder, as those of a project; recognized by their content. */
export async function exportsIn(
  folder: string,
  { id, program, extensions, recognize }: Pick<ImportKind, 'id' | 'program' | 'extensions' | 'recognize'>,
  isNamed: (name: string) => boolean = () => true,
): Promise<Source[]> {
  const { files: names } = await namesIn(folder);
  const wanted = names.filter((name) => extensions.includes(extname(name).toLowerCase()) && isNamed(name));
  const files = await inPortions(wanted, async (name) => {
    const path = join(folder, name);
    const beginning = await textAtStart(path, lookedAt).catch(() => '');
    const isOfKind = recognize(beginning.replace(/^\ufeff/u, ''), path);
    return isOfKind ? kindFileAt(path, id, conversationNameOf(name)) : undefined;
  });
  return sourcesOf({ kind: id, title: basename(folder), program, folder }, files);
}

/** One exported conversation, as one of the project in whose folder it is. */
export async function exportAt(
  path: string,
  { id, program }: Pick<ImportKind, 'id' | 'program'>,
): Promise<Source | undefined> {
  const folder = dirname(path);
  const file = await kindFileAt(path, id, conversationNameOf(path));
  return sourcesOf({ kind: id, title: basename(folder), program, folder }, [file])[0];
}
