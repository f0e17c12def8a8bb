/** The display names of kinds, states and categories of memories. */
import type { MemoryKind } from '../../../src/memory/shared/vocabulary.ts';
import type { MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';

export function kindName(kind: MemoryKind): string {
  switch (kind) {
    case 'fact':
      return t('Fact');
    case 'chunk':
      return t('Exchange');
    case 'session':
      return t('Session');
    case 'knowledge':
      return t('Knowledge');
    case 'message':
      return t('Message');
  }
}

export function kindNames(kind: MemoryKind): string {
  switch (kind) {
    case 'fact':
      return t('Facts');
    case 'chunk':
      return t('Exchanges');
    case 'session':
      return t('Sessions');
    case 'knowledge':
      return t('Knowledge');
    case 'message':
      return t('Messages');
  }
}

/** An unknown category is shown as it is. */
export function categoryName(category: string): string {
  switch (category) {
    case 'preference':
      return t('Preference');
    case 'decision':
      return t('Decision');
    case 'codebase':
      return t('Codebase');
    case 'constraint':
      return t('Constraint');
    case 'identity':
      return t('Identity');
    case 'architecture':
      return t('Architecture');
    case 'standard':
      return t('Standard');
    case 'pattern':
      return t('Pattern');
    case 'glossary':
      return t('Glossary');
    default:
      return category;
  }
}

/** Null for a live memory, which needs no mark. */
export function statusName(status: MemoryCard['status']): string | null {
  switch (status) {
    case 'live':
      return null;
    case 'expired':
      return t('Expired');
    case 'deprecated':
      return t('Deprecated');
    case 'pending':
      return t('Proposal');
  }
}

/** Where a memory came from; an unknown origin is shown as it is. */
export function originName(origin: string): string {
  switch (origin) {
    case 'person':
      return t('A person');
    case 'agent':
      return t('An assistant');
    case 'transcript':
      return t('A recorded conversation');
    case 'web':
      return t('The web');
    default:
      return origin;
  }
}

/** A warning about the memory; null for most. */
export function cautionFor({ origin, readsLikeOrders }: { origin: string; readsLikeOrders: boolean }): string | null {
  if (readsLikeOrders && origin !== 'person') {
    return t(
      'It reads like instructions to a model, so BigMind does not show it to assistants automatically. If you edit or pin it, you confirm that you trust it.',
    );
  }
  if (readsLikeOrders) return t('It reads like instructions to a model.');
  if (origin === 'web') return t('It came from the web, so BigMind does not show it to assistants automatically.');
  return null;
}

/** The same in one to three words, for a list; null for most memories. */
export function cautionMark({ origin, readsLikeOrders }: { origin: string; readsLikeOrders: boolean }): string | null {
  if (readsLikeOrders) return t('Reads like instructions');
  return origin === 'web' ? t('From the web') : null;
}
