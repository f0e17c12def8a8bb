/** A folder with files of a program, and how a kind finds and reads them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportKind } from '../../src/capture/sources/importKind.ts';
import { sourcesFrom } from '../../src/importers/kindSources.ts';
import { ignoreLeftOut } from '../../src/capture/sources/source.ts';
import type { Source, SourceHost } from '../../src/capture/sources/source.ts';
import type { ReadTranscript } from '../../src/memory/archive/transcript.ts';
import type { Note, UnreadableNote } from '../../src/memory/facts/notes.ts';
import { fastFolder } from '../support/fastFolder.ts';

export class KindFolder {
  readonly path = mkdtempSync(join(fastFolder, 'bigmind kinds '));

  put(name: string, content: string | Buffer): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  join(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  host(more: Partial<SourceHost> = {}): SourceHost {
    return { platform: 'linux', home: this.path, env: {}, ...more };
  }

  /** Sources as short texts: their title and the files, relative to this folder. */
  shown(sources: readonly Source[]): [string, string[]][] {
    return sources.map(({ title, files }) => [title, files.map(({ path }) => this.relative(path)).sort()]);
  }

  relative(path: string): string {
    return path.slice(this.path.length + 1).replaceAll('\\', '/');
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export async function findAll(kind: ImportKind, host: SourceHost): Promise<Source[]> {
  return sourcesFrom(kind, (await kind.find?.(host, ignoreLeftOut)) ?? []);
}

export async function findInProject(kind: ImportKind, folder: string): Promise<Source[]> {
  return sourcesFrom(kind, (await kind.findInProjects?.([folder], ignoreLeftOut)) ?? []);
}

export async function findIn(kind: ImportKind, folder: string): Promise<Source[]> {
  return sourcesFrom(kind, (await kind.findIn?.(folder, ignoreLeftOut)) ?? []);
}

export async function findFile(kind: ImportKind, path: string): Promise<Source | undefined> {
  const found = await kind.findFile(path);
  return found === undefined ? undefined : sourcesFrom(kind, [found])[0];
}

/** By its beginning, or else by its path. */
export function isRecognized({ recognize, isAt }: ImportKind, text: string, path: string): boolean {
  return recognize?.(text) === true || isAt?.(path) === true;
}

/** The reader of a kind with one format of conversations. */
export function transcriptReaderOf({ id, formats }: ImportKind): ReadTranscript {
  const format = formats[id];
  assert.ok(format?.shape === 'conversation');
  return format.read;
}

export async function notesOf(
  { id, formats }: ImportKind,
  file: string,
  folder?: string,
): Promise<(Note | UnreadableNote)[]> {
  const format = formats[id];
  assert.ok(format?.shape === 'notes');
  const found: (Note | UnreadableNote)[] = [];
  for await (const note of format.read(file, folder)) found.push(note);
  return found;
}

export function noteText(note: Note | UnreadableNote): [string, string] {
  return 'fact' in note ? [note.category, note.fact] : ['unreadable', note.unreadable];
}
