/**
 * Redacts a copy of a store by today's rules, as the doctor does in the store itself. The copy keeps its schema. Its
 * word index is dropped, and rebuilt when the copy is opened as a store. Names that identify rows stay, as they do in
 * the store.
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

/** Whether a copy of any schema holds a secret that could be cut; nothing is changed. */
export function holdsSecrets(db: SqlConnection, redact: Redact): boolean {
  // A file that is no store of ours is refused rather than found to be clean.
  readSchemaVersion(db);
  return placesIn(db).some((place) => {
    for (const row of rowsIn(db, place)) {
      if (cutsIn(place, row, redact).some(({ cleanable }) => cleanable)) return true;
    }
    return false;
  });
}

/**
 * What it cut stays in free pages until the file is compacted. `too_old` for a copy whose rows have neither hash nor
 * version; nothing was changed in it, nor in one that is `clean` already.
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
        const kind = kindOfTable(place.canonical);
        if (kind === undefined) continue;
        for (const derived of ['embeddings', 'embedding_queue']) {
          // A vector tells of its text.
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
