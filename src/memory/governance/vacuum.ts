/**
 * The vacuum: deletes old data for good, after the user has confirmed the numbers. Apart from an erasure and a retention
 * (`retention.ts`), no other code deletes memories, and nothing starts it automatically. Kept exchanges have their own age limit. The archive is kept
 * forever unless a user sets a limit or gives an age. Sessions with their summaries, facts and all other memories
 * remain.
 */
import { counted, megabytesText } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import type { Archive, OldMessages } from '../archive/archive.ts';
import type { Chunks, OldChunks } from '../archive/chunks.ts';
import { defaultVacuumAge } from '../archive/chunks.ts';
import type { Caller } from '../shared/identity.ts';
import type { MaintenanceStore } from '../shared/maintenance.ts';

/** In days, 1 to 3,650; younger data remains. */
interface VacuumAges {
  /** For kept exchanges; 90 when absent. */
  chunks?: number | undefined;
  /** For archived messages; the archive's limit when absent. 0 leaves the archive alone. */
  messages?: number | undefined;
}

/** What a vacuum would delete. */
export interface OldMemories {
  chunks: OldChunks & Aged;
  /** Null if the archive is kept forever. */
  messages: (OldMessages & Aged) | null;
  /** Of both. */
  total: number;
}

interface Aged {
  days: number;
  /** ISO 8601. */
  before: string;
}

export interface VacuumReport {
  chunks: number;
  messages: number;
  /** Unused bytes within the file, for new data; the file keeps its size. */
  freeBytes: number;
}

interface VacuumParts {
  chunks: Chunks;
  archive: Archive;
  maintenance: MaintenanceStore;
}

/** Finds old memories and deletes what was found. */
export class Vacuum {
  readonly #parts: VacuumParts;
  readonly #archiveDays: number;

  /** `archiveDays` is how long the archive is kept; 0 is forever. */
  constructor(parts: VacuumParts, archiveDays: number) {
    this.#parts = parts;
    this.#archiveDays = archiveDays;
  }

  /** What `run` would delete of the caller's own data; changes nothing. */
  async find(caller: Caller, ages: VacuumAges): Promise<OldMemories> {
    const days = ages.chunks ?? defaultVacuumAge;
    const archiveDays = ages.messages ?? this.#archiveDays;
    const chunks = await this.#parts.chunks.findOld(caller, days);
    if (archiveDays === 0) return { chunks: { ...chunks, days }, messages: null, total: chunks.total };
    const messages = await this.#parts.archive.findOld(caller, archiveDays);
    return {
      chunks: { ...chunks, days },
      messages: { ...messages, days: archiveDays },
      total: chunks.total + messages.total,
    };
  }

  /**
   * Deletes what was found, in steps between which others can write. If it is interrupted, completed steps stay deleted
   * and the rest remains. `onProgress` gets the number deleted so far.
   */
  async run(caller: Caller, found: OldMemories, onProgress?: (deleted: number) => void): Promise<VacuumReport> {
    const { chunks, archive, maintenance } = this.#parts;
    const goneChunks = found.chunks.total === 0 ? 0 : await chunks.vacuum(caller, found.chunks.before, onProgress);
    const goneMessages =
      found.messages === null || found.messages.total === 0
        ? 0
        : await archive.vacuum(caller, found.messages.before, (deleted) => onProgress?.(goneChunks + deleted));
    if (goneChunks + goneMessages > 0) while ((await maintenance.forgetWords()) === 'more');
    return { chunks: goneChunks, messages: goneMessages, freeBytes: await maintenance.freeBytes() };
  }
}

/** What was found, for the question to the user: how many, how old, and the date of the oldest. */
export function oldMemoriesText({ chunks, messages }: OldMemories, timeZone: string): string {
  const parts = [
    aged(counted(chunks.total, 'kept exchange'), chunks, timeZone),
    ...(messages === null ? [] : [aged(counted(messages.total, 'archived message'), messages, timeZone)]),
  ];
  const found = [chunks.total, ...(messages === null ? [] : [messages.total])];
  return parts.filter((_, place) => (found[place] ?? 0) > 0).join(' and ');
}

function aged(what: string, { days, oldest }: Aged & { oldest: string | null }, timeZone: string): string {
  const since = oldest === null ? '' : `, the oldest of ${localDay(oldest, timeZone)}`;
  return `${what} older than ${counted(days, 'day')}${since}`;
}

/** The sentence for nothing found. */
export function nothingOldText({ chunks, messages }: OldMemories): string {
  const exchanges = `No kept exchange is older than ${counted(chunks.days, 'day')}`;
  return messages === null
    ? `${exchanges}.`
    : `${exchanges}, and no archived message older than ${counted(messages.days, 'day')}.`;
}

/** What was deleted, and what happens to the freed space. */
export function vacuumedText({ chunks, messages, freeBytes }: VacuumReport): string {
  const gone = [
    ...(chunks > 0 || messages === 0 ? [counted(chunks, 'kept exchange')] : []),
    ...(messages > 0 ? [counted(messages, 'archived message')] : []),
  ];
  const room =
    freeBytes < 0.1 * 1_048_576
      ? ''
      : ` The file keeps its size; ${megabytesText(freeBytes)} in it are free for new data.`;
  return `Deleted ${gone.join(' and ')}.${room}`;
}
