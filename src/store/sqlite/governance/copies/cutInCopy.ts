/**
 * Redacts a copy of a store by the current rules, as the doctor does in the store itself. The copy keeps its schema.
 * Its full-text index is dropped, and rebuilt when the copy is opened as a store. Columns that identify rows are not
 * redacted, as in the store.
 */
import type { Hash, Redact } from '../../../../memory/shared/ports.ts';
import { commitOrRollBack } from '../../engine/commitOrRollBack.ts';
import { tableNames } from '../../engine/pragmas.ts';
import { number, text } from '../../engine/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../engine/sqlConnection.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import type { Place } from '../erasure/secretCuts.ts';
import { cutRow, cutsIn, kindOfTable, placesIn, rowsAfter } from '../erasure/secretCuts.ts';
import { dropIndex, firstNamed } from './eraseInCopy.ts';

/** Whether a copy of any schema contains a secret that can be removed. Changes nothing. */
export function holdsSecrets(db: SqlConnection, redact: Redact): boolean {
  // Throws for a file that is not a BigMind store, instead of reporting it as clean.
  readSchemaVersion(db);
  return placesIn(db).some((place) => {
    for (const row of rowsIn(db, place)) {
      if (cutsIn(place, row, redact).some(({ cleanable }) => cleanable)) return true;
    }
    return false;
  });
}

/**
 * Removed text may stay in free pages until the file is compacted. `too_old`: the rows of this copy have neither hash
 * nor version. Changes nothing for `too_old` and `clean`.
 */
export function cutInCopy(db: SqlConnection, redact: Redact, hash: Hash): 'cut' | 'clean' | 'too_old' {
  if (!holdsSecrets(db, redact)) return 'clean';
  if (readSchemaVersion(db) < firstNamed) return 'too_old';
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON');
  db.run('BEGIN IMMEDIATE');
  commitOrRollBack(db, () => {
    dropIndex(db);
    const there = tableNames(db);
    for (const place of placesIn(db)) {
      for (const row of rowsIn(db, place)) {
        if (!cutRow(db, place, row, { redact, hash })) continue;
        const kind = kindOfTable(place.table);
        if (kind === undefined) continue;
        for (const derived of ['embeddings', 'embedding_queue']) {
          // A vector reveals its text.
          if (there.has(derived)) {
            db.run(`DELETE FROM ${derived} WHERE kind = ? AND memory_id = ?`, [kind, text(row, 'row_name')]);
          }
        }
      }
    }
  });
  return 'cut';
}

function* rowsIn(db: SqlConnection, place: Place): Generator<SqlRow> {
  for (let after = 0; ;) {
    const rows = rowsAfter(db, place, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = number(last, 'place');
  }
}
