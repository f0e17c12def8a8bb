/** Makes sources of the files that a kind has found. */
import { basename } from 'node:path';
import type { FoundFiles, Source, SourceFile } from '../capture/sources/source.ts';
import type { ImportKind } from '../capture/sources/importKind.ts';
import { formatNamed } from './registry.ts';

/** Without those that have no files. */
export function sourcesFrom(kind: ImportKind, found: readonly FoundFiles[]): Source[] {
  return found.flatMap((each) => sourceFrom(kind, each) ?? []);
}

function sourceFrom(kind: ImportKind, found: FoundFiles): Source | undefined {
  const { title, program = kind.program, folder, conversations } = found;
  const about = { kind: kind.id, title, program, ...(folder !== undefined && { folder }) };
  const { unit, icon, staysInUse = false } = kind;
  const source = summary(found.files);
  if (source === undefined) return undefined;
  return { ...about, ...source, ...(conversations !== undefined && { conversations }), unit, icon, staysInUse };
}

/** The same source with some of its files only; undefined if there are none. */
export function withFiles(source: Source, files: readonly SourceFile[]): Source | undefined {
  const whole = summary(files);
  return whole === undefined ? undefined : { ...source, ...whole };
}

/** The sources without files that one before them has. */
export function eachFileOnce(sources: readonly Source[]): Source[] {
  const seen = new Set<string>();
  return sources.flatMap((source) => {
    const files = source.files.filter(({ path }) => !seen.has(path));
    for (const { path } of files) seen.add(path);
    return files.length === source.files.length ? source : (withFiles(source, files) ?? []);
  });
}

function summary(
  found: readonly SourceFile[],
): Pick<Source, 'files' | 'bytes' | 'from' | 'to' | 'conversations'> | undefined {
  const files = [...found].sort(inReadingOrder);
  const times = files.map(({ modifiedAt }) => modifiedAt).sort();
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const names = new Set(files.map(({ conversation }) => conversation).filter((name) => name !== null));
  return {
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    from,
    to,
    conversations: files.some(({ format }) => isCollection(format)) ? null : names.size,
  };
}

/** Whether only reading a file shows which conversations it contains. */
export function isCollection(format: string): boolean {
  return formatNamed(format).shape === 'collection';
}

/** By format, richest first, then by age, oldest first, as the conversations took place. */
export function inReadingOrder(one: SourceFile, other: SourceFile): number {
  return (
    rankOf(one) - rankOf(other) ||
    (one.format === other.format && formatNamed(one.format).isNamedByTime === true
      ? compared(basename(one.path), basename(other.path))
      : 0) ||
    compared(one.modifiedAt, other.modifiedAt) ||
    compared(one.path, other.path)
  );
}

/** Notes come last. */
function rankOf({ format }: SourceFile): number {
  return formatNamed(format).rank ?? Number.MAX_SAFE_INTEGER;
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
