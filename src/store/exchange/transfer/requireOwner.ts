/** A transfer reads the rows and the last numbers of everybody, which only the owner of a schema may. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';

/** Rejects with `not_allowed` if another login owns the schema in the search path. The names are those of both places. */
export async function requireOwner(db: SqlConnection, { from, to }: { from: string; to: string }): Promise<void> {
  // While the schema does not exist, `current_schema()` would be that of temporary objects.
  const schema = `to_regnamespace(split_part(current_setting('search_path'), ',', 1))`;
  const sql = `SELECT pg_get_userbyid(nspowner) AS owner, session_user AS login FROM pg_namespace WHERE oid = ${schema}`;
  const row = await db.get(sql);
  if (row === undefined || text(row, 'owner') === text(row, 'login')) return;
  const isSource = from.startsWith('postgres:');
  const command = isSource ? `bigmind migrate --to "${to}"` : `bigmind migrate --from "${from}"`;
  throw new BigMindError('not_allowed', `The login does not own the schema of ${isSource ? from : to}.`, {
    remedy: `Only its owner, ${text(row, 'owner')}, can copy the memory of everyone: set BIGMIND_DB_URL to the address with that login, and run \`${command}\`. Nothing was changed.`,
  });
}
