/**
 * When something last happened in a project with file memory: `state.json`, which other tools of this format keep as
 * well (Mind Architecture, "State File"). Git ignores it.
 */
import { isRecord } from '../../util/parsedValues.ts';
import { mindFile, readText, sessionFileName } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';

const stateFileName = 'state.json';
const schemaVersion = 2;
/** In milliseconds; activity is not noted more often. */
const minNoteMs = 60_000;

/** Milliseconds since 1970; undefined if nothing is known. A note that a person saved by hand counts too. */
export async function lastActivity(files: MindFiles, project: string): Promise<number | undefined> {
  const { last_activity: noted } = await readState(files, project);
  const written = await files.modified(mindFile(project, sessionFileName));
  const times = [noted, written?.getTime()].filter((time) => typeof time === 'number');
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The path of `state.json`. */
export function stateFile(project: string): string {
  return mindFile(project, stateFileName);
}

/** Keeps what else is in the file. Rejects as `MindFiles.write` does. */
export async function noteActivity(files: MindFiles, project: string, now: Date): Promise<void> {
  const state = await readState(files, project);
  const { last_activity: noted } = state;
  const age = typeof noted === 'number' ? now.getTime() - noted : Infinity;
  if (age >= 0 && age < minNoteMs) return;
  const next = { ...state, last_activity: now.getTime(), schema_version: schemaVersion };
  await files.write(stateFile(project), `${JSON.stringify(next, null, 2)}\n`, project);
}

/** Empty if there is none, and for one that is no JSON object: nothing in it is worth an error. */
async function readState(files: MindFiles, project: string): Promise<Record<string, unknown>> {
  const text = await readText(files, stateFile(project)).catch(() => undefined);
  try {
    const state: unknown = JSON.parse((text ?? '').replace(/^\ufeff/u, ''));
    return isRecord(state) ? state : {};
  } catch {
    return {};
  }
}
