/** What policies cannot say: which columns of a user may change, and what follows from who may read a memory. */

import { ownerOfUser, specialOwners } from './identitySql.ts';
import { asOwner, searchPath } from './searchPath.ts';

/** What a project is called where nobody named it; as `nameOfKey`. */
export const nameOfKeySql = (key: string): string => `(CASE WHEN ${key} LIKE 'name:_%' THEN substr(${key}, 6)
  ELSE coalesce(nullif(regexp_replace(${key}, '^.*[/\\\\]', ''), ''), ${key}) END)`;

/**
 * A new person is a member, and only an admin changes roles. The only user may become the first admin, and the server
 * may say so for the first one of several (purpose `all`; decision 9). A name never passes to another row, because the
 * name is what an identity finds its memories by. Nor does an id: the database chooses it, so nobody becomes the owner of
 * rows that somebody left. The owners that stand for nobody and for everybody are no users, not even for the server.
 */
const roleGuard = (schema: string): string => `
ALTER TABLE users ADD COLUMN IF NOT EXISTS created_by TEXT COLLATE "C";
DROP POLICY IF EXISTS users_functions ON users;
DROP POLICY IF EXISTS users_to_functions ON users;
DROP POLICY IF EXISTS tokens_to_functions ON tokens;
DROP INDEX IF EXISTS idx_users_erased;
CREATE INDEX IF NOT EXISTS idx_users_owner ON users (${ownerOfUser('')}, workspace_id);
CREATE OR REPLACE FUNCTION bigmind_guard_user() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath(schema)} AS $$
DECLARE
  before text := 'member';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := coalesce(OLD.role, 'member');
    -- Who owned the rows of an erased user still does, until they are deleted.
    NEW.created_by := CASE WHEN NEW.role = 'erased' AND before <> 'erased' THEN OLD.username ELSE OLD.created_by END;
  ELSE
    NEW.created_by := bigmind_username();
  END IF;
  IF bigmind_sees_all() THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.id IN (${specialOwners}) OR (NEW.role = 'erased' AND (NEW.username <> 'erased ' || NEW.id OR NEW.id !~ '^[0-9a-f-]{36}$')) THEN
      RAISE EXCEPTION 'The database chooses the id of a user, and the name of an erased one.' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.id := gen_random_uuid();
    IF NEW.role = 'erased' THEN
      NEW.username := 'erased ' || NEW.id;
      RETURN NEW;
    END IF;
  ELSIF (NEW.username, NEW.id) IS DISTINCT FROM (OLD.username, OLD.id) THEN
    RAISE EXCEPTION 'A user keeps the name and the id.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF coalesce(NEW.role, 'member') = before OR bigmind_role_context() = 'admin'
    OR (bigmind_role_context() = 'only' AND NEW.username = bigmind_username()) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'Only an admin changes roles.' USING ERRCODE = 'insufficient_privilege';
END $$;
-- Rows from before this rule stay, and are nobody's. Row security binds the owner, too, until the policies follow.
ALTER TABLE users DROP CONSTRAINT IF EXISTS users_are_people, NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE users SET role = 'erased', created_by = NULL WHERE id IN (${specialOwners});
ALTER TABLE users ADD CONSTRAINT users_are_people CHECK (id NOT IN (${specialOwners})) NOT VALID, ENABLE TRIGGER USER;
CREATE OR REPLACE TRIGGER users_guard BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION bigmind_guard_user();
`;

/**
 * What functions of the owner reach: users by name and tokens by hash, and triggers what a document is made of and the
 * counts of documents. A login of the owner has the other policies. PostgreSQL tries the last name of several policies
 * first, and the others would ask who the caller is.
 */
const withinFunctions = (['users', 'tokens', 'facts', 'global_knowledge', 'embedding_models', 'memory_counts'] as const)
  .map((table) => {
    const command = table === 'memory_counts' ? 'ALL' : 'SELECT';
    const inTrigger = table === 'users' || table === 'tokens' ? '' : ' AND pg_trigger_depth() > 0';
    return `DROP POLICY IF EXISTS ${table}_within_functions ON ${table};
CREATE POLICY ${table}_within_functions ON ${table} FOR ${command} TO CURRENT_USER
  USING (session_user <> current_user${inTrigger});`;
  })
  .join('\n');

/**
 * A document is shared if everybody of the workspace may read its memory. The vectors follow. The trigger looks at the
 * memory as the owner of the schema, which takes a third of the time that it would take as the caller.
 */
const sharing = (schema: string): string => `
ALTER TABLE memory_documents ADD COLUMN IF NOT EXISTS shared BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX IF NOT EXISTS idx_documents_shared ON memory_documents (workspace_id) WHERE shared;
CREATE OR REPLACE FUNCTION bigmind_share_document() RETURNS trigger LANGUAGE plpgsql ${asOwner(schema)} AS $$
BEGIN
  NEW.shared := CASE NEW.kind
    WHEN 'fact' THEN coalesce((SELECT f.visibility = 'workspace' FROM facts f
      WHERE f.id = NEW.memory_id::bigint AND f.workspace_id = NEW.workspace_id AND f.user_id = NEW.user_id), FALSE)
    WHEN 'knowledge' THEN EXISTS (SELECT 1 FROM global_knowledge k
      WHERE k.id = NEW.memory_id::bigint AND k.workspace_id = NEW.workspace_id AND k.status = 'approved')
    ELSE FALSE END;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER memory_documents_share BEFORE INSERT OR UPDATE OF kind, memory_id, user_id, shared ON memory_documents
  FOR EACH ROW EXECUTE FUNCTION bigmind_share_document();
CREATE OR REPLACE FUNCTION bigmind_share_fact() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath(schema)} AS $$
BEGIN
  UPDATE memory_documents SET shared = (NEW.visibility = 'workspace')
    WHERE kind = 'fact' AND memory_id = NEW.id::text AND workspace_id = NEW.workspace_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER facts_share AFTER UPDATE OF visibility ON facts
  FOR EACH ROW WHEN (NEW.visibility IS DISTINCT FROM OLD.visibility) EXECUTE FUNCTION bigmind_share_fact();
`;

