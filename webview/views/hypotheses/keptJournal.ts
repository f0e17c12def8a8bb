/** What the journal restores: its filter, and unsaved input. */
import { hypothesisStatuses } from '../../../src/memory/shared/vocabulary.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isCount, isShare, isText, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';

import type { Page } from '../../client/page.ts';
import { verdicts } from './hypothesis.ts';

export const filters = ['all', ...hypothesisStatuses] as const;
export type Filter = (typeof filters)[number];

const isAnswer = shape({ id: isCount, verdict: oneOf(verdicts), resolution: isText });
/** An unsaved resolution of a hypothesis. */
export type Answer = Checked<typeof isAnswer>;

const isNewHypothesis = shape({ text: isText, confidence: isShare });
/** An unsaved new hypothesis. */
export type NewHypothesis = Checked<typeof isNewHypothesis>;

const isKeptJournal = shape({ filter: oneOf(filters), answer: orNull(isAnswer), noted: orNull(isNewHypothesis) });
export type KeptJournal = Checked<typeof isKeptJournal>;

export function keptJournal(page: Page): KeptJournal {
  const kept = page.kept('journal');
  return isKeptJournal(kept) ? kept : { filter: 'all', answer: null, noted: null };
}

export function keepJournal(page: Page, kept: KeptJournal): void {
  page.keep('journal', kept);
}
