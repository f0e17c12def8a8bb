/**
 * The roles of a server: the owner of the schema creates and upgrades it, and every other login is a member of the
 * application role, whose rights the policies limit (docs/postgresql-security.md).
 */
import { createHash } from 'node:crypto';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { SqlConnection, SqlValue } from '../../sql/connection/sqlConnection.ts';
import { accessRules } from './accessRules.ts';
import { guardFunctions, guardsSql, withoutStatistics } from './guards.ts';
import { identityFunctions, identityTables, markPlaceOfTokens, ownerTables, placeOfTokens } from './identitySql.ts';
import type { Command } from './policySql.ts';
import { commandsOf, hiddenTables, ownersSql, policiesSql } from './policySql.ts';
import { asOwner } from './searchPath.ts';
import { ownFunctions, wordFunctions, wordTables } from './wordSql.ts';
import { workspaceColumns } from './workspaceColumns.ts';

export const defaultApplicationRole = 'bigmind_app';

/** Adds workspaces and row security to the tables of the schema in the search path. Repeatable, for its owner. */
export function securitySql(schema: string): string {
  return [
    identityTables,
    wordTables
      .replaceAll('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS')
      .replaceAll('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS'),
    // The functions name columns that the next statements create.
    'SET LOCAL check_function_bodies = off;',
    identityFunctions(schema),
    workspaceColumns,
    ownersSql(schema),
    guardsSql(schema),
    countWrites(schema),
    wordFunctions(schema),
    // A function of a trigger believes the rows that it is given, so nobody else may put it on a table.
    `REVOKE EXECUTE ON FUNCTION ${[...ownFunctions, ...guardFunctions].join(', ')} FROM PUBLIC;`,
    policiesSql(),
    markPlaceOfTokens,
    withoutStatistics([...Object.keys(accessRules), ...ownerTables]),
  ].join('\n');
}

/**
 * Each write counts once, whoever writes: a role that could set the number could stop all writes. A login that is not a
 * person's and has an identity proved it with the key. `marks` keeps the marks of the last writes.
 */
const countWrites = (schema: string): string => `
CREATE OR REPLACE FUNCTION bigmind_count_write(mark bigint) RETURNS void LANGUAGE plpgsql ${asOwner(schema)} AS $$
BEGIN
  IF session_user <> current_user AND EXISTS (SELECT 1 FROM identity_keys WHERE session_user::text <> ALL (used_by))
    AND NOT EXISTS (SELECT 1 FROM logins l WHERE l.login = session_user) AND bigmind_claim() IS NOT NULL THEN
    UPDATE identity_keys SET used_by = used_by || session_user::text;
  END IF;
  UPDATE store_writes SET writes = writes + 1, marks = (mark || marks)[1:32] WHERE slot = pg_backend_pid() % 64;
END $$;`;

/**
 * Lets the members of a role use the schema. `role` is a plain identifier of a role that exists, and neither is a
 * superuser nor bypasses row security.
 */
function grantsSql(schema: string, role: string): string {
  const grants = Object.keys(accessRules)
    .filter((table) => !hiddenTables.includes(table))
    .map(
      (table) =>
        `GRANT ${commandsOf(table)
          .map((command) => rightTo(command, table))
          .join(', ')} ON ${table} TO ${role};`,
    );
  return `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};
GRANT USAGE ON SCHEMA ${schema} TO ${role};
GRANT SELECT ON schema_migrations TO ${role};
GRANT SELECT ON store_writes TO ${role};
${grants.join('\n')}`;
}

function rightTo(command: Command, table: string): string {
  const columns = command === 'update' ? accessRules[table]?.columns : undefined;
  return command.toUpperCase() + (columns === undefined ? '' : ` (${columns.join(', ')})`);
}

/**
 * Prepares a schema for a server or for people with logins of their own: what `role` may do, and with `key` who a server
 * acts for. For the owner of the schema, in a transaction whose search path is the schema.
 */
export async function prepareForServer(
  db: SqlConnection,
  { schema, role = defaultApplicationRole, key }: { schema: string; role?: string; key?: Uint8Array },
): Promise<void> {
  await db.exec(grantsSql(schema, role));
  if (key !== undefined) await setIdentityKey(db, key);
}

/**
 * Makes this the key with which servers sign identities, and the one until now the previous key, which stays valid. The
 * key before that is dropped. Nothing changes for the current key; the previous one becomes it again. A key that was
 * dropped is `not_allowed`.
 */
