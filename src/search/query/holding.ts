/**
 * Memories that hold some words, and the sessions around them, for callers that weigh them themselves: what a prompt
 * gets. `gathered.ts` does the same for a search.
 */
import type { Candidate, RecallReader, TermStatistics } from '../../memory/recall/recall.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { MemoryFilter } from '../../memory/shared/memoryRef.ts';
import type { MemoryKind } from '../../memory/shared/vocabulary.ts';
import { withoutForeignLinks } from './gathered.ts';

/** For each session that is read, how many more are only compared. */
const comparedSessions = 4;

export interface HoldingWanted {
  kinds: readonly MemoryKind[];
  /** Words in more memories than this are not searched for. */
  maxHolding: number;
  /** The number of rarest words that are searched for. */
  maxWords: number;
  limit: number;
  /** The number of sessions; 0 if absent. */
  sessions?: number;
}

export interface Holding {
  /**
   * In no particular order. A fact may be contradicted by a newer one, which is included only if it contains a word
   * too.
   */
  memories: Candidate[];
  /** Sessions whose documents contain some of the words, best first, and those that taught the caller's found facts. */
  sessions: Candidate[];
  /** How they began, by their ids. */
  openings: ReadonlyMap<string, string>;
  /** The BM25 of the documents of the best sessions, by their ids. */
  bm25: ReadonlyMap<string, number>;
  /** For the given words, in order, over the whole store. */
  statistics: TermStatistics;
  /** The number of memories of these kinds that the caller may see. */
  among: number;
}

interface Within {
  wanted: HoldingWanted;
  filter: MemoryFilter;
  caller: Caller;
}

export async function gatherHolding(
  reader: RecallReader,
  words: readonly string[],
  { wanted, filter, caller }: Within,
): Promise<Holding> {
  const { maxHolding, maxWords, limit, sessions: maxSessions = 0 } = wanted;
  const statistics = await reader.statistics(words);
  const informative = words
    .map((word, place) => ({ word, times: statistics.holding[place] ?? 0 }))
    .filter(({ times }) => times > 0 && times <= maxHolding)
    .sort((one, other) => one.times - other.times);
  const terms = informative.slice(0, maxWords).map(({ word }) => word);
  const refs = terms.length === 0 ? [] : await reader.find({ ...filter, terms, limit });
  const memories = (await reader.passages(refs, 0)).flat().map((memory) => withoutForeignLinks(memory, filter));
  const query = { ...filter, kinds: ['session' as const], terms, limit: maxSessions * comparedSessions };
  const found = terms.length === 0 || maxSessions === 0 ? [] : await reader.findSessions(query);
  // Facts without a project, and those that others share, come from sessions that may be private to them.
  const learned = memories.filter(
    ({ evidence, ownerId, projectId }) =>
      evidence !== null && ownerId === caller.user.id && projectId === (caller.project?.id ?? null),
  );
  const sources = maxSessions === 0 ? [] : learned.flatMap(({ sessionId }) => sessionId ?? []);
  const ids = [...new Set([...found.slice(0, maxSessions).map(({ id }) => id), ...sources])];
  const sessions = (
    await reader.passages(
      ids.map((id) => ({ kind: 'session', id })),
      0,
    )
  ).flat();
  return {
    memories,
    sessions: ids.flatMap((id) => sessions.find((session) => session.id === id) ?? []),
    openings: await reader.openings(ids),
    bm25: new Map(found.map(({ id, bm25 }) => [id, bm25])),
    statistics,
    among: await reader.count(filter),
  };
}
