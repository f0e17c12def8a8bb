/** What the files of a project hold, in the form in which the tools answer. */
import type { WrittenEntry, MindContent } from '../../../markdown/files/mindProject.ts';
import { sessionFileName } from '../../../markdown/files/mindFiles.ts';
import type { MemoryView } from '../../../markdown/fileMemory.ts';
import { isUnclear, remindersPath } from '../../../markdown/reminders/reminders.ts';
import type { EndedSession } from '../../../markdown/session/sessionEnd.ts';
import { plainLine } from '../../../memory/trust/quoting.ts';
import { trustOf, labelsOf } from '../../../memory/trust/trust.ts';
import { counted } from '../../../util/text.ts';

/** The lines of `SESSION.md` by section, in the order of the file. */
export function sessionOf({ entries }: MindContent): Record<string, string[]> {
  const inSession = entries.filter(({ file }) => file.endsWith(sessionFileName));
  const ofKind = (kind: WrittenEntry['kind']): string[] => inSession.filter((entry) => entry.kind === kind).map(textOf);
  return {
    experience: ofKind('experience'),
    blockers: ofKind('problem'),
    rejected: ofKind('rejected'),
    assumptions: ofKind('assumption'),
  };
}

/** On one line; text that must not be trusted says so. */
function textOf({ text, isFromWeb }: Pick<WrittenEntry, 'text' | 'isFromWeb'>): string {
  const labels = labelsOf(trustOf({ origin: isFromWeb ? 'web' : 'agent', texts: [text] }));
  return labels.length === 0 ? plainLine(text) : `[${labels.join(', ')}] ${plainLine(text)}`;
}

export function sessionText(session: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(session).filter(([, lines]) => lines.length > 0);
  if (parts.length === 0) return 'SESSION.md has no notes yet.';
  return parts
    .map(([name, lines]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}:`, ...lines.map((line) => `- ${line}`)])
    .flat()
    .join('\n');
}

/** Whether a session has just ended, and what was promoted. */
export function structuredEnd(ended: EndedSession | undefined): Record<string, unknown> {
  return {
    is_new_session: ended !== undefined,
    gap_minutes: ended === undefined ? null : Math.round(ended.gapMs / 60_000),
    promoted: ended?.promoted.map(({ kind, text }) => ({ type: kind, text: plainLine(text) })) ?? [],
  };
}

/** `problem` says why a session could not be ended. */
export function endText(ended: EndedSession | undefined, problem?: string): string[] {
  if (problem !== undefined) return [`The last session could not be ended: ${plainLine(problem)}`];
  if (ended === undefined) return [];
  const minutes = counted(Math.round(ended.gapMs / 60_000), 'minute');
  const what =
    ended.promoted.length === 0
      ? 'Nothing was'
      : `${counted(ended.promoted.length, 'line')} of it ${ended.promoted.length === 1 ? 'was' : 'were'}`;
  return [`The last session ended ${minutes} ago. ${what} added to MEMORY.md.`];
}

/** How well the files can be read; places are `.mind/MEMORY.md:12`. */
export interface FileHealth {
  entries: number;
  open_problems: number;
  pending_reminders: number;
  /** Reminders that never come up, because their date or topic is not understood. */
  unclear_reminders: string[];
  conflicts: string[];
  unreadable: { file: string; reason: string }[];
}

export function healthOf({ content, reminders }: Pick<MemoryView, 'content' | 'reminders'>): FileHealth {
  const { entries, conflicts, unreadable } = content;
  const open = entries.filter(({ kind, status }) => kind === 'problem' && status !== 'resolved');
  return {
    entries: entries.length,
    open_problems: open.length,
    pending_reminders: reminders.filter(({ isDone }) => !isDone).length,
    unclear_reminders: reminders.filter(isUnclear).map(({ line }) => `${remindersPath}:${String(line)}`),
    conflicts: conflicts.map(({ file, line }) => `${file}:${String(line)}`),
    unreadable: unreadable.map(({ file, error }) => ({ file, reason: plainLine(error.message) })),
  };
}