export async function setIdentityKey(db: SqlConnection, key: Uint8Array): Promise<void> {
  const { inner, outer } = padsOf(key);
  if (await isDroppedKey(db, key)) throw wasDropped();
  const current = 'SELECT 1 FROM identity_keys WHERE inner_pad = ? AND NOT is_previous';
  if ((await db.get(current, [inner])) !== undefined) return;
  await dropKeys(db, 'is_previous AND inner_pad <> ?', [inner]);
  await db.run('UPDATE identity_keys SET is_previous = inner_pad <> ?', [inner]);
  // Logins of servers are known as such before they have written with the new key.
  await db.run(
    `INSERT INTO identity_keys (inner_pad, outer_pad, used_by)
     SELECT ?1, ?2, coalesce((SELECT used_by FROM identity_keys), '{}')
     WHERE NOT EXISTS (SELECT 1 FROM identity_keys WHERE inner_pad = ?1)`,
    [inner, outer],
  );
}

/** From now on, only the current key is valid. Whether there was another one. */
export async function dropPreviousKey(db: SqlConnection): Promise<boolean> {
  return dropKeys(db, 'is_previous');
}

async function dropKeys(db: SqlConnection, condition: string, params: SqlValue[] = []): Promise<boolean> {
  const sql = `WITH gone AS (DELETE FROM identity_keys WHERE ${condition} RETURNING inner_pad)
    INSERT INTO dropped_keys (hash) SELECT sha256(inner_pad) FROM gone`;
  return (await db.run(sql, params)).changes > 0;
}

async function isDroppedKey(db: SqlConnection, key: Uint8Array): Promise<boolean> {
  const sql = 'SELECT 1 FROM dropped_keys WHERE hash = sha256(CAST(? AS bytea))';
  return (await db.get(sql, [padsOf(key).inner])) !== undefined;
}

function wasDropped(): BigMindError {
  return new BigMindError('not_allowed', 'The key in BIGMIND_DB_KEY was made invalid, and stays so.', {
    remedy: 'Set BIGMIND_DB_KEY to the current key, or add --new-key for a new one. Nothing was changed.',
  });
}

export async function hasPreviousKey(db: SqlConnection): Promise<boolean> {
  return (await db.get('SELECT 1 FROM identity_keys WHERE is_previous')) !== undefined;
}

/** Whether it is the previous key, or was dropped. */
export async function isOldKey(db: SqlConnection, key: Uint8Array): Promise<boolean> {
  const sql = 'SELECT 1 FROM identity_keys WHERE inner_pad = ? AND is_previous';
  return (await isDroppedKey(db, key)) || (await db.get(sql, [padsOf(key).inner])) !== undefined;
}

/** From now on, the role `login` is that user and nobody else. */
export async function addLogin(
  db: SqlConnection,
  { login, workspace, username }: { login: string; workspace: string; username: string },
): Promise<void> {
  await db.run('DELETE FROM logins WHERE login = ?', [login]);
  await db.run('INSERT INTO logins (login, workspace_id, username) VALUES (?, ?, ?)', [login, workspace, username]);
}

/**
 * Accepts the tokens of this database, after a restore: revokes all that a dump brought back, unless they are kept, and
 * forgets the server's key, which everybody with the dump could use. Returns how many were revoked. For the owner of the
 * schema, in a transaction.
 */
export async function confirmRestore(
  db: SqlConnection,
  { now, keepsTokens }: { now: string; keepsTokens: boolean },
): Promise<number> {
  // The tokens of all workspaces, which row security keeps from the owner as well.
  await db.exec('ALTER TABLE tokens NO FORCE ROW LEVEL SECURITY');
  const sql = 'UPDATE tokens SET revoked_at = ? WHERE revoked_at IS NULL';
  const revoked = keepsTokens ? 0 : (await db.run(sql, [now])).changes;
  await db.exec(`ALTER TABLE tokens FORCE ROW LEVEL SECURITY; DELETE FROM identity_keys; DELETE FROM token_places;
    INSERT INTO token_places SELECT ${placeOfTokens}`);
  return revoked;
}

/** The key of an HMAC (RFC 2104) as the two blocks that its hashes start with. */
function padsOf(key: Uint8Array): { inner: Uint8Array; outer: Uint8Array } {
  const block = new Uint8Array(64);
  block.set(key.byteLength > 64 ? createHash('sha256').update(key).digest() : key);
  return { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) };
}
