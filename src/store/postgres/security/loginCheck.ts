/** What the login of a connection is to the schema. A login that row security does not bind is refused. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
import type { Person } from './identity.ts';

/**
 * `owner`: creates and upgrades the schema; row security protects from mistakes only. `unbound`: the same, and a
 * superuser, so not even that. `member`: uses a schema that its owner prepared; the database enforces everything.
 */
type LoginKind = 'owner' | 'unbound' | 'member';

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

/**
 * Throws for a connection whose identity the database does not accept, because the store would seem empty, and for a
 * login of another person than the process believes. The first person is the one that the database knows; `hasKey` is
 * whether the process signs who it acts for, as a server does.
 */
export function refuseOthers(
  { workspace: place, username: user }: Person,
  { workspace, username }: Person,
  hasKey: boolean,
): void {
  if (place === '' && workspace === '') {
    throw new BigMindError('not_allowed', 'The server would have acted for nobody.', {
      remedy: 'This is a defect of BigMind: please report it. Nothing was changed.',
    });
  }
  if (place === '' && hasKey) {
    // No client of the server can do anything about it, so it is no refusal of a client.
    throw new BigMindError(
      'store_unavailable',
      'The database does not accept the key of this server (BIGMIND_DB_KEY): it was replaced, or belongs to another database.',
      {
        remedy:
          'Set BIGMIND_DB_KEY to the key that "bigmind database prepare --new-key" printed last, and start the server again. Nothing was changed.',
        details: { refused: 'key' },
      },
    );
  }
  if (place === '') {
    throw new BigMindError('not_allowed', 'The database does not know for whom this login acts.', {
      remedy:
        'Set BIGMIND_DB_KEY to the key of the server, or ask the admin to run "bigmind database login" for this login. Nothing was changed.',
    });
  }
  if (place === workspace && user === username) return;
  throw new BigMindError(
    'not_allowed',
    `This login of the database is "${user}" in the workspace "${place}", not "${username}" in "${workspace}".`,
    { remedy: `Set BIGMIND_USER to ${user} and BIGMIND_WORKSPACE to ${place}. Nothing was changed.` },
  );
}

/** What a member finds before the owner has created or upgraded the schema. */
export function unprepared(schema: string): BigMindError {
  return new BigMindError(
    'store_unavailable',
    `The schema "${schema}" of the database is not prepared for this version.`,
    {
      remedy: 'Its owner runs `bigmind database prepare` with this version. This login may not change it.',
    },
  );
}
