/** Notifies of reminders on their day and after it: each at most once a day, and several in one notification. */
import * as vscode from 'vscode';
import { isText, listOf, shape } from '../../../protocol/shared/check.ts';
import { localDay } from '../../../util/time.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Services } from '../../services/host.ts';
import { completeReminder, openReminder, reminderLabel } from '../../services/reminderActions.ts';
import type { OpenReminder } from './dueReminders.ts';

const stateKey = 'bigmind.shownReminders';
/** What was shown on the day `YYYY-MM-DD`. */
const isShown = shape({ day: isText, names: listOf(isText) });

export class ReminderNotices {
  readonly #services: Services;
  readonly #state: vscode.Memento;
  /** Those that wait in the queue. */
  readonly #waiting = new Set<string>();

  constructor(services: Services, state: vscode.Memento) {
    this.#services = services;
    this.#state = state;
  }

  /** Those of the next session are for the assistant, which gets them when the session starts. */
  show(due: readonly OpenReminder[]): void {
    const { clock } = this.#services.host;
    const today = localDay(clock.now().toISOString(), clock.timeZone);
    const known = new Set([...this.#shownOn(today), ...this.#waiting]);
    const fresh = due.filter((reminder) => reminder.day !== null && !known.has(nameOf(reminder)));
    const [first, ...others] = fresh;
    if (first === undefined) return;
    const names = fresh.map(nameOf);
    for (const name of names) this.#waiting.add(name);
    const shown = (): void => void this.#keepShown(names, today);
    if (others.length === 0) this.#notify(first, today, shown);
    else this.#notifyOfAll(fresh.length, shown);
  }

  #shownOn(day: string): string[] {
    const kept: unknown = this.#state.get(stateKey);
    return isShown(kept) && kept.day === day ? kept.names : [];
  }

  async #keepShown(names: readonly string[], day: string): Promise<void> {
    for (const name of names) this.#waiting.delete(name);
    try {
      await this.#state.update(stateKey, { day, names: [...this.#shownOn(day), ...names] });
    } catch (thrown) {
      this.#services.log.debug(`What was notified of is not kept: ${describeThrown(thrown)}`);
    }
  }

  #notify(reminder: OpenReminder, today: string, shown: () => void): void {
    const { project, day } = reminder;
    const label = reminderLabel(reminder);
    const isOverdue = day !== null && day < today;
    this.#services.notices.unasked(
      isOverdue ? vscode.l10n.t('Reminder, due on {0}: {1}', day, label) : vscode.l10n.t('Reminder: {0}', label),
      [
        { label: vscode.l10n.t('Open File'), run: () => openReminder(this.#services, project, reminder) },
        { label: vscode.l10n.t('Mark as Done'), run: () => completeReminder(this.#services, project, reminder) },
      ],
      shown,
    );
  }

  #notifyOfAll(count: number, shown: () => void): void {
    const run = async (): Promise<unknown> => vscode.commands.executeCommand('bigmind.showReminders');
    const message = vscode.l10n.t('{0} reminders are due', count);
    this.#services.notices.unasked(message, [{ label: vscode.l10n.t('Show Reminders...'), run }], shown);
  }
}

function nameOf({ project, text, day }: OpenReminder): string {
  return [project, day, text].join('\n');
}
