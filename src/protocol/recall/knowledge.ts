/** The one list of what was decided and learned, of any type, and its filter. */
import { factTypes, learnedTypes, memoryStates } from '../../memory/shared/vocabulary.ts';
import type { FactType, LearnedType } from '../../memory/shared/vocabulary.ts';
import { isKnowledgeCard } from './memories.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isShare, isText, listOf, oneOf, orNull, shape } from '../shared/check.ts';

/** What a session said is listed with a search or with this choice only, and so are sessions, which have a place. */
const saidTypes = ['chunk', 'message', 'session'] as const;
export const knowledgeTypes = [
  'fact',
  'decision',
  'learned',
  'hypothesis',
  'entry',
  'knowledge',
  ...saidTypes,
] as const;
export type KnowledgeType = (typeof knowledgeTypes)[number];

export function isSaid(kind: string): boolean {
  return saidTypes.some((said) => said === kind);
}

/** A message or an exchange, whose title is the headline of its session. */
export function isInSession(kind: string): boolean {
  return isSaid(kind) && kind !== 'session';
}

/** The types of facts, and those of what was learned. */
export const subtypes = [...new Set<FactType | LearnedType>([...factTypes, ...learnedTypes])];

/** Null means no restriction. */
export const isKnowledgeFilter = shape({
  type: orNull(oneOf(knowledgeTypes)),
  /** Only facts of this type. */
  subtype: orNull(oneOf(subtypes)),
  /** A project's name. */
  project: orNull(isText),
  /** Through which assistant it was stored. */
  agent: orNull(isText),
  /** Only decisions that this person or assistant made or helped with. */
  involved: orNull(isText),
  minConfidence: orNull(isShare),
  /** ISO 8601 in UTC; `since` is inclusive, `until` exclusive. */
  since: orNull(isText),
  until: orNull(isText),
  state: oneOf(memoryStates),
  /** Only facts with this tag. */
  tag: orNull(isText),
});
export type KnowledgeFilterCard = Checked<typeof isKnowledgeFilter>;

export const isKnowledgeListCard = shape({ items: listOf(isKnowledgeCard), total: isCount });
export type KnowledgeListCard = Checked<typeof isKnowledgeListCard>;
