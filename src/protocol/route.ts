/** A location in the web UI: a view, and the item opened in it. A host can send the page to a route. */
import { isText, oneOf, orNull, shape, type Checked } from './shared/check.ts';

export const viewNames = [
  'home',
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
   * The item opened in the view: a session's id, `turn:7:` and its id for a session at a turn, `fact:12` for a memory or
   * a decision, `learned` for what was learned, `learned:12` for one of it, `hypothesis:12`, `conflict:12`, a
   * day of the calendar, the key of an entity; null for none. In the sessions, also `recap`; in the decisions, also a
   * form, or the drafts; see `decisionItem.ts` of the page.
   */
  item: orNull(isText),
});
export type Route = Checked<typeof isRoute>;
