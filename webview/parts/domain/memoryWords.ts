/** The display names of kinds, states, types and categories of memories. */
import type {
  FactType,
  LearnedType,
  MatchStrength,
  MemoryKind,
  Visibility,
} from '../../../src/memory/shared/vocabulary.ts';
import { factCategories, factTypes, learnedTypes } from '../../../src/memory/shared/vocabulary.ts';
import type { MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { dayOf } from '../design/days.ts';
import { dayName } from '../design/format.ts';
import { learnedTypeName } from './learnedWords.ts';

export function kindName(kind: MemoryKind): string {
  switch (kind) {
    case 'fact':
      return t('Fact');
    case 'chunk':
      return t('Exchange');
    case 'session':
      return t('Session');
    case 'knowledge':
      return t('Team knowledge');
    case 'message':
      return t('Message');
    case 'entry':
      return t('Entry');
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
      return t('Team knowledge');
    case 'message':
      return t('Messages');
    case 'entry':
      return t('Entries');
  }
}

/** How well a search result matches. */
export function matchName(match: MatchStrength): string {
  switch (match) {
    case 'strong':
      return t('Strong');
    case 'weak':
      return t('Weak');
    case 'none':
      return t('None');
  }
}

/** The kind of an entry is its category. An unknown one is shown as it is. */
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
    case 'problem':
      return t('Problem');
    case 'learning':
      return t('Learning');
    case 'progress':
      return t('Progress');
    case 'rejected':
      return t('Rejected approach');
    case 'experience':
      return t('Experience');
    case 'assumption':
      return t('Assumption');
    case 'gotcha':
      return t('Gotcha');
    case 'state':
      return t('Project state');
    case 'next':
      return t('Next step');
    default:
      return category;
  }
}

/** A type of facts, or of what was learned. */
export function subtypeName(subtype: FactType | LearnedType): string {
  const type = factTypes.find((one) => one === subtype);
  if (type !== undefined) return factTypeName(type);
  const learned = learnedTypes.find((one) => one === subtype);
  return learned === undefined ? subtype : learnedTypeName(learned);
}

/**
 * Whether it is a decision without a reason. What no person confirmed is not one yet, and a rejected approach says why
 * in its sentence.
 */
export function isUnexplained({
  factType,
  decision,
  learned,
  status,
}: Pick<MemoryCard, 'factType' | 'decision' | 'learned' | 'status'>): boolean {
  if (factType !== 'decision' || decision !== null || status !== 'live') return false;
  return learned === null || (learned.state === 'confirmed' && learned.type === 'decision');
}

export function factTypeName(type: FactType): string {
  switch (type) {
    case 'decision':
      return t('Decision');
    case 'observation':
      return t('Observation');
    case 'convention':
      return t('Convention');
    case 'research':
      return t('Research');
    case 'plan':
      return t('Plan');
    case 'bug':
      return t('Bug');
    case 'architecture':
      return t('Architecture');
  }
}

/**
 * What a fact is, in one word: its type, but its category if that says more, as for a preference, an identity and
 * categories of old databases. Other kinds have only a category; null for kinds without one.
 */
export function typeOrCategoryName({ category, factType }: Pick<MemoryCard, 'category' | 'factType'>): string | null {
  if (factType !== null && category !== null && hasTypedCategory(category)) return factTypeName(factType);
  return category === null ? null : categoryName(category);
}

function hasTypedCategory(category: string): boolean {
  if (category === 'preference' || category === 'identity') return false;
  return factCategories.some((known) => known === category);
}

/** When a fact expires, or expired; null if it never does. */
export function expiryText({ expiresAt, status }: Pick<MemoryCard, 'expiresAt' | 'status'>): string | null {
  if (expiresAt === null) return null;
  const day = dayName(dayOf(expiresAt) ?? expiresAt);
  return status === 'expired' ? t('Expired on {0}', day) : t('Expires on {0}', day);
}

export function visibilityName(visibility: Visibility): string {
  switch (visibility) {
    case 'private':
      return t('Only you');
    case 'workspace':
      return t('Everyone who uses this store');
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
    case 'file':
      return t('A memory file');
    case 'repository':
      return t('The repository');
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
  if (origin === 'repository') {
    return t(
      'It came from comments or commits that anyone may have written, so BigMind does not show it to assistants automatically.',
    );
  }
  return null;
}

/** The same in one to three words, for a list; null for most memories. */
export function cautionMark({ origin, readsLikeOrders }: { origin: string; readsLikeOrders: boolean }): string | null {
  if (readsLikeOrders) return t('Reads like instructions');
  if (origin === 'repository') return t('From the repository');
  return origin === 'web' ? t('From the web') : null;
}
