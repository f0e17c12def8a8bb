/** What the owner of the schema does on a server: prepares it for the logins of others, and gives these logins users. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Hash } from '../../memory/shared/ports.ts';
import type { ServerAdmin } from '../../memory/upkeep/serverAdmin.ts';
import { text } from '../sql/connection/rowReader.ts';
import type { SqlConnection } from '../sql/connection/sqlConnection.ts';
import { valueTypes } from './engine/postgresConnection.ts';
import { withPasswordFile } from './engine/passwordFile.ts';
import { withStoreErrors } from './engine/postgresErrors.ts';
import { changeSchema } from './engine/schemaChange.ts';
import { latestVersion } from './schema/migrations.ts';
import { prepareSchema } from './schema/prepareSchema.ts';
import { closeDatabase } from './security/databaseRights.ts';
import type { Person } from './security/identity.ts';
import { claimOf } from './security/identity.ts';
import { loginKindOf } from './security/loginCheck.ts';
import {
  addLogin,
  confirmRestore,
  defaultApplicationRole,
  dropPreviousKey,
  hasPreviousKey,
  isOldKey,
  prepareForServer,
  securitySql,
} from './security/roles.ts';

interface ServerAdminOptions {
  url: string;
  /** `bigmind` if undefined. */
  schema?: string;
  hash: Hash;
  now: () => Date;
}

const keyBytes = 32;
/** Milliseconds, more each time; a server that was restarted takes some seconds. */
const askAgainMs = 250;

export function createServerAdmin({ url, schema = 'bigmind', hash, now }: ServerAdminOptions): ServerAdmin {
  const asOwner = <T>(work: (db: SqlConnection) => Promise<T>): Promise<T> =>
    inTransaction(url, schema, async (db) => {
      await prepareSchema(db, { schema, hash, now });
      if ((await loginKindOf(db, schema)) === 'member') throw notOwner(schema);
      return work(db);
    });
  return {
    prepare: ({ role = defaultApplicationRole, key: given, dropsOldKey = false }) =>
      asOwner(async (db) => {
        await requireRole(db, role, 'group');
        // Also where the schema has this version already: an update may have other rules.
        await db.exec(securitySql(schema));
        if (given === 'new' && !dropsOldKey && (await hasPreviousKey(db))) throw twoKeys();
        const chosen = given === 'new' ? randomBytes(keyBytes) : given;
        // Whoever drops the previous key may still have it in the environment.
        const key = dropsOldKey && chosen && (await isOldKey(db, chosen)) ? undefined : chosen;
        await prepareForServer(db, { schema, role, ...(key && { key }) });
        if (dropsOldKey) await dropPreviousKey(db);
        const [hasOldKey, openRights] = [await hasPreviousKey(db), await closeDatabase(db, schema)];
        const prepared = { role, version: latestVersion, hasOldKey, openRights };
        return given === 'new' && key ? { ...prepared, newKey: Buffer.from(key).toString('base64url') } : prepared;
      }),
    addLogin: (added) =>
      asOwner(async (db) => {
        await requireRole(db, added.login, 'login');
        await requireMember(db, added.login, schema);
        await refuseServer(db, added.login);
        await requireUser(db, added);
        await addLogin(db, added);
      }),
    confirmRestore: ({ keepsTokens }) =>
      asOwner(async (db) => {
        const revoked = await confirmRestore(db, { now: now().toISOString(), keepsTokens });
        const logins = await db.all('SELECT login, workspace_id, username FROM logins ORDER BY login');
        return {
          revoked,
          logins: logins.map((row) => ({
            login: text(row, 'login'),
            workspace: text(row, 'workspace_id'),
            username: text(row, 'username'),
          })),
        };
      }),
    removeLogin: (login) =>
      asOwner(async (db) => (await db.run('DELETE FROM logins WHERE login = ?', [login])).changes > 0),
  };
}

async function inTransaction<T>(url: string, schema: string, work: (db: SqlConnection) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const Client = withPasswordFile(pg.Client);
  const pool = new pg.Pool({ connectionString: url, types: valueTypes, application_name: 'bigmind', Client, max: 2 });
  pool.on('error', () => undefined);
  try {
    return await withStoreErrors(() =>
      changeSchema({ pool, schema, wait: (attempt) => sleep(askAgainMs * attempt) }, work),
    );
  } finally {
    await pool.end().catch(() => undefined);
  }
}

