/** A table: its columns, and where its rows go. */
import type { MemoryKind } from '../memory/shared/vocabulary.ts';
import type { Column } from './column.ts';

export interface Table {
  columns: Readonly<Record<string, Column>>;
  /** The primary key; `id` if absent. */
  key?: readonly string[];
  unique?: readonly (readonly string[])[];
  /** By name, what follows the name of the table in `CREATE INDEX`. */
  indexes?: Readonly<Record<string, string>>;
  uniqueIndexes?: Readonly<Record<string, string>>;
  /** What its rows are in the index and the vectors. */
  kind?: MemoryKind;
  /** Why a transfer does not copy it; copied if absent. */
  notCopied?: string;
  /** A row with a secret is deleted instead of edited, with all rows that have the same value in this column. */
  deletedBy?: string;
  /** `files`: a server needs no such table. */
  onlyIn?: 'files';
}

/** A table whose rows are the truth: they are exported, imported and repaired. */
export interface CanonicalTable extends Table {
  /** What a row is for users; table names are for programs. */
  noun: readonly [one: string, many: string];
  /** Whether machines exchange its rows: `users`, `projects` and `agents` are named instead, heaps go with messages. */
  isSynced?: true;
}
