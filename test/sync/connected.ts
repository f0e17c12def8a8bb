/** Two machines that are connected with one place, and short words for what tests do with them. */
import type { Machine } from './machines.ts';
import { aMachine, ask, MemoryPlace } from './machines.ts';

export const folder = { kind: 'folder', folder: '/nowhere' } as const;

/** `username` is that of the second machine. */
export async function connected({ username = 'ada', place = new MemoryPlace() } = {}): Promise<{
  one: Machine;
  other: Machine;
  place: MemoryPlace;
}> {
  const one = await aMachine('laptop', place);
  const other = await aMachine('desktop', place, { username });
  await one.sync.setUp(folder, 'laptop', ask);
  await other.sync.setUp(folder, 'desktop', ask);
  return { one, other, place };
}

/** Twice, so that each has what the others merged. */
export async function syncAll(...machines: Machine[]): Promise<void> {
  for (const { sync } of [...machines, ...machines]) await sync.run();
}

export async function say({ memory, caller }: Machine, fact: string): Promise<void> {
  await memory.facts.store(caller, { category: 'codebase', fact });
}

/** The live ones, sorted. */
export async function factsOf({ memory, caller }: Machine): Promise<string[]> {
  return (await memory.facts.list(caller, 'all', 50)).facts.map(({ fact }) => fact).sort();
}

/** Works on the first live fact. */
export async function liveFact({ memory, caller }: Machine, work: (factId: number) => Promise<void>): Promise<void> {
  const [fact] = (await memory.facts.list(caller, 'all', 1)).facts;
  if (fact === undefined) throw new Error('There is no live fact.');
  await work(fact.id);
}
