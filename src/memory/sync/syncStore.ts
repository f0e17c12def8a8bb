/** What the store does for a sync. All of it is refused on a server, in a team store, and where several people write. */
import type { Position, Positions } from './bundles.ts';
import type { Settlement } from './conflicts.ts';
import type { Redact } from '../shared/ports.ts';
import type { BundleContent, SyncTable } from './records.ts';

export type SyncPlace = { kind: 'folder'; folder: string } | { kind: 'git'; url: string };

/** How this store takes part. It is changed in the transaction of what it describes. */
export interface SyncState {
  /** Twelve random hexadecimal digits. */
  machine: string;
  /** What the person calls this machine. */
  name: string;
  place: SyncPlace;
  /** Names the key without revealing it. */
  keyId: string;
  /** The last bundle of this machine; the sequence is 0 before the first one. */
  written: Position;
  /** The hashes of the latest bundles of this machine, the last one at the end. */
  recent: readonly string[];
  /** Files of bundles that wait in the outbox. */
  outbox: readonly string[];
  /** How far the bundles of other machines were read. */
  positions: Positions;
  /** The names of the other machines. */
  names: Readonly<Record<string, string>>;
  /** ISO 8601 in UTC; null before the first run that reached the place. */
  lastSync: string | null;
}

/** What would leave this machine. */
export interface SyncOutline {
  /** Records and erased names by table, for those that have any. */
  counts: { table: SyncTable | 'tombstones'; total: number; unsent: number }[];
  /** The keys of the projects that they are about. */
  projects: string[];
}

/** Up to so many records, and which versions of them `noteWritten` marks as sent. */
export interface Packed {
  content: Omit<BundleContent, 'name' | 'username'>;
  keys: readonly (readonly [table: string, key: string, versions: string])[];
}

export interface MergedBundle {
  /** `waits`: a record refers to a session that no bundle has brought yet; nothing was changed. */
  outcome: 'merged' | 'waits';
  added: number;
  changed: number;
  /** Memories that were erased here, because they were erased on another machine. */
  erased: number;
  conflicts: number;
}

/** A version that lost. `content` is its row as JSON; null if it was taken back. */
export interface SyncConflict {
  id: number;
  table: SyncTable;
  key: string;
  /** The number of the memory here; null if it has none or is gone. */
  memoryId: number | null;
  /** The machine that wrote it. */
  machine: string;
  content: Readonly<Record<string, string | number | null>> | null;
  /** The version in the store now; null if it was deleted or erased. */
  current: Readonly<Record<string, string | number | null>> | null;
  /** The machine that wrote it. */
  currentMachine: string;
  /** Tells it from other versions. */
  currentHash: string | null;
  createdAt: string;
}

/** A fact that several machines replaced, each by another one, and the live facts that came of it. */
export interface RivalFacts {
  id: number;
  text: string;
  /** The oldest first, each with the machine that stored it. */
  by: { id: number; text: string; machine: string }[];
}

/** `limit` conflicts after the first `offset` ones. */
export interface ConflictPart {
  offset: number;
  limit: number;
}

export interface ScanOptions {
  /** Asked after each step. */
  shouldContinue?: () => Promise<boolean>;
  /** Rows that one step reads at most. */
  rows?: number;
}

/** A live memory that says the same already. */
export interface DuplicateMemory {
  duplicateOf: number;
  kind: 'fact' | 'knowledge' | 'hypothesis';
}

export interface Settled {
  /** The fact, if it is deprecated, was replaced, and nothing that came of it is live; else null. */
  deadEnd: { id: number; text: string } | null;
}

export interface SyncStore {
  /** The schema version of its records; a bundle of a newer one waits. */
  readonly schema: number;
  /** Undefined before the setup. */
  state(): Promise<SyncState | undefined>;
  /**
   * Replaces `before`, and rejects with `conflict` if another run changed it in the meantime. `resend` makes all records
   * unsent; a number those of this bundle and later ones of this machine.
   */
  change(before: SyncState | undefined, after: SyncState, resend?: 'resend' | number): Promise<void>;
  /** Forgets state, stamps and conflicts. */
  forget(): Promise<void>;
  outline(): Promise<SyncOutline>;
  /**
   * Finds what was changed here since the last scan. Returns how much. It reads in steps and writes in short
   * transactions; one that ends early is continued by the next scan.
   */
  scan(machine: string, options?: ScanOptions): Promise<number>;
  /** Unsent records, at most `max`, or fewer if they are long; undefined if there are none. */
  pack(max: number): Promise<Packed | undefined>;
  /** After the bundle is safely in the outbox. */
  noteWritten(before: SyncState, after: SyncState, packed: Packed): Promise<void>;
  /** One transaction for the bundle and the state. Secrets are removed before anything is stored. */
  merge(before: SyncState, after: SyncState, redact: Redact, content: BundleContent): Promise<MergedBundle>;
  /** The oldest first; all of them without a part. */
  conflicts(part?: ConflictPart): Promise<SyncConflict[]>;
  /** Facts that several machines replaced and that nobody settled yet; the first replaced one first. */
  rivals(): Promise<RivalFacts[]>;
  /** Rejects for nobody: 0 where a sync makes no sense. */
  conflictCount(): Promise<number>;
  /**
   * `keep` drops the version that lost; `take` makes it the current one, as an edit on this machine. `not_found` if
   * there is no such conflict, `changed` if the current version is not the one that was seen, `gone` if there is nothing
   * to take it for, because the memory was erased here, and the duplicate if another live memory says the same.
   */
  settle(
    settlement: Settlement,
    machine: string,
  ): Promise<Settled | 'not_found' | 'changed' | 'gone' | DuplicateMemory>;
}
