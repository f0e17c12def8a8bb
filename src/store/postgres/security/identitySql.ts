/**
 * Who a transaction acts for, as the database sees it. Three kinds of login:
 *
 * - A person's own login is listed in `logins`. Nothing that it sets changes who it is.
 * - The server's login proves each identity with a signature (`identity.ts`). It is valid for one connection and a short
 *   time, and only the owner of the schema can read the key.
 * - The owner of the schema is believed without a signature, because it could switch everything off anyway.
 *
 * The functions that read tables run as the owner, with the search path of the schema, and filter by workspace
 * themselves, because an owner may be a superuser, for whom no policy counts. The others run as the caller, which is
 * cheaper. Their bodies are `RETURN` expressions, whose names are looked up once, when the function is created: as
 * strings, they would depend on the search path of the caller.
 */
import { asOwner } from './searchPath.ts';

/** Names the owner's own tables; no other role gets a right to them. */
export const ownerTables = ['logins', 'identity_keys', 'dropped_keys', 'token_places'] as const;

export const identityTables = `
CREATE TABLE IF NOT EXISTS logins (
  login        TEXT COLLATE "C" PRIMARY KEY,
  workspace_id TEXT COLLATE "C" NOT NULL,
  username     TEXT COLLATE "C" NOT NULL
);
CREATE TABLE IF NOT EXISTS identity_keys (
  inner_pad BYTEA NOT NULL,
  outer_pad BYTEA NOT NULL,
  -- The logins of servers that wrote with this key.
  used_by   TEXT[] NOT NULL DEFAULT '{}'
);
-- A key that was replaced is valid until it is dropped, so that servers go on until they have the new one.
ALTER TABLE identity_keys ADD COLUMN IF NOT EXISTS is_previous BOOLEAN NOT NULL DEFAULT FALSE;
-- Of keys that will never be valid again.
CREATE TABLE IF NOT EXISTS dropped_keys (
  hash BYTEA PRIMARY KEY
);
-- Where the tokens were stored or confirmed: a dump keeps the place at which it was made, and a restore has another one.
CREATE TABLE IF NOT EXISTS token_places (
  place TEXT NOT NULL
);
`;

/** The server and the table of the tokens, which no restore of a dump has again. */
export const placeOfTokens = `(SELECT c.system_identifier || '.' || 'tokens'::regclass::oid FROM pg_control_system() c)`;

/** For a new schema, and for one of a version without places. */
export const markPlaceOfTokens = `INSERT INTO token_places SELECT ${placeOfTokens} WHERE NOT EXISTS (SELECT 1 FROM token_places);`;

/** The SQLSTATE for a valid token of a restored dump. */
export const restoredState = 'BM001';

/**
 * Workspace and user name in hexadecimal, purpose. With a proof, the process id of the connection, the expiry in seconds
 * and the signature in hexadecimal follow.
 */
const claim = '[0-9a-f]*[.][0-9a-f]*[.](own|all)';

/** Owners of rows that are nobody's, and of those that everybody of a workspace reads. No user has such an id. */
export const specialOwners = `'', '*'`;

/** The name of the person who owns the rows of a user; for an erased user, the person who erased it. */
export const ownerOfUser = (alias: string): string =>
  `(CASE WHEN ${alias}role = 'erased' THEN ${alias}created_by ELSE ${alias}username END)`;

/** Starts the key of an owner. The length keeps a workspace and an id from looking like another pair. */
const workspaceKey = (workspace: string): string => `length(${workspace}) || ':' || ${workspace}`;

/** The workspace and the owner of a row as one text, for `bigmind_owner_keys()`. */
export const ownerKey = (column: string): string => `(${workspaceKey('workspace_id')} || ${column})`;

/** Whether a key signed `setting`; null for a person's login, and if none did. */
const signature = `SELECT TRUE FROM identity_keys k
    WHERE NOT EXISTS (SELECT 1 FROM logins l WHERE l.login = session_user) AND right(setting, 64) = encode(sha256(
      k.outer_pad || sha256(k.inner_pad || convert_to(left(setting, -65), 'UTF8'))), 'hex')`;

/** Whether the signature of `setting` is valid. Only if there is one is its claim well-formed, and its numbers are read. */
const isProven = `CASE WHEN is_signed
    THEN split_part(setting, '.', 4)::bigint = pg_backend_pid() AND split_part(setting, '.', 5)::bigint >= extract(epoch FROM now())
    ELSE FALSE END`;

/**
 * `bigmind_owners()`: the ids whose rows a transaction owns; `bigmind_owner_keys()` has them with their workspace. For
 * the purpose `own`, the user and the hidden owners of what that user erased; for `all`, everybody of the workspace, and
 * nobody (the empty id). `bigmind_find_token()`: the token with a hash, which for `all` may be anybody's; row security
 * would compare its user with all of them. It fails until the owner has confirmed a restore, which brings back tokens
 * that were revoked. `bigmind_begin_write()`: takes the locks of a write, for the workspace and one
 * person or for the workspace alone, then returns the transaction's number, the schema's version and the claim as JSON; each
 * statement of a function sees what was committed before it. `bigmind_role_context()`: a role context of `access.ts`.
 */
