/** A year of sessions by day, and a choice of years. The chosen days filter the list below it. The year is kept state. */
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { CalendarCard } from '../../../src/protocol/profile/profile.ts';
import { Live } from '../../client/live.ts';
import { language, t } from '../../l10n/t.ts';
import '../../parts/calendar/heatmap.ts';
import {
  firstWholeWeek,
  sheetOf,
  stepBounds,
  weekStartOf,
  type DaySpan,
  type Sheet,
} from '../../parts/calendar/weeks.ts';
import { controls } from '../../parts/design/controls.ts';
import { daysBefore } from '../../parts/design/days.ts';
import { readerOfToday } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';

const keptName = 'calendar';
const daysShown = 371;

interface Days {
  of: CalendarCard;
  counts: ReadonlyMap<string, number>;
  bounds: [number, number, number];
}

const noDays = { counts: new Map<string, number>(), bounds: stepBounds([]) };

class SessionCalendar extends View {
  static override styles = [
    styles,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: 2px 12px;
        --min-cell: 10px;
        --max-cell: 13px;
      }
      bigmind-heatmap {
        flex: 1 1 240px;
        min-width: 0;
      }
      select {
        width: auto;
      }
    `,
  ];
  static override properties: PropertyDeclarations = { ...View.properties, chosen: { attribute: false } };

  declare chosen: DaySpan | null;
  declare onChoose: (days: DaySpan | null) => void;
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
    const kept = this.page.kept(keptName);
    const year = typeof kept === 'object' && kept !== null && 'year' in kept ? kept.year : null;
    return typeof year === 'number' && Number.isInteger(year) && year >= 1970 && year <= 9999 ? year : null;
  }

  override render(): TemplateResult {
    const { counts, bounds } = this.#daysOf(this.#calendar.answer);
    return html`<bigmind-heatmap
        .sheet=${this.#sheetOf()}
        .counts=${counts}
        .bounds=${bounds}
        .today=${readerOfToday().today}
        .chosen=${this.chosen}
        @choose=${(event: CustomEvent<DaySpan | null>) => this.onChoose(event.detail)}
      ></bigmind-heatmap>
      ${this.#renderYears(this.#calendar.answer)}`;
  }

  /** Only if there is more than the last weeks. */
  #renderYears(card: CalendarCard | undefined): TemplateResult | typeof nothing {
    const year = this.#year;
    const years = card?.years ?? [];
    const isMore = year !== null || years.some((one) => one <= Number(card?.from.slice(0, 4)));
    if (!isMore) return nothing;
    const shown = year === null || years.includes(year) ? years : [year, ...years];
    const choose = (event: Event): void => {
      const value = textOf(event);
      this.page.keep(keptName, { year: value === '' ? null : Number(value) });
      this.requestUpdate();
    };
    return html`<select class="field" aria-label=${t('Calendar')} @change=${choose}>
      <option value="" .selected=${year === null}>${t('Last 12 months')}</option>
      ${shown.map((one) => html`<option value=${one} .selected=${one === year}>${nameOfYear(one)}</option>`)}
    </select>`;
  }

  /**
   * Known without an answer, so that nothing moves when it arrives. Returns the same object for the same days, because the
   * graph treats another object as another calendar and scrolls.
   */
  #sheetOf(): Sheet {
    const { today } = readerOfToday();
    const weekStart = weekStartOf(language());
    const year = this.#year;
    const key = [today, year, weekStart].join();
    if (this.#sheet?.key !== key) {
      const sheet =
        year === null
          ? sheetOf(firstWholeWeek(daysBefore(today, daysShown - 1), weekStart), today, today, weekStart)
          : sheetOf(`${String(year)}-01-01`, `${String(year)}-12-31`, today, weekStart);
      this.#sheet = { key, sheet };
    }
    return this.#sheet.sheet;
  }

  #daysOf(card: CalendarCard | undefined): Pick<Days, 'counts' | 'bounds'> {
    if (card === undefined) return noDays;
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

customElements.define('bigmind-session-calendar', SessionCalendar);
