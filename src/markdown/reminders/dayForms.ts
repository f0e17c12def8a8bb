/**
 * Days as people write them in a reminder, in English, German and Chinese: `tomorrow`, `in 3 Tagen`, `12月20日`. Strict,
 * unlike the dates of a search: a text that says anything else names no day, because a reminder on a wrong day is worse
 * than a question. Days are numbered as in `util/days.ts`, so that no change of a clock can shift them.
 */
import { dayNumber, dayText } from '../../util/days.ts';
import { monthNumber } from '../parsing/headingDate.ts';

/** The day that the text names, from `today` on; a time of day is ignored. Undefined for any other text. */
export function dayIn(text: string, today: number): number | undefined {
  const plain = withoutTime(text.toLowerCase().replace(introduction, ''));
  for (const [form, read] of forms) {
    const groups = form.exec(plain)?.groups;
    if (groups !== undefined) return read(groups, today);
  }
  return undefined;
}

const introduction = /^(?:(?:on|by|due|until|the|am|bis|ab|zum|den|dem|der|spätestens|到|在)(?:\s+|(?<=[到在])))+/u;

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s?(?:am|pm|uhr|z|[+-]\d{2}:?\d{2})?|\d{1,2}\s?(?:am|pm|uhr)`;
const timeAfter = new RegExp(
  String.raw`(?:(?<=\d)t|,?\s(?:at\s|um\s|gegen\s)?)(?:${clock})$|\s(?:at\s(?:\d{1,2}|noon)|(?:in the\s)?(?:morning|afternoon|evening)|früh|vormittag|mittag|nachmittag|abend)$`,
  'u',
);
const chineseTime =
  /(?:早上|上午|中午|下午|晚上)?\s?(?:\d{1,2}|十?[一二两三四五六七八九十])(?:点(?:半|\d{1,2}分?)?|:\d{2})$|(?:早上|上午|中午|下午|晚上)$/u;

function withoutTime(text: string): string {
  return text.replace(timeAfter, '').replace(chineseTime, '').trim();
}

const numbers = [
  'an?|one|eine?[mnr]?|一',
  'two|zwei|[二两]',
  'three|drei|三',
  'four|vier|四',
  'five|fünf|五',
  'six|sechs|六',
  'seven|sieben|七',
  'eight|acht|八',
  'nine|neun|九',
  'ten|zehn|十',
];
const count = String.raw`(?<count>[1-9]\d{0,2}|${numbers.join('|')})`;
const unit =
  '(?:(?<day>days?|tag(?:en?)?|天|日)|(?<week>weeks?|wochen?|周|个?星期|个?礼拜)|(?<month>months?|monat(?:en?)?|个月)|(?<year>years?|jahr(?:en?)?|年))';
/** From Monday. */
const weekdays = [
  'mon(?:day)?|montag',
  'tue(?:s|sday)?|dienstag',
  'wed(?:nesday)?|mittwoch',
  'thu(?:rs|rsday)?|donnerstag',
  'fri(?:day)?|freitag',
  'sat(?:urday)?|samstag|sonnabend',
  'sun(?:day)?|sonntag',
];
const month =
  '(?<name>jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni?|july?|juli?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?';
const year = String.raw`(?<y>\d{4})`;

type Groups = Readonly<Record<string, string | undefined>>;
type Form = readonly [form: RegExp, read: (groups: Groups, today: number) => number | undefined];

/** Each form has a named group, so that a match always has groups. */
const forms: readonly Form[] = [
  [/^(?<near>today|tonight|heute|今天|今日|今晚?)$/u, (_, today) => today],
  [/^(?<near>tomorrow|morgen|明天|明日)$/u, (_, today) => today + 1],
  [/^(?<near>day after tomorrow|übermorgen|后天)$/u, (_, today) => today + 2],
  [new RegExp(`^in ${count} ${unit}(?:['’]? time)?$`, 'u'), after],
  [new RegExp(`^${count} ${unit} from (?:now|today)$`, 'u'), after],
  [new RegExp(`^(?:再?过)?\\s?${count}\\s?${unit}\\s?(?:之后|以后|后)$`, 'u'), after],
  [
    /^(?<next>next|nächste[rn]?|kommende[rn]?) (?:week|woche)$|^下(?:个?星期|个?礼拜|周)$/u,
    (_, today) => monday(today) + 7,
  ],
  [/^(?<next>next|nächste[rn]?|kommende[rn]?) (?:month|monat)$|^下个月$/u, (_, today) => startOfMonth(today, 1)],
  [
    new RegExp(
      String.raw`^(?:(?:next|this|nächste[rn]?|kommende[rn]?|diese[rn]?)\s)?(?<weekday>${weekdays.join('|')})$`,
      'u',
    ),
    ({ weekday = '' }, today) => nextWeekday(placeIn(weekdays, weekday), today),
  ],
  [
    /^(?<next>下个?)?(?:本|这)?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])$/u,
    ({ next, weekday = '' }, today) => {
      const place = '一二三四五六日'.indexOf(weekday.replace('天', '日'));
      return next === undefined ? nextWeekday(place, today) : monday(today) + 7 + place;
    },
  ],
  [new RegExp(String.raw`^${year}([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})$`, 'u'), date],
  [new RegExp(String.raw`^(?:${year}年)?(?<m>\d{1,2})月(?<d>\d{1,2})[日号]$`, 'u'), date],
  [/^(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.?(?:(?<=\.)\s?(?<y>\d{4}))?$/u, date],
  [new RegExp(String.raw`^${month}\s(?<d>\d{1,2})(?:st|nd|rd|th)?(?:,?\s${year})?$`, 'u'), date],
  [new RegExp(String.raw`^(?<d>\d{1,2})(?:st|nd|rd|th|\.)?\s(?:of\s)?${month}(?:,?\s${year})?$`, 'u'), date],
];

