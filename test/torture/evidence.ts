/** The result of a torture: what was acknowledged, how much of it a new process finds, and what is unsound. */
import { openStore } from '../store/support.ts';
import type { FileEngineName } from '../store/support.ts';
import { indexText } from '../../src/search/query/words.ts';

export interface Evidence {
  /** The part of the torture, and the engine if it matters. */
  name: string;
  rounds: number;
  acknowledged: number;
  found: number;
  /** Calls that were refused with a sentence, which is no loss. */
  refused: number;
  /** Problems of stores that failed the full check afterwards. */
  unsound: string[];
  /** What a reader must know in addition to the numbers. */
  remark?: string;
}

/** Every fact in the store. It is opened as the product does, so that a hot journal or log is replayed. */
export async function factsIn(engine: FileEngineName, file: string): Promise<Set<string>> {
  const store = openStore(engine, file, { staleLockMs: 2000, indexText });
  try {
    const snapshot = await store.portability.read('now', 'ada');
    return new Set(snapshot.tables.facts.map((row) => String(row['fact'])));
  } finally {
    await store.close();
  }
}

/** Problems that the full check finds; empty if the store is sound. */
export async function troubleIn(engine: FileEngineName, file: string): Promise<string[]> {
  const store = openStore(engine, file, { staleLockMs: 2000, indexText });
  try {
    const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
    const gaps = indexMissing + indexOrphans;
    return gaps === 0 ? damage : [...damage, `${String(gaps)} gaps in the index`];
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)];
  } finally {
    await store.close();
  }
}

/** How many of `acknowledged` are in `facts`. */
export function countFound(acknowledged: readonly string[], facts: ReadonlySet<string>): number {
  return acknowledged.filter((fact) => facts.has(fact)).length;
}

export function lostOf({ acknowledged, found }: Evidence): number {
  return acknowledged - found;
}

export function evidenceRow(evidence: Evidence): string {
  const { name, rounds, acknowledged, found, refused, unsound, remark = '' } = evidence;
  const cells = [name, rounds, acknowledged, found, lostOf(evidence), refused, unsound.length, remark];
  return `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`;
}

export const evidenceHead =
  '| torture | rounds | acknowledged | found | lost | refused | unsound | remark |\n|---|---|---|---|---|---|---|---|';
