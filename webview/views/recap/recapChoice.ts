/** What the recap covers: its kept state, and the query for it. */
import type { QueryOf } from '../../../src/protocol/queries.ts';
import { isText, oneOf, orNull, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';
import { startOfDay } from '../../parts/design/days.ts';

export const recapPeriods = ['day', 'week', 'month', 'date'] as const;
export type RecapPeriod = (typeof recapPeriods)[number];

const isRecapChoice = shape({
  period: oneOf(recapPeriods),
  /** The local day from which the period `date` begins. */
  day: orNull(isText),
  /** Null for all projects. */
  project: orNull(isText),
});
export type RecapChoice = Checked<typeof isRecapChoice>;

const name = 'recap';
const timeBack: Readonly<Record<RecapPeriod, string>> = { day: '1d', week: '7d', month: '30d', date: '7d' };

/** The last week of the project of this window, until the user chooses. */
export function keptRecap(page: Page): RecapChoice {
  const kept = page.kept(name);
  return isRecapChoice(kept) ? kept : { period: 'week', day: null, project: page.overview.project };
}

export function keepRecap(page: Page, choice: RecapChoice): void {
  page.keep(name, choice);
}

/** Without a valid day, the period `date` is the last week. */
export function recapQuery({ period, day, project }: RecapChoice): Omit<QueryOf<'recap'>, 'type'> {
  const start = period === 'date' && day !== null ? startOfDay(day) : null;
  return { since: start ?? timeBack[period], project };
}
