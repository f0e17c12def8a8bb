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

/** Repeatable: it changes only tables without the column. */
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
  FOR found IN SELECT c.conrelid::regclass AS of, c.conname, pg_get_constraintdef(c.oid) AS is
    FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = ANY (fresh)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.of, found.conname);
    foreign_keys := foreign_keys || format('ALTER TABLE %s ADD CONSTRAINT %I %s', found.of, found.conname,
      regexp_replace(found.is, '[)]', ', workspace_id)', 'g'));
  END LOOP;
  FOR found IN SELECT c::regclass AS of FROM unnest(fresh) AS c LOOP
    EXECUTE format('ALTER TABLE %s ADD COLUMN workspace_id TEXT COLLATE "C" NOT NULL DEFAULT ${workspaceDefault.replaceAll("'", "''")}', found.of);
  END LOOP;
  FOR found IN SELECT c.conrelid::regclass AS of, c.conname, pg_get_constraintdef(c.oid) AS is
    FROM pg_constraint c WHERE c.contype IN ('p', 'u') AND c.conrelid = ANY (fresh)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.of, found.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', found.of, found.conname,
      regexp_replace(found.is, '[)]', ', workspace_id)'));
  END LOOP;
  FOR found IN SELECT i.indexrelid::regclass AS of, pg_get_indexdef(i.indexrelid) AS is
    FROM pg_index i WHERE i.indisunique AND i.indrelid = ANY (fresh)
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)
  LOOP
    EXECUTE format('DROP INDEX %s', found.of);
    EXECUTE regexp_replace(found.is, '[)]', ', workspace_id)');
  END LOOP;
  FOR at IN 1 .. cardinality(foreign_keys) LOOP
    EXECUTE foreign_keys[at];
  END LOOP;
END $do$;
`;
