/**
 * Joins two versions of a record. The result depends on the versions only and not on the order in which they arrive, so
 * machines that have seen the same versions are equal: a register in which the last edit wins.
 */
import type { Versions } from './versions.ts';
import { compareVersions, isLater, joinVersions, newestEdit } from './versions.ts';

export interface Joined {
  /** `known`: the store contains it already. `keep`: the store's version wins. `take`: the other one wins. */
  outcome: 'known' | 'keep' | 'take';
  versions: Versions;
  /** Both were edited, and differently: the one that lost must be kept somewhere. */
  isConflict: boolean;
}

/** `compared` says whether both have the same content, and of two different ones, which is the larger. */
export function joinOf(
  local: Versions | undefined,
  incoming: Versions,
  compared: 'same' | 'local_larger' | 'incoming_larger',
): Joined {
  if (local === undefined) return { outcome: 'take', versions: incoming, isConflict: false };
  const order = compareVersions(local, incoming);
  const versions = joinVersions(local, incoming);
  if (order === 'newer') return { outcome: 'known', versions, isConflict: false };
  if (compared === 'same') return { outcome: order === 'equal' ? 'known' : 'keep', versions, isConflict: false };
  if (order === 'older') return { outcome: 'take', versions, isConflict: false };
  if (order === 'concurrent') {
    const isOurs = isLater(newestEdit(local), newestEdit(incoming));
    return { outcome: isOurs ? 'keep' : 'take', versions, isConflict: true };
  }
  // Two copies of one disk made the same edit number, each for itself.
  return { outcome: compared === 'local_larger' ? 'keep' : 'take', versions, isConflict: true };
}
