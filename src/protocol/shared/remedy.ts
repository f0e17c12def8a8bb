/**
 * What to do about a failure or a finding: a text in English or in the host's language, or a code that the page words.
 */
import { remedyCodes, type RemedyCode } from '../../memory/shared/vocabulary.ts';
import { isText, oneOf, shape, type Check } from './check.ts';

const isCoded = shape({ code: isText });

/** A page may not know every code of a newer host. */
export type RemedyCard = string | { code: string };

export const isRemedyCard: Check<RemedyCard> = (value): value is RemedyCard => isText(value) || isCoded(value);

export const isRemedyCode: Check<RemedyCode> = oneOf(remedyCodes);
