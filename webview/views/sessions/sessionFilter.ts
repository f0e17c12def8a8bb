/** The filter of the sessions view. Other views set it before they navigate there. */
import { isFlag, isText, oneOf, orNull, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { QueryOf } from '../../../src/protocol/queries.ts';
import { t } from '../../l10n/t.ts';
import { isDay, type DaySpan } from '../../parts/calendar/weeks.ts';
import { daysBefore, endOfDay, startOfDay } from '../../parts/design/days.ts';

/** The name under which the page keeps it. */
export const sessionFilterName = 'sessions';

export const periods = ['any', 'yesterday', 'week', 'month', 'days'] as const;
type Period = (typeof periods)[number];

const isSessionFilter = shape({
  /** Words in a topic, the headline or the path of a touched file, or else in what was said. */
  topic: orNull(isText),
  project: orNull(isText),
  period: oneOf(periods),
  /** Local days, for the period `days`; both are included. */
  from: orNull(isText),
  to: orNull(isText),
  /** Also ended sessions that say nothing. */
  withEmpty: isFlag,
});
export type SessionFilter = Checked<typeof isSessionFilter>;

export const allSessions: SessionFilter = {
  ...{ topic: null, project: null, period: 'any', from: null, to: null, withEmpty: false },
};

/** Kept state may be partial, or come from another version of this page. */
export function sessionFilterFrom(kept: unknown): SessionFilter {
  const whole: unknown = typeof kept === 'object' ? { ...allSessions, ...kept } : allSessions;
  if (!isSessionFilter(whole)) return allSessions;
  const { from, to } = whole;
  return { ...whole, from: isDay(from) ? from : null, to: isDay(to) ? to : null };
}

export function periodLabel(period: Period): string {
  switch (period) {
    case 'any':
      return t('Any time');
    case 'yesterday':
      return t('Since yesterday');
    case 'week':
      return t('Last 7 days');
    case 'month':
      return t('Last 30 days');
    case 'days':
      return t('Custom range');
  }
}

/** Days that a calendar or a link names. */
export function onDays({ from, to }: DaySpan): Pick<SessionFilter, 'period' | 'from' | 'to'> {
  return { period: 'days', from, to };
}

/** The first and the last day of the period; null where it has no end. */
export function daysOf({ period, from, to }: SessionFilter, today: string): { from: string | null; to: string | null } {
  switch (period) {
    case 'any':
      return { from: null, to: null };
    case 'yesterday':
      return { from: daysBefore(today, 1), to: null };
    case 'week':
      return { from: daysBefore(today, 6), to: null };
    case 'month':
      return { from: daysBefore(today, 29), to: null };
    case 'days':
      return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
  }
}

export function sessionsQuestion(
  filter: SessionFilter,
  today: string,
): Omit<QueryOf<'sessions'>, 'type' | 'offset' | 'limit'> {
  const { from, to } = daysOf(filter, today);
  const { topic, project, withEmpty } = filter;
  const since = from === null ? null : startOfDay(from);
  return { topic, project, withEmpty, since, until: to === null ? null : endOfDay(to) };
}
