/**
 * A transfer: a copy of a whole store in another engine, with the same ids, compared row by row. The source stays as it
 * is. What can be rebuilt is not copied. A transfer that was stopped or killed continues where it was, and until it is
 * finished, the target cannot be opened for anything else.
 */
import { counted } from '../../util/text.ts';

/** What a transfer is doing: copying and comparing rows of a table, or building the search index of the target. */
export type TransferStage = 'copy' | 'compare' | 'index';

export interface TransferProgress {
  stage: TransferStage;
  /** Null while the index is built. */
  table: string | null;
  /** Rows of the table so far. */
  rows: number;
  /** Rows of the table in the source. */
  total: number;
}

/**
 * Rows that the target cannot store. `type`: a value of another type than the column's, or a number beyond 2^53.
 * `key`: a row without a key. `reference`: a row that refers to a missing one. `column`: a column that this program
 * does not know.
 */
export interface UnfitRows {
  table: string;
  /** The table that the rows refer to, for `reference`. */
  column: string;
  rows: number;
  reason: 'type' | 'key' | 'reference' | 'column';
}

/** Such as "3 rows of facts without a valid id". */
export function unfitText({ table, column, rows, reason }: UnfitRows): string {
  if (reason === 'column') return `the column ${column} of ${table}, which this version does not know`;
  const named = `${counted(rows, 'row')} of ${table}`;
  if (reason === 'reference') return `${named} that refer to missing rows of ${column}`;
  return reason === 'key' ? `${named} without a valid ${column}` : `${named} with a ${column} of another type`;
}

export interface TransferPlan {
  /** Names of the two stores, without a password. */
  from: string;
  to: string;
  /** Size of the source. */
  bytes: number;
  /** Rows of each table that is copied, in the order of copying. */
  tables: readonly { table: string; rows: number }[];
  /** `started`: it contains an unfinished transfer of this source. */
  target: 'empty' | 'started' | TransferObstacle;
  /** If there are any, nothing is copied. */
  unfit: readonly UnfitRows[];
}

/** `taken`: the target has other memories. `foreign`: it has an unfinished transfer of another source. */
type TransferObstacle = 'taken' | 'foreign';

/** The comparison of one table after copying. Differences are 0 unless something else wrote to the target. */
export interface ComparedTable {
  table: string;
  /** Rows of the source. */
  rows: number;
  /** SHA-256 over all rows of the source, and over those of the target, in the order of their keys. */
  sourceHash: string;
  targetHash: string;
  missing: number;
  extra: number;
  changed: number;
  /** Keys of the first rows that differ. */
  examples: readonly string[];
}

export interface TransferReport {
  from: string;
  to: string;
  /** `stopped`: on request, before everything was copied and compared. `different`: the target is not usable. */
  outcome: 'finished' | 'stopped' | 'different';
  /** Rows that this run added, changed or removed in the target. */
  added: number;
  updated: number;
  removed: number;
  /** Empty if the transfer was stopped before. */
  tables: readonly ComparedTable[];
  /** Texts with the character 0, which a server cannot store; U+FFFD replaces it. */
  replacedTexts: number;
  /** Memories in the new index; null if it was not built. */
  indexed: number | null;
  /** Whether others wrote to the source meanwhile; what they wrote is not in the copy. */
  sourceChanged: boolean;
}

export interface TransferWatch {
  onProgress: (progress: TransferProgress) => void;
  /** Asked after each batch. */
  isStopped: () => boolean;
}

export interface Transfer {
  /** Reads both stores and changes neither. */
  plan(): Promise<TransferPlan>;
  /**
   * Copies what is missing, compares everything, and builds the index. Rejects with `invalid_input` if the target is
   * not empty or rows do not fit; `plan` says which.
   */
  run(watch: TransferWatch): Promise<TransferReport>;
  close(): Promise<void>;
}

/** A file, or the address of a server with its password. */
export type StorePlace = { kind: 'file'; file: string } | { kind: 'server'; url: string };

export function rowsOfTables(tables: readonly { rows: number }[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
