/**
 * A numbered step of the schema. Migrations are append-only: one that was released is never edited, because its
 * checksum stands in the ledger of every store that ran it.
 */
import type { Hash, NewId } from '../../../../memory/shared/ports.ts';
import type { SqlConnection } from '../../engine/sqlConnection.ts';

export interface MigrationPorts {
  hash: Hash;
  newId: NewId;
  now: () => Date;
}

export interface Migration {
  version: number;
  name: string;
  /** What every engine runs, and what the checksum covers. */
  sql: string;
  /** The plan's FTS5 tables, left out where the engine has no FTS5; version 4 drops them everywhere. */
  planIndexSql?: string;
  /** Runs before `sql`. */
  before?(db: SqlConnection): void;
  /** Runs after `sql`. */
  after?(db: SqlConnection, ports: MigrationPorts): void;
}
