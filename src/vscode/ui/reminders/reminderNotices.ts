/** Notifies of reminders on their day and after it: each at most once a day, whatever else happens in the window. */
import * as vscode from 'vscode';
import { isText, listOf, shape } from '../../../protocol/shared/check.ts';
import { localDay } from '../../../util/time.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Services } from '../../services/host.ts';
import { completeReminder, openReminder, reminderLabel } from '../../services/reminderActions.ts';
import type { OpenReminder } from './dueReminders.ts';

/** More at once are one notification. */
const maxNotices = 3;
const stateKey = 'bigmind.shownReminders';
/** What was shown on the day `YYYY-MM-DD`. */
const isShown = shape({ day: isText, names: listOf(isText) });

export class ReminderNotices {
  readonly #services: Services;
  readonly #state: vscode.Memento;

  constructor(services: Services, state: vscode.Memento) {
    this.#services = services;
    this.#state = state;
  }

  /** Never rejects. Those of the next session are for the assistant, which gets them when the session starts. */
  async show(due: readonly OpenReminder[]): Promise<void> {
    const { clock } = this.#services.host;
    const today = localDay(clock.now().toISOString(), clock.timeZone);
    const kept: unknown = this.#state.get(stateKey);
    const shown = new Set(isShown(kept) && kept.day === today ? kept.names : []);
    const fresh = due.filter((reminder) => reminder.day !== null && !shown.has(nameOf(reminder)));
    if (fresh.length === 0) return;
    if (fresh.length <= maxNotices) for (const reminder of fresh) this.#notify(reminder, today);
    else this.#notifyOfAll(fresh.length);
    try {
      await this.#state.update(stateKey, { day: today, names: [...shown, ...fresh.map(nameOf)] });
    } catch (thrown) {
      this.#services.log.debug(`What was notified of is not kept: ${describeThrown(thrown)}`);
    }
  }

  #notify(reminder: OpenReminder, today: string): void {
    const { project, day } = reminder;
    const label = reminderLabel(reminder);
    const isOverdue = day !== null && day < today;
    this.#services.notices.done(
      isOverdue ? vscode.l10n.t('Reminder, due on {0}: {1}', day, label) : vscode.l10n.t('Reminder: {0}', label),
      { label: vscode.l10n.t('Open File'), run: () => openReminder(this.#services, project, reminder) },
      { label: vscode.l10n.t('Mark as Done'), run: () => completeReminder(this.#services, project, reminder) },
    );
  }

  #notifyOfAll(count: number): void {
    this.#services.notices.done(vscode.l10n.t('{0} reminders are due', count), {
      label: vscode.l10n.t('Show Reminders...'),
      run: async () => vscode.commands.executeCommand('bigmind.showReminders'),
    });
  }
}

function nameOf({ project, text, day }: OpenReminder): string {
  return [project, day, text].join('\n');
}
