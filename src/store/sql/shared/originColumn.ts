/** The origin of a memory from its column; null also for a value that this version does not know. */
import type { Origin } from '../../../memory/shared/vocabulary.ts';
import { origins } from '../../../memory/shared/vocabulary.ts';
import { textOrNull } from '../connection/rowReader.ts';
import type { SqlRow } from '../connection/sqlConnection.ts';

export function originFrom(row: SqlRow, column = 'origin'): Origin | null {
  const said = textOrNull(row, column);
  return origins.find((origin) => origin === said) ?? null;
}

/**
 * The origin of a session, as an expression over its row: the web if the session read from it, else the author of its
 * summary. A person writes only the headline, so the rest of a session that read from the web remains of that origin.
 */
export function sessionOrigin(alias: string): string {
  const column = `${alias}.told_by`;
  return `CASE WHEN ${alias}.read_web = 1 THEN 'web' WHEN ${column} = 'person' THEN 'person' WHEN ${column} = 'agent' THEN 'agent'
    ELSE 'transcript' END`;
}
