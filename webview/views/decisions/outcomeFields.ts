/** The fields of an outcome as a person types them, and the command that records it. */
import { verdicts } from '../../../src/memory/shared/vocabulary.ts';
import type { CommandOf } from '../../../src/protocol/commands.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, shape } from '../../../src/protocol/shared/check.ts';
import { t } from '../../l10n/t.ts';
import { startOfDay } from '../../parts/design/days.ts';
import { readerOfToday } from '../../parts/design/format.ts';
import type { Verdict } from '../../parts/domain/decisionWords.ts';
import { sourceIn } from './decisionFields.ts';

export const isOutcomeFields = shape({
  /** 1 to 10; empty until it is chosen. */
  rating: isText,
  /** Empty means the one that follows from the rating. */
  verdict: isText,
  notes: isText,
  /** A local day. */
  day: isText,
  sourceRef: isText,
});
export type OutcomeFields = Checked<typeof isOutcomeFields>;
export type OutcomeFieldName = keyof OutcomeFields;

export const ratings = Array.from({ length: 10 }, (_, index) => String(index + 1));
/** From here on, a decision without a verdict held; see `memory/decisions/ratings.ts`. */
const minHeld = 7;

export function emptyOutcome(): OutcomeFields {
  return { rating: '', verdict: '', notes: '', day: readerOfToday().today, sourceRef: '' };
}

/** The chosen verdict, else the one that the rating suggests. */
export function verdictIn({ verdict, rating }: Pick<OutcomeFields, 'verdict' | 'rating'>): Verdict {
  const chosen = verdicts.find((one) => one === verdict);
  return chosen ?? (Number(rating) >= minHeld ? 'held' : 'mixed');
}

export function outcomeProblemsIn({ rating, notes, day }: OutcomeFields): Partial<Record<OutcomeFieldName, string>> {
  return {
    ...(!ratings.includes(rating) && { rating: t('Choose a rating.') }),
    ...(day > readerOfToday().today && { day: t('Choose a day that is not in the future.') }),
    ...(notes.trim() === '' && { notes: t('Enter what happened.') }),
  };
}

/** Today means now, so that several outcomes of one day keep their order. */
export function outcomeFrom(id: number, fields: OutcomeFields): CommandOf<'recordOutcome'> {
  const { rating, notes, day } = fields;
  return {
    type: 'recordOutcome',
    id,
    rating: Number(rating),
    verdict: verdictIn(fields),
    notes: notes.trim(),
    observedAt: day === readerOfToday().today ? null : startOfDay(day),
    sourceRef: sourceIn(fields),
  };
}
