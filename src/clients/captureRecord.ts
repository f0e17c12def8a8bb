/**
 * `capture.json` in BigMind's folder: where recording was switched off. VS Code asks its own setting before it runs a
 * hook; hooks that other assistants run know no settings and look here. The innermost folder that is named decides, so
 * that recording can be off everywhere and on in one project, or the other way round.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { readIfThere, writeWhole } from './replaceFile.ts';

export interface CaptureRecord {
  /** Recording is off wherever no folder says otherwise. */
  everywhere: 'on' | 'off';
  /** Folders in which it is off, and all below them. */
  off: readonly string[];
  /** Folders in which it is on all the same. */
  on: readonly string[];
}

const nothingNoted: CaptureRecord = { everywhere: 'on', off: [], on: [] };

/** What a person chose for one folder, or took back. */
export type FolderChoice = 'off' | 'on' | 'as everywhere';

/**
 * Whether what is said in `folder` must not be recorded; where nobody can tell the folder, whether that is so anywhere. A
 * record that is damaged counts as none.
 */
export function isCaptureOff(home: string, folder: string | undefined): boolean {
  const record = readCaptureRecord(home);
  if (folder === undefined) return record.everywhere === 'off' || record.off.length > 0;
  const place = realOf(folder);
  const off = deepest(record.off.map(realOf), place);
  const on = deepest(record.on.map(realOf), place);
  if (off < 0 && on < 0) return record.everywhere === 'off';
  return off >= on;
}

export function readCaptureRecord(home: string): CaptureRecord {
  try {
    const text = readFileSync(fileIn(home), 'utf8').replace(/^\ufeff/u, '');
    return recordFrom(JSON.parse(text));
  } catch {
    // Nobody switched anything off, or the file is damaged: then it is written anew with the next choice.
    return nothingNoted;
  }
}

/** Rejects with the file system's error. */
export async function noteCaptureEverywhere(home: string, everywhere: CaptureRecord['everywhere']): Promise<void> {
  const record = readCaptureRecord(home);
  await write(home, { ...record, everywhere });
}

/** Rejects with the file system's error. */
export async function noteCaptureIn(home: string, folder: string, choice: FolderChoice): Promise<void> {
  const record = readCaptureRecord(home);
  const without = (folders: readonly string[]): string[] => folders.filter((other) => depthOf(other, folder) !== 0);
  const off = without(record.off);
  const on = without(record.on);
  if (choice === 'off') off.push(folder);
  if (choice === 'on') on.push(folder);
  await write(home, { ...record, off, on });
}

/** Nothing is written while there is nothing to say. */
async function write(home: string, record: CaptureRecord): Promise<void> {
  const file = fileIn(home);
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  const present = await readIfThere(file);
  if (present?.toString() === text) return;
  if (present === undefined && JSON.stringify(record) === JSON.stringify(nothingNoted)) return;
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeWhole(file, text);
}

function fileIn(home: string): string {
  return join(home, 'capture.json');
}

function recordFrom(value: unknown): CaptureRecord {
  if (typeof value !== 'object' || value === null) return nothingNoted;
  const everywhere = 'everywhere' in value && value.everywhere === 'off' ? 'off' : 'on';
  return {
    everywhere,
    off: 'off' in value ? textsIn(value.off) : [],
    on: 'on' in value ? textsIn(value.on) : [],
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** Where a folder lies, whatever links lead there: one assistant names it by a link, another one does not. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is gone, or not ours to look at: then its name is all there is.
    return folder;
  }
}

/** The length of the innermost of the folders that `folder` lies in; -1 when it lies in none. */
function deepest(folders: readonly string[], folder: string): number {
  const around = folders.filter((other) => depthOf(other, folder) !== undefined).map((other) => resolve(other).length);
  return Math.max(-1, ...around);
}

/** How many folders `inner` lies below `outer`; undefined when it does not. */
function depthOf(outer: string, inner: string): number | undefined {
  const way = relative(resolve(outer), resolve(inner));
  if (way === '') return 0;
  const parts = way.split(sep);
  // On Windows the way to another drive is a full path.
  return parts[0] === '..' || resolve(way) === way ? undefined : parts.length;
}
