/**
 * Archives of the audit: the folder `audit` beside the store, one file of JSON lines for each day. A file is only ever added
 * to. Whoever adds holds the store's lock, so that two processes never do it at once; what a process that died had added
 * already is known by its line and not added again, and half a line at the end of a file gives way to the whole one.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ArchivedAuditRow, AuditFiles } from '../../../memory/audit.ts';

const nameOfDay = /^(\d{4}-\d{2}-\d{2})\.jsonl$/u;

export function createAuditFiles(databaseFile: string): AuditFiles {
  const folder = join(dirname(databaseFile), 'audit');
  const fileOf = (day: string): string => join(folder, `${day}.jsonl`);
  return {
    days() {
      const names = filesIn(folder).flatMap((name) => nameOfDay.exec(name)?.[1] ?? []);
      return names.sort().reverse();
    },
    read: (day) => linesOf(fileOf(day)).whole.flatMap(rowFrom).reverse(),
    append(day, rows) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(day);
      const { whole, wholeBytes, isTorn } = linesOf(file);
      if (isTorn) truncateSync(file, wholeBytes);
      const known = new Set(whole);
      const lines = rows.map(lineFrom).filter((line) => !known.has(line));
      if (lines.length === 0) return;
      const open = openSync(file, 'a', 0o600);
      try {
        writeAll(open, Buffer.from(`${lines.join('\n')}\n`));
        fsyncSync(open);
      } finally {
        closeSync(open);
      }
      syncFolder(folder);
    },
  };
}

/** A name must be on disk as well as what it names. */
function syncFolder(folder: string): void {
  // Windows opens no folders, and writes their entries through.
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

function writeAll(open: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(open, bytes, written);
}

/** Fields in one order, so that a row is one line however often it is written. */
function lineFrom(row: ArchivedAuditRow): string {
  const { id, at, level, user, agent, session, project, action, kind, uid, count, detail } = row;
  return JSON.stringify({ id, at, level, user, agent, session, project, action, kind, uid, count, detail });
}

function linesOf(file: string): { whole: string[]; wholeBytes: number; isTorn: boolean } {
  const bytes = bytesOf(file);
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const whole = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  return { whole, wholeBytes, isTorn: wholeBytes < bytes.length };
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function rowFrom(line: string): ArchivedAuditRow[] {
  try {
    const value: unknown = JSON.parse(line);
    return isArchived(value) ? [value] : [];
  } catch {
    // Somebody edited the file; the other lines are still good.
    return [];
  }
}

const texts = ['at', 'level', 'user', 'action'] as const;
const maybeTexts = ['agent', 'session', 'project', 'kind', 'uid', 'detail'] as const;

function isArchived(value: unknown): value is ArchivedAuditRow {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isNumber = typeof fields.get('id') === 'number';
  const count = fields.get('count');
  return (
    isNumber &&
    (count === null || typeof count === 'number') &&
    texts.every((name) => typeof fields.get(name) === 'string') &&
    maybeTexts.every((name) => fields.get(name) === null || typeof fields.get(name) === 'string')
  );
}
