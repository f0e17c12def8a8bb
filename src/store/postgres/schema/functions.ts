/** Functions of SQLite that the repositories use and PostgreSQL lacks, and the default of times. Repeatable. */
export const functions = `
CREATE OR REPLACE FUNCTION utc_now() RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') $$;
CREATE OR REPLACE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE AS
  $$ SELECT ordinality - 1, element FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS e(element, ordinality) $$;
CREATE OR REPLACE FUNCTION json_extract(list text, path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT list::jsonb ->> substring(path FROM '[0-9]+')::int $$;
CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT strpos(whole, part)::bigint $$;
CREATE OR REPLACE FUNCTION iif(condition boolean, yes text, no text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN condition THEN yes ELSE no END $$;
CREATE OR REPLACE FUNCTION max(one text, other text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT CASE WHEN one COLLATE "C" >= other COLLATE "C" THEN one ELSE other END $$;
CREATE OR REPLACE FUNCTION max(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT greatest(one, other) $$;
CREATE OR REPLACE FUNCTION min(one text, other text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT CASE WHEN one COLLATE "C" <= other COLLATE "C" THEN one ELSE other END $$;
CREATE OR REPLACE FUNCTION min(one double precision, other double precision) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT least(one, other) $$;
CREATE OR REPLACE FUNCTION round(value double precision, digits integer) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT round(value::numeric, digits)::double precision $$;
CREATE OR REPLACE FUNCTION group_concat_step(whole text, part text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
  $$ BEGIN RETURN CASE WHEN part IS NULL THEN whole WHEN whole IS NULL THEN part ELSE whole || ',' || part END; END $$;
CREATE OR REPLACE FUNCTION group_concat_step(whole text, part bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
  $$ BEGIN RETURN CASE WHEN part IS NULL THEN whole WHEN whole IS NULL THEN part::text ELSE whole || ',' || part END; END $$;
CREATE OR REPLACE FUNCTION group_concat_step(whole text, part text, sign text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
  $$ BEGIN RETURN CASE WHEN part IS NULL THEN whole WHEN whole IS NULL THEN part ELSE whole || sign || part END; END $$;
CREATE OR REPLACE AGGREGATE group_concat(text) (SFUNC = group_concat_step, STYPE = text);
CREATE OR REPLACE AGGREGATE group_concat(bigint) (SFUNC = group_concat_step, STYPE = text);
CREATE OR REPLACE AGGREGATE group_concat(text, text) (SFUNC = group_concat_step, STYPE = text);
`;
