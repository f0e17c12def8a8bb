/**
 * Goes through every text of every table for what today's rules would cut, and cuts it where asked: row, hash, version,
 * index and vectors in one transaction for each batch, which overwrites what it frees.
 */
import type { Hash, IndexText, Redact } from '../../memory/ports.ts';
import { snapshotTables } from '../../memory/portability.ts';
import type { SnapshotTable } from '../../memory/portability.ts';
import type { MemoryKind } from '../../memory/recall.ts';
import type { CutTally, SecretPlace, SecretsStore } from '../../memory/secrets.ts';
import { hashOfRow, namingColumns, spokenColumns } from '../../memory/spokenColumns.ts';
import { forgetEmbedding } from './embeddingQueue.ts';
import { refreshDocument } from './memoryIndex.ts';
import { number, text, textOrNull } from './rowReader.ts';
import { overwriting } from './scrubbing.ts';
import type { SqlConnection, SqliteEngine, SqlRow, SqlValue } from './sqlConnection.ts';
import { othersTurn } from './vacuumSteps.ts';

/** Rows that are looked through at once. */
const batch = 200;

interface Place {
  table: string;
  columns: readonly string[];
  canonical?: SnapshotTable;
}

const places: readonly Place[] = [
  ...snapshotTables
    .filter((table) => spokenColumns[table].length > 0)
    .map((table) => ({ table, columns: spokenColumns[table], canonical: table })),
  { table: 'audit', columns: ['detail'] },
  { table: 'embedding_queue', columns: ['last_error'] },
];

const kinds: Partial<Record<SnapshotTable, MemoryKind>> = {
  sessions: 'session',
  session_summaries: 'session',
  conversation_chunks: 'chunk',
  facts: 'fact',
  global_knowledge: 'knowledge',
  messages: 'message',
};

/** Tables whose rows count their changes. */
const versioned: readonly SnapshotTable[] = [
  'identity_profile',
  'sessions',
  'conversation_chunks',
  'facts',
  'hypotheses',
  'global_knowledge',
];

interface CutPorts {
  indexText: IndexText;
  hash: Hash;
}

export function createSqlSecrets(engine: SqliteEngine, ports: CutPorts): SecretsStore {
  return {
    async look(from, redact, clean) {
      const place = places[from.table];
      if (place === undefined) return { found: [], next: null };
      const rows = await engine.read((db) => rowsAfter(db, place, from.after));
      const found = rows.flatMap((row) => cutsIn(place, row, redact));
      if (clean && found.some(({ cleanable }) => cleanable)) {
        await engine.write((db) =>
          overwriting(db, () => {
            // Read again in the transaction that writes, since somebody may have changed a row meanwhile.
            for (const row of rowsAfter(db, place, from.after)) cut(db, place, row, redact, ports);
          }),
        );
        await othersTurn();
      }
      const last = rows.length < batch ? undefined : rows.at(-1);
      const next = last === undefined ? { table: from.table + 1, after: 0 } : { ...from, after: number(last, 'place') };
      return { found, next: next.table < places.length ? next : null };
    },
    tally: () => engine.read(tallyOf),
  };
}

function rowsAfter(db: SqlConnection, { table, columns }: Place, after: number): SqlRow[] {
  const idColumn = table === 'embedding_queue' ? 'rowid' : 'id';
  return db.all(
    `SELECT rowid AS place, CAST(${idColumn} AS TEXT) AS row_name, ${columns.join(', ')}
     FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${String(batch)}`,
    [after],
  );
}

function cutsIn({ table, columns }: Place, row: SqlRow, redact: Redact): SecretPlace[] {
  return columns.flatMap((column) => {
    const value = row[column];
    if (typeof value !== 'string') return [];
    const { removed, rules = [] } = redact(value);
    if (removed === 0) return [];
    return [{ table, column, id: text(row, 'row_name'), rules, cleanable: !namingColumns.includes(column) }];
  });
}

function cut(db: SqlConnection, place: Place, row: SqlRow, redact: Redact, { indexText, hash }: CutPorts): void {
  const changed = cutsIn(place, row, redact).filter(({ cleanable }) => cleanable);
  if (changed.length === 0) return;
  const { table, canonical } = place;
  const values: Record<string, SqlValue> = Object.fromEntries(
    changed.map(({ column }) => [column, redact(text(row, column)).text]),
  );
  const contentHash = canonical === undefined ? undefined : hashOfRow(canonical, { ...row, ...values }, hash);
  if (contentHash !== undefined) values['content_hash'] = contentHash;
  const sets = Object.keys(values).map((column) => `${column} = ?`);
  if (canonical !== undefined && versioned.includes(canonical)) sets.push('version = version + 1');
  db.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE rowid = ?`, [...Object.values(values), number(row, 'place')]);
  const kind = canonical === undefined ? undefined : kinds[canonical];
  if (kind === undefined) return;
  const id = text(row, 'row_name');
  // A vector tells of its text, so the old one must not wait until there is another.
  forgetEmbedding(db, kind, id);
  refreshDocument(db, indexText, kind, id);
}

function tallyOf(db: SqlConnection): CutTally {
  const rows = db.all(
    `SELECT detail, sum(coalesce(count, 1)) AS cuts, min(at) AS since FROM audit
     WHERE action = 'redact' AND detail IS NOT NULL GROUP BY detail ORDER BY cuts DESC, detail`,
  );
  const times = rows.flatMap((row) => textOrNull(row, 'since') ?? []).toSorted();
  return {
    since: times[0] ?? null,
    byRule: rows.map((row) => ({ rule: text(row, 'detail'), count: number(row, 'cuts') })),
  };
}
