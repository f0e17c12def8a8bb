/** Which tables a transfer copies, each after those that it refers to, and why it leaves the others. */
import type { TableName } from '../../../schema/tables.ts';
import { columnsOf, tableNames, tables } from '../../../schema/tables.ts';

export interface CopiedTable {
  name: string;
  key: readonly string[];
  /** Whether rows of other tables refer to its rows and do not go with them. */
  isParent: boolean;
}

const isParent = (name: TableName): boolean =>
  tableNames.some((other) =>
    columnsOf(other).some(([, { refersTo, reference }]) => refersTo === name && reference !== 'deletes'),
  );

export const copiedTables: readonly CopiedTable[] = tableNames.flatMap((name) => {
  const { key = ['id'], notCopied } = tables[name];
  return notCopied === undefined ? [{ name, key, isParent: isParent(name) }] : [];
});

const index = 'The index is rebuilt in the target.';

/** Tables that differ between the engines. */
const ofEngines = {
  memory_index: index,
  session_index: index,
  document_words: index,
  scope_words: index,
  word_totals: index,
  schema_migrations: 'Each store has its own.',
  store_writes: 'Each server has its own.',
  logins: 'Each server has its own logins of people.',
  identity_keys: 'Each server has its own key.',
  dropped_keys: 'Each database has its own keys.',
  token_places: 'Each database has its own place.',
};

/** Why each of the other tables is not copied. */
export const leftTables: Readonly<Record<string, string>> = {
  ...ofEngines,
  ...Object.fromEntries(
    Object.entries(tables).flatMap(([name, { notCopied }]) => (notCopied === undefined ? [] : [[name, notCopied]])),
  ),
};
