/** The display names of what was learned: its type, its state, who said it, and who found it. */
import type { LearnedState, LearnedType } from '../../../src/memory/shared/vocabulary.ts';
import type { EvidenceCard } from '../../../src/protocol/learn/learned.ts';
import { t, tn } from '../../l10n/t.ts';

export function learnedTypeName(type: LearnedType): string {
  switch (type) {
    case 'decision':
      return t('Decision');
    case 'convention':
      return t('Convention');
    case 'preference':
      return t('Preference');
    case 'lesson':
      return t('Lesson');
    case 'gotcha':
      return t('Gotcha');
    case 'fact':
      return t('Fact');
    case 'rejected':
      return t('Rejected approach');
    case 'todo':
      return t('Open step');
  }
}

export function learnedStateName(state: LearnedState): string {
  switch (state) {
    case 'learned':
      return t('Not confirmed');
    case 'confirmed':
      return t('Confirmed');
    case 'replaced':
      return t('Replaced');
    case 'dismissed':
      return t('Dismissed');
  }
}

/** Before the quote. */
export function speakerWords(by: EvidenceCard['by']): string {
  return by === 'user' ? t('You:') : t('Assistant:');
}

export function finderName({ source, model }: Pick<EvidenceCard, 'source' | 'model'>): string {
  switch (source) {
    case 'model':
      return model ?? t('A language model');
    case 'assistant':
      return t('The assistant of the chat');
    case 'rule':
      return t('A rule');
  }
}

export function confirmedText(count: number): string {
  return tn(count, 'Confirmed.', '{0} confirmed.');
}

export function dismissedText(count: number): string {
  return tn(count, 'Dismissed. It is not learned again.', '{0} dismissed. They are not learned again.');
}
