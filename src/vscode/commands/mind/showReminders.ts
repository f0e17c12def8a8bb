/** Lists the pending reminders of the project: a chosen one is opened in its file, and a button ticks it off. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Reminder } from '../../../capture/mind/reminders/reminders.ts';
import type { Services } from '../../services/host.ts';
import type { ProjectReminders } from '../../services/projectFiles.ts';
import { completeReminder, openReminder, reminderLabel, whenLabel } from '../../services/reminderActions.ts';
import { cancelled, flagArgument, numberArgument } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { notStarted, openedFileMemory } from './openedFileMemory.ts';

interface Choice {
  reminder: Reminder;
  action: 'open' | 'complete';
}

/**
 * Argument `{ folder?, index?, complete? }`: the number of a reminder among the pending ones, from 1, and whether it is
 * done; without a number, the user selects one. Returns `{ status: "opened" | "completed", text }`, or
 * `{ status: "nothing" }`.
 */
export function createShowReminders(services: Services): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const found = await opened.files.reminders(opened.folder);
    if (found === undefined) throw notStarted();
    const { project, pending, due } = found;
    const index = numberArgument(argument, 'index');
    if (index === undefined && pending.length === 0) return nothing(services);
    const named = index === undefined ? undefined : numbered(pending, index);
    const action = flagArgument(argument, 'complete') ? 'complete' : 'open';
    const choice = named === undefined ? await choose({ project, pending, due }) : { reminder: named, action };
    if (choice === undefined) return cancelled;
    const { reminder } = choice;
    if (choice.action === 'open') await openReminder(services, project, reminder);
    else await completeReminder(services, project, reminder);
    return { status: choice.action === 'open' ? 'opened' : 'completed', text: reminder.text };
  };
}

function numbered(pending: readonly Reminder[], index: number): Reminder {
  const reminder = pending[index - 1];
  if (reminder !== undefined) return reminder;
  throw new BigMindError('not_found', vscode.l10n.t('There is no pending reminder {0}.', index), {
    remedy: vscode.l10n.t('Run "BigMind: Manage Memory... > Show Reminders..." to see all of them.'),
  });
}

function nothing({ notices }: Services): { status: 'nothing' } {
  notices.done(vscode.l10n.t('No reminders are pending in this project.'), {
    label: vscode.l10n.t('Add Reminder...'),
    run: async () => vscode.commands.executeCommand('bigmind.addReminder'),
  });
  return { status: 'nothing' };
}

interface Row extends vscode.QuickPickItem {
  reminder?: Reminder;
}

/** Due ones first. */
async function choose({ pending, due }: ProjectReminders): Promise<Choice | undefined> {
  const list = vscode.window.createQuickPick<Row>();
  const done = { iconPath: new vscode.ThemeIcon('check'), tooltip: vscode.l10n.t('Mark as Done') };
  const rowOf = (reminder: Reminder): Row => ({
    ...{ label: reminderLabel(reminder), description: whenLabel(reminder), buttons: [done], reminder },
  });
  const heading = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const later = pending.filter(({ line }) => !due.some((one) => one.line === line));
  list.title = vscode.l10n.t('Reminders');
  list.placeholder = vscode.l10n.t('Select a reminder to open it in its file');
  list.matchOnDescription = true;
  list.items = [
    ...(due.length === 0 ? [] : [heading(vscode.l10n.t('Due')), ...due.map(rowOf)]),
    ...(later.length === 0 ? [] : [heading(vscode.l10n.t('Pending')), ...later.map(rowOf)]),
  ];
  try {
    return await new Promise<Choice | undefined>((resolve) => {
      const answer = (row: Row | undefined, action: Choice['action']): void =>
        row?.reminder === undefined ? undefined : resolve({ reminder: row.reminder, action });
      list.onDidTriggerItemButton(({ item }) => answer(item, 'complete'));
      list.onDidAccept(() => answer(list.selectedItems[0], 'open'));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}
