/** Adds a reminder to `.mind/REMINDERS.md` of the project, if all is given; otherwise the page opens its form. */
import * as vscode from 'vscode';
import { formRoute } from '../../../protocol/formRoute.ts';
import type { Services } from '../../services/host.ts';
import { openReminder, reminderLabel } from '../../services/reminderActions.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { cancelled, textArguments } from '../shared/arguments.ts';
import type { Command } from '../shared/arguments.ts';
import { notStarted, openedFileMemory } from './openedFileMemory.ts';

/**
 * Argument `{ folder?, message?, when? }`. Returns `{ status: "added", text, line }`, where `line` is that of the file, or
 * `{ status: "shown" }` for the form.
 */
export function createAddReminder(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const opened = await openedFileMemory(services.host, argument);
    if (opened === undefined) return cancelled;
    const { folder, files } = opened;
    const found = await files.reminders(folder);
    if (found === undefined) throw notStarted();
    const { message: text, when } = textArguments(argument, ['message', 'when']);
    if (text === undefined || when === undefined) {
      panel.reveal(formRoute('reminders', 'new', { project: found.project, text, when }));
      return { status: 'shown' };
    }
    const added = await files.remind(folder, { text, when });
    const reminder = { ...added, index: null, when: undefined };
    services.notices.done(vscode.l10n.t('Reminder added: {0}', reminderLabel(added)), {
      label: vscode.l10n.t('Open File'),
      run: () => openReminder(services, found.project, reminder),
    });
    return { status: 'added', text: added.text, line: added.line };
  };
}
