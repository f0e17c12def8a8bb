/** Numbers, sizes and times as people read them, in the language of the page. */

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `5 minutes ago`, `yesterday`, `just now`; what is no time is shown as it stands. */
export function relativeTime(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const seconds = (time - now) / 1000;
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  if (step === undefined) return 'just now';
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang || 'en', { numeric: 'auto' });
  return format.format(Math.trunc(seconds / step[1]), step[0]);
}

/** The full time, for a tooltip. */
export function fullTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString();
}

export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Says that a list goes on, and how to reach the rest; undefined when it does not. */
export function moreFound(count: number, canSearch: boolean): string | undefined {
  if (count <= 0) return undefined;
  const how = canSearch ? 'Search finds them.' : 'Your assistants find them, and "bigmind search" does.';
  return `${count.toLocaleString()} more. ${how}`;
}