function after(groups: Groups, today: number): number {
  const written = groups['count'] ?? '';
  const number = /^\d/u.test(written) ? Number(written) : placeIn(numbers, written) + 1;
  if (groups['day'] !== undefined) return today + number;
  if (groups['week'] !== undefined) return today + 7 * number;
  return monthsAfter(today, groups['month'] === undefined ? 12 * number : number);
}

/** A date without a year is the next such day, which may be today. */
function date({ y, m, d, name }: Groups, today: number): number | undefined {
  const number = name === undefined ? Number(m) : monthNumber(name);
  if (y !== undefined) return dayOfDate(Number(y), number, Number(d));
  const thisYear = new Date(dayText(today)).getUTCFullYear();
  // 29 February comes within eight years.
  for (let tried = thisYear; tried <= thisYear + 8; tried += 1) {
    const day = dayOfDate(tried, number, Number(d));
    if (day !== undefined && day >= today) return day;
  }
  return undefined;
}

function dayOfDate(y: number, m: number, d: number): number | undefined {
  const padded = (value: number, length: number): string => String(value).padStart(length, '0');
  return dayNumber(`${padded(y, 4)}-${padded(m, 2)}-${padded(d, 2)}`);
}

/** The same day of the month, or its last day. */
function monthsAfter(today: number, count: number): number {
  const first = startOfMonth(today, count);
  const length = startOfMonth(today, count + 1) - first;
  return first + Math.min(today - startOfMonth(today, 0), length - 1);
}

/** `ahead` is in months. */
function startOfMonth(today: number, ahead: number): number {
  const at = new Date(dayText(today));
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1) / 86_400_000;
}

function monday(day: number): number {
  return day - weekdayOf(day);
}

/** `place` is counted from Monday. Never today. */
function nextWeekday(place: number, today: number): number {
  return today + ((place - weekdayOf(today) + 6) % 7) + 1;
}

/** From Monday. Day 0 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function placeIn(patterns: readonly string[], word: string): number {
  return patterns.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(word));
}
