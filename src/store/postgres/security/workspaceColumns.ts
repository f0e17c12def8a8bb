/**
 * Gives each table a workspace, in its keys as well: checks of keys ignore row security, and would tell one workspace
 * what another one has. The workspace comes last in a key, so that a lookup by id needs no other index.
 *
 * It reads the catalogue of the database instead of repeating the schema: a table that is added later gets the same.
 */
import { workspaceDefault, ownerTables } from './identitySql.ts';

/** Tables of the server itself, which belong to no workspace. */
const serverTables = ['schema_migrations', 'store_writes', ...ownerTables] as const;

const apart = serverTables.map((name) => `'${name}'`).join(', ');

/** The names of columns of a table, in the order of their numbers. */
const names = (table: string, numbers: string): string =>
  `(SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number)`;

/**
 * Repeatable: it changes only tables without the column. Of the options of keys, it keeps those that the tables have:
 * deleting with the row that a key names, and the condition of a unique index.
 */
export const workspaceColumns = `
DO $do$
DECLARE
  here oid := (SELECT n.oid FROM pg_namespace n WHERE n.nspname = current_schema());
  fresh oid[] := ARRAY(SELECT c.oid FROM pg_class c WHERE c.relnamespace = here AND c.relkind IN ('r', 'p')
    AND c.relname NOT IN (${apart}) AND NOT EXISTS (
      SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id'));
  foreign_keys text[] := '{}';
  found record;
BEGIN
  IF EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conrelid = ANY (fresh) AND (c.condeferrable
      OR (c.contype = 'f' AND (c.confdeltype NOT IN ('a', 'c') OR c.confupdtype <> 'a')))) THEN
    RAISE EXCEPTION 'A key has an option that would be lost.';
  END IF;
  FOR found IN SELECT c.conrelid::regclass AS of, c.conname, c.confrelid::regclass AS target,
    ${names('c.conrelid', 'c.conkey')} AS keys, ${names('c.confrelid', 'c.confkey')} AS target_keys,
    CASE c.confdeltype WHEN 'c' THEN 'ON DELETE CASCADE' ELSE '' END AS deleting
    FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = ANY (fresh)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.of, found.conname);
    foreign_keys := foreign_keys || format(
      'ALTER TABLE %s ADD CONSTRAINT %I FOREIGN KEY (%s, workspace_id) REFERENCES %s (%s, workspace_id) %s',
      found.of, found.conname, found.keys, found.target, found.target_keys, found.deleting);
  END LOOP;
  FOR found IN SELECT c::regclass AS of FROM unnest(fresh) AS c LOOP
    EXECUTE format('ALTER TABLE %s ADD COLUMN workspace_id TEXT COLLATE "C" NOT NULL DEFAULT ${workspaceDefault.replaceAll("'", "''")}', found.of);
  END LOOP;
  FOR found IN SELECT c.conrelid::regclass AS of, c.conname, ${names('c.conrelid', 'c.conkey')} AS keys,
    CASE c.contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END AS kind
    FROM pg_constraint c WHERE c.contype IN ('p', 'u') AND c.conrelid = ANY (fresh)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.of, found.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s (%s, workspace_id)', found.of, found.conname, found.kind,
      found.keys);
  END LOOP;
  FOR found IN SELECT i.indexrelid::regclass AS of, i.indrelid::regclass AS target, c.relname,
    (SELECT string_agg(pg_get_indexdef(i.indexrelid, place, false), ', ' ORDER BY place)
      FROM generate_series(1, i.indnkeyatts) AS place) AS keys,
    'WHERE ' || pg_get_expr(i.indpred, i.indrelid) AS condition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indisunique AND i.indrelid = ANY (fresh)
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  LOOP
    EXECUTE format('DROP INDEX %s', found.of);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %s (%s, workspace_id) %s', found.relname, found.target, found.keys,
      found.condition);
  END LOOP;
  FOR at IN 1 .. cardinality(foreign_keys) LOOP
    EXECUTE foreign_keys[at];
  END LOOP;
END $do$;
`;
