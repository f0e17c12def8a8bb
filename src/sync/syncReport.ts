/** What a run of a sync did, for people and programs. */
import type { RivalFacts } from '../memory/sync/syncStore.ts';

export type WaitReason =
  /** The file is cut off, or not copied here yet. */
  | 'incomplete'
  /** An earlier bundle of its machine is not there. */
  | 'missing'
  /** A newer BigMind wrote it. */
  | 'newer'
  /** It was written with another key, after another setup. */
  | 'other_key'
  /** It was changed after it was written, or does not continue the one before it. */
  | 'changed'
  /** It refers to a session that a bundle of another machine brings. */
  | 'needs_other';

export interface WaitingBundle {
  machine: string;
  /** As people see the machine. */
  name: string;
  sequence: number;
  reason: WaitReason;
}

export interface SyncReport {
  added: number;
  changed: number;
  erased: number;
  /** New ones of this run. */
  conflicts: number;
  /** Facts that several machines replaced, until the person settles that; `machine` is a name. */
  rivals: RivalFacts[];
  /** Records and erased names that this run wrote for the others. */
  sent: number;
  waiting: WaitingBundle[];
  /** Files in the place that are no bundles. */
  strays: string[];
  /** This machine got a new id, because a copy of its disk used the old one. */
  isRenamed: boolean;
}

export const waitTexts: Readonly<Record<WaitReason, string>> = {
  incomplete: 'is cut off or not copied here yet',
  missing: 'is not there yet',
  newer: 'comes from a newer BigMind: update BigMind here',
  other_key: 'was written after another setup: set up the sync again on that machine',
  changed: 'was changed after it was written: set up the sync again on that machine',
  needs_other: 'needs what another machine has not brought yet',
};
