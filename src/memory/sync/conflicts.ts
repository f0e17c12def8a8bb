/**
 * The versions that lost because two machines changed the same memory, with the names of the machines, and what the
 * person decides about them. Needs neither the key of the sync nor its place.
 */
import type { Actor } from '../shared/audit.ts';
import { BigMindError } from '../shared/errors.ts';
import { shownNames } from './bundles.ts';
import type { ConflictPart, Settled, SyncConflict, SyncStore } from './syncStore.ts';

export interface NamedConflict extends SyncConflict {
  machineName: string;
  /** Of the version in the store now. */
  currentMachineName: string;
  isFromHere: boolean;
  isCurrentFromHere: boolean;
}

export interface Settlement {
  id: number;
  choice: 'keep' | 'take';
  /** The hash of the current version that the person saw; absent if any will do. */
  seen?: string | null;
  /** Absent for the person at the command line or in VS Code. */
  by?: Actor;
}

/** Lists the conflicts of a sync, and settles them for a person. */
export class SyncConflicts {
  readonly #store: Pick<SyncStore, 'state' | 'conflicts' | 'conflictCount' | 'settle'>;

  constructor(store: Pick<SyncStore, 'state' | 'conflicts' | 'conflictCount' | 'settle'>) {
    this.#store = store;
  }

  /** 0 also where a sync makes no sense. */
  count(): Promise<number> {
    return this.#store.conflictCount();
  }

  /** The oldest first. Rejects with `not_allowed` where a sync makes no sense, and `not_found` before its setup. */
  async list(part?: ConflictPart): Promise<NamedConflict[]> {
    const { machine: own, name, names } = await this.#state();
    const shown = shownNames({ ...names, [own]: name });
    return (await this.#store.conflicts(part)).map((one) => ({
      ...one,
      machineName: shown[one.machine] ?? one.machine,
      currentMachineName: shown[one.currentMachine] ?? one.currentMachine,
      isFromHere: one.machine === own,
      isCurrentFromHere: one.currentMachine === own,
    }));
  }

  /**
   * `keep` drops the version that lost. `take` makes it the current one, on all machines after the next runs. Rejects
   * with `conflict` if the current version is not the one that was seen, or another live memory says the same.
   */
  async settle(settlement: Settlement): Promise<Settled> {
    const outcome = await this.#store.settle(settlement, (await this.#state()).machine);
    if (typeof outcome === 'object' && 'deadEnd' in outcome) return outcome;
    if (outcome === 'changed')
      throw new BigMindError('conflict', 'The current version was changed in the meantime.', {
        remedy: 'Nothing was changed. Compare both versions again.',
      });
    if (outcome === 'gone')
      throw new BigMindError('conflict', 'This memory was erased here, so the other version cannot become current.', {
        remedy: 'Keep the current state; that removes the other version. Nothing was changed.',
      });
    if (typeof outcome === 'object') {
      const { kind, duplicateOf } = outcome;
      throw new BigMindError('conflict', `The ${kind} #${String(duplicateOf)} already says that.`, {
        remedy: { code: 'deprecate_duplicate' },
        details: { duplicateOf },
      });
    }
    throw new BigMindError('not_found', `There is no conflict ${String(settlement.id)}.`, {
      remedy: 'It may have been settled already. List the conflicts again.',
    });
  }

  async #state(): Promise<{ machine: string; name: string; names: Readonly<Record<string, string>> }> {
    const state = await this.#store.state();
    if (state !== undefined) return state;
    throw syncNotSetUp();
  }
}

export function syncNotSetUp(): BigMindError {
  return new BigMindError('not_found', 'The sync is not set up for this memory.', {
    remedy: { code: 'set_up_sync' },
  });
}
