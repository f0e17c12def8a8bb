/**
 * Finishes an erasure after its rows are deleted: the write-ahead log, the copies of the store, and erasures that
 * another process started and did not finish. Any process can do this, and repeat it; a mark in `erasures` remains
 * until it is done.
 */
import type { CopiesReport } from '../../../../memory/governance/erasure.ts';
import type { ErasureCleanup } from '../../../../memory/governance/scopeErasure.ts';
import type { IndexText } from '../../../../memory/shared/ports.ts';
import { minutesBefore } from '../../../../util/time.ts';
import type { SqlConnection, SqlEngine } from '../../connection/sqlConnection.ts';
import type { EngineLayer } from '../../connection/stack.ts';
import { mergeWords } from '../../index/scrubbing.ts';
import { deletingStep, pauseMs } from '../../index/vacuumSteps.ts';
import { yieldToOthers } from '../../../../util/yieldToOthers.ts';
import { erasureState } from '../../shared/tombstones.ts';
import type { StoreFiles } from './storeFiles.ts';
import { copiesMark, deleteHidden } from './hiddenRows.ts';

const nothing = { cleaned: [], removed: [], left: [] };

export function createErasureCleanup(engine: SqlEngine, { indexText, now, beside }: FinishingPorts): ErasureCleanup {
  const forgetLog = (): Promise<'done' | 'held'> => beside?.forgetLog() ?? Promise.resolve('done');
  const scrubCopies = async (isOver?: () => boolean): Promise<CopiesReport> => {
    const { rows, state } = await engine.read(async (db) => ({
      rows: await db.all('SELECT uid, kind, until, erased_at FROM tombstones'),
      state: await erasureState(db),
    }));
    const { report, isWhole } = (await beside?.copies.scrub(rows, isOver)) ?? { report: { ...nothing }, isWhole: true };
    if (isWhole) await engine.write((db) => dropCopiesMark(db, state));
    return report;
  };
  return {
    forgetLog,
    findCopies: () => beside?.copies.find() ?? Promise.resolve({ ...nothing }),
    scrubCopies: () => scrubCopies(),
    async finishLeft(isOver) {
      if (isOver() || !(await engine.read((db) => isLeft(db, now)))) return;
      await finishRows(engine, indexText, isOver);
      if (isOver()) return;
      await forgetLog();
      await scrubCopies(isOver);
    },
  };
}

/** Keeps the mark if more was erased in the meantime, which the copies still contain. */
async function dropCopiesMark(db: SqlConnection, state: string): Promise<void> {
  if ((await erasureState(db)) === state) await db.run('DELETE FROM erasures WHERE user_id = ?', [copiesMark]);
}

/** In the transaction of an erasure: if this process does not clean the copies, a long-lived process does. */
export async function markCopies(db: SqlConnection, now: string): Promise<void> {
  await db.run('INSERT INTO erasures (user_id, begun_at) VALUES (?, ?) ON CONFLICT DO NOTHING', [copiesMark, now]);
}

/** Minutes after which the process that started an erasure is considered dead. */
const timeoutMinutes = 2;

interface FinishingPorts {
  indexText: IndexText;
  now: () => Date;
  beside?: StoreFiles;
}

/**
 * Deletes, in the background, rows that a crashed process left, until the engine is closed. Closing waits for it, so
 * the steps are short. `finishLeft` cleans the copies.
 */
export function withErasureResume(ports: FinishingPorts): EngineLayer {
  return (open) => async () => resuming(await open(), ports);
}

function resuming(engine: SqlEngine, { indexText, now, beside }: FinishingPorts): SqlEngine {
  let closed = false;
  const isOver = (): boolean => closed;
  const finish = async (): Promise<void> => {
    if (!(await engine.read((db) => isLeft(db, now, 'rows')))) return;
    await finishRows(engine, indexText, isOver);
    if (!isOver()) await beside?.forgetLog();
  };
  // After a failure the mark remains, and the next process that opens the store continues.
  const done = finish().catch(() => undefined);
  return {
    ...engine,
    async close() {
      closed = true;
      await done;
      await engine.close();
    },
  };
}

/** Whether an erasure was started at least `timeoutMinutes` ago and is not finished. */
async function isLeft(db: SqlConnection, now: () => Date, what: 'rows' | 'all' = 'all'): Promise<boolean> {
  const before = minutesBefore(now(), timeoutMinutes);
  const which = what === 'rows' ? 'AND user_id <> ?' : 'AND CAST(? AS TEXT) IS NOT NULL';
  return (
    (await db.get(`SELECT 1 FROM erasures WHERE begun_at < ? ${which} LIMIT 1`, [before, copiesMark])) !== undefined
  );
}

async function finishRows(engine: SqlEngine, indexText: IndexText, isOver: () => boolean): Promise<void> {
  for (let isLast = false; !isLast && !isOver();) {
    ({ isLast } = await deletingStep(engine, (db, max) => deleteHidden(db, indexText, max)));
  }
  while (!isOver() && (await engine.write(mergeWords)) === 'more') await yieldToOthers(pauseMs);
}
