/**
 * `user-memory.json` in BigMind's folder: the files of other programs in which pinned facts are, whose they are,
 * and which lines BigMind wrote. So an erasure and an uninstallation reach files that only a window knows, and a line
 * that somebody else wrote into the block is known as theirs. Lines are hashes, because the record must outlive no fact.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/makeFolder.ts';
import { readIfThere, writeWhole } from '../files/replaceFile.ts';

export interface WrittenLines {
  /** The id of the user. */
  user: string;
  /** Hashes of lines. */
  lines: readonly string[];
}

/** By the path of the file. */
type PinnedRecord = Readonly<Record<string, WrittenLines>>;

/** Empty if the record does not exist or is damaged: then every line counts as somebody else's, and none is lost. */
export async function readPinnedRecord(home: string): Promise<PinnedRecord> {
  const bytes = await readIfThere(pinnedRecordFile(home));
  try {
    return bytes === undefined ? {} : recordFrom(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}

/** With the place, or without one for this file; an empty record is removed. Rejects with the file system's error. */
export async function noteWrittenLines(home: string, file: string, place: WrittenLines | undefined): Promise<void> {
  const before = await readPinnedRecord(home);
  const { [file]: _, ...others } = before;
  const record = place === undefined ? others : { ...others, [file]: place };
  if (JSON.stringify(record) === JSON.stringify(before)) return;
  const path = pinnedRecordFile(home);
  await makeFolder(home, 0o700);
  if (Object.keys(record).length === 0) await rm(path, { force: true });
  else await writeWhole(path, pinnedRecordText(record), 0o600);
}

export function pinnedRecordFile(home: string): string {
  return join(home, 'user-memory.json');
}

export function pinnedRecordText(record: PinnedRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

export function lineHash(line: string): string {
  return createHash('sha256').update(line.trim()).digest('hex').slice(0, 16);
}

function recordFrom(value: unknown): PinnedRecord {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, WrittenLines] => isWrittenLines(entry[1])),
  );
}

export function isWrittenLines(place: unknown): place is WrittenLines {
  if (typeof place !== 'object' || place === null || !('user' in place) || !('lines' in place)) return false;
  const { user, lines } = place;
  return typeof user === 'string' && Array.isArray(lines) && lines.every((line) => typeof line === 'string');
}
