/** Dates in headings of memory files, such as `2024-12-12`, `Dec 12, 2024`, `12.12.2024` and `2024年12月12日`. */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const germanMonths: Readonly<Record<string, string>> = { mär: 'mar', mai: 'may', okt: 'oct', dez: 'dec' };

const month = '(?<month>\\p{L}{3,9})\\.?';
const forms: readonly RegExp[] = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/u,
  /(?<y>\d{4})年(?<m>\d{1,2})月(?<d>\d{1,2})日/u,
  /(?<!\d)(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})(?!\d)/u,
  new RegExp(`${month}\\s(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s(?<y>\\d{4})`, 'u'),
  new RegExp(`(?<!\\d)(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s${month},?\\s(?<y>\\d{4})`, 'u'),
];

/** `2024-12-12`; undefined if the heading names no day that exists. */
export function dateInHeading(heading: string): string | undefined {
  if (!/\d/u.test(heading)) return undefined;
  for (const form of forms) {
    const { y, m, d, month: name } = form.exec(heading)?.groups ?? {};
    const number = m === undefined ? monthNumber(name ?? '') : Number(m);
    const date = new Date(Date.UTC(Number(y), number - 1, Number(d)));
    if (date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(d)) return date.toISOString().slice(0, 10);
  }
  return undefined;
}

/** 1 to 12 for the name of a month in English or German, also a short one, in lower case or not; NaN for another word. */
export function monthNumber(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  const place = months.indexOf(germanMonths[short] ?? short);
  return place < 0 ? Number.NaN : place + 1;
}
