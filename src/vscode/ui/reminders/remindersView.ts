/** The due reminders in the side bar, with a badge. A checked one is done. The view is hidden without any. */
import * as vscode from 'vscode';
import type { Services } from '../../services/host.ts';
import { completeReminder, reminderLabel, reminderPlace, whenLabel } from '../../services/reminderActions.ts';
import type { OpenReminder } from './dueReminders.ts';

export class RemindersView implements vscode.TreeDataProvider<OpenReminder>, vscode.Disposable {
  static readonly id = 'bigmind.reminders';

  readonly #services: Services;
  readonly #onDidChange = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<OpenReminder>;
  #due: readonly OpenReminder[] = [];

  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(services: Services) {
    this.#services = services;
    this.#view = vscode.window.createTreeView(RemindersView.id, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
    });
    this.#view.onDidChangeCheckboxState(({ items }) => {
      for (const [reminder] of items) void this.#complete(reminder);
    });
  }

  show(due: readonly OpenReminder[]): void {
    this.#due = due;
    const tooltip =
      due.length === 1 ? vscode.l10n.t('One reminder is due') : vscode.l10n.t('{0} reminders are due', due.length);
    this.#view.badge = due.length === 0 ? undefined : { value: due.length, tooltip };
    this.#onDidChange.fire(undefined);
    void vscode.commands.executeCommand('setContext', 'bigmind.hasDueReminders', due.length > 0);
  }

  getChildren(parent?: OpenReminder): OpenReminder[] {
    return parent === undefined ? [...this.#due] : [];
  }

  getTreeItem(reminder: OpenReminder): vscode.TreeItem {
    const item = new vscode.TreeItem(reminderLabel(reminder));
    item.description = whenLabel(reminder);
    item.tooltip = `${reminderLabel(reminder)}\n${whenLabel(reminder)}`;
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open File'),
      arguments: reminderPlace(reminder.project, reminder.line),
    };
    item.checkboxState = {
      state: vscode.TreeItemCheckboxState.Unchecked,
      tooltip: vscode.l10n.t('Mark as Done'),
    };
    return item;
  }

  dispose(): void {
    this.#view.dispose();
    this.#onDidChange.dispose();
  }

  /** The box shows the file, also if the file could not be changed. */
  async #complete(reminder: OpenReminder): Promise<void> {
    try {
      await completeReminder(this.#services, reminder.project, reminder);
    } catch (thrown) {
      this.#services.notices.failed(thrown);
    }
    this.#onDidChange.fire(undefined);
  }
}
