/**
 * A numbered step of the schema. Migrations are append-only: a released one is never edited, because its checksum is in
 * the ledger of every store that ran it.
 */
import type { Hash, NewId } from '../../../../memory/shared/ports.ts';
import type { SqlConnection } from '../../../sql/connection/sqlConnection.ts';

export interface MigrationPorts {
  hash: Hash;
  newId: NewId;
  now: () => Date;
}

export interface Migration {
  version: number;
  name: string;
  /** Runs on every engine; covered by the checksum. */
  sql: string;
  /**
   * The plan's FTS5 tables, skipped if the engine has no FTS5; also covered by the checksum. Version 4 drops them
   * everywhere.
   */
  planIndexSql?: string;
  before?(db: SqlConnection): Promise<void>;
  after?(db: SqlConnection, ports: MigrationPorts): Promise<void>;
}
