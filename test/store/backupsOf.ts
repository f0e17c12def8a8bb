/** The backups of a store in a test, with a clock of their own. */
import { randomUUID } from 'node:crypto';
import type { Backups } from '../../src/memory/upkeep/backups.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import type { OpenBackupsOptions } from '../../src/store/sqlite/openBackups.ts';
import { hash, indexText, loadWasm } from './support.ts';
import type { EngineName } from './support.ts';

/** One minute goes by with each look, so that no two backups bear one name. */
export function aClock(start: string): () => Date {
  let time = Date.parse(start);
  return () => new Date((time += 60_000));
}

export function backupsOf(engine: EngineName, file: string, more: Partial<OpenBackupsOptions> = {}): Backups {
  return openBackups({ ...optionsOf(engine, file), ...more });
}

export function optionsOf(engine: EngineName, file: string): OpenBackupsOptions {
  return {
    file,
    engine,
    hash,
    newId: randomUUID,
    now: aClock('2026-03-30T12:00:00.000Z'),
    indexText,
    loadWasm,
    notice: () => undefined,
    patienceMs: 5_000,
  };
}
