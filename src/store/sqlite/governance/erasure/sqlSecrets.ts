/**
 * Goes through every text of every table for what today's rules would cut, and cuts it where asked: row, hash, version,
 * index and vectors in one transaction for each batch, which overwrites what it frees.
 */
import type { CutTally, SecretsStore } from '../../../../memory/governance/secrets.ts';
import type { Hash, IndexText, Redact } from '../../../../memory/shared/ports.ts';
import { number, text, textOrNull } from '../../engine/rowReader.ts';
import type { SqlConnection, SqliteEngine, SqlRow } from '../../engine/sqlConnection.ts';
import { forgetEmbedding } from '../../index/embeddingQueue.ts';
import { refreshDocument, refreshSessionsWithout } from '../../index/memoryIndex.ts';
import { overwriting } from '../../index/scrubbing.ts';
import { othersTurn } from '../../index/vacuumSteps.ts';
import type { StoreCopies } from './besideStore.ts';
import type { Place } from './secretCuts.ts';
import { batch, cutRow, cutsIn, kindOfTable, places, rowsAfter } from './secretCuts.ts';

interface CutPorts {
  indexText: IndexText;
  hash: Hash;
  /** Absent in a browser, where nothing lies beside the store. */
  copies: StoreCopies | undefined;
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
            const sessions = rowsAfter(db, place, from.after).flatMap((row) => cut(db, place, row, redact, ports));
            // Once each, since the document of a session is made of many messages.
            refreshSessionsWithout(db, ports.indexText, sessions);
          }),
        );
        await othersTurn();
      }
      const last = rows.length < batch ? undefined : rows.at(-1);
      const next = last === undefined ? { table: from.table + 1, after: 0 } : { ...from, after: number(last, 'place') };
      return { found, next: next.table < places.length ? next : null };
    },
    lookInCopies: (redact, clean) =>
      ports.copies?.cut(redact, clean) ?? Promise.resolve({ holding: [], cleaned: [], left: [] }),
    tally: () => engine.read(tallyOf),
  };
}

/** Answers with the session of a message that was cut, whose document is to be made anew. */
function cut(db: SqlConnection, place: Place, row: SqlRow, redact: Redact, { indexText, hash }: CutPorts): string[] {
  if (!cutRow(db, place, row, { redact, hash })) return [];
  const kind = kindOfTable(place.canonical);
  if (kind === undefined) return [];
  const id = text(row, 'row_name');
  // A vector tells of its text, so the old one must not wait until there is another.
  forgetEmbedding(db, kind, id);
  refreshDocument(db, indexText, kind, id);
  if (kind !== 'message') return [];
  const { session_id: session } = db.get('SELECT session_id FROM messages WHERE id = ?', [Number(id)]) ?? {};
  return typeof session === 'string' ? [session] : [];
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
