/** A location in the web UI: a view, and the item opened in it. A host can send the page to a route. */
import { isText, oneOf, orNull, shape, type Checked } from './shared/check.ts';

export const viewNames = [
  'profile',
  'activity',
  'memories',
  'decisions',
  'sessions',
  'graph',
  'curation',
  'journal',
  'reminders',
  'minds',
  'audit',
] as const;
export type ViewName = (typeof viewNames)[number];

export const isRoute = shape({
  view: oneOf(viewNames),
  /**
   * The item opened in the view: a session's id, `fact:12` for a memory or a decision, `hypothesis:12`, `conflict:12`, a
   * day of the calendar, the key of an entity; null for none. In the sessions, also `recap`; in the decisions, also a
   * form, or the drafts; see `decisionItem.ts` of the page.
   */
  item: orNull(isText),
});
export type Route = Checked<typeof isRoute>;
