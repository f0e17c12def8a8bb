/** The reminders that are due, as a context block has them. */
import { conflictStatement } from '../../memory/entries/fileStatements.ts';
import type { FileStatement } from '../../memory/entries/fileSection.ts';
import type { Ports } from '../../memory/shared/ports.ts';
import { startTimeLimit } from '../../capture/timeLimit.ts';
import type { MindFiles } from '../files/mindFiles.ts';
import { mindFile, readText, remindersFileName } from '../files/mindFiles.ts';
import { conflictLines } from '../parsing/conflicts.ts';
import { dueReminders, readReminders, remindersPath, todayOf } from './reminders.ts';

/** Milliseconds; a chat waits for its context. */
const timeoutMs = 300;

/** `folder` is that of a project on the user's list. Empty if the file cannot be read in time. Never rejects. */
export async function readReminderStatements(
  files: MindFiles,
  folder: string,
  ports: Pick<Ports, 'clock' | 'redact'>,
): Promise<FileStatement[]> {
  const limit = startTimeLimit(timeoutMs);
  try {
    const read = Promise.all([readReminders(files, folder, ports), conflictIn(files, folder)]);
    const [reminders, conflict] = await Promise.race([read, limit.over.then(() => [[], []] as const)]);
    // A reminder for the next session comes up once, so it must not be behind those that come up again.
    const own = reminders.filter(({ isFromWeb }) => !isFromWeb);
    const due = dueReminders(own, todayOf(ports.clock));
    const once = due.filter(({ day }) => day === null);
    const statements = [...once, ...due.filter(({ day }) => day !== null)].map(
      ({ text, day, line }): FileStatement => ({
        part: 'reminder',
        text,
        date: day,
        place: `${remindersPath}:${String(line)}`,
      }),
    );
    return [...conflict, ...statements];
  } catch {
    // A file that cannot be read must not cost a chat its context; the status of the file memory names it.
    return [];
  } finally {
    limit.end();
  }
}

async function conflictIn(files: MindFiles, folder: string): Promise<FileStatement[]> {
  const [line] = conflictLines((await readText(files, mindFile(folder, remindersFileName))) ?? '');
  return line === undefined ? [] : [conflictStatement(`${remindersPath}:${String(line)}`)];
}
