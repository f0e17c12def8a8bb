/**
 * The texts of the page: every sentence in the web UI passes through `t` or `tn`, with the English sentence as a
 * literal at the call, because `test/l10n` collects them from there. Call them while rendering and never when a module
 * loads, because a host may set its language after the page starts.
 */
import { translationFor, type Translation, type Value } from './translation.ts';

let current: { tag: string; translation: Translation } | undefined;

/** `t('Hello {0}', name)`. Values are inserted unchanged; format a number for readers with `Intl`, or use `tn`. */
export function t(message: string, ...values: Value[]): string {
  return translation().t(message, ...values);
}

/** `tn(3, '{0} fact in {1}', '{0} facts in {1}', project)`: `{0}` is the count in the reader's number format. */
export function tn(count: number, one: string, many: string, ...values: Value[]): string {
  return translation().tn(count, one, many, ...values);
}

/** For every `Intl` format of the page: BCP 47, the language of its texts with the reader's region. */
export function language(): string {
  return translation().language;
}

/** The host's language if `<html lang>` is set, else the browser's. */
function translation(): Translation {
  const tag = document.documentElement.lang || navigator.language;
  if (current?.tag !== tag) current = { tag, translation: translationFor(tag) };
  return current.translation;
}
