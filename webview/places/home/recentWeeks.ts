/** The last weeks of the calendar; a day opens its sessions. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CalendarCard } from '../../../src/protocol/profile/profile.ts';
import type { Page } from '../../client/page.ts';
import { language, t } from '../../l10n/t.ts';
import '../../parts/calendar/heatmap.ts';
import { firstWholeWeek, sheetOf, stepBounds, weekStartOf, type DaySpan } from '../../parts/calendar/weeks.ts';
import { daysBefore } from '../../parts/design/days.ts';
import { number, readerOfToday } from '../../parts/design/format.ts';
import { allSessions, onDays, sessionFilterName } from '../../views/sessions/sessionFilter.ts';

const weeksShown = 13;

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
