/** How a caller names one of the pending reminders that it showed. */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Reminder } from './reminders.ts';

export interface ChosenReminder {
  /** From 1, among the pending ones in the order of the file. */
  index: number;
  /** What the caller saw under that number; finds the reminder if the file changed since. */
  text?: string | undefined;
}

export function chosenFrom({ index, text }: Pick<Reminder, 'index' | 'text'>): ChosenReminder {
  return { index: index ?? 0, text };
}

/** Rejects with `not_found` without such a number, and with `conflict` if it is another reminder's now. */
export function chosenAmong<T extends { text: string }>(pending: readonly T[], { index, text }: ChosenReminder): T {
  const numbered = pending[index - 1];
  if (numbered !== undefined && (text === undefined || numbered.text === text)) return numbered;
  const [same, another] = pending.filter((reminder) => reminder.text === text);
  if (same !== undefined && another === undefined) return same;
  const remedy = 'Nothing was changed. List the reminders again, and use the number that it has now.';
  if (text !== undefined) {
    throw new BigMindError('conflict', `Reminder ${String(index)} has changed.`, { remedy });
  }
  throw new BigMindError('not_found', `There is no pending reminder ${String(index)}.`, { remedy });
}
