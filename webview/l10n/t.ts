/**
 * The words of the page: every sentence that a person reads in the web UI goes through `t` or `tn`, with the English
 * sentence written out at the call, because `test/l10n` collects them from there. Call them while rendering and never
 * when a module loads: a host may say its language later than the page begins.
 */
import { translationFor, type Translation, type Value } from './translation.ts';

let current: { tag: string; translation: Translation } | undefined;

/** `t('Hello {0}', name)`. Values are put in as they stand; give a number that people read through `Intl`, or use `tn`. */
export function t(message: string, ...values: Value[]): string {
  return translation().t(message, ...values);
}

/** `tn(3, '{0} fact in {1}', '{0} facts in {1}', project)`: `{0}` is the count, written as the reader writes numbers. */
export function tn(count: number, one: string, many: string, ...values: Value[]): string {
  return translation().tn(count, one, many, ...values);
}

/** For every `Intl` format of the page: BCP 47, the language of its words with the reader's region. */
export function language(): string {
  return translation().language;
}

/** The host's language where it says one in `<html lang>`, else the browser's. */
function translation(): Translation {
  const tag = document.documentElement.lang || navigator.language;
  if (current?.tag !== tag) current = { tag, translation: translationFor(tag) };
  return current.translation;
}
