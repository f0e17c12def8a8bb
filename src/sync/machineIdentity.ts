/** Recognizes that another copy of this disk, or a later state of this store, wrote bundles under this machine's id. */
import { randomBytes } from 'node:crypto';
import type { BundleName, Position } from '../memory/sync/bundles.ts';
import { hashLength } from '../memory/sync/bundles.ts';
import type { SyncState, SyncStore } from '../memory/sync/syncStore.ts';

export function randomMachineId(): string {
  return randomBytes(6).toString('hex');
}

/**
 * The same state, or one with a new id under which the rest is sent. The bundles of the old id that this store does not
 * know are read like those of any other machine.
 */
export async function ownIdentity(
  store: SyncStore,
  state: SyncState,
  listed: readonly BundleName[],
  newMachineId: () => string,
): Promise<SyncState> {
  const foreign = firstForeign(state, listed);
  if (foreign === undefined) return state;
  const undelivered = state.written.sequence - state.outbox.length + 1;
  const from = state.outbox.length === 0 ? foreign : Math.min(foreign, undelivered);
  const after = {
    ...state,
    machine: newMachineId(),
    written: { sequence: 0, hash: '' },
    recent: [],
    outbox: [],
    positions: { ...state.positions, [state.machine]: positionAt(state, listed, from - 1) },
    names: { ...state.names, [state.machine]: state.name },
  };
  await store.change(state, after, from);
  return after;
}

/** The number of the first bundle of this machine's id that this store did not write. */
function firstForeign({ machine, written, recent }: SyncState, listed: readonly BundleName[]): number | undefined {
  const known = new Set(recent.map((hash) => hash.slice(0, hashLength)));
  const oldest = written.sequence - recent.length + 1;
  const foreign = listed.filter(
    (one) =>
      one.machine === machine && (one.sequence > written.sequence || (one.sequence >= oldest && !known.has(one.hash))),
  );
  return foreign.length === 0 ? undefined : Math.min(...foreign.map(({ sequence }) => sequence));
}

function positionAt(
  { machine, written, recent }: SyncState,
  listed: readonly BundleName[],
  sequence: number,
): Position {
  const hash = recent[recent.length - 1 - (written.sequence - sequence)];
  const there = listed.find((one) => one.machine === machine && one.sequence === sequence);
  return { sequence: Math.max(0, sequence), hash: hash ?? there?.hash ?? '' };
}
