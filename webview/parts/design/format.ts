/** Numbers, sizes, days and times for readers, in the language of the page. */
import { html, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { language, t, tn } from '../../l10n/t.ts';
import { daysBetween, localDay } from './days.ts';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** In seconds. What is longer ago is named by its day, because few people count months back. */
const fourWeeks = 2_419_200;

/** `5 minutes ago`, `yesterday`, `just now`, `Jan 5, 2026`; an invalid time is shown unchanged. */
export function relativeTime(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const seconds = (time - now) / 1000;
  if (Math.abs(seconds) >= fourWeeks) return new Date(time).toLocaleDateString(language(), { dateStyle: 'medium' });
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  if (step === undefined) return t('just now');
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return format.format(Math.trunc(seconds / step[1]), step[0]);
}

/** The full time, for a tooltip. */
export function fullTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(language(), { dateStyle: 'full', timeStyle: 'short' });
}

/** A time as the page shows it everywhere, with the exact one on hover. */
export function renderTime(iso: string): TemplateResult {
  return html`<time datetime=${iso} title=${fullTime(iso)}>${everyMinute(() => relativeTime(iso))}</time>`;
}

/** The time of day, where the day is known; an invalid time is shown unchanged. */
export function clockTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleTimeString(language(), { timeStyle: 'short' });
}

/** The same, with the day on hover. */
export function renderClock(iso: string): TemplateResult {
  return html`<time datetime=${iso} title=${fullTime(iso)}>${clockTime(iso)}</time>`;
}

/** `tomorrow`, `in 3 days`, `2 weeks ago`: a local day, `YYYY-MM-DD`, from `today`. */
export function relativeDay(day: string, today: string): string {
  const distance = daysBetween(today, day);
  if (distance === null) return day;
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(distance.value, distance.unit);
}

/** A local day, `YYYY-MM-DD`, in words; `style` as in `Intl.DateTimeFormat`. */
export function dayName(day: string, style: 'full' | 'long' | 'medium' = 'medium'): string {
  // Noon in UTC, formatted in UTC: no time zone can move it to another day.
  const time = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(time.getTime())) return day;
  return time.toLocaleDateString(language(), { dateStyle: style, timeZone: 'UTC' });
}

/** Two local days, `YYYY-MM-DD`, as a span: "Jan 5 – Feb 3, 2026". */
export function spanName(first: string, last: string): string {
  const [start, end] = [new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`)] as const;
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(start, end);
}

export function number(value: number): string {
  return value.toLocaleString(language());
}

/** `0.7` as `70%`. */
export function percent(share: number): string {
  return share.toLocaleString(language(), { style: 'percent' });
}

export function fileSize(bytes: number): string {
  if (bytes < 1024) return tn(bytes, '{0} byte', '{0} bytes');
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${value.toLocaleString(language(), { maximumFractionDigits: unit === 'KB' ? 0 : 1 })} ${unit}`;
}

/** The parts with a dot between them, for one line. */
export function joined(parts: readonly unknown[]): unknown[] {
  return parts.flatMap((part, place) => (place === 0 ? [part] : [' · ', part]));
}

/** The reader's current day and time zone, which queries about days contain. */
export function readerOfToday(): { today: string; timeZone: string } {
  return { today: localDay(new Date()), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

const minuteMs = 60_000;

class EveryMinute extends AsyncDirective {
  static readonly #shown = new Set<EveryMinute>();
  static #clock: number | undefined;
  #words: (() => string) | undefined;

  override render(words: () => string): string {
    this.#words = words;
    if (this.isConnected) this.#watch();
    return words();
  }

  protected override disconnected(): void {
    EveryMinute.#shown.delete(this);
  }

  protected override reconnected(): void {
    this.#watch();
    this.#refresh();
  }

  #watch(): void {
    EveryMinute.#shown.add(this);
    if (EveryMinute.#clock !== undefined) return;
    // One clock for the whole page, which lives as long as the page does.
    EveryMinute.#clock = window.setInterval(EveryMinute.#refreshAll, minuteMs);
    document.addEventListener('visibilitychange', EveryMinute.#refreshAll);
  }

  static readonly #refreshAll = (): void => {
    if (document.visibilityState !== 'visible') return;
    for (const one of EveryMinute.#shown) one.#refresh();
  };

  #refresh(): void {
    if (this.#words !== undefined) this.setValue(this.#words());
  }
}

/** Renders `words()` in a child expression, and again every minute and when the page becomes visible. It asks the store for nothing. */
const everyMinute = directive(EveryMinute);
