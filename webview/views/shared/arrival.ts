/** A search that begins elsewhere, and a way back, lead to the list of a view, and not to the navigation. */
import type { ViewName } from '../../../src/protocol/route.ts';
import type { Page } from '../../client/page.ts';

const arrivalName = 'arrival';

/** The list gets the focus when the view is shown next. */
export function arriveInList(page: Pick<Page, 'keep'>, view: ViewName): void {
  page.keep(arrivalName, view);
}

/** Whether the list of the view gets the focus now; once. */
export function takeArrival(page: Pick<Page, 'keep' | 'kept'>, view: ViewName): boolean {
  if (page.kept(arrivalName) !== view) return false;
  page.keep(arrivalName, null);
  return true;
}
