/**
 * Routes that open a form of the page: `new`, `outcome:12`, `end:` and the id of a session, `erase`; after a question mark
 * what is filled in, such as `new?title=Use+Redis`.
 */
import type { Route } from './route.ts';

/** The texts of fields by their name; the page ignores names that it does not know. */
export type FilledIn = Readonly<Record<string, string>>;

export function formRoute(
  view: Route['view'],
  form: string,
  filledIn: Readonly<Record<string, string | undefined>> = {},
): Route {
  const given = Object.entries(filledIn).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return { view, item: query === '' ? form : `${form}?${query}` };
}

/** Of an item without a question mark, nothing is filled in. */
export function formIn(item: string | null): { form: string; filledIn: FilledIn } {
  const [form = '', ...rest] = (item ?? '').split('?');
  return { form, filledIn: Object.fromEntries(new URLSearchParams(rest.join('?'))) };
}
