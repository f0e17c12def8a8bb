/** The filter of the sessions view. Other views set it before they navigate there. */
import { isText, orNull, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import { t } from '../../l10n/t.ts';
import { dayOf, endOfDay, startOfDay } from '../../parts/design/days.ts';
import { dayName } from '../../parts/design/format.ts';

/** The name under which the page keeps it. */
export const sessionFilterName = 'sessions';

const isSessionFilter = shape({
  /** Text that a topic or the headline contains. */
  topic: orNull(isText),
  /** ISO 8601 in UTC, or local days; `since` is inclusive, `until` exclusive. */
  since: orNull(isText),
  until: orNull(isText),
});
export type SessionFilter = Checked<typeof isSessionFilter>;

export const allSessions: SessionFilter = { topic: null, since: null, until: null };

/** Kept state may be partial, or come from another version of this page. */
export function sessionFilterFrom(kept: unknown): SessionFilter {
  const whole: unknown = typeof kept === 'object' ? { ...allSessions, ...kept } : allSessions;
  if (!isSessionFilter(whole)) return allSessions;
  const { topic, since, until } = whole;
  return { topic, since: momentFrom(since), until: momentFrom(until) };
}

/** Null if the time is not restricted. */
export function periodName({ since, until }: SessionFilter): string | null {
  const first = since === null ? null : dayOf(since);
  // The last millisecond of the period.
  const last = until === null ? null : dayOf(new Date(Date.parse(until) - 1).toISOString());
  if (first === null) return last === null ? null : t('Until {0}', dayName(last));
  if (last === null) return t('Since {0}', dayName(first));
  return first === last ? dayName(first) : t('{0} to {1}', dayName(first), dayName(last));
}

export function sameFilter(one: SessionFilter, other: SessionFilter): boolean {
  return one.topic === other.topic && one.since === other.since && one.until === other.until;
}

export function dayFilter(day: string): Pick<SessionFilter, 'since' | 'until'> {
  return { since: startOfDay(day), until: endOfDay(day) };
}

function momentFrom(text: string | null): string | null {
  if (text === null) return null;
  if (/^\d{4}-\d{2}-\d{2}$/u.test(text)) return startOfDay(text);
  return Number.isNaN(Date.parse(text)) ? null : text;
}
