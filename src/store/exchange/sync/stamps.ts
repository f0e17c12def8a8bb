/** Which version of a record the store knows: its edits, and the hash of its content. */
import type { SyncTable } from '../../../memory/sync/records.ts';
import type { Versions } from '../../../memory/sync/versions.ts';
import { textOfVersions, versionsFromText } from '../../../memory/sync/versions.ts';
import type { Hash } from '../../../memory/shared/ports.ts';
import { text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';

/** The table of the stamps of erased names. */
export const tombstoneTable = 'tombstones';

/**
 * Tombstones that other machines understand. That of a project is its id here; those of its memories are sent. That of a
 * user is, too, but the mark of the user's name is sent, with the time until which everything was erased.
 */
export const isSentTombstone = `(kind <> 'project' AND (kind <> 'user' OR uid LIKE 'user:%'))`;

/** The version of each tombstone: erased names only grow. */
export const erasedVersions = 'erased:1';

/** Of a record whose content differs from what its edits say, so that the next scan finds an edit. */
export const unknownHash = '';

/** In `sent_in`, for what needs not be sent: it came from another machine, or there is nothing left of it. */
export const notToSend = 0;

export interface Stamp {
  versions: Versions;
  /** Null if there is no row: it was taken back, erased, or deleted by a vacuum. */
  hash: string | null;
}

/** Half of a SHA-256: it distinguishes versions and needs no secret. */
export function contentHash(hash: Hash, content: string): string {
  return hash(content).slice(0, 32);
}

export async function stampOf(db: SqlConnection, table: SyncTable, key: string): Promise<Stamp | undefined> {
  const row = await db.get('SELECT versions, hash FROM sync_stamps WHERE table_name = ? AND record_key = ?', [
    table,
    key,
  ]);
  return row === undefined ? undefined : { versions: versionsIn(text(row, 'versions')), hash: textOrNull(row, 'hash') };
}

export function versionsIn(column: string): Versions {
  return versionsFromText(column) ?? {};
}

/** `send`: `unsent` for an edit of this machine, `received` for one that came; `as_before` leaves that as it is. */
export async function putStamp(
  db: SqlConnection,
  [table, key]: readonly [table: string, key: string],
  { versions, hash }: Stamp,
  send: 'unsent' | 'received' | 'as_before',
): Promise<void> {
  const sent = send === 'unsent' ? null : notToSend;
  const after = send === 'as_before' ? '' : ', sent_in = excluded.sent_in';
  await db.run(
    `INSERT INTO sync_stamps (table_name, record_key, hash, versions, sent_in) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (table_name, record_key) DO UPDATE SET hash = excluded.hash, versions = excluded.versions${after}`,
    [table, key, hash, textOfVersions(versions), sent],
  );
}
