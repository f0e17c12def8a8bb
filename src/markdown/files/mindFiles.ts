/**
 * The files of a project's memory, `.mind/`, and how they are read (Mind Architecture, "File Structure"). Git tracks
 * them, and people and assistants edit them. BigMind reads them when a chat or a command needs them, and writes only at
 * the user's command.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BigMindError } from '../../memory/shared/errors.ts';

/** Reads and writes files by absolute path. */
export interface MindFiles {
  /**
   * The bytes; undefined without a file. Rejects with `not_allowed` if the file or its folder is a link or of the wrong
   * type, or if the file cannot be read or has more than `maxBytes`.
   */
  read(file: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** When the file was last written; undefined without a file. */
  modified(file: string): Promise<Date | undefined>;
  /** Differs once the file was written again or replaced, without reading it; undefined without a file. */
  version(file: string): Promise<string | undefined>;
  /**
   * Runs work while no other process of BigMind runs work for the same file. `isHeld` is false once another process has
   * taken the lock, for example because this one was suspended. Rejects with `conflict` if another one does not finish
   * within seconds.
   */
  exclusively<T>(file: string, work: (isHeld: () => boolean) => Promise<T>): Promise<T>;
  /** The path without links; the same path if there is nothing. */
  realPath(path: string): Promise<string>;
  /**
   * Replaces or creates the file, and the folders above it, atomically. `isCurrent` is asked directly before; if it says
   * no, nothing is written, and the result is false. `modified` is what the file says then about when it was last
   * written, by default now. Rejects with `not_allowed` if the file or a folder between it and `within` is a link, is no
   * file, or is read-only.
   */
  write(
    file: string,
    text: string,
    within: string,
    isCurrent?: () => Promise<boolean>,
    modified?: Date,
  ): Promise<boolean>;
  /** Removes the file if it is there. `isCurrent`, the result and rejections are as for `write`. */
  remove(file: string, within: string, isCurrent: () => Promise<boolean>): Promise<boolean>;
}

export const mindFolderName = '.mind';
export const memoryFileName = 'MEMORY.md';
export const sessionFileName = 'SESSION.md';
export const remindersFileName = 'REMINDERS.md';

/** A larger file is no memory that a person edits. */
const maxBytes = 16 * 1024 * 1024;

/** The list of projects in which the user started file memory; `home` is their home folder. */
export function projectListFile(home: string): string {
  return join(home, mindFolderName, 'projects.json');
}

/** Whether the user started file memory anywhere; if not, nothing else of it needs to be loaded. */
export function hasFileMemory(home: string): boolean {
  return existsSync(projectListFile(home));
}

/** The path of a file of the project's memory. */
export function mindFile(project: string, name: string): string {
  return join(project, mindFolderName, name);
}

/** Undefined without a file. Rejects with `invalid_input` if it is not text in UTF-8. */
export async function readText(files: MindFiles, file: string): Promise<string | undefined> {
  const bytes = await files.read(file, maxBytes);
  if (bytes === undefined) return undefined;
  if (bytes.includes(0)) throw notText(file, 'contains binary data');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw notText(file, 'is not written in UTF-8', cause);
  }
}

function notText(file: string, what: string, cause?: unknown): BigMindError {
  const remedy = 'Nothing was changed. Save it as UTF-8 text, and try again.';
  return new BigMindError('invalid_input', `${file} ${what}.`, {
    remedy,
    details: { file },
    cause,
  });
}
