/** Removes secrets from the columns with text by people, models and programs (`words` in `src/schema`). */
import type { TableName } from '../../schema/tables.ts';
import { columnsOf, tables } from '../../schema/tables.ts';
import { quotationHash, statementHash } from '../shared/contentHash.ts';
import type { Hash, Redact, Redaction } from '../shared/ports.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from './snapshot.ts';
import { recordOfTables } from './snapshot.ts';

export function textColumnsOf(table: TableName): string[] {
  return columnsOf(table).flatMap(([name, { words }]) => (words === undefined ? [] : [name]));
}

/** A column's text without secrets, in the same format. */
export function redactedColumn(table: TableName, column: string, value: string, redact: Redact): Redaction {
  const json = tables[table].columns[column]?.words === 'json' ? jsonFrom(value) : undefined;
  if (json === undefined) return redact(value);
  const cut: Redaction[] = [];
  const clean = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part === 'object' && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]));
    }
    if (typeof part !== 'string') return part;
    const one = redact(part);
    cut.push(one);
    return one.text;
  };
  const left = JSON.stringify(clean(json));
  const removed = cut.reduce((sum, one) => sum + one.removed, 0);
  return { text: removed === 0 ? value : left, removed, rules: cut.flatMap(({ rules = [] }) => rules) };
}

/** Undefined for text that is not JSON, which is redacted as plain text. */
function jsonFrom(value: string): object | undefined {
  try {
    const json: unknown = JSON.parse(value);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    // Written by another program or manually, separated by commas.
    return undefined;
  }
}

/** The hash that identifies rows with equal content; undefined for tables without one. */
export function hashOfRow(table: TableName, row: Readonly<Record<string, unknown>>, hash: Hash): string | undefined {
  const said = (column: string): string => {
    const value = row[column];
    return typeof value === 'string' ? value : '';
  };
  const quoted = ['conversation_chunks', 'messages'];
  if (quoted.includes(table)) return quotationHash(hash, said('content'));
  if (table === 'facts') return statementHash(hash, said('fact'));
  if (table === 'hypotheses') return statementHash(hash, said('hypothesis'));
  if (table === 'global_knowledge') return statementHash(hash, `${said('title')}\n${said('content')}`);
  return undefined;
}

/** A redacted snapshot, ready to be stored, and how many secrets were removed. */
export function withoutSecrets(
  snapshot: Snapshot,
  redact: Redact,
  hash: Hash,
): { snapshot: Snapshot; removed: number } {
  let removed = 0;
  const counting: Redact = (text) => {
    const one = redact(text);
    removed += one.removed;
    return one;
  };
  const tables = recordOfTables((table) =>
    snapshot.tables[table].map((row) => withoutSecretsIn(table, row, counting, hash)),
  );
  return { snapshot: { ...snapshot, tables }, removed };
}

/** A redacted row with the hash of its text; the same row if it has no secret. */
export function withoutSecretsIn(table: SnapshotTable, row: SnapshotRow, redact: Redact, hash: Hash): SnapshotRow {
  const cut: SnapshotRow = {};
  for (const column of textColumnsOf(table)) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const { text, removed } = redactedColumn(table, column, value, redact);
    if (removed > 0) cut[column] = text;
  }
  if (Object.keys(cut).length === 0) return row;
  const left = { ...row, ...cut };
  const contentHash = hashOfRow(table, left, hash);
  return contentHash === undefined ? left : { ...left, content_hash: contentHash };
}
