/** The texts for a hypothesis: its status, and its confidence. */
import type { HypothesisCard } from '../../../src/protocol/hypotheses/hypotheses.ts';
import { t } from '../../l10n/t.ts';
import { percent } from '../design/format.ts';

type HypothesisState = HypothesisCard['status'];
export type Verdict = Exclude<HypothesisState, 'open'>;
export const verdicts = ['confirmed', 'refuted', 'abandoned'] as const satisfies readonly Verdict[];

export function hypothesisStateName(state: HypothesisState): string {
  switch (state) {
    case 'open':
      return t('Open');
    case 'confirmed':
      return t('Confirmed');
    case 'refuted':
      return t('Refuted');
    case 'abandoned':
      return t('Abandoned');
  }
}

export function stateIcon(state: HypothesisState): string {
  switch (state) {
    case 'open':
      return 'question';
    case 'confirmed':
      return 'check';
    case 'refuted':
      return 'close';
    case 'abandoned':
      return 'circle-slash';
  }
}

/** In words for a quick reader, and as a number for an exact one. */
export function confidenceName(confidence: number): string {
  const share = percent(confidence);
  if (confidence >= 0.9) return t('Almost certain ({0})', share);
  if (confidence >= 0.6) return t('Likely ({0})', share);
  if (confidence >= 0.4) return t('Even chance ({0})', share);
  if (confidence >= 0.2) return t('Unlikely ({0})', share);
  return t('Very unlikely ({0})', share);
}

/** The label of the button that resolves a hypothesis this way. */
export function verdictAction(verdict: Verdict): string {
  switch (verdict) {
    case 'confirmed':
      return t('Confirm');
    case 'refuted':
      return t('Refute');
    case 'abandoned':
      return t('Abandon');
  }
}

/** The message after it was resolved. */
export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'confirmed':
      return t('Confirmed.');
    case 'refuted':
      return t('Refuted.');
    case 'abandoned':
      return t('Abandoned.');
  }
}

/** The label of the field for the resolution. */
export function verdictQuestion(verdict: Verdict): string {
  switch (verdict) {
    case 'confirmed':
      return t('What confirmed it?');
    case 'refuted':
      return t('What is true instead?');
    case 'abandoned':
      return t('Why does it no longer matter?');
  }
}
