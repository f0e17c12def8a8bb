/**
 * Finds secrets by the current rules in every text of every table, and removes them on request. Each batch is one
 * transaction for rows, hashes, versions, index and vectors, which overwrites what it frees.
 */
import { tables } from '../../../../schema/tables.ts';
import type { CutTally, SecretsStore } from '../../../../memory/governance/secrets.ts';
import type { Hash, IndexText, Redact } from '../../../../memory/shared/ports.ts';
import { number, text, textOrNull } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../../connection/sqlConnection.ts';
import { forgetEmbeddings } from '../../index/embeddingQueue.ts';
import { refreshDocument, refreshSessionsWithout } from '../../index/memoryIndex.ts';
import { overwriting } from '../../index/scrubbing.ts';
import { pauseMs } from '../../index/vacuumSteps.ts';
import { yieldToOthers } from '../../../../util/yieldToOthers.ts';
import type { StoreCopies } from './storeFiles.ts';
import type { Place } from './secretCuts.ts';
import { batch, cutRow, cutsIn, places, rowsAfter } from './secretCuts.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

interface CutPorts {
  indexText: IndexText;
  hash: Hash;
  /** Undefined in a browser, where a store has no copies. */
  copies: StoreCopies | undefined;
}

export function createSqlSecrets(engine: SqlEngine, ports: CutPorts): SecretsStore {
  return {
    async look(from, redact, task) {
      const place = places[from.table];
      if (place === undefined) return { found: [], next: null };
      // A PostgreSQL database has no tables of a sync.
      const rows = await engine.read(async (db) =>
        db.dialect === 'postgres' && tables[place.table].onlyIn === 'files' ? [] : rowsAfter(db, place, from.after),
      );
      const found = rows.flatMap((row) => cutsIn(place, row, redact));
      if (task === 'clean' && found.some(({ cleanable }) => cleanable)) {
        await engine.write((db) =>
          overwriting(db, async () => {
            // Read again in the write transaction, because a row may have changed in the meantime.
            const sessions = (
              await mapInTurn(await rowsAfter(db, place, from.after), (row) => cut(db, place, row, redact, ports))
            ).flat();
            // A message has no version, and what keeps a copy of a session compares that of the session.
            const changed = [...new Set(sessions)];
            await mapInTurn(changed, (id) => db.run('UPDATE sessions SET version = version + 1 WHERE id = ?', [id]));
            // Once per session, because its document is built from many messages.
            await refreshSessionsWithout(db, ports.indexText, sessions);
          }),
        );
        await yieldToOthers(pauseMs);
      }
      const last = rows.length < batch ? undefined : rows.at(-1);
      const next = last === undefined ? { table: from.table + 1, after: 0 } : { ...from, after: number(last, 'place') };
      return { found, next: next.table < places.length ? next : null };
    },
    lookInCopies: (redact, task) =>
      ports.copies?.cut(redact, task) ?? Promise.resolve({ holding: [], cleaned: [], left: [] }),
    tally: () => engine.read(tallyOf),
  };
}

/** Returns the session of a changed message, whose document must be rebuilt. */
async function cut(
  db: SqlConnection,
  place: Place,
  row: SqlRow,
  redact: Redact,
  { indexText, hash }: CutPorts,
): Promise<string[]> {
  if (!(await cutRow(db, place, row, { redact, hash }))) return [];
  const kind = tables[place.table].kind;
  if (kind === undefined) return [];
  const id = text(row, 'row_name');
  // A vector reveals its text, so the old one must not wait for its replacement.
  await forgetEmbeddings(db, kind, [id]);
  await refreshDocument(db, indexText, kind, id);
  if (kind !== 'message') return [];
  const { session_id: session } = (await db.get('SELECT session_id FROM messages WHERE id = ?', [Number(id)])) ?? {};
  return typeof session === 'string' ? [session] : [];
}

async function tallyOf(db: SqlConnection): Promise<CutTally> {
  const rows = await db.all(
    `SELECT detail, sum(coalesce(count, 1)) AS cuts, min(at) AS since FROM audit
     WHERE action = 'redact' AND detail IS NOT NULL GROUP BY detail ORDER BY cuts DESC, detail`,
  );
  const times = rows.flatMap((row) => textOrNull(row, 'since') ?? []).toSorted();
  return {
    since: times[0] ?? null,
    byRule: rows.map((row) => ({ rule: text(row, 'detail'), count: number(row, 'cuts') })),
  };
}
