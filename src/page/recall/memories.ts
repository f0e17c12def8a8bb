/**
 * Answers the page's queries about single memories: lists, searches, one memory in full, and a preview of its erasure.
 */
import type { RecordedReview } from '../../memory/knowledge/knowledge.ts';
import type { LinkedFact, ListedMemory, MemoryDetail } from '../../memory/recall/catalogue.ts';
import type { AuditRow } from '../../memory/shared/audit.ts';
import { checkCitingFacts } from '../../memory/shared/citations/citingFacts.ts';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import { memoryKinds, storedKinds } from '../../memory/shared/vocabulary.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { KnowledgeFilterCard } from '../../protocol/recall/knowledge.ts';
import { isInSession, isSaid } from '../../protocol/recall/knowledge.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type {
  ChoicesCard,
  CommandCard,
  ErasableRefCard,
  ErasureCard,
  FoundCard,
  MemoryCard,
  MemoryDetailCard,
  NamedFactCard,
  WhyCard,
} from '../../protocol/recall/memories.ts';
import { excerptAround } from '../../search/explanation/excerpt.ts';
import type { Explanation } from '../../search/explanation/explanation.ts';
import type { SearchAnswer, SearchResult } from '../../search/explanation/searchResult.ts';
import { matchOf } from '../../search/explanation/shownResults.ts';
import { failedSince } from '../../search/howTo/commandText.ts';
import type { RanCommand } from '../../search/howTo/ranCommands.ts';
import type { SearchInput } from '../../search/search.ts';
import { decisionDetails } from '../decisions/decisions.ts';
import { factTypesIn, findUnindexed, kindsOf, learnedIn } from './knowledge.ts';
import { evidenceOf } from '../learn/learned.ts';
import type { PageReading } from '../shared/pageHost.ts';
import { memoryCard } from './memoryCard.ts';
import { oneLine } from '../../util/text.ts';

/** In characters, of a message: the part that the search is about. */
const maxExcerpt = 240;

/**
 * Searches current memories; for others, and for hypotheses, it finds those that contain the words. A result that was
 * erased in the meantime is left out.
 */
export async function findMemories(reading: PageReading, question: QueryOf<'search'>): Promise<FoundCard> {
  const { query, filter, limit } = question;
  const scope = searchScope(filter);
  const nothing: SearchAnswer = { results: [], searched: 0 };
  const {
    results,
    searched,
    commands = [],
    notice,
  } = scope === undefined
    ? nothing
    : await reading.search.find(reading.caller, { query, ...scope, limit: Math.min(limit, 100), explain: true });
  const listed = await reading.memory.catalogue.listNamed(reading.caller, results);
  const headlines = await headlinesFor(reading, listed);
  const cards = new Map(
    listed.map((memory) => {
      const headline = isSaid(memory.kind) ? headlines.get(memory.sessionId ?? '') : undefined;
      return [refKey(memory), memoryCard({ ...memory, title: memory.title ?? headline ?? null })];
    }),
  );
  return {
    found: results.flatMap((result) => foundCard(result, cards.get(refKey(result)), question)),
    commands: commands.map(commandCard),
    others: await findUnindexed(reading, question),
    searched,
    notice: notice ?? null,
  };
}

/** The headlines of the sessions in which messages and exchanges were said, by id. */
async function headlinesFor(
  { memory, caller }: PageReading,
  listed: readonly ListedMemory[],
): Promise<Map<string, string | null>> {
  const ids = new Set(listed.flatMap(({ kind, sessionId }) => (isSaid(kind) && sessionId !== null ? [sessionId] : [])));
  const sessions = [...ids].map((id) => ({ kind: 'session' as const, id }));
  const named = sessions.length === 0 ? [] : await memory.catalogue.listNamed(caller, sessions);
  return new Map(named.map(({ id, title }) => [id, title]));
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

export function commandCard(ran: RanCommand): CommandCard {
  const { command, project, succeeded, lastSucceeded } = ran;
  return { command, project, succeeded, lastSucceeded, failedSince: failedSince(ran) };
}

/** Empty for an erased memory, and for what the search covers beyond the filter. */
function foundCard(
  { text, score, why, repeats }: SearchResult,
  memory: MemoryCard | undefined,
  { query, filter }: QueryOf<'search'>,
): FoundCard['found'] {
  if (memory === undefined || why === undefined || !isWanted(memory, filter)) return [];
  const shown = isInSession(memory.kind)
    ? { ...memory, text: excerptAround(oneLine(text), query, maxExcerpt) }
    : memory;
  return [{ memory: shown, match: matchOf(score, why.answered), why: whyCard(why), repeats }];
}

/** What a search does not know: a neighboring exchange is of another agent, too. */
function isWanted({ agent, decision, learned }: MemoryCard, filter: KnowledgeFilterCard): boolean {
  if (filter.agent !== null && agent !== filter.agent) return false;
  const { involved } = filter;
  if (involved !== null && decision?.decidedBy !== involved && decision?.assistedBy.includes(involved) !== true)
    return false;
  const type = learnedIn(filter);
  return type === null || (learned !== null && (type === 'any' || learned.type === type));
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

/** Undefined if no memory of the search index can match. */
function searchScope(filter: KnowledgeFilterCard): Omit<SearchInput, 'query'> | undefined {
  const { project, agent, minConfidence, since, until, state, tag } = filter;
  const kinds = searchedKindsOf(filter);
  const types = factTypesIn(filter);
  if (state !== 'live' || kinds?.length === 0 || types?.length === 0) return undefined;
  return {
    project: project ?? 'all',
    ...(agent !== null && { agent }),
    ...(types !== null && { types }),
    ...(tag !== null && { tags: [tag] }),
    ...(kinds !== null && { kinds }),
    ...(minConfidence !== null && { minConfidence }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}

/** Null for all. */
function searchedKindsOf(filter: KnowledgeFilterCard): MemoryKind[] | null {
  const kinds = kindsOf(filter);
  return kinds === null ? null : memoryKinds.filter((kind) => kinds.includes(kind));
}
