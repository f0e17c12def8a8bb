/** Shows the due reminders of the open folders: in a view with a badge, and each once a day as a notification. */
import * as vscode from 'vscode';
import type { Services } from '../../services/host.ts';
import { DueReminders } from './dueReminders.ts';
import { ReminderNotices } from './reminderNotices.ts';
import { RemindersView } from './remindersView.ts';

interface RemindersHost {
  /** Keeps which reminders were shown today. */
  state: vscode.Memento;
  /** Whether the user started file memory somewhere; cheap. */
  isStarted: () => boolean;
}

export function registerReminders(services: Services, { state, isStarted }: RemindersHost): vscode.Disposable {
  const reminders = new DueReminders(services, isStarted);
  const view = new RemindersView(services);
  const notices = new ReminderNotices(services, state);
  const listening = reminders.onDidChange((due) => {
    view.show(due);
    notices.show(due);
  });
  void reminders.look();
  return vscode.Disposable.from(reminders, view, listening);
}
