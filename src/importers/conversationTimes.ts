/**
 * Determines from their content when conversations took place. A file's modification time is unreliable, because
 * copying and synchronizing change it. The times are in the first and last lines, so only those are read.
 */
import { extname } from 'node:path';
import { believableTime } from '../memory/archive/messageTimes.ts';
import { filled, openFile } from '../capture/transcripts/openedFile.ts';
import { reasonAgainst } from './fileContent.ts';
import { isCollection, withFiles } from './kindSources.ts';
import { formatNamed, kindOfFormat } from './registry.ts';
import { ignoreLeftOut } from '../capture/sources/source.ts';
import type { Source, SourceFile } from '../capture/sources/source.ts';
import { inPortions } from '../capture/sources/sourceFolders.ts';

interface Times {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** False for a file without any sign of a conversation. */
  hasTimes: boolean;
}

/**
 * Bytes read at each end of a file; the second length if the first finds no time, such as after a long first message.
 */
const looks = [64 * 1024, 1024 * 1024] as const;

/**
 * The sources with the times of their conversations, as far as they can be believed, newest first. Broken files remain,
 * so that they are reported, but are left out of the count.
 */
export async function withOwnTimes(
  sources: readonly Source[],
  { since, now }: Since,
  leaveOut = ignoreLeftOut,
): Promise<Source[]> {
  const found: Source[] = [];
  for (const source of sources) {
    const dated = await inPortions(source.files, async (file) => ({ file, ...(await timesOf(file, now)) }));
    const kept = dated.filter(({ file, to }) => since === undefined || isCollection(file.format) || to >= since);
    const whole = withFiles(
      source,
      kept.map(({ file }) => file),
    );
    const [from, to] = [
      kept.map((each) => each.from).sort()[0],
      kept
        .map((each) => each.to)
        .sort()
        .at(-1),
    ];
    if (whole === undefined || from === undefined || to === undefined) continue;
    for (const { file } of kept.filter(({ hasTimes }) => !hasTimes)) leaveOut(file.path, 'empty');
    const names = new Set(kept.filter(({ hasTimes }) => hasTimes).map(({ file }) => file.conversation));
    names.delete(null);
    found.push({ ...whole, from, to, conversations: whole.conversations === null ? source.conversations : names.size });
  }
  return found.sort((one, other) => (one.to < other.to ? 1 : -1));
}

/** Since when; absent for all. */
export interface Since {
  since?: string | undefined;
  now: Date;
}

/**
 * The files with messages since a time, in the same order. Databases are always included; they store the time of each
 * conversation.
 */
export async function filesSince<T extends { source: Source; file: SourceFile }>(
  files: readonly T[],
  { since, now }: Since,
): Promise<T[]> {
  if (since === undefined) return [...files];
  const dated = await inPortions(files, async (each) => ({ each, ...(await timesOf(each.file, now)) }));
  return dated.filter(({ each, to }) => isCollection(each.file.format) || to >= since).map(({ each }) => each);
}

async function timesOf(file: SourceFile, now: Date): Promise<Times> {
  const { path, modifiedAt, format } = file;
  const byFile = { from: modifiedAt, to: modifiedAt };
  const { timesOf: own, timesIn } = formatNamed(format);
  if (own !== undefined) return { ...(await own(file)), hasTimes: true };
  if (timesIn === undefined) return { ...byFile, hasTimes: true };
  const believed = (text: string): string[] => timesIn(text).flatMap((time) => believableTime(time, now) ?? []);
  try {
    if ((await reasonAgainst(kindOfFormat(format), path)) !== undefined) return { ...byFile, hasTimes: false };
    let from: string | undefined;
    let to: string | undefined;
    let isCutOff = false;
    for (const length of looks) {
      const { head, tail, isWhole } = await endsOf(path, length);
      from ??= believed(head)[0];
      to ??= believed(tail).at(-1);
      isCutOff = extname(path).toLowerCase() === '.json' && !tail.trimEnd().endsWith('}');
      if ((from !== undefined && to !== undefined) || isWhole) break;
    }
    const hasTimes = (from ?? to) !== undefined && !isCutOff;
    const last = to ?? modifiedAt;
    return { from: from ?? last, to: last, hasTimes };
  } catch {
    // The import reports why a file cannot be read.
    return { ...byFile, hasTimes: false };
  }
}

async function endsOf(path: string, length: number): Promise<{ head: string; tail: string; isWhole: boolean }> {
  const file = await openFile(path);
  try {
    const bytes = await file.size();
    const read = async (at: number): Promise<string> => {
      const buffer = Buffer.alloc(Math.min(length, bytes));
      return buffer.toString('utf8', 0, await filled(file, buffer, at)).replace(/^\ufeff/u, '');
    };
    const head = await read(0);
    const isWhole = bytes <= length;
    return { head, tail: isWhole ? head : await read(bytes - length), isWhole };
  } finally {
    await file.close();
  }
}
