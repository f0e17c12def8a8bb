/**
 * The texts of the page in the reader's language. The English sentence is the key and the fallback, and `{0}` stands
 * for the first value, exactly as in `vscode.l10n.t`, so there is one convention for the whole project. It is our own,
 * because `@vscode/l10n` supports no plurals and can read files and addresses, which a page under a strict policy must
 * not. It does not touch the page, so that it can be tested without one.
 */
import de from './de.json' with { type: 'json' };
import zhCn from './zh-cn.json' with { type: 'json' };

export type Value = string | number;

export interface Translation {
  /** BCP 47, for every `Intl` format: the language of the texts, with the reader's own region. */
  readonly language: string;
  readonly t: (message: string, ...values: Value[]) => string;
  readonly tn: (count: number, one: string, many: string, ...values: Value[]) => string;
}

type Sentences = ReadonlyMap<string, string>;

const german: Sentences = new Map(Object.entries(de));
const simplifiedChinese: Sentences = new Map(Object.entries(zhCn));
const english: Sentences = new Map();

/** Never throws: an invalid language tag is read as English. */
export function translationFor(tag: string): Translation {
  const locale = localeFrom(tag);
  const language = spokenTag(locale);
  const sentences = sentencesFor(language);
  const plurals = new Intl.PluralRules(language);
  const counts = new Intl.NumberFormat(language);
  const t = (message: string, ...values: Value[]): string => filled(sentences.get(message) ?? message, values);
  return {
    language: language.toString(),
    t,
    tn: (count, one, many, ...values) =>
      t(plurals.select(count) === 'one' ? one : many, counts.format(count), ...values),
  };
}

/**
 * The reader's own tag if we have its language, such as `de-AT` and `zh-SG`. Otherwise English with the reader's
 * region, so that the week of a French calendar still begins on a Monday while no sentence mixes two languages.
 */
function spokenTag(locale: Intl.Locale): Intl.Locale {
  if (locale.language === 'en' || sentencesFor(locale) !== english) return locale;
  const { region } = locale.maximize();
  return new Intl.Locale('en', region === undefined ? {} : { region });
}

/**
 * Regions fall back to their language. Chinese depends on its script, which a region implies: Taiwan, Hong Kong and
 * Macau use traditional characters and other words for the same things, so they get English.
 */
function sentencesFor(locale: Intl.Locale): Sentences {
  if (locale.language === 'de') return german;
  if (locale.language === 'zh' && locale.maximize().script === 'Hans') return simplifiedChinese;
  return english;
}

function localeFrom(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch {
    // Hosts pass on arbitrary settings; an invalid tag must not blank the page.
    return new Intl.Locale('en');
  }
}

/** A placeholder without a value stays as it is, so that the mistake is visible. */
function filled(message: string, values: readonly Value[]): string {
  return message.replace(/\{(\d+)\}/gu, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}
