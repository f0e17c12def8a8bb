/**
 * Reads the first 100 bytes of a database file without SQLite, so that a file can be judged before any engine touches
 * it. Offsets are those of the SQLite file format, section 1.3.
 */
const magic = 'SQLite format 3\0';

/**
 * `PRAGMA application_id` of a store that the native engine keeps without WAL, as on a network share: the letters BMNS. What
 * keeps sql.js out elsewhere is that a file is in WAL; here it is this, and older versions take such a store for another's.
 */
export const sharedApplicationId = 0x424d4e53;

/** How many bytes of a file `inspectHeader` wants to see. */
export const headerLength = 100;

export type DatabaseHeader =
  | { kind: 'empty' }
  | { kind: 'not_sqlite' }
  | {
      kind: 'sqlite';
      /** The file is in WAL mode, which the native engine alone speaks. */
      wal: boolean;
      /** The native engine keeps it without WAL, or did when it ended half-way to another mode. */
      marked: boolean;
      /** Bytes that the file must have at least, 0 when the header does not say. */
      expectedBytes: number;
    };

export function inspectHeader(bytes: Uint8Array): DatabaseHeader {
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.length < headerLength || latin(bytes.subarray(0, magic.length)) !== magic) return { kind: 'not_sqlite' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  // Old SQLite leaves the page count stale; it counts only when both change counters agree.
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

/** `PRAGMA application_id` of every store from version 4 on: the letters BMND. */
export const applicationId = 0x424d4e44;
