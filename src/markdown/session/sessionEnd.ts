/**
 * Ends the session in `SESSION.md` once nothing has happened for a while: its notes are kept in the store, what is worth
 * it is added to `MEMORY.md`, and the file is cleared (Mind Architecture, "Session End").
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Clock, IndexText } from '../../memory/shared/ports.ts';
import { localDay } from '../../util/time.ts';
import { editText, refuseConflict } from '../files/editText.ts';
import type { Edited } from '../files/editText.ts';
import { memoryFileName, mindFile, readText, sessionFileName } from '../files/mindFiles.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import type { ReadMemory } from '../parsing/cleanReader.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { addToMemory } from '../writing/addToMemory.ts';
import { notesIn, withoutNotes } from '../writing/addToSession.ts';
import { lastActivity, noteActivity, stateFile } from './projectState.ts';
import { promotedFrom } from './promotion.ts';
import type { Promoted } from './promotion.ts';

export interface EndedSession {
  promoted: Promoted[];
  /** Milliseconds without activity before it ended. */
  gapMs: number;
}

/** Stores the notes of a session that has ended, with the time of its last activity. */
export type KeepNotes = (notes: string, at: Date) => Promise<void>;

interface SessionEndParts {
  files: MindFiles;
  clock: Clock;
  indexText: IndexText;
  /** Parses a file, without secrets. */
  read: ReadMemory;
  /** Minutes without activity after which a session has ended. */
  silenceMinutes: number;
}

/**
 * Undefined if no session ended. Notes activity, but only once all is done, so that what fails is tried again. One
 * process at a time. Rejects as `keep`, `editText` and `refuseConflict` do; what was done before stays, and is not done
 * twice.
 */
export function endSilentSession(
  parts: SessionEndParts,
  project: string,
  keep: KeepNotes,
): Promise<EndedSession | undefined> {
  const { files, clock, silenceMinutes } = parts;
  return files.exclusively(stateFile(project), async () => {
    const now = clock.now();
    const last = await lastActivity(files, project);
    const gapMs = last === undefined ? 0 : now.getTime() - last;
    const isOver = last !== undefined && gapMs >= silenceMinutes * 60_000;
    const promoted = isOver ? await end(parts, project, (notes) => keep(notes, new Date(last))) : [];
    await noteActivity(files, project, now);
    return isOver ? { promoted, gapMs } : undefined;
  });
}

async function end(
  parts: SessionEndParts,
  project: string,
  keep: (notes: string) => Promise<void>,
): Promise<Promoted[]> {
  const { files } = parts;
  const file = mindFile(project, sessionFileName);
  const before = (await readText(files, file)) ?? '';
  const notes = notesIn(before);
  if (notes === '') return [];
  refuseConflict(file, conflictLines(before));
  await keep(notes);
  const memory = { file: mindFile(project, memoryFileName), within: project };
  const promoted = await editText(files, memory, (markdown) => promote(parts, memory.file, markdown, before));
  try {
    await editText(files, { file, within: project }, (text) => ({
      text: text === before ? withoutNotes(text) : text,
      result: undefined,
    }));
  } catch (thrown) {
    throw notCleared(thrown, promoted.length);
  }
  return promoted;
}

/** What a redaction touched stays out of the memory. */
function promote(
  { clock, indexText, read }: SessionEndParts,
  file: string,
  markdown: string,
  session: string,
): Edited<Promoted[]> {
  const memory = read(markdown);
  refuseConflict(file, conflictLines(markdown));
  const notes = read(session).entries.filter(({ text }) => !text.includes('[removed: '));
  const promoted = promotedFrom(notes, memory.entries, indexText);
  const day = localDay(clock.now().toISOString(), clock.timeZone);
  const text = promoted.reduce((before, one) => addToMemory(before, { ...one, day }).text, markdown);
  return { text, result: promoted };
}

function notCleared(thrown: unknown, promoted: number): unknown {
  if (!(thrown instanceof BigMindError)) return thrown;
  const { code, details, cause } = thrown;
  return new BigMindError(code, `${thrown.message} ${memoryFileName} got ${String(promoted)} lines of the session.`, {
    remedy: 'Make the file writable, or remove its notes.',
    details,
    cause,
  });
}
