/**
 * Where a learned item belongs among the facts of its project: it is new, says what a known fact says, or was dismissed
 * before. A model may name the fact that it repeats or replaces; otherwise only nearly the same words count, because
 * words alone cannot tell whether a newer statement replaces an older one.
 */
import type { Fact } from '../facts/facts.ts';
import type { IndexText } from '../shared/ports.ts';
import { comparisonWith } from '../shared/statements.ts';
import type { VerifiedItem } from './evidenceGate.ts';
import { casedPartsOf, hasOtherCase } from '../shared/similarity/meaningfulCase.ts';
import { stateOf } from '../facts/evidence.ts';
import type { PlaceItem, SaidIn } from './learnStore.ts';

export type Placement =
  /** `replaces` is the number of the fact that no longer holds. */
  | { as: 'new'; replaces?: number }
  /** `id` is the number of the fact. */
  | { as: 'same'; id: number }
  | { as: 'dismissed' };

/** From this similarity on, two statements clearly say the same. */
const sameFrom = 0.8;
/** From this one on in other words: enough for what somebody dismissed, because a wrong line costs more than none. */
const dismissedFrom = 0.6;

/** `known`: live facts that may say the same or that the item names, and dismissed ones of the project. */
export function createPlaceItem(indexText: IndexText): PlaceItem {
  return (item, known, { saidAt, readWeb }) => {
    const saysSame = createSaysSame(item.text, indexText);
    const alike = ({ fact }: Fact): boolean => saysSame(fact);
    const isDismissedBy = createIsDismissedBy(item.text, indexText);
    // What somebody stored and took back may be said again; before that, it was said by mistake, too.
    const isAfter = ({ evidence, updatedAt }: Fact): boolean => evidence === null && saidAt > updatedAt;
    const dismissed = known.filter((fact) => stateOf(fact) === 'dismissed' && !isAfter(fact));
    if (dismissed.some(({ fact }) => isDismissedBy(fact))) return { as: 'dismissed' };
    const live = known.filter((fact) => !fact.deprecated);
    const replaced = live.find(({ id }) => id === item.replaces);
    if (replaced !== undefined && mayReplace(item, replaced, { saidAt, readWeb }))
      return { as: 'new', replaces: replaced.id };
    const named = live.find(({ id }) => id === item.sameAs);
    // What may not be replaced stays beside the item, unless both say it in the same words.
    const same = named ?? live.find((fact) => (fact === replaced ? fact.fact === item.text : alike(fact)));
    return same === undefined ? { as: 'new' } : { as: 'same', id: same.id };
  };
}

/** Whether a dismissed statement says the same as this one, in the same or in other words. */
export function createIsDismissedBy(statement: string, indexText: IndexText): (dismissed: string) => boolean {
  return createSaysSame(statement, indexText, dismissedFrom);
}

/** Whether another statement says the same as this one. */
function createSaysSame(statement: string, indexText: IndexText, from = sameFrom): (other: string) => boolean {
  const compare = comparisonWith(statement, indexText);
  const cased = casedPartsOf(statement);
  return (other) => {
    const compared = compare(other);
    const isAlike = compared !== undefined && compared.relation !== 'contradicts' && compared.similarity >= from;
    return isAlike && !hasOtherNumbers(other, statement) && !hasOtherCase(casedPartsOf(other), cased);
  };
}

/** Whether each contains a number that the other does not, as in "3 times" and "4 times". */
function hasOtherNumbers(one: string, other: string): boolean {
  const numbers = numbersIn(one);
  const others = numbersIn(other);
  return numbers.some((number) => !others.includes(number)) && others.some((number) => !numbers.includes(number));
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:[.:,]\d+)*/gu) ?? [];
}

/** Only what was learned, too, and said before. What a person wrote or confirmed stays beside it. */
function mayReplace(
  item: VerifiedItem,
  { evidence, origin, decision, createdAt, fact }: Fact,
  { saidAt, readWeb }: SaidIn,
): boolean {
  // After an import, what a person confirmed has the origin `agent`.
  const isUnconfirmed = origin === 'web' || (origin === 'transcript' && !readWeb);
  if (evidence === null || decision !== null || !isUnconfirmed) return false;
  return createdAt <= saidAt && fact !== item.text;
}
