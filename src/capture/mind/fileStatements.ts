/** Reads what a context block needs from the files of the caller's project. */
import type { FilePart, FileStatement, ReadFileStatements } from '../../memory/recall/fileSection.ts';
import type { Clock, IndexText } from '../../memory/shared/ports.ts';
import type { FileEntry } from './files/mindProject.ts';
import type { MindFiles } from './files/mindFiles.ts';
import { sessionFileName } from './files/mindFiles.ts';
import { createListedEntriesReader } from './listedEntries.ts';
import { dueReminders, readReminders, remindersPath, todayOf } from './reminders/reminders.ts';
import type { DueReminder } from './reminders/reminders.ts';

/** Milliseconds; a chat waits for its context. */
const timeoutMs = 300;
/** Entries below this are often misclassified. */
const minConfidence = 0.4;

/** Only projects on the user's list are read. */
export function createReadFileStatements(
  files: MindFiles,
  home: string,
  { indexText, clock }: { indexText: IndexText; clock: Clock },
): ReadFileStatements {
  const readEntries = createListedEntriesReader(files, home, indexText);
  const read = async (folder: string): Promise<FileStatement[] | undefined> => {
    const entries = await readEntries(folder);
    if (entries === undefined) return undefined;
    const reminders = await readReminders(files, folder, clock);
    return [...dueReminders(reminders, todayOf(clock)).map(statementOf), ...statementsFrom(entries)];
  };
  return async ({ files: cited }) => {
    if (cited?.folder === undefined) return undefined;
    const limit = cited.limitTime(timeoutMs);
    try {
      return await Promise.race([read(cited.folder), limit.over.then(() => undefined)]);
    } catch {
      // Files that cannot be read must not cost a chat its context; the status of the file memory names them.
      return undefined;
    } finally {
      limit.end();
    }
  };
}

function statementOf({ text, day, line }: DueReminder): FileStatement {
  return { part: 'reminder', text, date: day, place: `${remindersPath}:${String(line)}` };
}

/** Newest first: by their dates, and within a day the last of a file, because people append to it. */
function statementsFrom(entries: readonly FileEntry[]): FileStatement[] {
  const newest = entries.toReversed().sort((one, other) => dayOf(other).localeCompare(dayOf(one)));
  return newest.flatMap((entry): FileStatement[] => {
    const part = partOf(entry);
    if (part === undefined || entry.isFromWeb || entry.confidence < minConfidence) return [];
    return [{ part, text: entry.text, date: entry.date, place: `${entry.file}:${String(entry.line)}` }];
  });
}

/** What stands in `SESSION.md` is of now, also without a date. */
function dayOf({ date, file }: FileEntry): string {
  return date ?? (file.endsWith(sessionFileName) ? '9999' : '');
}

/** Undefined for entries that a chat does not begin with, such as progress. */
function partOf({ kind, status }: FileEntry): FilePart | undefined {
  if (kind === 'decision' || kind === 'gotcha' || kind === 'next') return kind;
  return kind === 'problem' && status !== 'resolved' ? 'problem' : undefined;
}