/**
 * Everybody who names a project gets its id, and nobody learns whether others have it: a key would be refused as a
 * duplicate, and a time would say how old it is.
 */
const namedProjects = (schema: string): string => `
DROP POLICY IF EXISTS projects_to_functions ON projects;
CREATE POLICY projects_to_functions ON projects FOR ALL TO CURRENT_USER
  USING (workspace_id IS NOT DISTINCT FROM (SELECT bigmind_workspace()));
CREATE OR REPLACE FUNCTION bigmind_project_id(named text) RETURNS text LANGUAGE plpgsql ${asOwner(schema)} AS $$
DECLARE
  here text := bigmind_workspace();
BEGIN
  IF here IS NULL THEN RAISE EXCEPTION 'Nobody names a project.' USING ERRCODE = 'insufficient_privilege'; END IF;
  INSERT INTO projects (id, key, name, workspace_id) VALUES (gen_random_uuid()::text, named, ${nameOfKeySql('named')}, here)
    ON CONFLICT (key, workspace_id) DO NOTHING;
  RETURN (SELECT p.id FROM projects p WHERE p.key = named AND p.workspace_id = here);
END $$;
`;

/** The name of something erased is unique for its owner only: a conflict would confirm a guess about another's. */
const separateTombstones = `
ALTER TABLE tombstones DROP CONSTRAINT tombstones_pkey, ADD PRIMARY KEY (uid, owner_id, workspace_id);
`;

/** What others keep about knowledge is hidden from the curator or owner who erases it. Only the owner's triggers may do it. */
const keptByOthers = [
  ['links', 'DELETE'],
  ['muted_memories', 'DELETE'],
  ['changes', 'DELETE'],
  ['hook_runs', 'UPDATE'],
  ['syntheses', 'DELETE'],
] as const;

const forgetting = (schema: string): string => `
${keptByOthers.flatMap(([table, command]) => [inTriggers(table, 'SELECT'), inTriggers(table, command)]).join('\n')}
CREATE OR REPLACE FUNCTION bigmind_forget_knowledge() RETURNS trigger
LANGUAGE plpgsql ${asOwner(schema)} AS $$
BEGIN
  DELETE FROM links WHERE workspace_id = OLD.workspace_id
    AND ((from_kind = 'knowledge' AND from_uid = OLD.uid) OR (to_kind = 'knowledge' AND to_uid = OLD.uid));
  DELETE FROM muted_memories WHERE workspace_id = OLD.workspace_id AND kind = 'knowledge' AND memory_uid = OLD.uid;
  DELETE FROM changes WHERE workspace_id = OLD.workspace_id AND kind = 'knowledge' AND row_key = OLD.id::text;
  UPDATE hook_runs SET injected = NULL, refs = NULL, lines = NULL
    WHERE workspace_id = OLD.workspace_id AND ('knowledge:' || OLD.id = ANY (string_to_array(refs, ' '))
      OR position('"kind":"knowledge","id":"' || OLD.id || '"' IN coalesce(lines, '')) > 0);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER global_knowledge_forget AFTER DELETE ON global_knowledge
  FOR EACH ROW EXECUTE FUNCTION bigmind_forget_knowledge();
`;

/** No synthesis outlives a document that it rests on, also not that of somebody else. */
const forgettingSyntheses = (schema: string): string => `
CREATE OR REPLACE FUNCTION bigmind_forget_synthesis() RETURNS trigger
LANGUAGE plpgsql ${asOwner(schema)} AS $$
BEGIN
  DELETE FROM syntheses WHERE id = OLD.synthesis_id AND workspace_id = OLD.workspace_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER synthesis_sources_gone AFTER DELETE ON synthesis_sources
  FOR EACH ROW EXECUTE FUNCTION bigmind_forget_synthesis();
`;

function inTriggers(table: string, command: string): string {
  const name = `${table}_forget_${command.toLowerCase()}`;
  return `DROP POLICY IF EXISTS ${name} ON ${table};
CREATE POLICY ${name} ON ${table} FOR ${command} TO CURRENT_USER USING (pg_trigger_depth() > 0);`;
}

/** Those that only a trigger calls, as the owner. */
export const guardFunctions = [
  'bigmind_share_document()',
  'bigmind_forget_knowledge()',
  'bigmind_forget_synthesis()',
] as const;

export const guardsSql = (schema: string): string =>
  roleGuard(schema) +
  withinFunctions +
  sharing(schema) +
  namedProjects(schema) +
  separateTombstones +
  forgetting(schema) +
  forgettingSyntheses(schema);

/** Columns whose few values say nothing of anybody, but much of how to find rows. */
const withStatistics = ['kind', 'visibility', 'shared', 'deprecated'];

/**
 * The planner's statistics are about everybody's rows, and its estimates show them: EXPLAIN would tell how often a word
 * or a user occurs. Without statistics it assumes that each value occurs as often as any other.
 */
export function withoutStatistics(tables: readonly string[]): string {
  const names = tables.map((table) => `'${table}'`).join(', ');
  return `
DO $do$
DECLARE
  found record;
BEGIN
  FOR found IN SELECT c.oid::regclass AS of, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relname IN (${names}) AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT a.attname = ANY ('{${withStatistics.join(',')}}')
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', found.of, found.attname);
  END LOOP;
END $do$;`;
}
