/**
 * Answers the page's queries about single memories: lists, searches, one memory in full, and a preview of its erasure.
 */
import type { RecordedReview } from '../../memory/knowledge/knowledge.ts';
import type { CatalogueFilter, LinkedFact, ListedMemory, MemoryDetail } from '../../memory/recall/catalogue.ts';
import type { AuditRow } from '../../memory/shared/audit.ts';
import { checkCitingFacts } from '../../memory/shared/citations/citingFacts.ts';
import { storedKinds } from '../../memory/shared/vocabulary.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type {
  ChoicesCard,
  ErasableRefCard,
  ErasureCard,
  FoundCard,
  MemoriesCard,
  MemoryCard,
  MemoryDetailCard,
  MemoryFilterCard,
  NamedFactCard,
  WhyCard,
} from '../../protocol/recall/memories.ts';
import type { Explanation } from '../../search/explanation/explanation.ts';
import type { SearchResult } from '../../search/explanation/searchResult.ts';
import type { SearchInput } from '../../search/search.ts';
import { decisionDetails } from '../decisions/decisions.ts';
import { evidenceOf } from '../learn/learned.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function listMemories(
  { memory, caller }: PageReading,
  { filter, order, offset, limit }: QueryOf<'memories'>,
): Promise<MemoriesCard> {
  const wanted = { ...catalogueFilter(filter), order };
  const { memories, total } = await memory.catalogue.list(caller, wanted, { offset, limit });
  return { memories: memories.map(memoryCard), total };
}

/** Searches live memories. A result that was erased in the meantime is left out. */
export async function findMemories(
  reading: PageReading,
  { query, filter, limit }: QueryOf<'search'>,
): Promise<FoundCard> {
  const { results, searched, notice } = await reading.search.find(reading.caller, {
    query,
    ...searchScope(filter),
    limit: Math.min(limit, 100),
    explain: true,
  });
  const listed = await reading.memory.catalogue.listNamed(reading.caller, results);
  const cards = new Map(listed.map((memory) => [refKey(memory), memoryCard(memory)]));
  return {
    found: results.flatMap((result) => foundCard(result, cards.get(refKey(result)), filter.agent)),
    searched,
    notice: notice ?? null,
  };
}

export async function showMemory(reading: PageReading, ref: MemoryRef): Promise<MemoryDetailCard> {
  const { memory, caller } = reading;
  const detail = await memory.catalogue.get(caller, ref);
  const reviews = ref.kind === 'knowledge' ? await memory.knowledge.reviews(caller, Number(ref.id)) : [];
  const stored = storedKinds.find((kind) => kind === ref.kind);
  const history = stored === undefined ? [] : await memory.audit.history(caller, { kind: stored, id: ref.id });
  const rated = await memory.muted.feedback(caller);
  const feedback = rated.find(({ kind, id }) => kind === detail.kind && id === detail.id)?.feedback;
  const faded = ref.kind === 'fact' ? await memory.fading.of(caller, [Number(ref.id)]) : undefined;
  if (detail.kind === 'fact' && faded?.size === 0) memory.fading.noteUse(caller, [ref]);
  return {
    ...memoryCard(detail),
    tags: detail.tags,
    deprecationReason: detail.deprecationReason,
    contradicts: detail.contradicts.map(namedFact),
    contradictedBy: detail.contradictedBy.map(namedFact),
    supersedes: detail.supersedes.map(namedFact),
    supersededBy: detail.supersededBy === null ? null : namedFact(detail.supersededBy),
    informedBy: detail.informedBy.map(namedFact),
    informs: detail.informs.map(namedFact),
    decision: await decisionDetails(reading, detail),
    uid: detail.uid,
    instance: detail.instance,
    citation: await citationCard(reading, detail),
    visibility: detail.visibility,
    sessionId: detail.sourceSession?.id ?? detail.sessionId,
    sessionHeadline: detail.sourceSession?.headline ?? null,
    user: detail.userName,
    reviews: reviews.map(reviewCard),
    history: history.map(historyCard),
    unusedSince: faded?.get(Number(ref.id))?.since ?? null,
    evidence: ref.kind === 'fact' ? await evidenceOf(reading, Number(ref.id)) : null,
    muted: feedback === 'never',
    rated: feedback === 'never' ? null : (feedback ?? null),
    mayChange: detail.mayChange,
  };
}

