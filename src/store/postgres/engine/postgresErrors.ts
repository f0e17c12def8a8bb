/**
 * Translates errors of PostgreSQL and of its driver into our error codes: by SQLSTATE (PostgreSQL, appendix A), by the
 * code of a network or TLS error of Node, or by a fixed message of the driver. No message repeats an address or a
 * password.
 */
import type { ErrorCode } from '../../../memory/shared/errors.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { restoredState } from '../security/identitySql.ts';

/**
 * `unknown`: the connection was cut while a change was committed, and the server could not be asked afterwards;
 * `unknownSchema`: the same for the tables.
 */
type Outcome = 'unchanged' | 'unknown' | 'unknownSchema';

interface Trouble {
  code: ErrorCode;
  message: string;
  remedy: string;
  details?: Record<string, unknown>;
}

/** Passes our own errors through. Any error that is not listed here is a defect of ours: `internal`. */
export function storeErrorFrom(error: unknown, outcome: Outcome = 'unchanged'): BigMindError {
  if (error instanceof BigMindError) return error;
  const trouble = { unchanged: troubleOf, unknown: () => cutInCommit, unknownSchema: () => cutInUpgrade }[outcome];
  const { code, message, remedy, details = {} } = trouble(error);
  const unchanged = outcome === 'unchanged' ? 'Nothing was changed. ' : '';
  return new BigMindError(code, message, { remedy: `${unchanged}${remedy}`, details, cause: error });
}

/**
 * The transaction can run again: it met another one, and left nothing. Two users of which both stored a row with the
 * same key at the same time meet like that, too (23505).
 */
export function isRepeatable(error: unknown): boolean {
  return ['40001', '40P01', '23505'].includes(codeOf(error));
}

/** As the pool rejects. */
export const noConnectionFree = (): Error => new Error(noneFree);

/** The signature of an identity is for the process behind a connection, and there was another one in the transaction. */
export function connectionChanged(): BigMindError {
  const { code, message, remedy, details = {} } = pooled;
  return new BigMindError(code, message, { remedy: `Nothing was changed. ${remedy}`, details });
}

/**
 * The connection is not as this program left it: the tables were changed since it prepared the statement, somebody else
 * took or replaced the statement, or left a transaction open (25001, 25P02). On a new one, it works. Nothing was
 * committed: a pooler says 08P01 also of a server that was cut.
 */
export function isStaleConnection(error: unknown): boolean {
  const [code, message] = [codeOf(error), messageOf(error)];
  if (code === '0A000') return message.startsWith('cached plan must not change');
  if (code === '08P01') return message.startsWith('bind message supplies');
  return ['26000', '42P05', '25001', '25P02'].includes(code);
}

/** A statement that came after one that failed, in the same transaction. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** The server cannot be asked at the moment, or no longer through this connection. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  return unreachable.has(code) || cutCodes.has(code) || cutMessages.test(messageOf(error)) || code.startsWith('08');
}

/** The database, or the connection, takes no writes. */
export function isReadOnlyError(error: unknown): boolean {
  return codeOf(error) === '25006';
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const cutCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '57P05', '25P03']);
const cutMessages = /^Connection terminated|not queryable/u;
/** Of the pool: calls of this process have all connections that it may open. */
const noneFree = 'timeout exceeded when trying to connect';
/** Of PgBouncer, which closes the connection. */
const statementPooling = 'statement pooling';
const refusedRow = 'row-level security';
const wrongPassword = 'client password must be a';
const noTls = 'does not support SSL';
const tlsRequired = /no encryption|SSL off/u;
const tlsCodes = /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|^EPROTO$/u;

/** Before anything was sent: neither the address nor a file has the password that the server asks for. */
export function noPassword(): BigMindError {
  return new BigMindError('store_unavailable', 'The database server wants a password, and none was given.', {
    remedy:
      'Nothing was changed. Add it to BIGMIND_DB_URL (postgres://USER:PASSWORD@HOST/DATABASE), or add a line HOST:PORT:DATABASE:USER:PASSWORD to the file that PGPASSFILE names, ~/.pgpass by default, and let only yourself read that file (chmod 600).',
  });
}

