/** Why a query or command failed, for the user. */
import { isRemedyCard } from './shared/remedy.ts';
import { isText, listOf, orNull, shape, type Checked } from './shared/check.ts';

export const isFailureCard = shape({
  /** The code of the `BigMindError`, for which the page has a localized headline. */
  code: isText,
  message: isText,
  remedy: orNull(isRemedyCard),
  /** The `ViewAction`s that may help, most useful first; a page ignores those that it does not know. */
  actions: listOf(isText),
});
export type FailureCard = Checked<typeof isFailureCard>;
