/** When the sessions were: their whole time, and the last weeks of the calendar, in which a day opens its sessions. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CalendarCard } from '../../../src/protocol/profile/profile.ts';
import type { Page } from '../../client/page.ts';
import { language, t } from '../../l10n/t.ts';
import '../../parts/calendar/heatmap.ts';
import { firstWholeWeek, sheetOf, stepBounds, weekStartOf, type DaySpan } from '../../parts/calendar/weeks.ts';
import { daysBefore } from '../../parts/design/days.ts';
import { number, readerOfToday, spanName } from '../../parts/design/format.ts';
import { allSessions, onDays, sessionFilterName } from '../../views/sessions/sessionFilter.ts';

const weeksShown = 13;

/** From the first to the last day with a session; null if some are older than the calendar, or there are none. */
export function sessionsSpan(card: CalendarCard | undefined): string | null {
  const [first, last] = [card?.days[0]?.day, card?.days.at(-1)?.day];
  if (card === undefined || first === undefined || last === undefined) return null;
  const isWhole = `${String(card.years.at(-1))}-01-01` >= card.from;
  return isWhole ? spanName(first, last) : null;
}

/** Nothing without a session in these weeks. */
export function renderRecentWeeks(card: CalendarCard | undefined, page: Page): TemplateResult | typeof nothing {
  if (card === undefined) return nothing;
  const { today } = readerOfToday();
  const weekStart = weekStartOf(language());
  const from = firstWholeWeek(daysBefore(today, weeksShown * 7), weekStart);
  const sheet = sheetOf(from, card.to, today, weekStart);
  const counts = new Map(card.days.map(({ day, sessions }) => [day, sessions]));
  if (![...counts].some(([day, count]) => count > 0 && day >= sheet.first)) return nothing;
  const open = ({ detail }: CustomEvent<DaySpan | null>): void => {
    if (detail !== null) page.keep(sessionFilterName, { ...allSessions, ...onDays(detail) });
    page.go({ view: 'sessions', item: null });
  };
  return html`<section aria-labelledby="weeks">
    <h2 id="weeks">${t('Last {0} weeks', number(weeksShown))}</h2>
    <bigmind-heatmap
      .sheet=${sheet}
      .counts=${counts}
      .bounds=${stepBounds([...counts.values()])}
      .today=${today}
      .chosen=${null}
      @choose=${open}
    ></bigmind-heatmap>
  </section>`;
}
