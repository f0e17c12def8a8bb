/** Where a memory came from, as its column says; null also for a word that this program does not know. */
import { origins } from '../../memory/origin.ts';
import type { Origin } from '../../memory/origin.ts';
import { textOrNull } from './rowReader.ts';
import type { SqlRow } from './sqlConnection.ts';

export function originFrom(row: SqlRow): Origin | null {
  const said = textOrNull(row, 'origin');
  return origins.find((origin) => origin === said) ?? null;
}

/** Where a session comes from, by who told it, as an expression over its row. */
export function sessionOrigin(alias: string): string {
  const told = `${alias}.told_by`;
  return `CASE ${told} WHEN 'person' THEN 'person' WHEN 'agent' THEN 'agent' ELSE 'transcript' END`;
}
