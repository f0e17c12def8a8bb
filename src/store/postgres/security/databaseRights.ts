/**
 * Rights to the database itself, which PostgreSQL gives to everybody (PUBLIC) unless they are taken. No program of
 * BigMind needs temporary tables, and whoever connects can hold locks that others wait for.
 */
import type { OpenRight } from '../../../memory/shared/maintenance.ts';
import { text } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';

/**
 * What everybody may still do, or who uses the schema apart from its owner. Nothing while the owner alone uses it.
 * Names are quoted.
 */
export const openRightsSql = `
WITH place AS (SELECT d.datdba AS owner, quote_ident(d.datname) AS name, coalesce(d.datacl, acldefault('d', d.datdba)) AS acl
    FROM pg_database d WHERE d.datname = current_database()),
  schema AS (SELECT n.nspowner AS owner, ARRAY(SELECT DISTINCT a.grantee FROM aclexplode(n.nspacl) a
    WHERE a.privilege_type = 'USAGE' AND a.grantee NOT IN (0, n.nspowner)) AS members FROM pg_namespace n WHERE n.nspname = $1),
  granted AS (SELECT DISTINCT a.privilege_type AS "right", CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END AS grantee
    FROM place, schema, aclexplode(place.acl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
    WHERE cardinality(schema.members) > 0 AND a.privilege_type IN ('CONNECT', 'TEMPORARY') AND a.grantee <> place.owner
      AND (a.grantee = 0 OR (a.privilege_type = 'TEMPORARY' AND NOT r.rolsuper AND EXISTS (SELECT 1 FROM unnest(schema.members) m
        WHERE pg_has_role(a.grantee, m, 'MEMBER') OR pg_has_role(m, a.grantee, 'MEMBER')))))
SELECT "right", place.name AS database, string_agg(grantee, ', ' ORDER BY grantee) AS grantees,
  concat_ws(', ', schema.owner::regrole::text, (SELECT string_agg(m::regrole::text, ', ' ORDER BY m::regrole::text)
    FROM unnest(schema.members) m)) AS users
  FROM granted, place, schema GROUP BY "right", place.name, schema.owner, schema.members ORDER BY "right" DESC`;

export interface OpenRightRow {
  right: 'CONNECT' | 'TEMPORARY';
  database: string;
  grantees: string;
  users: string;
}

export function openRight({ right, database, grantees, users }: OpenRightRow): OpenRight {
  const revoke = `REVOKE ${right} ON DATABASE ${database} FROM ${grantees}`;
  return {
    right,
    remedy: right === 'TEMPORARY' ? revoke : `${revoke}; GRANT CONNECT ON DATABASE ${database} TO ${users}`,
  };
}

/** Takes the right to temporary objects from everybody, if the login may. What stays open is left to an administrator. */
export async function closeDatabase(db: SqlConnection, schema: string): Promise<OpenRight[]> {
  const open = async (): Promise<OpenRight[]> =>
    (await db.all(openRightsSql.replace('$1', '?'), [schema])).map((row) => openRight(rightFromRow(row)));
  const found = await open();
  const temporary = found.find(({ right }) => right === 'TEMPORARY');
  const mine = `SELECT pg_has_role(datdba, 'USAGE') AS mine FROM pg_database WHERE datname = current_database()`;
  if (temporary === undefined || text((await db.get(mine)) ?? {}, 'mine') !== '1') return found;
  await db.exec(temporary.remedy);
  return open();
}

function rightFromRow(row: Parameters<typeof text>[0]): OpenRightRow {
  const right = text(row, 'right') === 'TEMPORARY' ? 'TEMPORARY' : 'CONNECT';
  return { right, database: text(row, 'database'), grantees: text(row, 'grantees'), users: text(row, 'users') };
}
