/**
 * The full-text index, behind functions. The operator that searches words is not leak-proof, so row security would keep
 * PostgreSQL from using the index, and the counts of words would tell what others write. Therefore nobody but the owner
 * reads these tables, and each word carries the scope of those who may read it: a search touches no other documents.
 *
 * A scope is the index (`m`, or `s` for sessions), then the number of a user, or `*` and the workspace for what all of it
 * may read. `often` has the weighted number of occurrences of the words that do not occur exactly once in the body, and
 * `length` is the number of all its words.
 */
import { documentIsWritable } from './accessRules.ts';

export const wordTables = `
CREATE TABLE document_words (
  id     BIGINT PRIMARY KEY,
  scope  TEXT COLLATE "C" NOT NULL,
  length BIGINT NOT NULL,
  often  JSONB NOT NULL,
  words  TSVECTOR NOT NULL
);
CREATE INDEX idx_document_words ON document_words USING gin (words);
CREATE TABLE word_totals (
  scope     TEXT COLLATE "C" PRIMARY KEY,
  documents BIGINT NOT NULL,
  words     BIGINT NOT NULL
);
`;

/** A lexeme in the text of a `tsquery`. */
const quoted = (expression: string): string =>
  `'''' || replace(replace(${expression}, '\\', '\\\\'), '''', '''''') || ''''`;

