/** Totals, a full check of the store, and the rebuilding of derived data. */
import type { MaintenanceStore, StoreReport, StoreTotals } from '../../../memory/shared/maintenance.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { pragmaNumber } from '../connection/pragmas.ts';
import { text, textOr } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlValue } from '../connection/sqlConnection.ts';
import { isLive } from '../index/liveFacts.ts';
import { count } from '../index/memoryDocuments.ts';
import { inspectIndex, rebuildIndex, reloadWordIndex } from '../index/memoryIndex.ts';
import { mergeWords } from '../index/scrubbing.ts';
import { pauseMs } from '../index/vacuumSteps.ts';
import { yieldToOthers } from '../../../util/yieldToOthers.ts';
import { ledgerDamage } from '../../sqlite/schema/schemaKeeper.ts';
import { readSchemaVersion } from '../../sqlite/schema/schemaVersion.ts';
import { isNotErased } from '../shared/accessRights.ts';
import type { StorePorts } from '../shared/storePorts.ts';
import { createStoreChecks } from './storeChecks.ts';

export function createSqlMaintenance(engine: SqlEngine, ports: StorePorts): MaintenanceStore {
  const { indexText, hash, now } = ports;
  const readAt = (): string => now().toISOString();
  return {
    async totals(userId) {
      const totals = await engine.read((db) => readTotals(db, userId, readAt()));
      return { ...totals, bytes: (await engine.describe()).bytes };
    },
    async inspect(): Promise<StoreReport> {
      const checked = await engine.read(async (db) => {
        const index = await inspectIndex(db);
        return {
          schemaVersion: await readSchemaVersion(db),
          totals: await readTotals(db, null, readAt()),
          users: await count(db, `SELECT count(*) AS n FROM users WHERE ${isNotErased}`),
          damage: [...(await findDamage(db)), ...(db.dialect === 'postgres' ? [] : await ledgerDamage(db, { hash }))],
          indexMissing: index.missing,
          indexOrphans: index.orphans,
        };
      });
      const { bytes, ...described } = await engine.describe();
      return { ...checked, ...described, totals: { ...checked.totals, bytes } };
    },
    rebuildIndex: () =>
      engine.write(async (db) => {
        if (db.dialect === 'postgres') await requireEveryone(db);
        return rebuildIndex(db, indexText);
      }),
    changeToken: () => engine.changeToken(),
    async forgetWords() {
      const state = await engine.write(mergeWords);
      if (state === 'more') await yieldToOthers(pauseMs);
      return state;
    },
    freeBytes: () =>
      engine.read(async (db) =>
        db.dialect === 'postgres'
          ? 0
          : (await pragmaNumber(db, 'freelist_count')) * (await pragmaNumber(db, 'page_size')),
      ),
    ...createStoreChecks(engine, ports),
    load: () => engine.load?.(),
  };
}

/** A person's own login reaches a part of the index, which cannot be rebuilt alone. */
async function requireEveryone(db: SqlConnection): Promise<void> {
  if (text((await db.get('SELECT bigmind_sees_all() AS all_people')) ?? {}, 'all_people') === '1') return;
  throw new BigMindError(
    'not_allowed',
    'This login of the database acts for one person, but the index is of everyone.',
    {
      remedy:
        'Run `bigmind rebuild` with BIGMIND_DB_URL and BIGMIND_DB_KEY of the server, or with the login of the owner of the schema. Nothing was changed.',
    },
  );
}

/** Without deprecated and expired facts, deprecated knowledge and, with `userId`, other users' unapproved knowledge. */
async function readTotals(db: SqlConnection, userId: string | null, now: string): Promise<Omit<StoreTotals, 'bytes'>> {
  const own = userId === null ? 'TRUE' : 'user_id = ?';
  const params = userId === null ? [] : [userId];
  const tally = (table: string, condition: string, ...more: SqlValue[]): Promise<number> =>
    count(db, `SELECT count(*) AS n FROM ${table} WHERE ${own} AND ${condition}`, [...params, ...more]);
  const live = isLive('facts', now);
  const visible = userId === null ? 'TRUE' : `(status = 'approved' OR promoted_by = ?)`;
  const knowledge = `SELECT count(*) AS n FROM global_knowledge
                     WHERE ${visible} AND coalesce(status, 'pending') <> 'deprecated'`;
  return {
    sessions: await tally('sessions', 'TRUE'),
    openSessions: await tally('sessions', 'ended_at IS NULL'),
    facts: await tally('facts', live.sql, ...live.params),
    chunks: await tally('conversation_chunks', 'TRUE'),
    knowledge: await count(db, knowledge, params),
    hypotheses: await tally('hypotheses', 'TRUE'),
    messages: await tally('messages', 'TRUE'),
  };
}

async function findDamage(db: SqlConnection): Promise<string[]> {
  if (db.dialect === 'postgres') return [];
  await reloadWordIndex(db);
  const integrity = (await db.all('PRAGMA integrity_check')).map((row) => text(row, 'integrity_check'));
  const links = (await db.all('PRAGMA foreign_key_check')).map((row) => {
    return `A row of ${textOr(row, 'table', '?')} (${textOr(row, 'rowid', '?')}) points to a missing row of ${textOr(row, 'parent', '?')}.`;
  });
  return [...integrity.filter((line) => line !== 'ok'), ...links];
}
