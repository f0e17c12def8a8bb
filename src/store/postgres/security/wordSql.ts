/**
 * The full-text index, behind functions. The operator that searches words is not leak-proof, so row security would keep
 * PostgreSQL from using the index, and the counts of words would tell what others write. Therefore nobody but the owner
 * reads these tables, and each word carries the scope of those who may read it: a search touches no other documents.
 *
 * A scope is the index (`m`, or `s` for sessions), then the number of a user, or `*` and the workspace for what all of it
 * may read. `often` has the weighted number of occurrences of the words that do not occur exactly once in the body, and
 * `length` is the number of all its words. `scope_words` has each word with its scope, as in `words`, and the number of
 * documents that contain it: a search asks for many of these numbers, and for the words that start like one of its own.
 */
import { b, k1 } from '../../sql/index/bm25.ts';
import { ownerOfUser } from './identitySql.ts';
import { asOwner } from './searchPath.ts';

export const wordTables = `
CREATE TABLE document_words (
  id     BIGINT PRIMARY KEY,
  scope  TEXT COLLATE "C" NOT NULL,
  length BIGINT NOT NULL,
  often  JSONB NOT NULL,
  words  TSVECTOR NOT NULL
);
CREATE INDEX idx_document_words ON document_words USING gin (words);
CREATE INDEX idx_document_words_scope ON document_words (scope, id);
CREATE TABLE word_totals (
  scope     TEXT COLLATE "C" PRIMARY KEY,
  documents BIGINT NOT NULL,
  words     BIGINT NOT NULL
);
CREATE TABLE scope_words (
  word      TEXT COLLATE "C" PRIMARY KEY,
  documents BIGINT NOT NULL
) WITH (fillfactor = 80);
`;

/** Those that only the owner and its triggers call. */
export const ownFunctions = [
  'bigmind_scope(text, text, boolean, text)',
  'bigmind_follow_added()',
  'bigmind_follow_removed()',
  'bigmind_follow_changed()',
  'bigmind_count_words(text, bigint, bigint, text)',
  'bigmind_count_documents(text, text, text, bigint, text)',
  'bigmind_follow_words()',
] as const;

/** A lexeme in the text of a `tsquery`. */
const quoted = (expression: string): string =>
  `'''' || replace(replace(${expression}, '\\', '\\\\'), '''', '''''') || ''''`;

const scopeOf = (row: string): string =>
  `bigmind_scope(${row}.kind, ${row}.user_id, ${row}.shared, ${row}.workspace_id)`;

/**
 * The documents of a statement by scope, counted. One change of the totals for each statement, not for each document:
 * PostgreSQL keeps all versions of a row until the transaction ends, and each change of the row reads all of them.
 */
const totalsOf = (rows: string): string => `SELECT scope, workspace_id, sum(n)::bigint AS n, sum(words)::bigint AS words
    FROM (SELECT ${scopeOf('g')} AS scope, g.* FROM (
      SELECT kind, user_id, shared, workspace_id, count(*) AS n, sum(words) AS words
      FROM ${rows} GROUP BY kind, user_id, shared, workspace_id) g OFFSET 0) t
    GROUP BY scope, workspace_id`;

/** The same by kind, owner and project. */
const countsOf = (rows: string): string => `SELECT kind, user_id, project_id, workspace_id, count(*) AS n
    FROM ${rows} GROUP BY kind, user_id, project_id, workspace_id ORDER BY kind, user_id, project_id`;

/** The documents that an update gave to others; most give none. */
const changedDocuments = `(SELECT n.id, n.kind, n.memory_id, n.workspace_id, ${scopeOf('o')} AS before, ${scopeOf('n')} AS after,
      CASE WHEN n.shared THEN '*' ELSE n.user_id END AS owner
    FROM removed o JOIN added n ON n.id = o.id
    WHERE (o.kind, o.user_id, o.shared) IS DISTINCT FROM (n.kind, n.user_id, n.shared) OFFSET 0)`;

/** The words of a statement's documents, in an order in which two statements do not wait for each other. */
const wordsOf = (rows: string): string => `SELECT w.word, d.workspace_id, count(*) AS n
    FROM ${rows} d, LATERAL unnest(tsvector_to_array(d.words)) AS w(word)
    GROUP BY w.word, d.workspace_id ORDER BY w.word, d.workspace_id`;

const float = (value: number): string => `${String(value)}::double precision`;

/** What a term `q` with a frequency adds to the score of a document `w`, as in `bm25.ts`. */
const scoreOf = (frequency: string): string => `(q.weight * (${frequency} * ${float(k1 + 1)})) /
        (${frequency} + ${float(k1)} * (${float(1 - b)} + (${float(b)} * w.length) / average))`;
