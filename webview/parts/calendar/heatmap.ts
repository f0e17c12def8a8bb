/**
 * A year of sessions as a contribution graph. For the keyboard and for screen readers it is a grid: one tab stop, arrow
 * keys from day to day, a name with the count for each day; the names of the months are another. The size of a mark
 * shows how busy a day was, not only its color. Dispatches `choose` with the chosen days: one, those up to a second one
 * that is chosen with Shift, or a month; null when they are left with Escape or chosen again.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { language, t, tn } from '../../l10n/t.ts';
import { moveAlong } from '../design/keyboard/roving.ts';
import { styles } from '../design/styles/styles.ts';
import { heatmapStyles } from './heatmapStyles.ts';
import { dayByKey, monthOf, stepOf, type DaySpan, type Sheet } from './weeks.ts';

/** Columns that the short name of a month needs. */
const columnsOfAName = 3;

class Heatmap extends LitElement {
  static override styles = [styles, heatmapStyles];
  static override properties = {
    sheet: { attribute: false },
    counts: { attribute: false },
    bounds: { attribute: false },
    today: {},
    chosen: {},
    stop: { state: true },
    tip: { state: true },
  };

  declare sheet: Sheet;
  declare counts: ReadonlyMap<string, number>;
  declare bounds: readonly number[];
  declare today: string;
  declare chosen: DaySpan | null;
  /** The day that is the tab stop. */
  declare private stop: string;
  /** The day whose tooltip is shown. */
  declare private tip: { day: string; left: number; top: number; width: number } | undefined;
  #names = new Map<string, string>();

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('sheet') || changed.has('counts') || changed.has('today')) this.#names = this.#namesOfDays();
    const chosen = this.chosen?.from ?? null;
    if (changed.has('chosen') && this.#isInside(chosen) && !isIn(this.stop, this.chosen)) this.stop = chosen;
    else if (!this.#isInside(this.stop)) this.stop = this.sheet.last;
    if (changed.has('sheet')) this.tip = undefined;
  }

  override updated(changed: PropertyValues<this>): void {
    const scroller = this.renderRoot.querySelector('.scroller');
    if (scroller === null) return;
    const isOther = changed.has('sheet') || (changed.has('counts') && changed.get('counts')?.size === 0);
    if (isOther) {
      // What one looks for first is new, and in a narrow page empty weeks could hide it. The scroller snaps to whole weeks.
      const busy = [...this.counts].filter(([day, count]) => count > 0 && this.#isInside(day)).map(([day]) => day);
      scrollToEnd(scroller, this.#cell(busy.sort().at(-1) ?? this.sheet.last));
    }
    if ((isOther || changed.has('chosen')) && this.chosen !== null) {
      const [from, to] = [this.#cell(this.chosen.from), this.#cell(this.chosen.to)];
      if (![from, to].some((cell) => cell !== null && isInSight(cell, scroller))) scrollToEnd(scroller, to ?? from);
    }
    this.#markEdges();
  }

  /** Shows at which edges there are more weeks. */
  #markEdges(): void {
    const scroller = this.renderRoot.querySelector('.scroller');
    if (scroller === null) return;
    const { scrollLeft, scrollWidth, clientWidth } = scroller;
    scroller.classList.toggle('more-before', scrollLeft > 1);
    scroller.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - 1);
  }

  #onScroll(): void {
    this.#markEdges();
    this.#show(this.tip?.day);
  }

  #isInside(day: string | null): day is string {
    return day !== null && day >= this.sheet.first && day <= this.sheet.last;
  }

  override render(): TemplateResult {
    const { months, weeks } = this.sheet;
    return html`<div class="scroller" @scroll=${() => this.#onScroll()}>
        <table
          role="grid"
          aria-label=${t('Sessions by day')}
          @keydown=${(event: KeyboardEvent) => this.#key(event)}
          @click=${(event: MouseEvent) => this.#choose(dayOf(event), event.shiftKey)}
          @focusin=${(event: Event) => this.#show(dayOf(event))}
          @focusout=${() => (this.tip = undefined)}
          @mouseover=${(event: Event) => this.#show(dayOf(event))}
          @mouseleave=${() => (this.tip = undefined)}
        >
          <thead>
            <tr @keydown=${(event: KeyboardEvent) => moveAlong(event, 'button', 'row')}>
              <td class="corner"></td>
              ${months.map((month) => this.#renderMonth(month))}
            </tr>
          </thead>
          <tbody>
            ${guard([this.sheet, this.counts, this.bounds, this.today, this.chosen, this.stop], () =>
              weekdayNames(weeks).map(
                ({ short, long }, row) =>
                  html`<tr>
                    <th scope="row"><span class=${row % 2 === 0 ? 'unseen' : ''} title=${long}>${short}</span></th>
                    ${weeks.map((week) => this.#renderDay(week[row] ?? null))}
                  </tr>`,
              ),
            )}
          </tbody>
        </table>
      </div>
      ${this.#renderTip()}`;
  }

  #renderDay(day: string | null): TemplateResult {
    if (day === null) return html`<td class="outside"></td>`;
    const step = stepOf(this.counts.get(day) ?? 0, this.bounds);
    return html`<td
      class="day"
      data-day=${day}
      tabindex=${day === this.stop ? 0 : -1}
      aria-label=${this.#names.get(day) ?? day}
      aria-selected=${isIn(day, this.chosen) ? 'true' : 'false'}
      aria-current=${day === this.today ? 'date' : nothing}
    >
      <div class="tile"><div class="mark step-${step}"></div></div>
    </td>`;
  }

  /** Always within the graph, even for a day at its edge: the tooltip is shifted by the day's share of the width. */
  #renderTip(): TemplateResult | typeof nothing {
    if (this.tip === undefined) return nothing;
    const { day, left, top, width } = this.tip;
    const share = Math.round((left / Math.max(1, width)) * 100);
    // Set as a property, which a strict policy allows, unlike the attribute.
    const place = `left: ${left}px; top: ${top}px; transform: translate(-${share}%, calc(-100% - 5px))`;
    return html`<div class="tip" aria-hidden="true" .style=${place}>${this.#names.get(day)}</div>`;
  }

  /** One format for all days, because creating one takes longer than a hundred names. */
  #namesOfDays(): Map<string, string> {
    const format = new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeZone: 'UTC' });
    const days = this.sheet.weeks.flat().filter((day) => day !== null);
    return new Map(days.map((day) => [day, this.#nameOf(day, format.format(new Date(`${day}T12:00:00Z`)))]));
  }

  #nameOf(day: string, date: string): string {
    const count = this.counts.get(day) ?? 0;
    const name =
      count === 0 ? t('No sessions on {0}', date) : tn(count, '{0} session on {1}', '{0} sessions on {1}', date);
    return day === this.today ? t('{0} (today)', name) : name;
  }

  /** Moves the tooltip to the day; also when the graph is scrolled, as by a focus beyond its edge. */
  #show(day: string | undefined): void {
    const cell = day === undefined ? null : this.#cell(day);
    if (day === undefined || cell === null) {
      this.tip = undefined;
      return;
    }
    const here = this.getBoundingClientRect();
    const there = cell.getBoundingClientRect();
    const left = Math.min(Math.max(there.left + there.width / 2 - here.left, 0), here.width);
    this.tip = { day, left, top: there.top - here.top, width: here.width };
  }

  #key(event: KeyboardEvent): void {
    const day = dayOf(event);
    if (day === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      this.tip = undefined;
      if (this.chosen !== null) this.#select(null);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#choose(day, event.shiftKey);
      return;
    }
    const next = dayByKey(this.sheet, day, event);
    if (next === undefined) return;
    event.preventDefault();
    this.stop = next;
    this.#cell(next)?.focus();
  }

  #choose(day: string | undefined, isUpTo: boolean): void {
    if (day === undefined) return;
    const from = (isUpTo ? this.chosen?.from : undefined) ?? day;
    const isAgain = !isUpTo && this.chosen?.from === day && this.chosen.to === day;
    this.stop = day;
    this.#select(isAgain ? null : from < day ? { from, to: day } : { from: day, to: from });
  }

  #select(days: DaySpan | null): void {
    this.dispatchEvent(new CustomEvent('choose', { detail: days }));
  }

  /** If a month is too narrow for its name, only screen readers get it, and it cannot be chosen. */
  #renderMonth({ day, columns }: { day: string; columns: number }): TemplateResult {
    const time = new Date(`${day}T12:00:00Z`);
    const short = time.toLocaleDateString(language(), { month: 'short', timeZone: 'UTC' });
    const long = time.toLocaleDateString(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const isStop = day.slice(0, 7) === this.stop.slice(0, 7);
    return html`<th scope="col" colspan=${columns} abbr=${long}>
      ${
        columns < columnsOfAName
          ? html`<span class="unseen">${short}</span>`
          : html`<button
              class="month"
              tabindex=${isStop ? 0 : -1}
              title=${t('Sessions of {0}', long)}
              @click=${() => this.#select(monthOf(day))}
            >
              ${short}
            </button>`
      }
    </th>`;
  }

  #cell(day: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[data-day="${day}"]`);
  }
}