export function identityFunctions(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION bigmind_claim() RETURNS text LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  setting text := current_setting('bigmind.identity', true);
  is_signed boolean := (${signature});
  own text;
BEGIN
  IF (${isProven}) THEN RETURN setting; END IF;
  own := (SELECT bigmind_hex(l.workspace_id) || '.' || bigmind_hex(l.username) || '.own'
    FROM logins l WHERE l.login = session_user);
  RETURN coalesce(own, CASE WHEN session_user = current_user AND setting ~ '^${claim}$' THEN setting END);
END $$;

CREATE OR REPLACE FUNCTION bigmind_hex(part text) RETURNS text LANGUAGE sql STABLE
  RETURN encode(convert_to(part, 'UTF8'), 'hex');

CREATE OR REPLACE FUNCTION bigmind_part(claim text, number int) RETURNS text LANGUAGE sql STABLE
  RETURN convert_from(decode(split_part(claim, '.', number), 'hex'), 'UTF8');

CREATE OR REPLACE FUNCTION bigmind_workspace() RETURNS text LANGUAGE sql STABLE RETURN bigmind_part(bigmind_claim(), 1);

CREATE OR REPLACE FUNCTION bigmind_claimed_workspace() RETURNS text LANGUAGE sql STABLE
  RETURN CASE WHEN coalesce(current_setting('bigmind.identity', true), '') = '' THEN bigmind_workspace()
    ELSE bigmind_part(current_setting('bigmind.identity', true), 1) END;

CREATE OR REPLACE FUNCTION bigmind_username() RETURNS text LANGUAGE sql STABLE RETURN bigmind_part(bigmind_claim(), 2);

CREATE OR REPLACE FUNCTION bigmind_sees_all() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(split_part(bigmind_claim(), '.', 3) = 'all', FALSE);

CREATE OR REPLACE FUNCTION bigmind_owners() RETURNS text[] LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
${ownersBody("''")}
END $$;

CREATE OR REPLACE FUNCTION bigmind_owner_keys() RETURNS text[] LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
${ownersBody(workspaceKey('workspace'))}
END $$;

CREATE OR REPLACE FUNCTION bigmind_find_token(hash text)
RETURNS TABLE (id text, username text, agent text, is_read_only bigint, created_at text, expires_at text, last_used_at text, revoked_at text)
LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  claim text := bigmind_claim();
  workspace text := bigmind_part(claim, 1);
  me text := bigmind_part(claim, 2);
BEGIN
  RETURN QUERY SELECT t.id, u.username, t.agent, t.is_read_only, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
    FROM tokens t JOIN users u ON u.id = t.user_id AND u.workspace_id = t.workspace_id AND coalesce(u.role, '') <> 'erased'
    WHERE t.token_hash = hash AND t.workspace_id = workspace AND (split_part(claim, '.', 3) = 'all' OR u.username = me);
  -- For a known token only, so that a stranger learns nothing; health checks ask with an empty hash.
  IF (FOUND OR hash = '') AND ${placeOfTokens} IS DISTINCT FROM (SELECT string_agg(p.place, ',') FROM token_places p) THEN
    RAISE EXCEPTION 'The tokens come from a dump.' USING ERRCODE = '${restoredState}';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION bigmind_begin_write(workspace text, person text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF person IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(workspace, 0));
  ELSE
    -- The lock of the workspace comes first.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(workspace, 0));
    PERFORM pg_advisory_xact_lock(hashtextextended(person, 0));
  END IF;
  RETURN (SELECT json_build_object('id', pg_current_xact_id()::text, 'version', max(version), 'claim', ${schema}.bigmind_claim())
    FROM ${schema}.schema_migrations);
END $$;

CREATE OR REPLACE FUNCTION bigmind_role_context() RETURNS text LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  claim text := bigmind_claim();
  workspace text := bigmind_part(claim, 1);
  me text := bigmind_part(claim, 2);
BEGIN
  IF claim IS NULL THEN RETURN 'none'; END IF;
  IF EXISTS (SELECT 1 FROM users u WHERE u.workspace_id = workspace AND u.role = 'admin') THEN
    RETURN coalesce((SELECT u.role FROM users u WHERE u.workspace_id = workspace AND u.username = me), 'member');
  END IF;
  RETURN CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.workspace_id = workspace AND u.username <> me
    AND coalesce(u.role, '') <> 'erased') THEN 'unled' ELSE 'only' END;
END $$;
`;
}

/** Up to its END. `prefix` is put before each id. */
function ownersBody(prefix: string): string {
  return `DECLARE
  setting text := current_setting('bigmind.identity', true);
  is_signed boolean := (${signature});
  -- Calling the function would take as long as the check, and each table of a statement asks.
  claim text := CASE WHEN ${isProven} THEN setting ELSE bigmind_claim() END;
  workspace text := bigmind_part(claim, 1);
  me text := bigmind_part(claim, 2);
  prefix text := ${prefix};
BEGIN
  IF split_part(claim, '.', 3) = 'all' THEN
    RETURN ARRAY(SELECT prefix || u.id FROM users u WHERE u.workspace_id = workspace ORDER BY u.username <> me) || prefix;
  END IF;
  RETURN ARRAY(SELECT prefix || u.id FROM users u WHERE ${ownerOfUser('u.')} = me AND u.workspace_id = workspace
    ORDER BY u.role IS NOT DISTINCT FROM 'erased');`;
}

/**
 * What a new row says of its workspace if its statement does not: what the identity claims, without its proof, because
 * this runs for each row. The policies compare it with the proven one, once for each statement.
 */
export const workspaceDefault = 'bigmind_claimed_workspace()';
