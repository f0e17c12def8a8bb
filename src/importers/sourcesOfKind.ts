/**
 * Finds the sources of a kind at a path that a user named. It may be a file, or a folder at any level, from one
 * project's conversations up to all data of a program. Unlike `findSources`, it rejects if there is nothing.
 */
import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';
import type { ImportKind } from '../capture/sources/importKind.ts';
import type { IsOwn } from '../capture/sources/ownStore.ts';
import { ignoreLeftOut } from '../capture/sources/source.ts';
import type { FoundFiles, LeaveOut, Source } from '../capture/sources/source.ts';
import { namesIn } from '../capture/sources/sourceFolders.ts';
import { uncompressedName } from '../capture/transcripts/openedFile.ts';
import { contentOf, holdsNone, importedAs, reasonAgainst } from './fileContent.ts';
import { sourcesFrom } from './kindSources.ts';
import { kindNamed } from './registry.ts';

/**
 * `path` is absolute. Rejects with the file system's error, or with `bad_import` if there is nothing of the kind.
 * Loose files in a folder for which `isOwn` returns true are not opened.
 */
export async function sourcesOfKind(
  id: string,
  path: string,
  isOwn: IsOwn = () => Promise.resolve(false),
  leaveOut = ignoreLeftOut,
): Promise<Source[]> {
  const kind = kindNamed(id);
  if (kind === undefined) throw new TypeError(`There is no kind ${id}.`);
  const found = (await stat(path)).isDirectory()
    ? await inFolder(kind, path, isOwn, leaveOut)
    : await inFile(kind, path);
  if (found.length > 0) return found;
  throw new BigMindError('bad_import', `${path} contains nothing that can be imported as ${id}.`, {
    remedy: kind.remedy ?? 'Give a file or the folder of a project, or omit the path to search everywhere.',
    details: { path, kind: id },
  });
}

async function inFolder(kind: ImportKind, folder: string, isOwn: IsOwn, leaveOut: LeaveOut): Promise<Source[]> {
  const placed = sourcesFrom(kind, (await kind.findIn?.(folder, leaveOut)) ?? []);
  const files = placed.flatMap((source) => source.files);
  let refused: string | undefined;
  const refuse = (path: string, reason: string | undefined): void => {
    refused ??= reason === undefined ? undefined : `${path} ${reason}`;
  };
  for (const { path, notRead } of files) {
    const reason = notRead ?? (await reasonAgainst(kind, path));
    // One file of the kind suffices; the import reports the files that are not.
    if (reason === undefined) return placed;
    refuse(path, reason);
  }
  const fitting: FoundFiles[] = [];
  for (const found of files.length > 0 ? [] : await looseFiles(kind, folder, isOwn)) {
    const [path = ''] = found.files.map((file) => file.path);
    const reason = await reasonAgainst(kind, path);
    const isSure = kind.looksLikeAnyJson !== true || (await contentOf(path)) === kind.id;
    if (reason === undefined && isSure) fitting.push(found);
    else refuse(path, reason);
  }
  if (fitting.length === 0 && refused !== undefined)
    throw otherKind(kind, folder, `${folder} ${holdsNone(kind)}: ${refused}`);
  return sourcesFrom(kind, byProject(fitting));
}

async function inFile(kind: ImportKind, path: string): Promise<Source[]> {
  const reason = await reasonAgainst(kind, path);
  if (reason !== undefined) {
    const other = await contentOf(path);
    const instead = other === kind.id ? undefined : importedAs(path, other);
    throw otherKind(kind, path, `${basename(path)} ${reason}`, instead);
  }
  const found = await kind.findFile(path);
  if (found === undefined) throw otherKind(kind, path, `${basename(path)} is empty, or no file`);
  return sourcesFrom(kind, [found]);
}

function otherKind(kind: ImportKind, path: string, what: string, instead?: string): BigMindError {
  const remedy = instead === undefined ? 'Name another file or kind.' : `Try "${instead}".`;
  return new BigMindError('bad_import', `${what}.`, { remedy, details: { path, kind: kind.id } });
}

async function looseFiles(kind: ImportKind, folder: string, isOwn: IsOwn): Promise<FoundFiles[]> {
  const { files } = await namesIn(folder);
  const wanted = files.filter((name) => kind.extensions.includes(extname(uncompressedName(name)).toLowerCase()));
  const paths = wanted.map((name) => join(folder, name));
  const own = await Promise.all(paths.map(isOwn));
  const found = await Promise.all(paths.filter((_, place) => own[place] !== true).map((path) => kind.findFile(path)));
  return found.filter((each) => each !== undefined);
}

/** The files of each project together. */
function byProject(found: readonly FoundFiles[]): FoundFiles[] {
  const projects = new Map<string, FoundFiles>();
  for (const each of found) {
    const key = `${each.title}\n${each.folder ?? ''}`;
    const same = projects.get(key);
    projects.set(key, same === undefined ? each : { ...same, files: [...same.files, ...each.files] });
  }
  return [...projects.values()];
}