function dayOf(event: Event): string | undefined {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined;
}

function isInSight(cell: HTMLElement, { scrollLeft, clientWidth }: Element): boolean {
  return cell.offsetLeft >= scrollLeft && cell.offsetLeft + cell.offsetWidth <= scrollLeft + clientWidth;
}

function scrollToEnd(scroller: Element, cell: HTMLElement | null): void {
  if (cell !== null) scroller.scrollLeft = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth;
}

function isIn(day: string, span: DaySpan | null): boolean {
  return span !== null && day >= span.from && day <= span.to;
}

/** In row order. Every second name is only for screen readers, because seven would be too close together. */
function weekdayNames(weeks: Sheet['weeks']): { short: string; long: string }[] {
  const [, second] = weeks;
  const whole = second ?? weeks[0] ?? [];
  return Array.from({ length: 7 }, (_, row) => {
    const time = new Date(`${whole[row] ?? dayBeside(whole, row)}T12:00:00Z`);
    const name = (weekday: 'short' | 'long'): string =>
      time.toLocaleDateString(language(), { weekday, timeZone: 'UTC' });
    return { short: name('short'), long: name('long') };
  });
}

/**
 * In the first days of January there is no whole week yet, so a row is named by the day of that week outside the graph.
 */
function dayBeside(week: readonly (string | null)[], row: number): string {
  const index = week.findIndex((day) => day !== null);
  const time = Date.parse(`${week[index] ?? '1970-01-01'}T00:00:00Z`) + (row - index) * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
}

customElements.define('bigmind-heatmap', Heatmap);

declare global {
  interface HTMLElementTagNameMap {
    'bigmind-heatmap': Heatmap;
  }
}
