/** Answers the page's queries about the one list: a page of it, and what contains words that no index has. */
import type { Hypothesis } from '../../memory/hypotheses/hypotheses.ts';
import type { ListFilter, ListedRef } from '../../memory/recall/catalogue.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { FactType, LearnedType, ListedKind } from '../../memory/shared/vocabulary.ts';
import { factTypes, learnedTypes, listedKinds } from '../../memory/shared/vocabulary.ts';
import { trustOf } from '../../memory/trust/trust.ts';
import type { KnowledgeFilterCard, KnowledgeListCard } from '../../protocol/recall/knowledge.ts';
import { isSaid } from '../../protocol/recall/knowledge.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { KnowledgeCard } from '../../protocol/recall/memories.ts';
import { memoryCard } from './memoryCard.ts';
import type { PageReading } from '../shared/pageHost.ts';

/** Rows that are read at once, and at most, to find words in them. */
const scanned = { step: 200, max: 2_000 };
const maxText = 400;

export async function listKnowledge(
  reading: PageReading,
  { filter, order, offset, limit }: QueryOf<'knowledge'>,
): Promise<KnowledgeListCard> {
  const wanted = { ...listFilterFrom(filter), order };
  const { refs, total } = await reading.memory.catalogue.refs(reading.caller, wanted, { offset, limit });
  return { items: await readCards(reading, refs), total };
}

/**
 * What no search covers, and contains all words: hypotheses, and, if the filter asks for them, memories that are not
 * current. At most `limit`, the newest.
 */
export async function findUnindexed(
  reading: PageReading,
  { query, filter, limit }: QueryOf<'search'>,
): Promise<KnowledgeCard[]> {
  const isCurrent = filter.state === 'live';
  if (isCurrent && filter.type !== null && filter.type !== 'hypothesis') return [];
  const words = query.toLowerCase().split(/\s+/u);
  const wanted: ListFilter = isCurrent
    ? { ...listFilterFrom(filter), kinds: ['hypothesis'], state: 'all' }
    : listFilterFrom(filter);
  const found: KnowledgeCard[] = [];
  for (let offset = 0; offset < scanned.max && found.length < limit; offset += scanned.step) {
    const { refs } = await reading.memory.catalogue.refs(reading.caller, wanted, { offset, limit: scanned.step });
    for (const card of await readCards(reading, refs)) {
      const text = `${card.title ?? ''} ${card.text}`.toLowerCase();
      if (words.every((word) => text.includes(word))) found.push(card);
    }
    if (refs.length < scanned.step) break;
  }
  return found.slice(0, limit);
}

/** The kinds of the type; null for all that are searched. */
export function kindsOf({ type }: Pick<KnowledgeFilterCard, 'type'>): ListedKind[] | null {
  if (type === null) return null;
  return [type === 'decision' || type === 'learned' ? 'fact' : type];
}

/** The types of facts that the filter allows; null for all. */
export function factTypesIn({ type, subtype }: Pick<KnowledgeFilterCard, 'type' | 'subtype'>): FactType[] | null {
  const named = factTypes.find((one) => one === subtype);
  if (type !== 'decision') return named === undefined ? null : [named];
  return named === undefined || named === 'decision' ? ['decision'] : [];
}

/** The type of a learned item that the filter asks for, if it is none of facts; `any` for all; null without it. */
export function learnedIn({
  type,
  subtype,
}: Pick<KnowledgeFilterCard, 'type' | 'subtype'>): LearnedType | 'any' | null {
  const named = learnedTypes.find((one) => one === subtype && !factTypes.some((known) => known === one));
  return named ?? (type === 'learned' ? 'any' : null);
}

function listFilterFrom(filter: KnowledgeFilterCard): ListFilter {
  const { project, agent, involved, minConfidence, since, until, state, tag } = filter;
  const types = factTypesIn(filter);
  const learned = learnedIn(filter);
  return {
    scope: 'all',
    state,
    kinds: kindsOf(filter) ?? listedKinds.filter((kind) => !isSaid(kind)),
    ...(types !== null && { types }),
    ...(learned !== null && { learned }),
    ...(tag !== null && { tags: [tag] }),
    ...(project !== null && { project }),
    ...(agent !== null && { agent }),
    ...(involved !== null && { involved }),
    ...(minConfidence !== null && { minConfidence }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}

/** In this order; what was erased meanwhile is left out. */
async function readCards({ memory, caller }: PageReading, refs: readonly ListedRef[]): Promise<KnowledgeCard[]> {
  const memories = refs.flatMap(({ kind, id }) => (kind === 'hypothesis' ? [] : [{ kind, id }]));
  const numbers = refs.flatMap(({ kind, id }) => (kind === 'hypothesis' ? [Number(id)] : []));
  const listed = await memory.catalogue.listNamed(caller, memories);
  const cards = new Map(listed.map((one): [string, KnowledgeCard] => [refKey(one), knowledgeCard(memoryCard(one))]));
  const hypotheses = await memory.hypotheses.named(caller, numbers);
  const named = new Map(hypotheses.map((one) => [String(one.id), hypothesisRow(one)]));
  return refs.flatMap(
    ({ kind, id }) => (kind === 'hypothesis' ? named.get(id) : cards.get(refKey({ kind, id }))) ?? [],
  );
}

function knowledgeCard(memory: Omit<KnowledgeCard, 'hypothesis'>): KnowledgeCard {
  return { ...memory, hypothesis: null };
}

function hypothesisRow(hypothesis: Hypothesis): KnowledgeCard {
  const {
    id,
    hypothesis: text,
    status,
    confidence,
    projectName,
    agentName,
    sessionId,
    createdAt,
    version,
  } = hypothesis;
  const { origin, marks } = trustOf({ origin: hypothesis.origin, texts: [text] });
  const isOver = status === 'refuted' || status === 'abandoned';
  return {
    ...{ kind: 'hypothesis', id: String(id), title: null, text: text.slice(0, maxText), length: text.length },
    ...{ category: null, factType: null, project: projectName, agent: agentName, author: null, approver: null },
    ...{ confidence, importance: null, status: isOver ? 'deprecated' : 'live', expiresAt: null, supersedesCount: 0 },
    ...{ decision: null, learned: null, pinned: false, sessionId, speaker: null, sourceRef: null },
    ...{ createdAt, updatedAt: hypothesis.resolvedAt ?? createdAt, version, origin },
    ...{ readsLikeOrders: marks.length > 0, hypothesis: status },
  };
}
