/**
 * Where names of statements and functions are looked up: in the schema only. Unless it is named, `pg_temp` comes first,
 * before PostgreSQL's own types and relations, so that what a stolen connection left there would take their place.
 */
export const searchPath = (schema: string): string => `${schema}, pg_temp`;

/** For a function that runs with the rights of the owner of the schema. */
export const asOwner = (schema: string): string => `SECURITY DEFINER SET search_path = ${searchPath(schema)}`;
