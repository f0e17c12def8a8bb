/**
 * Reads the first 100 bytes of a database file without SQLite, so that a file can be classified before an engine opens
 * it. Offsets follow the SQLite file format, section 1.3.
 */
const magic = 'SQLite format 3\0';

/**
 * `PRAGMA application_id` of a store that the native engine keeps without WAL, for example on a network share: the
 * letters BMNS. Elsewhere WAL mode keeps sql.js out of a file; here this id does. Older versions treat such a store as
 * a foreign database.
 */
export const sharedApplicationId = 0x424d4e53;

/** Number of bytes that `inspectHeader` needs. */
export const headerLength = 100;

export type DatabaseHeader =
  | { kind: 'empty' }
  | { kind: 'not_sqlite' }
  | {
      kind: 'sqlite';
      /** The file is in WAL mode, which only the native engine supports. */
      wal: boolean;
      /** The native engine keeps the file without WAL, or was interrupted while it changed the mode. */
      marked: boolean;
      /** Minimum file size in bytes; 0 if the header does not give it. */
      expectedBytes: number;
    };

export function inspectHeader(bytes: Uint8Array): DatabaseHeader {
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.length < headerLength || latin(bytes.subarray(0, magic.length)) !== magic) return { kind: 'not_sqlite' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  // Old SQLite versions leave the page count stale; it is valid only if both change counters agree.
  const pages = view.getUint32(24) === view.getUint32(92) ? view.getUint32(28) : 0;
  return {
    kind: 'sqlite',
    wal: bytes[18] === 2 || bytes[19] === 2,
    marked: view.getUint32(68) === sharedApplicationId,
    expectedBytes: pages * pageSize,
  };
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** `PRAGMA application_id` of every store from schema version 4 on: the letters BMND. */
export const applicationId = 0x424d4e44;
