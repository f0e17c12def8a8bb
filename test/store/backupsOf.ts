/** Opens the backups of a test store with a separate clock. */
import { randomUUID } from 'node:crypto';
import type { Backups } from '../../src/memory/upkeep/backups.ts';
import { openBackups } from '../../src/store/sqlite/openBackups.ts';
import type { OpenBackupsOptions } from '../../src/store/sqlite/openBackups.ts';
import { hash, indexText, loadWasm } from './support.ts';
import type { FileEngineName } from './support.ts';

/** Advances by one minute per call, so that no two backups get the same name. */
export function aClock(start: string): () => Date {
  let time = Date.parse(start);
  return () => new Date((time += 60_000));
}

export function backupsOf(engine: FileEngineName, file: string, more: Partial<OpenBackupsOptions> = {}): Backups {
  return openBackups({ ...optionsOf(engine, file), ...more });
}

export function optionsOf(engine: FileEngineName, file: string): OpenBackupsOptions {
  return {
    file,
    engine,
    hash,
    newId: randomUUID,
    now: aClock('2026-03-30T12:00:00.000Z'),
    indexText,
    loadWasm,
    notice: () => undefined,
    timeoutMs: 5_000,
  };
}
