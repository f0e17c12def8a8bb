/** What `bigmind mind` writes for a person, and the same for programs. */
import type { EntryKind, Entry } from '../../markdown/parsing/entry.ts';
import type { WrittenReminder } from '../../markdown/parsing/reminderFile.ts';
import { remindersPath } from '../../markdown/reminders/reminders.ts';
import type { WrittenEntry, MindContent } from '../../markdown/files/mindProject.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted, shorten } from '../../util/text.ts';

/** In characters, for the text of an entry on its line. */
const maxText = 160;

/** One line for each entry, in the same columns, so that other programs can filter them. */
export function entryLine(entry: Entry & { file?: string }): string {
  const { file, line, date, kind, confidence, text } = entry;
  const place = file === undefined ? '-' : `${file}:${String(line)}`;
  const columns = [place, date ?? '-', kind, confidence.toFixed(2), shorten(plainLine(text), maxText)];
  return [...columns, ...remarksOn(entry)].join('  ');
}

function remarksOn({ reason, alternatives, status, resolution }: Entry): string[] {
  const resolved = resolution === null ? 'resolved' : `resolved: ${resolution}`;
  const remarks = [
    ...(reason === null ? [] : [`because ${reason}`]),
    ...(alternatives.length === 0 ? [] : [`not ${alternatives.join(', ')}`]),
    ...(status === null || status === 'open' ? [] : [status === 'resolved' ? resolved : status]),
  ];
  return remarks.map((remark) => `(${shorten(plainLine(remark), maxText)})`);
}

/** An entry as programs read it. */
export function structuredEntry(entry: Entry & { file?: string }): Record<string, unknown> {
  const { file, kind, text, line, date, confidence, reason, alternatives, status, resolution } = entry;
  return {
    kind,
    text,
    ...(file !== undefined && { file, line }),
    date,
    confidence,
    reason,
    alternatives,
    ...(status !== null && { status, resolution }),
  };
}

export interface MindReport {
  folder: string;
  isListed: boolean;
  content: MindContent;
  /** Reminders that never come up; see `isUnclear`. */
  unclear?: readonly WrittenReminder[];
}

/** The figures of a project's memory, with what a person has to do about it. */
export function reportText({ folder, isListed, content, unclear = [] }: MindReport): string {
  const { entries, reminders, conflicts, unreadable } = content;
  const pending = reminders.filter(({ isDone }) => !isDone).length;
  const days = entries.flatMap(({ date }) => date ?? []).sort();
  return [
    `File memory of ${folder}`,
    ...countsOf(entries).map(([kind, count]) => `  ${kind.padEnd(11)}${String(count)}`),
    ...(entries.length === 0 ? ['  No entries yet. Write lines such as "decided: …" to .mind/MEMORY.md.'] : []),
    `Open problems: ${String(openProblems(entries).length)}. Pending reminders: ${String(pending)}. Last day: ${days.at(-1) ?? 'none'}.`,
    ...conflicts.map(({ file, line }) => `Merge conflict in ${file}:${String(line)}. Resolve it; both sides are read.`),
    ...unclear.map(unclearLine),
    ...unreadable.map(({ error }) => `Not read: ${error.message}`),
    ...(isListed ? [] : ['Not on your list of projects: run "bigmind mind add" to use what this folder says.']),
  ].join('\n');
}

function unclearLine({ line, due, trigger, text }: WrittenReminder): string {
  const written = shorten(plainLine(due ?? trigger ?? ''), maxText);
  const [what, form] = due === null ? ['topic', '"when I mention auth"'] : ['date', '2026-12-20'];
  return `${remindersPath}:${String(line)}: the ${what} "${written}" is not understood, so "${shorten(plainLine(text), maxText)}" does not come up. Write a ${what} such as ${form}.`;
}

export function structuredReport({ folder, isListed, content, unclear }: MindReport): Record<string, unknown> {
  const { entries, reminders, conflicts, unreadable } = content;
  return {
    folder,
    listed: isListed,
    entries: Object.fromEntries(countsOf(entries)),
    open_problems: openProblems(entries).map(structuredEntry),
    pending_reminders: reminders.filter(({ isDone }) => !isDone).length,
    ...(unclear !== undefined && {
      unclear_reminders: unclear.map(({ line, text, due, trigger }) => ({
        file: remindersPath,
        line,
        text,
        due,
        trigger,
      })),
    }),
    conflicts,
    unreadable: unreadable.map(({ file, error }) => ({ file, reason: error.message })),
  };
}

/** `12 entries from 2 files`. */
export function entriesTotal(entries: readonly WrittenEntry[]): string {
  const files = new Set(entries.map(({ file }) => file)).size;
  return `${counted(entries.length, 'entry', 'entries')} from ${counted(files, 'file')}`;
}

function countsOf(entries: readonly Entry[]): [EntryKind, number][] {
  const counts = new Map<EntryKind, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

function openProblems(entries: readonly WrittenEntry[]): WrittenEntry[] {
  return entries.filter(({ status }) => status === 'open' || status === 'blocked');
}
