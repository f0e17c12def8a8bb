/**
 * What is left to do when rows are erased: the write-ahead log, the copies of the store, and erasures that another process
 * began and did not end. All of it can be done again, and by anybody; a mark in `erasures` stays until it is done.
 */
import type { IndexText } from '../../memory/ports.ts';
import type { ErasureRest } from '../../memory/scopeErasure.ts';
import type { StoreCopies } from './copies/storeCopies.ts';
import { copiesMark, deleteHidden } from './hiddenRows.ts';
import { mergeWords } from './scrubbing.ts';
import type { SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { deletingStep, othersTurn } from './vacuumSteps.ts';

/** What lies beside the rows; a store in a browser has nothing there. */
export interface BesideStore {
  copies: StoreCopies;
  forgetLog: () => Promise<'done' | 'held'>;
}

const nothing = { cleaned: [], removed: [], left: [] };

export function createErasureRest(engine: SqliteEngine, beside: BesideStore | undefined): ErasureRest {
  return {
    forgetLog: () => beside?.forgetLog() ?? Promise.resolve('done' as const),
    findCopies: () => beside?.copies.find() ?? Promise.resolve({ ...nothing }),
    async scrubCopies() {
      const rows = (db: SqlConnection) => db.all('SELECT uid, kind, until, erased_at FROM tombstones');
      const report = (await beside?.copies.scrub(await engine.read(rows))) ?? { ...nothing };
      await engine.write((db) => db.run('DELETE FROM erasures WHERE user_id = ?', [copiesMark]));
      return report;
    },
  };
}

/** In the transaction of an erasure: whoever opens the store next sees to the copies, if this process does not. */
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

/** The engine, which from now on goes on in the background with what a process that died left, until it is closed. */
export function finishingErasures(engine: SqliteEngine, { indexText, now, beside }: FinishingPorts): SqliteEngine {
  let closed = false;
  const rest = createErasureRest(engine, beside);
  // A failure leaves the mark, and so the rest to whoever opens the store next.
  const done = finishErasures(engine, { indexText, now, rest, isOver: () => closed }).catch(() => undefined);
  return {
    ...engine,
    async close() {
      closed = true;
      await done;
      await engine.close();
    },
  };
}

async function finishErasures(
  engine: SqliteEngine,
  parts: { indexText: IndexText; now: () => Date; rest: ErasureRest; isOver: () => boolean },
): Promise<void> {
  const { indexText, now, rest, isOver } = parts;
  const before = new Date(now().getTime() - patienceMinutes * 60_000).toISOString();
  const isLeft = (db: SqlConnection): boolean =>
    db.get('SELECT 1 FROM erasures WHERE begun_at < ? LIMIT 1', [before]) !== undefined;
  if (isOver() || !(await engine.read(isLeft))) return;
  for (let isLast = false; !isLast && !isOver();) {
    ({ isLast } = await deletingStep(engine, (db, most) => deleteHidden(db, indexText, most)));
  }
  while (!isOver() && (await engine.write(mergeWords)) === 'more') await othersTurn();
  if (isOver()) return;
  await rest.forgetLog();
  await rest.scrubCopies();
}
