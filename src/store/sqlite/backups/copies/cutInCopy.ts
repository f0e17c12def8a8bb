/**
 * Redacts a copy of a store by the current rules, as the doctor does in the store itself. The copy keeps its schema.
 * Its full-text index is dropped, and rebuilt when the copy is opened as a store. Columns that identify rows are not
 * redacted, as in the store.
 */
import { tables } from '../../../../schema/tables.ts';
import type { Hash, Redact } from '../../../../memory/shared/ports.ts';
import { commitOrRollBack } from '../../../sql/connection/commitOrRollBack.ts';
import { tableNames } from '../../../sql/connection/pragmas.ts';
import { number, text } from '../../../sql/connection/rowReader.ts';
import type { SqlConnection, SqlRow } from '../../../sql/connection/sqlConnection.ts';
import { readSchemaVersion } from '../../schema/schemaVersion.ts';
import type { Place } from '../../../sql/governance/erasure/secretCuts.ts';
import { cutRow, cutsIn, placesIn, rowsAfter } from '../../../sql/governance/erasure/secretCuts.ts';
import { dropIndex, firstNamed } from './eraseInCopy.ts';
import { someInTurn } from '../../../sql/connection/inTurn.ts';

/** Whether a copy of any schema contains a secret that can be removed. Changes nothing. */
export async function holdsSecrets(db: SqlConnection, redact: Redact): Promise<boolean> {
  // Throws for a file that is not a BigMind store, instead of reporting it as clean.
  await readSchemaVersion(db);
  return someInTurn(await placesIn(db), async (place) => {
    for await (const row of rowsIn(db, place)) {
      if (cutsIn(place, row, redact).some(({ cleanable }) => cleanable)) return true;
    }
    return false;
  });
}

/**
 * Removed text may stay in free pages until the file is compacted. `too_old`: the rows of this copy have neither hash
 * nor version. Changes nothing for `too_old` and `clean`.
 */
export async function cutInCopy(db: SqlConnection, redact: Redact, hash: Hash): Promise<'cut' | 'clean' | 'too_old'> {
  if (!(await holdsSecrets(db, redact))) return 'clean';
  if ((await readSchemaVersion(db)) < firstNamed) return 'too_old';
  await db.exec('PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON');
  await db.run('BEGIN IMMEDIATE');
  await commitOrRollBack(db, async () => {
    await dropIndex(db);
    const there = await tableNames(db);
    for (const place of await placesIn(db)) {
      for await (const row of rowsIn(db, place)) {
        if (!(await cutRow(db, place, row, { redact, hash }))) continue;
        const kind = tables[place.table].kind;
        if (kind === undefined) continue;
        for (const derived of ['embeddings', 'embedding_queue']) {
          // A vector reveals its text.
          if (there.has(derived)) {
            await db.run(`DELETE FROM ${derived} WHERE kind = ? AND memory_id = ?`, [kind, text(row, 'row_name')]);
          }
        }
      }
    }
  });
  return 'cut';
}

async function* rowsIn(db: SqlConnection, place: Place): AsyncGenerator<SqlRow> {
  for (let after = 0; ;) {
    const rows = await rowsAfter(db, place, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = number(last, 'place');
  }
}
