/**
 * Conditions on keys that are listed as JSON, or that a statement finds first. PostgreSQL has no statistics here
 * (`postgres/security/guards.ts`), expects few rows in the other table and reads all of it; an array makes it look up
 * each key. SQLite does that anyway, so the two comments, which it ignores, tell the translation for PostgreSQL
 * (`postgres/engine/translateSql.ts`) where an array belongs.
 */
export const amongStart = 'IN /* array */ (';
export const amongEnd = '/* end */)';

/** Follows a column. `parameter`: `?` or `?1`, a JSON array of texts. */
export const amongKeys = (parameter = '?'): string => amongRows(`SELECT value FROM json_each(${parameter})`);

/** The same for a column of whole numbers. */
export const amongNumbers = (parameter = '?'): string =>
  amongRows(`SELECT CAST(value AS BIGINT) FROM json_each(${parameter})`);

/** Follows a column. `select`: a statement that returns keys. */
export const amongRows = (select: string): string => `${amongStart}${select}${amongEnd}`;
