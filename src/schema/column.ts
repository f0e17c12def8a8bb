/**
 * A column, as each part of the program needs it: the engines create it, an export and its import check it, a sync
 * compares it, a transfer copies it, and secrets are removed from it. `tables.ts` lists the tables.
 */

/** `time` is an ISO 8601 text. */
export type ColumnType = 'text' | 'integer' | 'real' | 'time' | 'bytes';

export interface Column {
  type: ColumnType;
  nullable: boolean;
  /** The default of new rows, as SQL. */
  initial?: string;
  /** The values that an import accepts; any if absent. */
  values?: readonly (string | number)[];
  /** Whether the database refuses other values, too. */
  isChecked?: true;
  /** For exports of older versions, which lack the column. */
  fallback?: string;
  isUnique?: true;
  /** The database gives out the number. */
  isNumbered?: true;
  /** Rows from before version 4 may lack the value. */
  mayLack?: true;
  /** The table whose `id` it contains. */
  refersTo?: string;
  /** `loose`: the database does not enforce the reference. `deletes`: the row goes with the one that it refers to. */
  reference?: 'loose' | 'deletes';
  /** It contains the uid of a memory, which another store may have under another uid. */
  namesMemory?: true;
  /**
   * Text by people, models and programs, which can contain secrets and is searched for them. In `json`, each text is
   * redacted alone, because a match that extends to the end would take the rest of the JSON.
   */
  words?: 'plain' | 'json';
  /** It identifies the row, so a secret in it is reported and not removed. */
  isName?: true;
  /** What was done with a row in this store only is in no export; see `memory/fading/`. An import counts as a use. */
  isInNoExport?: true;
  /**
   * What a sync does with it: compares it (if absent), only carries it along because it differs between stores without
   * an edit, or leaves it out because another store has its own, or it follows from the key.
   */
  sync?: 'carried' | 'local';
}

type More = Partial<Column>;

/** A column with more properties. */
export function column(of: Column, more: More): Column {
  return { ...of, ...more };
}

export function orNull(of: Column, more: More = {}): Column {
  return { ...of, nullable: true, ...more };
}

export const text: Column = { type: 'text', nullable: false };
export const integer: Column = { type: 'integer', nullable: false };
export const real: Column = { type: 'real', nullable: false };
export const time: Column = { type: 'time', nullable: false };
export const bytes: Column = { type: 'bytes', nullable: false };

export const words: Column = { ...text, words: 'plain' };
export const json: Column = { ...text, words: 'json' };

/** A number that the database gives out, and that only this store knows. */
export const rowId: Column = { ...integer, isNumbered: true, sync: 'local' };

/** The permanent name of a row. */
export const uid: Column = { ...text, isUnique: true, sync: 'local' };
/** A uid from before version 4 can be missing; the unique index of its table is apart. */
export const lateUid: Column = { ...text, mayLack: true, sync: 'local' };

/** The edits of a row, counted. */
export const version: Column = { ...integer, initial: '1', sync: 'carried' };

export const created: Column = { ...time, nullable: true, initial: 'utc_now()' };

/** The uid of a memory in another table. */
export const memoryUid: Column = { ...text, namesMemory: true };

/** A column that the database compares with a list. */
export function oneOf(values: readonly (string | number)[], more: More = {}): Column {
  const of = values.every((value) => typeof value === 'number') ? integer : text;
  return { ...of, values, isChecked: true, ...more };
}

/** A text or null that only an import compares with a list: older databases do not. */
export function known(values: readonly string[]): Column {
  return { ...text, nullable: true, values };
}

export function to(table: string, more: More = {}): Column {
  return { ...text, refersTo: table, ...more };
}

/** The person whose row it is. */
export const owner: Column = { ...text, refersTo: 'users', sync: 'local' };
