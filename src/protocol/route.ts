/** A location in the web UI: a view, and the item opened in it. A host can send the page to a route. */
import { isText, oneOf, orNull, shape, type Checked } from './shared/check.ts';

export const viewNames = [
  'home',
  'profile',
  'knowledge',
  'sessions',
  'graph',
  'curation',
  'reminders',
  'people',
  'audit',
] as const;
export type ViewName = (typeof viewNames)[number];

export const isRoute = shape({
  view: oneOf(viewNames),
  /**
   * The item opened in the view: a session, see `sessionItem.ts`, `fact:12` for a memory, `hypothesis:12`,
   * `conflict:12`, the key of an entity; null for none. In the list of knowledge, also a form, and before it a type to
   * list and a slash: `decision/fact:12`, `learned/`; see `knowledgeItem.ts` of the page.
   * `formRoute.ts` has the forms that are filled in.
   */
  item: orNull(isText),
});
export type Route = Checked<typeof isRoute>;

/** The views that became one list, with the type that they listed. Links and saved states still name them. */
const typeOfFormer: Readonly<Record<string, string>> = { memories: '', decisions: 'decision/', journal: 'hypothesis/' };

const isAddress = shape({ view: isText, item: orNull(isText) });

/** A route from outside, such as a link; former ones lead to what replaced them. Undefined if it is none. */
export function routeFrom(value: unknown): Route | undefined {
  if (isRoute(value)) return value;
  if (!isAddress(value)) return undefined;
  const { view, item } = value;
  if (view === 'activity') return { view: 'sessions', item };
  const type = Object.hasOwn(typeOfFormer, view) ? typeOfFormer[view] : undefined;
  if (type === undefined) return undefined;
  return { view: 'knowledge', item: itemFromFormer(type, item ?? '') };
}

function itemFromFormer(type: string, item: string): string | null {
  if (item === 'learned') return 'learned/';
  if (item.startsWith('learned:')) return item.replace('learned:', 'learned/fact:');
  if (item === 'proposed') return 'proposed/';
  if (item.startsWith('draft:')) return `proposed/${item}`;
  const moved = `${type}${item}`;
  return moved === '' ? null : moved;
}
