/**
 * Archives of the audit: the folder `audit` next to the store, with one JSON Lines file per day and store. Files are
 * only appended to, and deleted by age if an admin set one. The writer has the store's lock, so two processes never write at once. A line that a process wrote
 * before it crashed is recognized and not added again, and an incomplete line at the end of a file is replaced.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ArchivedAuditRow, AuditFiles } from '../../memory/shared/audit.ts';
import { isCode, syncFolderAtOnce } from './engine/file/syncing.ts';

const nameOfDay = /^(\d{4}-\d{2}-\d{2})\.jsonl$/u;

export function createAuditFiles(databaseFile: string): AuditFiles {
  const folder = join(dirname(databaseFile), 'audit');
  const start = startOf(databaseFile);
  const fileOf = (day: string): string => join(folder, `${start}${day}.jsonl`);
  return {
    days() {
      const names = filesIn(folder)
        .filter((name) => name.startsWith(start))
        .flatMap((name) => nameOfDay.exec(name.slice(start.length))?.[1] ?? []);
      return names.sort().reverse();
    },
    read: (day) => linesOf(fileOf(day)).whole.flatMap(rowFrom).reverse(),
    remove(day) {
      const { whole } = linesOf(fileOf(day));
      rmSync(fileOf(day), { force: true });
      syncFolderAtOnce(folder);
      return whole.length;
    },
    append(day, rows) {
      if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) syncFolderAtOnce(dirname(folder));
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
      syncFolderAtOnce(folder);
    },
  };
}

/** Empty for `memory.db`; any other store in the same folder gets its own files, such as `team-2026-11-21.jsonl`. */
function startOf(databaseFile: string): string {
  const name = basename(databaseFile).replace(/\.db$/u, '');
  return name === 'memory' ? '' : `${name}-`;
}

function writeAll(open: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(open, bytes, written);
}

/** Fixed field order, so that a row always becomes the same line. */
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
    if (isCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function rowFrom(line: string): ArchivedAuditRow[] {
  try {
    const value: unknown = JSON.parse(line);
    return isArchived(value) ? [value] : [];
  } catch {
    // The file was edited manually; the other lines are still good.
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
