/**
 * Checks whether this host has a sound node:sqlite: present, with FTS5, and without the WAL-reset bug, which can damage
 * a file that several processes write (SQLite up to 3.51.2, except the patched 3.50.7 and 3.44.6).
 */

import type * as nodeSqlite from 'node:sqlite';

type SqliteModule = typeof nodeSqlite;

export type NativeSupport =
  | { sound: true; sqlite: SqliteModule; version: string }
  /** `reason` completes a sentence that starts with the Node version. */
  | { sound: false; reason: string };

export function probeNative(): NativeSupport {
  const sqlite = nativeSqlite();
  if (sqlite === undefined) return { sound: false, reason: 'has no node:sqlite' };
  const memory = new sqlite.DatabaseSync(':memory:');
  try {
    const row = memory
      .prepare(`SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS fts5`)
      .get();
    const version = String(row?.['version']);
    if (row?.['fts5'] !== 1) return { sound: false, reason: `has SQLite ${version} without full-text search` };
    if (!isSoundVersion(version))
      return { sound: false, reason: `has SQLite ${version}, which can damage a shared file` };
    return { sound: true, sqlite, version };
  } finally {
    memory.close();
  }
}

export function isSoundVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3) return major > 3;
  if (minor === 44) return patch >= 6;
  if (minor === 50) return patch >= 7;
  if (minor === 51) return patch >= 3;
  return minor > 51;
}

/**
 * The module, sound or not; even an unsound one is good enough for reading. Before Node 24.15 its first load prints an
 * experimental warning, which is suppressed.
 */
export function nativeSqlite(): SqliteModule | undefined {
  // Absent before Node 20.16.
  if (!('getBuiltinModule' in process)) return undefined;
  const emitWarning = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    if (emitWarning !== undefined) Object.defineProperty(process, 'emitWarning', emitWarning);
  }
}
