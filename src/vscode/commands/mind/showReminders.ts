/** Shows the reminders on the page; one that is named by its number is opened in its file, or ticked off. */
import * as vscode from 'vscode';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Reminder } from '../../../markdown/reminders/reminders.ts';
import type { Services } from '../../services/host.ts';
import { completeReminder, openReminder } from '../../services/reminderActions.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { cancelled, flagArgument, numberArgument } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { notStarted, openedFileMemory } from './openedFileMemory.ts';

/**
 * Argument `{ folder?, index?, complete? }`: the number of a reminder among the pending ones, from 1, and whether it is
 * done; without a number, the page opens. Returns `{ status: "opened" | "completed", text }`, `{ status: "shown" }`, or
 * `{ status: "nothing" }`.
 */
export function createShowReminders(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const found = await opened.files.reminders(opened.folder);
    if (found === undefined) throw notStarted();
    const { project, pending } = found;
    const index = numberArgument(argument, 'index');
    if (index === undefined) {
      if (pending.length === 0) return nothing(services);
      panel.reveal({ view: 'reminders', item: null });
      return { status: 'shown' };
    }
    const reminder = numbered(pending, index);
    const isDone = flagArgument(argument, 'complete');
    await (isDone ? completeReminder : openReminder)(services, project, reminder);
    return { status: isDone ? 'completed' : 'opened', text: reminder.text };
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