function troubleOf(error: unknown): Trouble {
  const [code, message] = [codeOf(error), messageOf(error)];
  if (unreachable.has(code)) return notReached;
  if (message.includes(noTls)) return tlsUnsupported;
  if (tlsCodes.test(code)) return tlsUnverified;
  if (code === '28000' && tlsRequired.test(message)) return tlsNeeded;
  if (message.includes(wrongPassword)) return refusedLogin;
  if (message === noneFree) return busy;
  if (code === '08P01' && message.includes(statementPooling)) return pooled;
  // A policy refuses a reference to what is gone like one to what belongs to others.
  if (code === '42501' && message.includes(refusedRow)) return replaced;
  const known = byState.get(code);
  if (known !== undefined) return known;
  return isConnectionError(error) ? cut : defect(message);
}

const settings = 'the address in BIGMIND_DB_URL';

const notReached: Trouble = {
  code: 'store_unavailable',
  message: 'The database server cannot be reached.',
  remedy: `Check ${settings} and that the server runs and accepts connections from here.`,
};
const cut: Trouble = {
  code: 'store_unavailable',
  message: 'The connection to the database server was cut, or the server is starting or stopping.',
  remedy: 'Try again; BigMind connects again by itself.',
};
const cutInCommit: Trouble = {
  code: 'store_unavailable',
  message: 'The connection to the database server was cut while a change was stored, and the server did not return.',
  remedy: 'The change may be stored or not: look for it before you repeat it.',
};
const cutInUpgrade: Trouble = {
  code: 'store_unavailable',
  message:
    'The connection to the database server was cut while the tables were created or upgraded, and the server did not return.',
  remedy:
    'No memory is lost: the tables have the old or the new version, and nothing in between. Once the server is back, do the same again, which does what is left. After a cut "bigmind database prepare --new-key", first run it with the key of the servers in BIGMIND_DB_KEY instead, because a key may be stored that was not printed.',
};
const pooled: Trouble = {
  code: 'store_unavailable',
  message:
    'A pooler in front of the database gives each transaction another connection (transaction pooling), which BigMind cannot use like this.',
  remedy:
    'Use session pooling (PgBouncer: pool_mode = session), or name the database server itself in BIGMIND_DB_URL. Without BIGMIND_DB_KEY, transaction pooling works with PgBouncer 1.21 or newer and max_prepared_statements above 0.',
  details: { refused: 'pooler' },
};
const tlsUnsupported: Trouble = {
  code: 'store_unavailable',
  message: 'The database server does not offer TLS, but BIGMIND_DB_URL asks for it.',
  remedy: 'Turn on TLS on the server (ssl = on). On a trusted network, remove sslmode from BIGMIND_DB_URL instead.',
};
const tlsUnverified: Trouble = {
  code: 'store_unavailable',
  message: 'The certificate of the database server was not accepted, or TLS failed for another reason.',
  remedy:
    'Use the host name that is in the certificate, and name its authority with sslmode=verify-full&sslrootcert=FILE in BIGMIND_DB_URL.',
};
const tlsNeeded: Trouble = {
  code: 'store_unavailable',
  message: 'The database server refuses connections without TLS from here, or has no rule for this user.',
  remedy: 'Add sslmode=verify-full to BIGMIND_DB_URL, or ask the administrator for a rule in pg_hba.conf.',
};
const refusedLogin: Trouble = {
  code: 'store_unavailable',
  message: 'The database server refused the user or the password.',
  remedy: 'Check both in BIGMIND_DB_URL. Characters such as @, / and # in a password are written as %40, %2F and %23.',
};
const timedOut: Trouble = {
  code: 'store_unavailable',
  message: 'The database server took too long to answer, or its administrator stopped the request.',
  remedy: 'Try again later, or with a narrower request. The administrator sees slow statements in pg_stat_activity.',
};
const readOnly: Trouble = {
  code: 'store_unavailable',
  message: 'The database is read-only.',
  remedy:
    'Name the primary server in BIGMIND_DB_URL, not a replica, and check that default_transaction_read_only is off.',
  details: { isReadable: true },
};
const full: Trouble = {
  code: 'store_full',
  message: 'The disk of the database server is full.',
  remedy: 'What is stored is safe. Free space on the server, and try again.',
};
const temporaryFull: Trouble = {
  code: 'store_full',
  message: 'The database server allows no more temporary files for this request.',
  remedy: 'Try again with a narrower request, or ask the administrator to raise temp_file_limit.',
};
const outOfMemory: Trouble = {
  code: 'store_unavailable',
  message: 'The database server has no memory left for this request.',
  remedy: 'Try again later; the administrator finds the reason in the log of the server.',
};
const tooMany: Trouble = {
  code: 'store_unavailable',
  message: 'The database server has no free connection.',
  remedy: 'Try again in a moment. If it stays, raise max_connections, or use a connection pooler.',
};
const noDatabase: Trouble = {
  code: 'store_unavailable',
  message: 'The database server has no database of the name in BIGMIND_DB_URL.',
  remedy: 'Create it, or correct the name.',
};
const notAllowed: Trouble = {
  code: 'store_unavailable',
  message: 'The user of the database may not do this.',
  remedy:
    'For the login of a server or person: the owner of the schema "bigmind" runs `bigmind database prepare`, and the administrator adds the login to the application role (GRANT bigmind_app TO …). Only for a login that is to own the schema: CREATE SCHEMA bigmind AUTHORIZATION ….',
};
const busy: Trouble = {
  code: 'store_unavailable',
  message:
    'No connection to the database server became free in time: other calls of this process have all of them, or the server does not answer.',
  remedy: 'Try again in a moment.',
};
const locked: Trouble = {
  code: 'store_locked',
  message: 'Another program is changing the database, and kept what this call needs locked for too long.',
  remedy: 'Try again in a moment. If it stays, the administrator finds that program in pg_stat_activity.',
};
const replaced: Trouble = {
  code: 'store_replaced',
  message: 'A row refers to something that the database no longer has.',
  remedy: 'Try again.',
};
const restored: Trouble = {
  code: 'not_allowed',
  message: 'The database was restored from a dump, in which tokens that were revoked later are valid again.',
  remedy:
    'No token is accepted until the owner of the schema runs `bigmind database confirm-restore`, which revokes those of the dump.',
};
const corrupt: Trouble = {
  code: 'store_corrupt',
  message: 'The database server reports damaged data.',
  remedy: 'A superuser restores a dump with pg_restore --single-transaction, or a physical backup.',
};

function defect(message: string): Trouble {
  return {
    code: 'internal',
    message: `The database refused an operation: ${message}`,
    remedy: 'Run `bigmind doctor` for a diagnosis.',
  };
}

const byState: ReadonlyMap<string, Trouble> = new Map([
  ['28P01', refusedLogin],
  ['28000', refusedLogin],
  ['3D000', noDatabase],
  ['42501', notAllowed],
  ['25006', readOnly],
  // A statement that was prepared on this connection is not there, or another one's is: it has become another one.
  ['26000', pooled],
  ['42P05', pooled],
  ['53100', full],
  ['53200', outOfMemory],
  ['53300', tooMany],
  ['53400', temporaryFull],
  ['57014', timedOut],
  ['55P03', locked],
  ['40001', locked],
  ['40P01', locked],
  ['23503', replaced],
  [restoredState, restored],
  ['XX001', corrupt],
  ['XX002', corrupt],
]);

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/[.\s]+$/u, '');
}

/** Does the work; its errors are those of a store. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeErrorFrom(error);
  }
}
