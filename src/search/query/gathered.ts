/** Everything that a query needs from the store, read in one snapshot: candidates, their neighbors, and counts. */
import type { Candidate, Passage, RecallReader, TermStatistics } from '../../memory/recall/recall.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import type { MemoryFilter, MemoryRef } from '../../memory/shared/memoryRef.ts';
import { weights } from '../shared/weights.ts';
import type { Period } from './calendar.ts';
import { findCandidates } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { selectInformative } from './question.ts';
import type { Question } from './question.ts';
import { matchesFilter } from './searchFilter.ts';

/** Memories found by words, independent of the limit of the results, so that the limit does not change their order. */
const maxFound = 100;
/** Of the messages and exchanges found by words, this many of the best are read, each with its neighbors. */
const maxTalkFound = 60;

interface GatherInput {
  question: Question;
  filter: MemoryFilter;
  periods: readonly Period[];
  timeZone: string;
  /** Memories that are near in meaning; empty without a model. */
  nearest: readonly MemoryRef[];
}

interface Gathered extends Candidates {
  /** The query, reduced to its most informative words if it has too many. */
  question: Question;
  statistics: TermStatistics;
  passages: Passage[];
  replacers: Candidate[];
  /** The number of memories that match the filter. */
  searched: number;
}

export async function gather(reader: RecallReader, input: GatherInput): Promise<Gathered> {
  const { filter, periods, timeZone, nearest } = input;
  const { question, statistics } = selectInformative(
    input.question,
    await reader.statistics(contentOf(input.question)),
  );
  const wanted = { terms: contentOf(question), statistics, periods, timeZone, limit: maxFound };
  const candidates = await findCandidates(reader, filter, wanted);
  const terms = contentOf(question);
  const older =
    filter.includeSuperseded === true && terms.length > 0
      ? await reader.findSuperseded({ ...filter, terms, limit: maxFound })
      : [];
  const refs = distinct([...bestOf([...candidates.refs, ...older]), ...nearest]);
  const read = await reader.passages(refs, weights.nearby.reach);
  const passages = read.map((passage) => passage.map((memory) => withoutForeignLinks(memory, filter)));
  const replacers = await replacersOf(reader, passages.flat(), filter);
  return {
    ...candidates,
    refs: [...candidates.refs, ...older],
    question,
    statistics,
    passages,
    replacers,
    searched: await reader.count(filter),
  };
}

/** Newer facts that contradict these, those that contradict them, and so on, if they match the filter. */
export async function replacersOf(
  reader: RecallReader,
  memories: readonly Candidate[],
  filter: MemoryFilter,
): Promise<Candidate[]> {
  const replacers = new Map<string, Candidate>();
  for (let missing = replacersMissing(memories, replacers); missing.length > 0;) {
    const read = (await reader.passages(missing, 0)).flat().filter((memory) => matchesFilter(filter, memory));
    for (const memory of read) replacers.set(refKey(memory), memory);
    missing = replacersMissing(read, replacers);
  }
  return [...replacers.values()];
}

/** A fact that another user shares: what contradicts it may be private to them. */
export function withoutForeignLinks(memory: Candidate, { userId }: MemoryFilter): Candidate {
  const isForeign = memory.ownerId !== null && memory.ownerId !== userId;
  return isForeign && memory.contradictedBy.length > 0 ? { ...memory, contradictedBy: [] } : memory;
}

function replacersMissing(memories: readonly Candidate[], known: ReadonlyMap<string, Candidate>): MemoryRef[] {
  const refs = memories.flatMap(({ contradictedBy }) => contradictedBy.map((id): MemoryRef => ({ kind: 'fact', id })));
  return distinct(refs).filter((ref) => !known.has(refKey(ref)));
}

/** The words of a query that are searched for. */
export function contentOf({ terms }: Question): string[] {
  return terms.filter(({ role }) => role === 'content').map(({ word }) => word);
}

/** Memories outside conversations, and the best of those in conversations; those found by their time are last. */
function bestOf(found: readonly MemoryRef[]): MemoryRef[] {
  const isTalk = ({ kind }: MemoryRef): boolean => kind === 'message' || kind === 'chunk';
  const talk = found.slice(0, maxFound).filter(isTalk);
  const left = new Set(talk.slice(maxTalkFound).map(refKey));
  return found.filter((ref) => !left.has(refKey(ref)));
}

function distinct(refs: readonly MemoryRef[]): MemoryRef[] {
  return [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];
}
