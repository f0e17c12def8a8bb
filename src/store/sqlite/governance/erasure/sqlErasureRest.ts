/**
 * What is left to do when rows are erased: the write-ahead log, the copies of the store, and erasures that another process
 * began and did not end. All of it can be done again, and by anybody; a mark in `erasures` stays until it is done.
 */
import type { CopiesReport } from '../../../../memory/governance/erasure.ts';
import type { ErasureRest } from '../../../../memory/governance/scopeErasure.ts';
import type { IndexText } from '../../../../memory/shared/ports.ts';
import type { SqlConnection, SqliteEngine } from '../../engine/sqlConnection.ts';
import type { EngineLayer } from '../../engine/stack.ts';
import { mergeWords } from '../../index/scrubbing.ts';
import { deletingStep, othersTurn } from '../../index/vacuumSteps.ts';
import { erasureState } from '../../shared/tombstones.ts';
import type { BesideStore } from './besideStore.ts';
import { copiesMark, deleteHidden } from './hiddenRows.ts';

const nothing = { cleaned: [], removed: [], left: [] };

export function createErasureRest(engine: SqliteEngine, { indexText, now, beside }: FinishingPorts): ErasureRest {
  const forgetLog = (): Promise<'done' | 'held'> => beside?.forgetLog() ?? Promise.resolve('done');
  const scrubCopies = async (isOver?: () => boolean): Promise<CopiesReport> => {
    const { rows, state } = await engine.read((db) => ({
      rows: db.all('SELECT uid, kind, until, erased_at FROM tombstones'),
      state: erasureState(db),
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

/** Not when more was erased since, of which the copies know nothing. */
function dropCopiesMark(db: SqlConnection, state: string): void {
  if (erasureState(db) === state) db.run('DELETE FROM erasures WHERE user_id = ?', [copiesMark]);
}

/** In the transaction of an erasure: a process that lives long sees to the copies, if this one does not. */
export function markCopies(db: SqlConnection, now: string): void {
  db.run('INSERT OR IGNORE INTO erasures (user_id, begun_at) VALUES (?, ?)', [copiesMark, now]);
}

/** Minutes after which whoever began an erasure is taken to have died. */
const patienceMinutes = 2;

interface FinishingPorts {
  indexText: IndexText;
  now: () => Date;
  beside?: BesideStore;
}

/**
 * Goes on in the background with rows that a process that died left, until the engine is closed. Closing waits for it, so it
 * takes short steps; the copies are for `finishLeft`.
 */
export function withErasureResume(ports: FinishingPorts): EngineLayer {
  return (open) => async () => resuming(await open(), ports);
}

function resuming(engine: SqliteEngine, { indexText, now, beside }: FinishingPorts): SqliteEngine {
  let closed = false;
  const isOver = (): boolean => closed;
  const finish = async (): Promise<void> => {
    if (!(await engine.read((db) => isLeft(db, now, 'rows')))) return;
    await finishRows(engine, indexText, isOver);
    if (!isOver()) await beside?.forgetLog();
  };
  // A failure leaves the mark, and so the rest to whoever opens the store next.
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

/** Whether somebody began an erasure, did not end it, and had the time to. */
function isLeft(db: SqlConnection, now: () => Date, what: 'rows' | 'all' = 'all'): boolean {
  const before = new Date(now().getTime() - patienceMinutes * 60_000).toISOString();
  const which = what === 'rows' ? 'AND user_id <> ?' : 'AND ? IS NOT NULL';
  return db.get(`SELECT 1 FROM erasures WHERE begun_at < ? ${which} LIMIT 1`, [before, copiesMark]) !== undefined;
}

async function finishRows(engine: SqliteEngine, indexText: IndexText, isOver: () => boolean): Promise<void> {
  for (let isLast = false; !isLast && !isOver();) {
    ({ isLast } = await deletingStep(engine, (db, most) => deleteHidden(db, indexText, most)));
  }
  while (!isOver() && (await engine.write(mergeWords)) === 'more') await othersTurn();
}
