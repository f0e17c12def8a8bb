/** The texts for reminders and gotchas: when a reminder is due, and what is known about a gotcha. */
import type { GotchaCard, ReminderCard } from '../../../src/protocol/entries/memoryFiles.ts';
import { t } from '../../l10n/t.ts';
import { localDay } from '../../parts/design/days.ts';
import { dayName, percent, relativeDay } from '../../parts/design/format.ts';

export function whenText({ when, written }: Pick<ReminderCard, 'when' | 'written'>): string {
  switch (when?.type) {
    case 'date':
      return t('Due: {0} ({1})', relativeDay(when.day, localDay(new Date())), dayName(when.day, 'full'));
    case 'nextSession':
      return t('Due in the next session');
    case 'topics':
      return t('When a prompt mentions: {0}', when.topics.join(', '));
    case undefined:
      return written === null ? t('No date') : t('The time is not understood: {0}', written);
  }
}

/** Whether its day has come. */
export function isDue({ when }: Pick<ReminderCard, 'when'>): boolean {
  return when?.type === 'date' && when.day <= localDay(new Date());
}

/** What there is about a gotcha besides its texts; empty for most. */
export function gotchaRemarks({ severity, confidence, detection, isFromWeb }: GotchaCard): string[] {
  const words = [...detection.context, ...detection.intent, ...detection.code];
  return [
    ...(severity === 'critical' ? [t('Critical')] : []),
    ...(severity === 'info' ? [t('For information')] : []),
    ...(words.length === 0 ? [] : [t('Noticed by: {0}', words.join(', '))]),
    ...(confidence === null ? [] : [t('Confidence {0}', percent(confidence))]),
    ...(isFromWeb ? [t('From the web')] : []),
  ];
}
