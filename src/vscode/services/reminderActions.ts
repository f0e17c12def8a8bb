/** What a user does with a reminder, wherever it is shown, and how it reads there. */
import * as vscode from 'vscode';
import { chosenFrom } from '../../markdown/reminders/chosenReminder.ts';
import type { Reminder } from '../../markdown/reminders/reminders.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { shorten } from '../../util/text.ts';
import type { Services } from './host.ts';

/** Opens the file at the line where the reminder is now. */
export async function openReminder({ host }: Services, project: string, reminder: Reminder): Promise<void> {
  const found = await (await host.fileMemory?.())?.reminders(project);
  const { line } = found?.pending.find(({ text }) => text === reminder.text) ?? reminder;
  const [file, options] = reminderPlace(project, line);
  await vscode.window.showTextDocument(file, options);
}

/** The file, and the line in it, counted from 1. */
export function reminderPlace(project: string, line: number): [file: vscode.Uri, options: { selection: vscode.Range }] {
  const file = vscode.Uri.joinPath(vscode.Uri.file(project), '.mind', 'REMINDERS.md');
  return [file, { selection: new vscode.Range(line - 1, 0, line - 1, 0) }];
}

/** Marks it as done in the file. Rejects as `markReminderDone`. */
export async function completeReminder(
  { host, notices }: Services,
  project: string,
  reminder: Reminder,
): Promise<void> {
  await (await host.fileMemory?.())?.markReminderDone(project, chosenFrom(reminder));
  notices.done(vscode.l10n.t('The reminder is marked as done: {0}', reminderLabel(reminder)));
}

const maxLabel = 160;

/** Short, and without links: VS Code renders those of a notification. */
export function reminderLabel({ text }: Pick<Reminder, 'text'>): string {
  return shorten(plainLine(text), maxLabel).replaceAll('](', '] (');
}

/** When it is due, for a description next to its text. */
export function whenLabel({ when, due, trigger }: Reminder): string {
  if (when?.kind === 'nextSession') return vscode.l10n.t('next session');
  if (when?.kind === 'date') return when.day;
  const written = due ?? trigger;
  if (written === null) return vscode.l10n.t('no date');
  if (when === undefined) return vscode.l10n.t('not understood: {0}', shorten(plainLine(written), maxLabel));
  return vscode.l10n.t('topic: {0}', shorten(plainLine(when.topics.join(', ')), maxLabel));
}
