/** Where in the web UI one is: a view, and what is opened in it. A host may send the page somewhere by it. */
import { isText, oneOf, orNull, shape, type Checked } from './shared/check.ts';

export const viewNames = ['profile', 'activity', 'memories', 'sessions', 'curation', 'journal', 'audit'] as const;
export type ViewName = (typeof viewNames)[number];

export const isRoute = shape({
  view: oneOf(viewNames),
  /** What is opened in the view: a session's id, `fact:12` for a memory, a day of the calendar; null for none. */
  item: orNull(isText),
});
export type Route = Checked<typeof isRoute>;