export function wordFunctions(schema: string): string {
  const asOwner = `SECURITY DEFINER SET search_path = ${schema}, pg_temp`;
  // Without statistics, the planner expects so many documents with a word that it would read all of them.
  const byIndex = `${asOwner} SET enable_seqscan = off`;
  return `
CREATE OR REPLACE FUNCTION bigmind_scope(document memory_documents) RETURNS text LANGUAGE plpgsql STABLE ${asOwner} AS $$
BEGIN
  RETURN CASE document.kind WHEN 'session' THEN 's' ELSE 'm' END || CASE
    WHEN document.shared OR document.user_id IS NULL THEN '*' || document.workspace_id
    ELSE coalesce((SELECT u.rowid::text FROM users u
      WHERE u.id = document.user_id AND u.workspace_id = document.workspace_id), '0') END;
END $$;

CREATE OR REPLACE FUNCTION bigmind_scopes(word_index text) RETURNS text[] LANGUAGE plpgsql STABLE ${asOwner} AS $$
DECLARE
  me record := bigmind_identity();
  owners text[] := bigmind_owners();
  mark text := CASE word_index WHEN 'session_index' THEN 's' ELSE 'm' END;
BEGIN
  RETURN ARRAY(SELECT mark || u.rowid FROM users u WHERE u.id = ANY (owners) AND u.workspace_id = me.workspace)
    || (mark || '*' || me.workspace) || CASE WHEN me.purpose = 'all' THEN ARRAY[mark || '0'] ELSE '{}' END;
END $$;

CREATE OR REPLACE FUNCTION bigmind_count_words(at text, change bigint, length bigint, here text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO word_totals AS t (workspace_id, scope, documents, words) VALUES (here, at, change, length)
  ON CONFLICT (scope, workspace_id) DO UPDATE SET documents = t.documents + excluded.documents, words = t.words + excluded.words
$$;

CREATE OR REPLACE FUNCTION bigmind_follow_document() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  before text;
  after text;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    before := bigmind_scope(OLD);
    PERFORM bigmind_count_words(before, -1, -OLD.words, OLD.workspace_id);
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM document_words WHERE id = OLD.id AND workspace_id = OLD.workspace_id;
    RETURN NULL;
  END IF;
  after := bigmind_scope(NEW);
  PERFORM bigmind_count_words(after, 1, NEW.words, NEW.workspace_id);
  IF before <> after THEN
    UPDATE document_words SET scope = after, words = array_to_tsvector(ARRAY(
      SELECT after || substr(word, length(before) + 1) FROM unnest(tsvector_to_array(words)) AS w(word)))
      WHERE id = NEW.id AND workspace_id = NEW.workspace_id;
  END IF;
  IF NEW.kind IN ('fact', 'knowledge') THEN
    UPDATE embeddings SET owner_id = CASE WHEN NEW.shared THEN '*' ELSE NEW.user_id END
      WHERE model_id IN (SELECT m.id FROM embedding_models m WHERE m.workspace_id = NEW.workspace_id)
        AND kind = NEW.kind AND memory_id = NEW.memory_id AND workspace_id = NEW.workspace_id;
    UPDATE embedding_queue SET owner_id = CASE WHEN NEW.shared THEN '*' ELSE NEW.user_id END
      WHERE model_id IN (SELECT m.id FROM embedding_models m WHERE m.workspace_id = NEW.workspace_id)
        AND kind = NEW.kind AND memory_id = NEW.memory_id AND workspace_id = NEW.workspace_id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER memory_documents_follow AFTER INSERT OR DELETE OR UPDATE OF shared, user_id, words ON memory_documents
  FOR EACH ROW EXECUTE FUNCTION bigmind_follow_document();

CREATE OR REPLACE FUNCTION bigmind_put_words(document bigint, counts text) RETURNS void LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  here text := bigmind_workspace();
  place text := (SELECT bigmind_scope(d) FROM memory_documents d
    WHERE d.id = document AND d.workspace_id = here AND (${documentIsWritable}));
BEGIN
  IF place IS NULL THEN
    RAISE EXCEPTION 'No such document is yours.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO document_words (id, workspace_id, scope, length, often, words)
    SELECT document, here, place, (SELECT d.words FROM memory_documents d WHERE d.id = document AND d.workspace_id = here), coalesce(jsonb_object_agg(c.key, c.value) FILTER (WHERE c.value <> '1'), '{}'),
      coalesce(array_to_tsvector(array_agg(place || ':' || c.key)), '')
    FROM jsonb_each_text(counts::jsonb) c
    ON CONFLICT (id, workspace_id) DO UPDATE SET length = excluded.length, often = excluded.often, words = excluded.words;
END $$;

CREATE OR REPLACE FUNCTION bigmind_query(scopes text[], word text, mark text) RETURNS tsquery LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(${quoted(`s || ':' || word`)} || mark, ' | ')::tsquery FROM unnest(scopes) s
$$;

CREATE OR REPLACE FUNCTION bigmind_find_words(word_index text, terms text, needs text, scored text, after bigint)
RETURNS TABLE (id bigint, words bigint, frequencies text) LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(word_index);
  term text[] := ARRAY(SELECT jsonb_array_elements_text(scored::jsonb));
  each tsquery[] := ARRAY(SELECT bigmind_query(scopes, t, '') FROM unnest(term) AS t);
  query tsquery := (SELECT string_agg('(' || bigmind_query(scopes, t, '')::text || ')',
    CASE needs WHEN 'all' THEN ' & ' ELSE ' | ' END)::tsquery FROM jsonb_array_elements_text(terms::jsonb) AS t);
BEGIN
  RETURN QUERY SELECT w.id, w.length, array_to_string(ARRAY(
      SELECT CASE WHEN w.words @@ q.query THEN coalesce(w.often ->> q.term, '1') ELSE '0' END
      FROM unnest(term, each) AS q(term, query)), ' ')
    FROM document_words w
    -- The planner must not prefer the key, whose range and workspace most documents are in.
    WHERE w.words @@ query AND w.id + 0 > after AND w.workspace_id IS NOT DISTINCT FROM here;
END $$;

CREATE OR REPLACE FUNCTION bigmind_word_totals(word_index text, OUT documents bigint, OUT words bigint)
LANGUAGE plpgsql STABLE ${asOwner} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(word_index);
BEGIN
  SELECT coalesce(sum(t.documents), 0), coalesce(sum(t.words), 0) INTO documents, words FROM word_totals t
    WHERE t.scope = ANY (scopes) AND t.workspace_id = here;
END $$;

CREATE OR REPLACE FUNCTION bigmind_count_holding(word_index text, list text, most bigint) RETURNS TABLE (n bigint)
LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := CASE WHEN word_index IS NULL
    THEN bigmind_scopes('memory_index') || bigmind_scopes('session_index') ELSE bigmind_scopes(word_index) END;
  word text;
BEGIN
  FOR word IN SELECT jsonb_array_elements_text(list::jsonb) LOOP
    RETURN QUERY SELECT count(*) FROM (SELECT 1 FROM document_words w
      WHERE w.words @@ bigmind_query(scopes, word, '') AND w.workspace_id IS NOT DISTINCT FROM here LIMIT most) AS found;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION bigmind_words_from(prefix text, most bigint) RETURNS SETOF text LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  query tsquery := bigmind_query(bigmind_scopes('memory_index') || bigmind_scopes('session_index'), prefix, ':*');
BEGIN
  RETURN QUERY SELECT DISTINCT substr(l.word, length(w.scope) + 2) COLLATE "C" AS found FROM document_words w,
      LATERAL unnest(tsvector_to_array(w.words)) AS l(word)
    WHERE w.words @@ query AND w.workspace_id IS NOT DISTINCT FROM here AND starts_with(l.word, w.scope || ':' || prefix)
    ORDER BY found LIMIT most;
END $$;

CREATE OR REPLACE FUNCTION bigmind_stray_words() RETURNS bigint LANGUAGE plpgsql STABLE ${asOwner} AS $$
BEGIN
  RETURN (SELECT count(*) FROM memory_documents d WHERE d.workspace_id = bigmind_workspace()
    AND d.user_id = ANY (bigmind_owners()) AND NOT EXISTS (
      SELECT 1 FROM document_words w WHERE w.id = d.id AND w.workspace_id = d.workspace_id));
END $$;
`;
}