const plainName = /^[a-z_][a-z0-9_]{0,62}$/u;

/** A name becomes part of statements, so it must be a plain one, of a role that exists and that policies bind. */
async function requireRole(db: SqlConnection, name: string, kind: 'group' | 'login'): Promise<void> {
  const sql = 'SELECT rolsuper OR rolbypassrls AS unbound FROM pg_roles WHERE rolname = ?';
  const role = plainName.test(name) ? await db.get(sql, [name]) : undefined;
  if (role === undefined) {
    const options = kind === 'group' ? 'NOLOGIN' : `LOGIN PASSWORD '…' IN ROLE ${defaultApplicationRole}`;
    throw new BigMindError('not_found', `The database has no role "${name.slice(0, 80)}" with a plain name.`, {
      remedy: `As its administrator, run: CREATE ROLE ${plainName.test(name) ? name : 'NAME'} ${options}`,
    });
  }
  if (text(role, 'unbound') !== '1') return;
  throw new BigMindError('not_allowed', `The role "${name}" is a superuser or has BYPASSRLS, so no rule binds it.`, {
    remedy: 'Name a role without these rights. Nothing was changed.',
  });
}

/** The owner is whoever it says, so it cannot be one person. */
async function requireMember(db: SqlConnection, login: string, schema: string): Promise<void> {
  const sql = `SELECT pg_has_role(CAST(? AS name), nspowner, 'MEMBER') AS owns, has_schema_privilege(CAST(? AS name), oid, 'USAGE') AS uses
    FROM pg_namespace WHERE nspname = ?`;
  const row = (await db.get(sql, [login, login, schema])) ?? {};
  if (text(row, 'owns') === '1') {
    throw new BigMindError('not_allowed', `The login "${login}" owns the schema, so it cannot be one person.`, {
      remedy: 'Name the login of a person. Nothing was changed.',
    });
  }
  if (text(row, 'uses') === '1') return;
  throw new BigMindError('not_allowed', `The login "${login}" may not use the schema.`, {
    remedy: `As the administrator of the database, run: GRANT ${defaultApplicationRole} TO ${login}`,
  });
}

/** The server acts for everybody, and would stop if its login were one person. */
async function refuseServer(db: SqlConnection, login: string): Promise<void> {
  const used = await db.get('SELECT 1 FROM identity_keys WHERE CAST(? AS text) = ANY (used_by)', [login]);
  if (used === undefined) return;
  throw new BigMindError('not_allowed', `The login "${login}" is that of the server, so it cannot be one person.`, {
    remedy: `As the administrator of the database, create a login for the person, and name that: CREATE ROLE NAME LOGIN PASSWORD '…' IN ROLE ${defaultApplicationRole}. Nothing was changed.`,
  });
}

async function requireUser(db: SqlConnection, { workspace, username }: Person): Promise<void> {
  await db.exec(`SET LOCAL bigmind.identity = '${claimOf({ workspace, username: '', purpose: 'all' })}'`);
  const sql = `SELECT 1 FROM users WHERE workspace_id = ? AND username = ? AND role IS DISTINCT FROM 'erased'`;
  if ((await db.get(sql, [workspace, username])) !== undefined) return;
  throw new BigMindError('not_found', `The workspace "${workspace}" has no user "${username}".`, {
    remedy:
      'Check the name and BIGMIND_WORKSPACE. An admin creates a user with `bigmind token add AGENT --user NAME`. Nothing was changed.',
  });
}

/** A third key would end the oldest one, which servers may still use. */
function twoKeys(): BigMindError {
  return new BigMindError('not_allowed', 'Two keys are valid already: the current one, and the one before it.', {
    remedy:
      'Once every server has the current key, run "bigmind database prepare --drop-old-key". If the current key was lost, set BIGMIND_DB_KEY to that of the servers first, and run "bigmind database prepare", which makes it the current one. Nothing was changed.',
  });
}

function notOwner(schema: string): BigMindError {
  return new BigMindError('not_allowed', `This login does not own the schema "${schema}".`, {
    remedy: 'Set BIGMIND_DB_URL to the address with the login of its owner. Nothing was changed.',
  });
}
