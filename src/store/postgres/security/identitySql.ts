/**
 * Who a transaction acts for, as the database sees it. Three kinds of login:
 *
 * - A person's own login is listed in `logins`. Nothing that it sets changes who it is.
 * - The server's login proves each identity with a signature (`identity.ts`). It is valid for one connection and a short
 *   time, and only the owner of the schema can read the key.
 * - The owner of the schema is believed without a signature, because it could switch everything off anyway.
 *
 * The functions run as the owner, whatever the caller's search path is. They filter by workspace themselves, because an
 * owner may be a superuser, for whom no policy counts.
 */

/** Names the owner's own tables; no other role gets a right to them. */
export const ownerTables = ['logins', 'identity_keys'] as const;

const asOwner = (schema: string): string => `SECURITY DEFINER SET search_path = ${schema}, pg_temp`;

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
`;

/**
 * Workspace and user name in hexadecimal, purpose. With a proof, the process id of the connection, the expiry in seconds
 * and the signature in hexadecimal follow.
 */
const claim = '[0-9a-f]*[.][0-9a-f]*[.](own|all)';

/**
 * `bigmind_owners()`: the ids whose rows a transaction owns. For the purpose `own`, the user and the hidden owners of
 * what that user erased; for `all`, everybody of the workspace, and nobody (the empty id). `bigmind_role_context()`: a role context of `access.ts`.
 */
export function identityFunctions(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION bigmind_identity(OUT workspace text, OUT username text, OUT purpose text)
LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  setting text := current_setting('bigmind.identity', true);
  part text[];
BEGIN
  part := string_to_array(setting, '.');
  IF cardinality(part) = 6 THEN
    -- One statement, because every other statement asks who its caller is. The rest is well-formed if the proof is.
    PERFORM 1 FROM identity_keys k WHERE part[6] =
      encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(left(setting, -65), 'UTF8'))), 'hex')
      AND NOT EXISTS (SELECT 1 FROM logins l WHERE l.login = session_user);
    IF NOT FOUND THEN part := NULL;
    ELSIF part[4]::bigint <> pg_backend_pid() OR part[5]::bigint < extract(epoch FROM now()) THEN part := NULL;
    END IF;
  ELSIF session_user <> current_user OR setting !~ '^${claim}$' THEN
    part := NULL;
  END IF;
  IF part IS NULL OR session_user = current_user THEN
    SELECT l.workspace_id, l.username, 'own' INTO workspace, username, purpose FROM logins l WHERE l.login = session_user;
    IF FOUND OR part IS NULL THEN RETURN; END IF;
  END IF;
  workspace := convert_from(decode(part[1], 'hex'), 'UTF8');
  username := convert_from(decode(part[2], 'hex'), 'UTF8');
  purpose := part[3];
END $$;

CREATE OR REPLACE FUNCTION bigmind_workspace() RETURNS text LANGUAGE plpgsql STABLE AS
  $$ BEGIN RETURN (${schema}.bigmind_identity()).workspace; END $$;

CREATE OR REPLACE FUNCTION bigmind_claimed_workspace() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN coalesce(current_setting('bigmind.identity', true), '') = '' THEN ${schema}.bigmind_workspace()
    ELSE convert_from(decode(split_part(current_setting('bigmind.identity', true), '.', 1), 'hex'), 'UTF8') END $$;

CREATE OR REPLACE FUNCTION bigmind_username() RETURNS text LANGUAGE plpgsql STABLE AS
  $$ BEGIN RETURN (${schema}.bigmind_identity()).username; END $$;

CREATE OR REPLACE FUNCTION bigmind_sees_all() RETURNS boolean LANGUAGE plpgsql STABLE AS
  $$ BEGIN RETURN coalesce((${schema}.bigmind_identity()).purpose = 'all', false); END $$;

CREATE OR REPLACE FUNCTION bigmind_owners() RETURNS text[] LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  me record := bigmind_identity();
BEGIN
  IF me.purpose = 'all' THEN
    RETURN ARRAY(SELECT u.id FROM users u WHERE u.workspace_id = me.workspace ORDER BY u.username <> me.username) || ''::text;
  END IF;
  RETURN ARRAY(SELECT u.id FROM users u WHERE u.username = me.username AND u.workspace_id = me.workspace
      AND u.role IS DISTINCT FROM 'erased'
    UNION ALL SELECT u.id FROM users u
      WHERE u.created_by = me.username AND u.role = 'erased' AND u.workspace_id = me.workspace);
END $$;

CREATE OR REPLACE FUNCTION bigmind_role_context() RETURNS text LANGUAGE plpgsql STABLE ${asOwner(schema)} AS $$
DECLARE
  me record := bigmind_identity();
BEGIN
  IF me.purpose IS NULL THEN RETURN 'none'; END IF;
  IF EXISTS (SELECT 1 FROM users u WHERE u.workspace_id = me.workspace AND u.role = 'admin') THEN
    RETURN coalesce((SELECT u.role FROM users u WHERE u.workspace_id = me.workspace AND u.username = me.username), 'member');
  END IF;
  RETURN CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.workspace_id = me.workspace AND u.username <> me.username
    AND coalesce(u.role, '') <> 'erased') THEN 'unled' ELSE 'only' END;
END $$;
`;
}

/**
 * What a new row says of its workspace if its statement does not: what the identity claims, without its proof, because
 * this runs for each row. The policies compare it with the proven one, once for each statement.
 */
export const workspaceDefault = 'bigmind_claimed_workspace()';
