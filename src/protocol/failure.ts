/** Why something could not be shown or done, in words for a person. */
import { isRemedyCard } from './shared/remedy.ts';
import { isText, listOf, orNull, shape, type Checked } from './shared/check.ts';

export const isFailureCard = shape({
  /** The code of the `BigMindError`, by which the page words a headline in its own language. */
  code: isText,
  message: isText,
  remedy: orNull(isRemedyCard),
  /** The `ViewAction`s that may help, in the order of their use; words that a page does not know are passed over. */
  actions: listOf(isText),
});
export type FailureCard = Checked<typeof isFailureCard>;
