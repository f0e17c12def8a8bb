/**
 * Translates SQLite errors into our error codes. node:sqlite provides the result code in `errcode`; sql.js provides
 * only SQLite's fixed message texts, which are matched if there is no code.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';

/** SQLITE_BUSY, SQLITE_LOCKED, or SQLITE_PROTOCOL, which occurs when many readers open a write-ahead log at once. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6 || code === 15;
}

/** SQLITE_IOERR or SQLITE_CANTOPEN: the file system does not do what SQLite needs. */
export function isStoreTrouble(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 10 || code === 14;
}

/** SQLITE_NOMEM, SQLITE_IOERR or SQLITE_FULL: SQLite may have rolled back the whole transaction. */
export function mayEndTransaction(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 7 || code === 10 || code === 13;
}

/** Passes our own errors through. Any SQLite error that is not classified here is a defect of ours: `internal`. */
export function storeErrorFrom(error: unknown, location: string): BigMindError {
  if (error instanceof BigMindError) return error;
  switch (primaryCode(error)) {
    case 5:
    case 6:
    case 15:
      return lockedError(location, error);
    case 13:
      return fullError(location, error);
    case 8:
      return readOnlyError(location, 'the file, its folder or the disk is read-only', error);
    case 3:
    case 10:
    case 14:
    case 23:
      return unavailableError(location, messageOf(error), error);
    case 19:
      if (messageOf(error).includes('FOREIGN KEY')) return replacedError(location, error);
      return internalError(location, error);
    case 11:
    case 26:
      return corruptError(location, messageOf(error), error);
    default:
      return internalError(location, error);
  }
}

function internalError(location: string, cause: unknown): BigMindError {
  return new BigMindError('internal', `The database refused an operation: ${messageOf(cause)}`, {
    remedy: 'Nothing was changed. Run `bigmind doctor` for a diagnosis.',
    details: { location },
    cause,
  });
}

/**
 * A row refers to a user, agent or project that the store lacks: it is not the store in which the caller was resolved.
 */
function replacedError(location: string, cause: unknown): BigMindError {
  return new BigMindError('store_replaced', `The database at ${location} was replaced by another one.`, {
    remedy: 'Nothing was changed. Try again.',
    details: { location },
    cause,
  });
}

export function lockedError(location: string, cause?: unknown): BigMindError {
  return new BigMindError('store_locked', `Another program has locked the database at ${location}.`, {
    remedy: 'Nothing was changed. Close programs that have the file open, or wait for them, and try again.',
    details: { location },
    cause,
  });
}

export function unavailableError(location: string, reason: string, cause?: unknown): BigMindError {
  return new BigMindError('store_unavailable', `The database at ${location} cannot be opened or written: ${reason}.`, {
    remedy:
      'Check that the folder exists, that you can write to it and that the disk has free space. Or choose another place with BIGMIND_HOME or BIGMIND_DB_PATH.',
    details: { location },
    cause,
  });
}

/**
 * The path is not a regular file, which neither permissions nor free space would fix. `what` completes the message
 * after a colon.
 */
export function misplacedError(location: string, what: string, cause?: unknown): BigMindError {
  return new BigMindError('store_unavailable', `The database at ${location} cannot be opened or written: ${what}.`, {
    remedy:
      'Nothing was changed. Remove what is there if you do not need it, or choose another place: BIGMIND_DB_PATH sets the file, BIGMIND_HOME the folder.',
    details: { location },
    cause,
  });
}

/** Stored data is intact. A process that starts now also needs a little free space to read it. */
export function fullError(location: string, cause?: unknown): BigMindError {
  return new BigMindError('store_full', `The disk of ${location} is full.`, {
    remedy: 'Nothing was changed, and what is stored is safe. Free about a megabyte on that disk, and try again.',
    details: { location },
    cause,
  });
}

export function readOnlyError(location: string, reason: string, cause?: unknown): BigMindError {
  return new BigMindError('store_unavailable', `The database at ${location} cannot be written: ${reason}.`, {
    remedy:
      'Nothing was changed. BigMind needs write permission for the file and its folder, even to read. Change the permissions, or choose another place with BIGMIND_HOME or BIGMIND_DB_PATH.',
    details: { location },
    cause,
  });
}

/**
 * Another process changes the journal mode faster than the file can be opened, for example if two computers open it
 * through different paths.
 */
export function changesAllTheTime(location: string): BigMindError {
  return new BigMindError(
    'store_locked',
    `Another program keeps changing the journal mode of the database at ${location}.`,
    {
      remedy:
        'Nothing was changed. Open the database with the same path and the same version of BigMind everywhere, and try again.',
      details: { location },
    },
  );
}

export function corruptError(location: string, reason: string, cause?: unknown): BigMindError {
  return new BigMindError(
    'store_corrupt',
    `The database at ${location} is damaged or is not an SQLite database: ${reason}.`,
    {
      remedy:
        'The file was not changed. `bigmind repair` moves it, restores the newest backup and adds everything that is still readable.',
      details: { location },
      cause,
    },
  );
}

/** For a file that is missing or empty where a store was; `what` says so, such as "is missing, and there are backups of it". */
export function missingError(location: string, what: string): BigMindError {
  return new BigMindError('store_missing', `The database at ${location} ${what}.`, {
    remedy: 'No new one was created. If you moved the file, put it back.',
    details: { location },
  });
}

export function walRefused(location: string): BigMindError {
  return new BigMindError(
    'engine_unavailable',
    `The database at ${location} belongs to the native SQLite engine, which sql.js must not share.`,
    {
      remedy: 'Run BigMind with Node 24.15 or later (or 22.22.3 or later), or set BIGMIND_ENGINE to auto or native.',
      details: { location },
    },
  );
}

const codesByMessage: readonly (readonly [string, number])[] = [
  ['file is not a database', 26],
  ['malformed', 11],
  ['disk I/O error', 10],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['readonly database', 8],
  ['database is locked', 5],
  ['locking protocol', 15],
  ['constraint failed', 19],
];

function primaryCode(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return codesByMessage.find(([part]) => error.message.includes(part))?.[1] ?? 0;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/u, '');
}
