/**
 * Activity: a year of sessions by day, a choice of years, and below it the sessions of the opened day. The year is kept
 * state; the day is the opened item of the view, so it is part of the route.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CalendarCard } from '../../../src/protocol/profile/profile.ts';
import { language, t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { dayName, readerOfToday } from '../../parts/design/format.ts';
import { isEscape, textOf } from '../../parts/design/forms.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { Live } from '../../client/live.ts';
import { View } from '../shared/view.ts';
import './daySessions.ts';
import './heatmap.ts';
import { stepStyles } from './heatmapStyles.ts';
import { renderLegend } from './legend.ts';
import { firstWholeWeek, isDay, sheetOf, stepBounds, weekStartOf, type Sheet } from './weeks.ts';

interface Days {
  of: CalendarCard;
  counts: ReadonlyMap<string, number>;
  bounds: [number, number, number];
}

export class ActivityView extends View {
  static override styles = [
    styles,
    controls,
    stepStyles,
    css`
      main {
        max-width: 1180px;
        margin: 0 auto;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 6px 16px;
      }
      #day {
        margin: 0;
        font-size: 1em;
        letter-spacing: normal;
        text-transform: none;
      }
      .choice {
        display: flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
        white-space: nowrap;
      }
      .choice select {
        flex: 0 1 auto;
        width: auto;
        text-overflow: ellipsis;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
      }
      .legend {
        --cell: 14px;
      }
      .legend ul {
        display: flex;
        gap: 4px;
      }
      .legend .sign {
        display: flex;
        align-items: center;
        gap: 6px;
      }
    `,
  ];

  readonly #calendar = new Live(
    this,
    () => this.page.client,
    'calendar',
    () => ({ ...readerOfToday(), year: this.#year }),
  );
  #sheet: { key: string; sheet: Sheet } | undefined;
  #days: Days | undefined;

  /** Null for the weeks up to today. */
  get #year(): number | null {
    const kept = this.page.kept('activity');
    const year = typeof kept === 'object' && kept !== null && 'year' in kept ? kept.year : null;
    return typeof year === 'number' && Number.isInteger(year) && year >= 1970 && year <= 9999 ? year : null;
  }

  get #day(): string | null {
    const { item } = this.page.route;
    return isDay(item) ? item : null;
  }

  override render(): TemplateResult {
    const { answer } = this.#calendar;
    return html`<main>
      <div class="head">
        <h1>${t('Activity')}</h1>
        ${this.#renderYears(answer?.years ?? [])}
      </div>
      ${this.renderWait(this.#calendar)} ${answer === undefined ? nothing : this.#renderCalendar(answer)}
      ${this.#day === null ? this.#renderHint() : this.#renderDay(this.#day)}
    </main>`;
  }

  /** Includes the current year even before the first answer, so that the choice does not jump. */
  #renderYears(answered: readonly number[]): TemplateResult {
    const year = this.#year;
    const years = year === null || answered.includes(year) ? answered : [year, ...answered];
    const choose = (event: Event): void => {
      const value = textOf(event);
      this.page.keep('activity', { year: value === '' ? null : Number(value) });
      this.#open(null);
      this.requestUpdate();
    };
    return html`<label class="choice">
      ${t('Show')}
      <select class="field" @change=${choose}>
        <option value="" .selected=${year === null}>${t('Last 12 months')}</option>
        ${years.map((one) => html`<option value=${one} .selected=${one === year}>${nameOfYear(one)}</option>`)}
      </select>
    </label>`;
  }

  #renderCalendar(card: CalendarCard): TemplateResult {
    const sheet = this.#sheetOf(card);
    const { counts, bounds } = this.#daysOf(card);
    const { today } = readerOfToday();
    const total = sum([...counts].filter(([day]) => day >= sheet.first && day <= sheet.last).map(([, count]) => count));
    return html`<div role="status">${total === 0 ? this.#renderEmpty(card) : this.#totalOf(total)}</div>
      <bigmind-heatmap
        .sheet=${sheet}
        .counts=${counts}
        .bounds=${bounds}
        .today=${today}
        .chosen=${this.#day}
        @choose=${(event: CustomEvent<string | null>) => this.#open(event.detail)}
      ></bigmind-heatmap>
      ${renderLegend(bounds, { hasToday: sheet.first <= today && today <= sheet.last })}`;
  }

  #totalOf(total: number): string {
    const year = this.#year;
    if (total === 0) {
      return year === null ? t('No sessions in the last 12 months') : t('No sessions in {0}', nameOfYear(year));
    }
    if (year === null) {
      return tn(total, '{0} session in the last 12 months', '{0} sessions in the last 12 months');
    }
    return tn(total, '{0} session in {1}', '{0} sessions in {1}', nameOfYear(year));
  }

  #renderEmpty({ years }: CalendarCard): TemplateResult {
    const text =
      years.length > 1
        ? t('To see the sessions of another year, select it above.')
        : t('Each conversation with an assistant that uses BigMind is a session and appears on its day.');
    return renderEmpty('calendar', this.#totalOf(0), text);
  }

  #renderHint(): TemplateResult | typeof nothing {
    if ((this.#calendar.answer?.total ?? 0) === 0) return nothing;
    return html`<p class="quiet">${t('Select a day to see its sessions.')}</p>`;
  }

  #renderDay(day: string): TemplateResult {
    return html`<section aria-labelledby="day" @keydown=${(event: KeyboardEvent) => this.#closeByKey(event)}>
      <div class="head">
        <h2 id="day">${dayName(day, 'full')}</h2>
        <button class="button" @click=${() => this.#close()}>${t('Close')}</button>
      </div>
      <bigmind-day-sessions .page=${this.page} .day=${day}></bigmind-day-sessions>
    </section>`;
  }

  #closeByKey(event: KeyboardEvent): void {
    if (!isEscape(event)) return;
    event.preventDefault();
    this.#close();
  }

  /** Returns the focus to the day. */
  #close(): void {
    this.renderRoot.querySelector('bigmind-heatmap')?.focusStop();
    this.#open(null);
  }

  #open(day: string | null): void {
    this.page.go({ view: 'activity', item: day });
  }

  /**
   * Returns the same object for the same days, because the graph treats another object as another calendar and scrolls.
   */
  #sheetOf({ from, to }: CalendarCard): Sheet {
    const { today } = readerOfToday();
    const weekStart = weekStartOf(language());
    const key = [from, to, today, this.#year, weekStart].join();
    if (this.#sheet?.key !== key) {
      const start = this.#year === null ? firstWholeWeek(from, weekStart) : from;
      this.#sheet = { key, sheet: sheetOf(start, to, today, weekStart) };
    }
    return this.#sheet.sheet;
  }

  #daysOf(card: CalendarCard): Days {
    if (this.#days?.of !== card) {
      const counts = new Map(card.days.map(({ day, sessions }) => [day, sessions]));
      this.#days = { of: card, counts, bounds: stepBounds([...counts.values()]) };
    }
    return this.#days;
  }
}

/** In the reader's digits, without a grouping separator. */
function nameOfYear(year: number): string {
  return year.toLocaleString(language(), { useGrouping: false });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

customElements.define('bigmind-activity-view', ActivityView);
