/** What the login of a connection is to the schema. A login that row security does not bind is refused. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { text } from '../../sqlite/engine/rowReader.ts';
import type { SqlConnection } from '../../sqlite/engine/sqlConnection.ts';

/**
 * `owner`: creates and upgrades the schema; row security protects from mistakes only. `unbound`: the same, and a
 * superuser, so not even that. `member`: uses a schema that its owner prepared; the database enforces everything.
 */
export type LoginKind = 'owner' | 'unbound' | 'member';

/** `owner` also where the schema does not exist yet. Rejects with `not_allowed` for a login that may bypass the policies. */
export async function loginKindOf(db: SqlConnection, schema: string): Promise<LoginKind> {
  const row = await db.get(
    `SELECT r.rolsuper OR r.rolbypassrls AS unbound, pg_get_userbyid(n.nspowner) = session_user AS owner, n.oid AS schema
     FROM pg_roles r LEFT JOIN pg_namespace n ON n.nspname = ? WHERE r.rolname = session_user`,
    [schema],
  );
  const is = (column: string): boolean => text(row ?? {}, column) === '1';
  const isOwner = row?.['schema'] === null || is('owner');
  if (isOwner) return is('unbound') ? 'unbound' : 'owner';
  if (!is('unbound')) return 'member';
  throw new BigMindError(
    'not_allowed',
    'The login is a superuser or has BYPASSRLS, so the database could not keep people apart.',
    {
      remedy:
        'Name another login in BIGMIND_DB_URL: one without these rights that is a member of the application role.',
    },
  );
}

/** Throws for a connection whose identity the database does not accept; without it, the store would seem empty. */
export function refuseNobody(workspace: unknown): void {
  if (typeof workspace === 'string' && workspace !== '') return;
  throw new BigMindError('not_allowed', 'The database does not know for whom this login acts.', {
    remedy: 'Set the key of the server, or ask the admin to add this login to a user. Nothing was changed.',
  });
}

/** What a member finds before the owner has created or upgraded the schema. */
export function unprepared(schema: string): BigMindError {
  return new BigMindError(
    'store_unavailable',
    `The schema "${schema}" of the database is not prepared for this version.`,
    {
      remedy: 'Ask its owner to prepare it. This login may not change it.',
    },
  );
}
