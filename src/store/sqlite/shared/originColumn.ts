/** Where a memory came from, as its column says; null also for a word that this program does not know. */
import type { Origin } from '../../../memory/shared/vocabulary.ts';
import { origins } from '../../../memory/shared/vocabulary.ts';
import { textOrNull } from '../engine/rowReader.ts';
import type { SqlRow } from '../engine/sqlConnection.ts';

export function originFrom(row: SqlRow, column = 'origin'): Origin | null {
  const said = textOrNull(row, column);
  return origins.find((origin) => origin === said) ?? null;
}

/**
 * Where a session comes from, as an expression over its row: the web, where something was read there, else by who told it.
 * A person tells no more of it than the headline, so the rest of such a session stays the web's.
 */
export function sessionOrigin(alias: string): string {
  const told = `${alias}.told_by`;
  return `CASE WHEN ${alias}.read_web = 1 THEN 'web' WHEN ${told} = 'person' THEN 'person' WHEN ${told} = 'agent' THEN 'agent'
    ELSE 'transcript' END`;
}