const counted = `(SELECT ${scoreOf('f.n')} FROM (SELECT coalesce((w.often ->> q.term)::double precision, 1) AS n) f)`;

/** The sum for the terms from a place on that the document has, in their order: equal documents must be equally good. */
const scoreFrom = (
  first: string,
): string => `(SELECT coalesce(sum(CASE WHEN w.words @@ q.query THEN ${counted} ELSE 0 END), 0)
      FROM unnest(term[${first}:], each[${first}:], weight[${first}:]) AS q(term, query, weight))`;
/** Long values are unpacked once for a document, not for each term. */
const often = `o.often || '{}' AS often`;
const unpacked = `o.id, o.length, ${often}, strip(o.words) AS words`;

export function wordFunctions(schema: string): string {
  const definer = asOwner(schema);
  // Without statistics, the planner expects so many documents with a word that it would read all of them.
  const byIndex = `${definer} SET enable_seqscan = off`;
  return `
CREATE OR REPLACE FUNCTION bigmind_scope(kind text, owner text, shared boolean, place text) RETURNS text
LANGUAGE plpgsql STABLE ${definer} AS $$
BEGIN
  RETURN CASE kind WHEN 'session' THEN 's' ELSE 'm' END || CASE
    WHEN shared OR owner IS NULL THEN '*' || place
    ELSE coalesce((SELECT u.rowid::text FROM users u WHERE u.id = owner AND u.workspace_id = place), '0') END;
END $$;

-- Those of both indexes if none is named.
CREATE OR REPLACE FUNCTION bigmind_scopes(word_index text) RETURNS text[] LANGUAGE plpgsql STABLE ${definer} AS $$
DECLARE
  claim text := bigmind_claim();
  workspace text := bigmind_part(claim, 1);
  me text := bigmind_part(claim, 2);
  marks text[] := CASE word_index WHEN 'session_index' THEN '{s}' WHEN 'memory_index' THEN '{m}' ELSE '{m,s}' END;
BEGIN
  IF split_part(claim, '.', 3) = 'all' THEN
    RETURN ARRAY(SELECT mark || u.rowid FROM users u, unnest(marks) AS mark WHERE u.workspace_id = workspace)
      || ARRAY(SELECT mark || of FROM unnest(marks) AS mark, unnest(ARRAY['*' || workspace, '0']) AS of);
  END IF;
  RETURN ARRAY(SELECT mark || u.rowid FROM users u, unnest(marks) AS mark
      WHERE ${ownerOfUser('u.')} = me AND u.workspace_id = workspace)
    || ARRAY(SELECT mark || '*' || workspace FROM unnest(marks) AS mark);
END $$;

CREATE OR REPLACE FUNCTION bigmind_count_words(at text, change bigint, length bigint, here text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO word_totals AS t (workspace_id, scope, documents, words) VALUES (here, at, change, length)
    ON CONFLICT (scope, workspace_id) DO UPDATE SET documents = t.documents + excluded.documents, words = t.words + excluded.words;
END $$;

CREATE OR REPLACE FUNCTION bigmind_count_documents(of text, owner text, project text, change bigint, here text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF change > 0 THEN
    INSERT INTO memory_counts AS c (kind, user_id, project_id, documents, workspace_id)
      VALUES (of, coalesce(owner, '*'), coalesce(project, '*'), change, here)
      ON CONFLICT (kind, user_id, project_id, workspace_id) DO UPDATE SET documents = c.documents + excluded.documents;
  ELSE
    UPDATE memory_counts c SET documents = c.documents + change WHERE c.kind = of AND c.user_id = coalesce(owner, '*')
      AND c.project_id = coalesce(project, '*') AND c.workspace_id = here;
    DELETE FROM memory_counts c WHERE c.kind = of AND c.user_id = coalesce(owner, '*')
      AND c.project_id = coalesce(project, '*') AND c.workspace_id = here AND c.documents < 1;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION bigmind_follow_added() RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
DECLARE
  models bigint[] := ARRAY(SELECT m.id FROM embedding_models m);
  frequencies jsonb := nullif(current_setting('bigmind.word_frequencies', true), '')::jsonb;
  stored bigint;
  one record;
BEGIN
  FOR one IN ${totalsOf('added')} ORDER BY scope LOOP
    PERFORM bigmind_count_words(one.scope, one.n, one.words, one.workspace_id);
  END LOOP;
  FOR one IN ${countsOf('added')} LOOP
    PERFORM bigmind_count_documents(one.kind, one.user_id, one.project_id, one.n, one.workspace_id);
  END LOOP;
  -- The statement that adds documents says how often they have each word (\`serverWords.ts\`). It could add their rows
  -- only if they are the caller's. The offset keeps PostgreSQL from finding the scope again for each word.
  INSERT INTO document_words (id, workspace_id, scope, length, often, words)
    SELECT g.id, g.workspace_id, g.scope, g.words, w.often, w.words
    FROM jsonb_each(frequencies) AS given(document, counts)
    JOIN (SELECT a.*, ${scopeOf('a')} AS scope FROM added a OFFSET 0) g ON g.kind || ':' || g.memory_id = given.document
    CROSS JOIN LATERAL (SELECT coalesce(jsonb_object_agg(c.key, c.value::bigint) FILTER (WHERE c.value <> '1'), '{}') AS often,
      coalesce(array_to_tsvector(array_agg(g.scope || ':' || c.key)), '') AS words
      FROM jsonb_each_text(given.counts) c) w;
  GET DIAGNOSTICS stored = ROW_COUNT;
  IF frequencies IS NOT NULL AND stored <> (SELECT count(*) FROM added) THEN
    RAISE EXCEPTION 'Only % of the documents that are added have words.', stored;
  END IF;
  PERFORM set_config('bigmind.word_frequencies', '', true);
  IF models = '{}' THEN RETURN NULL; END IF;
  FOR one IN SELECT a.owner, a.workspace_id, array_agg(v.id) AS ids
    FROM (SELECT kind, memory_id, workspace_id, CASE WHEN shared THEN '*' ELSE user_id END AS owner FROM added) a
    CROSS JOIN LATERAL (SELECT e.id FROM embeddings e WHERE e.model_id = ANY (models) AND e.kind = a.kind AND e.memory_id = a.memory_id
      AND e.workspace_id = a.workspace_id AND e.owner_id IS DISTINCT FROM a.owner OFFSET 0) v GROUP BY a.owner, a.workspace_id
  LOOP
    UPDATE embeddings SET owner_id = one.owner WHERE id = ANY (one.ids) AND workspace_id = one.workspace_id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION bigmind_follow_removed() RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
DECLARE
  one record;
BEGIN
  FOR one IN ${totalsOf('removed')} ORDER BY scope LOOP
    PERFORM bigmind_count_words(one.scope, -one.n, -one.words, one.workspace_id);
  END LOOP;
  FOR one IN ${countsOf('removed')} LOOP
    PERFORM bigmind_count_documents(one.kind, one.user_id, one.project_id, -one.n, one.workspace_id);
  END LOOP;
  FOR one IN SELECT id, workspace_id FROM removed LOOP
    DELETE FROM document_words WHERE id = one.id AND workspace_id = one.workspace_id;
  END LOOP;
  RETURN NULL;
END $$;

-- Code that changes the owner of documents updates their counts too (\`sqlScopeErasure.ts\`).
CREATE OR REPLACE FUNCTION bigmind_follow_changed() RETURNS trigger LANGUAGE plpgsql ${byIndex} AS $$
DECLARE
  models bigint[] := ARRAY(SELECT m.id FROM embedding_models m);
  one record;
BEGIN
  FOR one IN SELECT scope, workspace_id, sum(n)::bigint AS n, sum(words)::bigint AS words
    FROM (SELECT scope, workspace_id, -n AS n, -words AS words FROM (${totalsOf('removed')}) r UNION ALL ${totalsOf('added')}) t
    GROUP BY scope, workspace_id HAVING sum(n) <> 0 OR sum(words) <> 0 ORDER BY scope
  LOOP
    PERFORM bigmind_count_words(one.scope, one.n, one.words, one.workspace_id);
  END LOOP;
  UPDATE document_words w SET scope = c.after, words = array_to_tsvector(ARRAY(
      SELECT c.after || substr(word, length(c.before) + 1) FROM unnest(tsvector_to_array(w.words)) AS t(word)))
    FROM ${changedDocuments} c WHERE w.id = c.id AND w.workspace_id = c.workspace_id AND c.before <> c.after;
  IF models = '{}' THEN RETURN NULL; END IF;
  UPDATE embeddings e SET owner_id = c.owner FROM ${changedDocuments} c
    WHERE e.model_id = ANY (models) AND e.kind = c.kind AND e.memory_id = c.memory_id AND e.workspace_id = c.workspace_id;
  UPDATE embedding_queue q SET owner_id = c.owner FROM ${changedDocuments} c
    WHERE q.model_id = ANY (models) AND q.kind = c.kind AND q.memory_id = c.memory_id AND q.workspace_id = c.workspace_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER memory_documents_added AFTER INSERT ON memory_documents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_added();
CREATE OR REPLACE TRIGGER memory_documents_removed AFTER DELETE ON memory_documents REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_removed();
CREATE OR REPLACE TRIGGER memory_documents_changed AFTER UPDATE ON memory_documents
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_changed();

CREATE OR REPLACE FUNCTION bigmind_follow_words() RETURNS trigger LANGUAGE plpgsql ${definer} AS $$
BEGIN
  -- Only the owner of the schema, who rebuilds the index, may count all words at its end (\`countAllWords\`).
  IF session_user = current_user AND current_setting('bigmind.word_counts', true) = 'later' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN
    -- The joins below would read all words for a statement that changed no row.
    IF NOT EXISTS (SELECT 1 FROM removed) THEN RETURN NULL; END IF;
    PERFORM 1 FROM scope_words s JOIN (${wordsOf('removed')}) r ON s.word = r.word AND s.workspace_id = r.workspace_id
      ORDER BY s.word, s.workspace_id FOR UPDATE OF s;
    UPDATE scope_words s SET documents = s.documents - r.n FROM (${wordsOf('removed')}) r
      WHERE s.word = r.word AND s.workspace_id = r.workspace_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO scope_words AS s (word, documents, workspace_id) SELECT word, n, workspace_id FROM (${wordsOf('added')}) a
      ON CONFLICT (word, workspace_id) DO UPDATE SET documents = s.documents + excluded.documents;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM scope_words s USING (${wordsOf('removed')}) r
      WHERE s.word = r.word AND s.workspace_id = r.workspace_id AND s.documents < 1;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER document_words_added AFTER INSERT ON document_words REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_words();
CREATE OR REPLACE TRIGGER document_words_changed AFTER UPDATE ON document_words
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_words();
CREATE OR REPLACE TRIGGER document_words_removed AFTER DELETE ON document_words REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION bigmind_follow_words();

CREATE OR REPLACE FUNCTION bigmind_query(scopes text[], word text, mark text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT string_agg(${quoted(`s || ':' || word`)} || mark, ' | ')::tsquery FROM unnest(scopes) s);
END $$;

-- The best documents by BM25, with the weights that the caller gives the words. The first \`finding\` of them find documents:
-- any of these words, or all. The others only add to the score; the documents of the first \`lookup\` are looked up.
CREATE OR REPLACE FUNCTION bigmind_rank_words(word_index text, scored text, weights text, finding bigint, lookup bigint, needs text,
  average double precision, newest bigint, best bigint)
RETURNS TABLE (id bigint, bm25 double precision) LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(word_index);
  term text[] := ARRAY(SELECT jsonb_array_elements_text(scored::jsonb));
  weight double precision[] := ARRAY(SELECT jsonb_array_elements_text(weights::jsonb)::double precision);
  each tsquery[] := ARRAY(SELECT bigmind_query(scopes, t, '') FROM unnest(term) AS t);
  query tsquery := (SELECT string_agg('(' || q::text || ')', CASE needs WHEN 'all' THEN ' & ' ELSE ' | ' END)::tsquery
    FROM unnest(each[:finding]) AS q);
  others double precision := (SELECT coalesce(sum(w), 0) * ${float(k1 + 1)} FROM unnest(weight[lookup + 1:]) AS w);
  oldest bigint;
BEGIN
  IF newest IS NOT NULL THEN
    -- The caller's own: a common word is in more documents than there are new ones.
    oldest := (SELECT d.id FROM unnest(scopes) AS at(scope)
        CROSS JOIN LATERAL (SELECT o.id FROM document_words o WHERE o.scope = at.scope ORDER BY o.id DESC LIMIT newest) d
      ORDER BY d.id DESC OFFSET newest - 1 LIMIT 1);
    RETURN QUERY SELECT w.id, ${scoreFrom('1')} AS score FROM unnest(scopes) AS at(scope)
        CROSS JOIN LATERAL (SELECT ${unpacked} FROM document_words o
          WHERE o.scope = at.scope AND o.id >= coalesce(oldest, 0) AND (o.words @@ query) IS TRUE
            AND o.workspace_id IS NOT DISTINCT FROM here OFFSET 0) w
      ORDER BY score DESC, w.id LIMIT best;
  ELSIF needs = 'all' THEN
    RETURN QUERY SELECT w.id, ${scoreFrom('1')} AS score FROM (
        SELECT ${unpacked} FROM document_words o WHERE o.words @@ query AND o.workspace_id IS NOT DISTINCT FROM here OFFSET 0) w
      ORDER BY score DESC, w.id LIMIT best;
  ELSE
    -- A document that contains words is found in the index. What it costs to read how often, and then the other words, is
    -- spent only on documents that can still be one of the best.
    RETURN QUERY WITH found AS MATERIALIZED (
        SELECT h.at, array_agg(h.place) AS places, sum(h.least) AS least, sum(h.most) AS most FROM (
          SELECT w.ctid AS at, q.place, ${scoreOf('1')} AS least, q.weight * ${float(k1 + 1)} AS most
          FROM unnest(each[:lookup], weight[:lookup]) WITH ORDINALITY AS q(query, weight, place)
            CROSS JOIN LATERAL (SELECT o.ctid, o.length FROM document_words o
              WHERE o.words @@ q.query AND o.workspace_id IS NOT DISTINCT FROM here OFFSET 0) w
          ORDER BY w.ctid, q.place OFFSET 0) h
        GROUP BY h.at HAVING min(h.place) <= finding),
      counted AS MATERIALIZED (
        SELECT f.at, w.id, (SELECT sum(${counted}) FROM unnest(f.places) AS p(place)
            CROSS JOIN LATERAL (SELECT term[p.place] AS term, weight[p.place] AS weight) q) AS score
        FROM found f CROSS JOIN LATERAL (SELECT o.id, o.length, ${often} FROM document_words o WHERE o.ctid = f.at OFFSET 0) w
        WHERE best IS NULL OR f.most + others >= coalesce((SELECT l.least * ${float(1 - 1e-9)} FROM found l
          ORDER BY l.least DESC OFFSET best - 1 LIMIT 1), 0))
      SELECT c.id, c.score + CASE WHEN others = 0 THEN 0 ELSE (SELECT ${scoreFrom('lookup + 1')}
          FROM (SELECT ${unpacked} FROM document_words o WHERE o.ctid = c.at OFFSET 0) w) END AS total
        FROM counted c WHERE best IS NULL OR c.score + others >= coalesce((SELECT l.score * ${float(1 - 1e-9)} FROM counted l
          ORDER BY l.score DESC OFFSET best - 1 LIMIT 1), 0)
        ORDER BY total DESC, c.id LIMIT best;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION bigmind_word_totals(word_index text, OUT documents bigint, OUT words bigint)
LANGUAGE plpgsql STABLE ${definer} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(word_index);
BEGIN
  SELECT coalesce(sum(t.documents), 0), coalesce(sum(t.words), 0) INTO documents, words FROM word_totals t
    WHERE t.scope = ANY (scopes) AND t.workspace_id = here;
END $$;

CREATE OR REPLACE FUNCTION bigmind_count_holding(word_index text, list text, max bigint) RETURNS TABLE (n bigint)
LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(word_index);
BEGIN
  RETURN QUERY SELECT least(max, coalesce((SELECT sum(s.documents) FROM unnest(scopes) AS at(scope)
      JOIN scope_words s ON s.word = at.scope || ':' || asked.word AND s.workspace_id = here), 0))::bigint
    FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS asked(word, place) ORDER BY asked.place;
END $$;

CREATE OR REPLACE FUNCTION bigmind_words_from(prefix text, max bigint) RETURNS SETOF text LANGUAGE plpgsql STABLE ${byIndex} AS $$
DECLARE
  here text := bigmind_workspace();
  scopes text[] := bigmind_scopes(NULL);
BEGIN
  RETURN QUERY SELECT DISTINCT found.word FROM unnest(scopes) AS at(scope), LATERAL (
      SELECT substr(s.word, length(at.scope) + 2) COLLATE "C" AS word FROM scope_words s
      WHERE s.word >= at.scope || ':' || prefix AND s.word < at.scope || ':' || prefix || chr(1114111) AND s.workspace_id = here
      ORDER BY s.word LIMIT max) AS found
    ORDER BY found.word LIMIT max;
END $$;

CREATE OR REPLACE FUNCTION bigmind_stray_words() RETURNS bigint LANGUAGE plpgsql STABLE ${definer} AS $$
DECLARE
  here text := bigmind_workspace();
  owners text[] := bigmind_owners();
BEGIN
  RETURN (SELECT count(*) FROM memory_documents d WHERE d.workspace_id = here
    AND d.user_id = ANY (owners) AND NOT EXISTS (
      SELECT 1 FROM document_words w WHERE w.id = d.id AND w.workspace_id = d.workspace_id));
END $$;
`;
}
