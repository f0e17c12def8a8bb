/** Which tables a transfer copies, each after those that it refers to, and why it leaves the others. */
import type { TableName } from '../../../schema/tables.ts';
import { indexIsRebuilt } from '../../../schema/derived.ts';
import { columnsOf, declaredNames, tables } from '../../../schema/tables.ts';

export interface CopiedTable {
  name: string;
  key: readonly string[];
  /** Whether rows of other copied tables refer to its rows and do not go with them, so that theirs are deleted first. */
  isParent: boolean;
}

const copiedNames = declaredNames.filter((name) => tables[name].notCopied === undefined);

const isParent = (name: TableName): boolean =>
  copiedNames.some((other) =>
    columnsOf(other).some(([, { refersTo, reference }]) => refersTo === name && reference !== 'deletes'),
  );

export const copiedTables: readonly CopiedTable[] = copiedNames.map((name) => {
  return { name, key: tables[name].key ?? ['id'], isParent: isParent(name) };
});

/** Tables that `src/schema` does not declare. */
const notDeclared = {
  memory_index: indexIsRebuilt,
  session_index: indexIsRebuilt,
  document_words: indexIsRebuilt,
  scope_words: indexIsRebuilt,
  word_totals: indexIsRebuilt,
  schema_migrations: 'Each store has its own.',
  store_writes: 'Each server has its own.',
  logins: 'Each server has its own logins of people.',
  identity_keys: 'Each server has its own key.',
  dropped_keys: 'Each database has its own keys.',
  token_places: 'Each database has its own place.',
};

/** Why each of the other tables is not copied. */
export const leftTables: Readonly<Record<string, string>> = {
  ...notDeclared,
  ...Object.fromEntries(
    Object.entries(tables).flatMap(([name, { notCopied }]) => (notCopied === undefined ? [] : [[name, notCopied]])),
  ),
};