/** Compares the lines that a fact cites with the file; see `checkCitations` for its time limit. */
async function citationCard(
  { memory, caller }: PageReading,
  detail: MemoryDetail,
): Promise<MemoryDetailCard['citation']> {
  if (detail.kind !== 'fact' || detail.sourceRef === null) return null;
  const facts = await memory.facts.named(caller, [Number(detail.id)]);
  const check = (await checkCitingFacts(caller, facts)).get(detail.id);
  if (check === undefined) return null;
  return { state: check.state, sourceRef: check.state === 'moved' ? check.sourceRef : null };
}

export function chooseFrom({ memory, caller }: PageReading): Promise<ChoicesCard> {
  return memory.catalogue.choices(caller);
}

export async function eraseWhat({ memory, caller }: PageReading, ref: ErasableRefCard): Promise<ErasureCard> {
  const { title, text, ...preview } = await memory.erasure.preview(caller, ref);
  return { ...preview, title: title ?? text };
}

/** Empty for an erased memory, and for a neighboring exchange that another agent kept. */
function foundCard(
  { score, why, repeats }: SearchResult,
  memory: MemoryCard | undefined,
  agent: string | null,
): FoundCard['found'] {
  if (memory === undefined || why === undefined || (agent !== null && memory.agent !== agent)) return [];
  return [{ memory, score, why: whyCard(why), repeats }];
}

export function memoryCard(memory: ListedMemory | MemoryDetail): MemoryCard {
  const { kind, id, title, text, length, category, projectName, agentName, confidence, importance } = memory;
  const { status, isPinned, sessionId, speaker, sourceRef, createdAt, updatedAt, version } = memory;
  const { readsLikeOrders, type, expiresAt, supersedesCount, author, approver } = memory;
  // Nobody knows who wrote a line of a file, unless it is marked.
  const written = memory.origin ?? 'agent';
  const origin = kind === 'entry' && written === 'agent' ? 'file' : written;
  return {
    ...{ kind, id, title, text, length, category, project: projectName, agent: agentName, confidence, importance },
    ...{
      author,
      approver,
      factType: type,
      expiresAt,
      supersedesCount,
      status,
      pinned: isPinned,
      sessionId,
      speaker,
      sourceRef,
      createdAt,
      updatedAt,
      version,
      origin,
      readsLikeOrders,
    },
  };
}

function historyCard({ at, action, level, user, agent }: AuditRow): MemoryDetailCard['history'][number] {
  return { at, action, refused: level === 'refusal', user, agent };
}

/** The note of a review that undoes another one is omitted, because it only repeats the action. */
function reviewCard({
  action,
  isUndo,
  notes,
  reviewer,
  createdAt,
}: RecordedReview): MemoryDetailCard['reviews'][number] {
  return { action: isUndo ? 'undo' : action, notes: isUndo ? null : notes, reviewer, createdAt };
}

function namedFact({ id, text, isDeprecated, isDecision, createdAt }: LinkedFact): NamedFactCard {
  return { id: String(id), text, deprecated: isDeprecated, decision: isDecision, createdAt };
}

function whyCard({ factors, contradicts, isNearbyOnly: _, unusedSince, ...figures }: Explanation): WhyCard {
  const shown = Object.entries(factors).map(([name, times]) => ({ name, times }));
  return { ...figures, factors: shown, contradicts: contradicts ?? null, unusedSince: unusedSince ?? null };
}

function catalogueFilter({
  kinds,
  project,
  agent,
  minConfidence,
  since,
  until,
  state,
  factType,
  tag,
}: MemoryFilterCard): CatalogueFilter {
  return {
    scope: 'all',
    state,
    ...(factType !== null && { types: [factType] }),
    ...(tag !== null && { tags: [tag] }),
    ...(kinds !== null && { kinds }),
    ...(project !== null && { project }),
    ...(agent !== null && { agent }),
    ...(minConfidence !== null && { minConfidence }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}

function searchScope({
  kinds,
  project,
  agent,
  minConfidence,
  since,
  until,
  factType,
  tag,
}: MemoryFilterCard): Omit<SearchInput, 'query'> {
  return {
    project: project ?? 'all',
    ...(agent !== null && { agent }),
    ...(factType !== null && { types: [factType] }),
    ...(tag !== null && { tags: [tag] }),
    ...(kinds !== null && { kinds }),
    ...(minConfidence !== null && { minConfidence }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}
