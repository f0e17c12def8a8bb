/**
 * Search: ranks all memories for one query, best first, with a score between 0 and 1 and, on request, the reasons. The
 * store finds candidates and their neighbors; this module decides their scores.
 */
import type { Identities } from '../memory/governance/identities.ts';
import type { CallerFolder, RefreshEntries } from '../memory/entries/entryStore.ts';
import type { FadedFacts } from '../memory/fading/fading.ts';
import type { Person } from '../memory/people/cards.ts';
import type { WhoAnswer } from '../memory/people/expert.ts';
import type { Neighbour } from '../memory/recall/embeddings.ts';
import type { Candidate, RecallStore } from '../memory/recall/recall.ts';
import type { Sessions } from '../memory/sessions/sessions.ts';
import type { NotedReads } from '../memory/shared/audit.ts';
import type { Finding } from '../memory/shared/findings.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { unknownProjectIn } from '../memory/shared/identity.ts';
import { limits, refused, requireText, requireWholeBetween } from '../memory/shared/input.ts';
import { refKey } from '../memory/shared/memoryRef.ts';
import type { MemoryFilter, MemoryRef, Worktree } from '../memory/shared/memoryRef.ts';
import type { Clock } from '../memory/shared/ports.ts';
import { localDaysIn } from '../util/time.ts';
import type { WordVectors } from './embedding/wordVectors.ts';
import { answerFrom, withNoticeFirst } from './explanation/searchAnswer.ts';
import type { SearchAnswer } from './explanation/searchResult.ts';
import { findCommands, findCommonCommands } from './howTo/findCommands.ts';
import type { RanCommand } from './howTo/ranCommands.ts';
import type { ExpertsInput } from './people/experts.ts';
import { findExperts } from './people/experts.ts';
import { periodsIn } from './query/calendar.ts';
import { contentOf, gather, replacersOf, withoutForeignLinks } from './query/gathered.ts';
import type { Holding, HoldingWanted } from './query/holding.ts';
import { gatherHolding } from './query/holding.ts';
import type { Question } from './query/question.ts';
import { questionFrom, withMisspellings, withoutPeriods, withRarities } from './query/question.ts';
import type { SearchScope } from './query/searchFilter.ts';
import { filterFromScope, isWithin, matchesFilter } from './query/searchFilter.ts';
import type { Asked } from './ranking/answering.ts';
import { answerStrength } from './ranking/answering.ts';
import type { Answered, Meaning } from './ranking/meaning.ts';
import type { Ranked } from './ranking/ranking.ts';
import { ownWordsFirst, rank, reranked, spreadOverSessions } from './ranking/ranking.ts';
import { withReplacersFirst } from './ranking/repeats.ts';
import { inOrderOfTime } from './ranking/restatements.ts';
import { weights } from './shared/weights.ts';

export const maxResults = 100;

export interface SearchInput extends SearchScope {
  query: string;
  /** 1 to 100; the default is 10. */
  limit?: number | undefined;
  explain?: boolean | undefined;
  /** Results with a word of the query come before those where only neighbors in the conversation contain one. */
  ownWordsFirst?: boolean;
}

/** Memories found by meaning, independent of the limit, so that the limit does not change their order. */
const maxNearest = 40;
/** The number of best results that a reranking model judges. */
const maxJudged = 50;
interface SearchParts {
  recall: RecallStore;
  identities: Identities;
  sessions: Sessions;
  clock: Clock;
  meaning: Meaning;
  /** The topics of texts without a model; if it is absent or returns undefined, only words are compared. */
  wordVectors?: () => Promise<WordVectors | undefined>;
  /** Gets a note of each search, after its results. */
  reads?: NotedReads;
  /** Brings the entries of memory files up to date before each search. */
  refreshEntries?: RefreshEntries | undefined;
  /** Says in an explanation which facts have faded; their rank is that of others. */
  fading?: FadedFacts;
}

export class Search {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** By words, and also by meaning with an embedding model. */
  async find(caller: Caller, input: SearchInput): Promise<SearchAnswer> {
    const { limit, question, filter } = await this.#read(caller, input);
    const unknown = unknownProjectIn(filter.scope);
    if (unknown !== undefined) return this.#noted(caller, input, { results: [], searched: 0, notice: unknown });
    const { answer: vector, notice } = await this.#vectorOf(question);
    const nearest = vector === undefined ? [] : await this.#parts.meaning.nearest(vector, filter, maxNearest);
    const found = await this.#ranked(caller, { question, filter, nearest, vector });
    const judged = await this.#judged(question, found.ranked);
    const { question: weighed } = found.asked;
    const spread = spreadOverSessions(judged.ranked);
    const inOrder = inOrderOfTime(weighed, input.ownWordsFirst === true ? ownWordsFirst(spread) : spread);
    // For a question about the past, a fact may precede the one that contradicts it; its result names that one.
    const ranked = weighed.time === 'history' ? inOrder : replacersFirst(inOrder, found.replacers);
    const uncovered = ranked.length === 0 && notice === undefined ? await this.#uncovered() : undefined;
    const answering = answerStrength(found.asked, ranked);
    const commands = await findCommands(this.#parts.recall, question.text, filter);
    // A result found by meaning may use entirely different words.
    const isByWords = vector === undefined && !judged.isJudged;
    const isUnclear =
      isByWords && ranked.length > 0 && commands.length === 0 && answering.answered < weights.answered.clear;
    const notices = [notice, judged.notice, uncovered, isUnclear ? unclear : undefined];
    const shown = { limit, searched: found.searched, explain: input.explain === true, answering, commands };
    const answer = answerFrom(ranked, shown, notices);
    return this.#noted(caller, input, shown.explain ? await this.#withFaded(caller, answer) : answer);
  }

  /** The commands of the caller's sessions that succeeded most often, one for each usual task; at most `max`. */
  commonCommands(caller: Caller, max: number): Promise<RanCommand[]> {
    return findCommonCommands(this.#parts.recall, { userId: caller.user.id, scope: 'all' }, max);
  }

  /** The embedding model as stored with each vector; undefined without one. */
  get embeddingModel(): string | undefined {
    return this.#parts.meaning.model;
  }

  /** The findings of the doctor about the embedding model; empty without one. */
  examineModel(): Promise<Finding[]> {
    return this.#parts.meaning.examine();
  }

  /**
   * By meaning alone, nearest first. Without an embedding model or an answer from it, by words, which the notice says.
   */
  async findByMeaning(caller: Caller, input: SearchInput): Promise<SearchAnswer> {
    const { limit, question, filter } = await this.#read(caller, input);
    const { meaning, recall } = this.#parts;
    if (unknownProjectIn(filter.scope) !== undefined) return this.find(caller, input);
    if (meaning.label === undefined) return withNoticeFirst(noModel, await this.find(caller, input));
    const { answer: vector } = await this.#vectorOf(question);
    if (vector === undefined) return this.find(caller, input);
    const nearest = await meaning.nearest(vector, filter, limit * 2);
    const { memories, replacers, searched } = await recall.read(async (reader) => {
      const near = (await reader.passages(nearest, 0)).flat().map((memory) => withoutForeignLinks(memory, filter));
      const newer = await replacersOf(reader, near, filter);
      return { memories: near, replacers: newer, searched: await reader.count(filter) };
    });
    const byKey = new Map(memories.map((memory) => [refKey(memory), memory]));
    const ranked = nearest.flatMap((neighbour) => nearTo(byKey.get(refKey(neighbour)), neighbour));
    const found = replacersFirst(ranked, replacers);
    const best = Math.max(0, ...found.map(({ strength }) => strength));
    const answering = { answered: Math.sqrt(best), best };
    const shown = { limit, searched, explain: input.explain === true, answering };
    return this.#noted(caller, input, answerFrom(found, shown, [await this.#uncovered()]));
  }

  /**
   * Which of these people worked on something, best first, with the reasons; by their public cards and by approved
   * knowledge. `people` are those whose cards the caller may read.
   */
  whoWorkedOn(caller: Caller, people: readonly Person[], input: ExpertsInput): Promise<WhoAnswer> {
    const { meaning, clock } = this.#parts;
    return findExperts(caller, people, input, {
      findKnowledge: (reader, query, limit) => this.find(reader, { query, limit, sharedOnly: true, project: 'all' }),
      meaning,
      clock,
    });
  }

  /**
   * Memories that contain some of these words, in the caller's own project or without one, for callers that weigh them
   * themselves; and how common each word is. By words alone, so that no model delays it.
   */
  async holding(caller: Caller, words: readonly string[], wanted: HoldingWanted): Promise<Holding> {
    const filter = await this.#withEntries(caller, await filterFromScope(this.#parts, caller, { kinds: wanted.kinds }));
    return this.#parts.recall.read((reader) => gatherHolding(reader, words, { wanted, filter, caller }));
  }

  /** The live facts of the caller's scope that come from these sessions, at most `max` of each, newest first. */
  async factsOfSessions(caller: Caller, sessionIds: readonly string[], max: number): Promise<Candidate[]> {
    const filter = await filterFromScope(this.#parts, caller, { kinds: ['fact'] });
    return this.#parts.recall.read(async (reader) => {
      const refs: MemoryRef[] = [];
      for (const sessionId of sessionIds) refs.push(...(await reader.newest({ ...filter, sessionId }, max)));
      return (await reader.passages(refs, 0)).flat().map((memory) => withoutForeignLinks(memory, filter));
    });
  }

  /**
   * The fact that is valid in place of another: the newest that contradicts it, or itself; undefined if it is not in
   * the caller's scope.
   */
  async newestOfChain(caller: Caller, fact: Candidate): Promise<Candidate | undefined> {
    const filter = await filterFromScope(this.#parts, caller, { kinds: ['fact'] });
    const newest = await this.#parts.recall.read(async (reader) => {
      let last: Candidate | undefined = fact;
      // Terminates, because only newer facts contradict.
      for (let newer = newestOf(fact); newer !== undefined; newer = last && newestOf(last)) {
        [last] = (await reader.passages([newer], 0)).flat();
      }
      return last;
    });
    return newest !== undefined && matchesFilter(filter, newest) ? newest : undefined;
  }

  /** Adds to the explanations of faded facts since when they were not used. */
  async #withFaded(caller: Caller, answer: SearchAnswer): Promise<SearchAnswer> {
    const facts = answer.results.flatMap(({ kind, id }) => (kind === 'fact' ? [Number(id)] : []));
    const faded = await this.#parts.fading?.of(caller, facts);
    const results = answer.results.map((result) => {
      const since = result.kind === 'fact' ? faded?.get(Number(result.id))?.since : undefined;
      return since === undefined || result.why === undefined
        ? result
        : { ...result, why: { ...result.why, unusedSince: since } };
    });
    return { ...answer, results };
  }

  async #noted(caller: Caller, { query }: SearchInput, answer: SearchAnswer): Promise<SearchAnswer> {
    const { length: count } = answer.results;
    await this.#parts.reads?.noteRead(caller, { action: 'search', kind: null, count, words: query });
    return answer;
  }

  /** Skips a model that has not embedded anything yet: no memory could be near. */
  async #vectorOf(question: Question): Promise<Answered<Float32Array>> {
    const { meaning } = this.#parts;
    if (!(await meaning.coversNothing())) return meaning.embed(question.text);
    const { total, lastError } = (await meaning.coverage()) ?? { total: 0, lastError: null };
    if (total === 0) return {};
    const notice = `Keyword search only: the model (${meaning.label ?? ''}) has not embedded any memories yet${lastError === null ? '' : ` (${lastError})`}. BigMind embeds them in the background; to do it now, run "bigmind embed".`;
    return { notice };
  }

  /** The notice while some memories have no vector yet. */
  async #uncovered(): Promise<string | undefined> {
    const { embedded, total } = (await this.#parts.meaning.coverage()) ?? { embedded: 0, total: 0 };
    if (embedded >= total) return undefined;
    return `Search by meaning covers ${String(embedded)} of ${String(total)} memories so far. BigMind embeds the rest in the background; to do it now, run "bigmind embed".`;
  }

  async #read(
    caller: Caller,
    input: SearchInput,
  ): Promise<{ limit: number; question: Question; filter: MemoryFilter }> {
    const limit = requireWholeBetween('limit', input.limit ?? 10, 1, maxResults);
    const question = requireQuestion(requireText('query', input.query, limits.query, tooLong));
    const filter = await this.#withEntries(caller, await filterFromScope(this.#parts, caller, input));
    return { limit, question, filter };
  }

  /** What the files in the caller's folder say now, and not those of another worktree of the project. */
  async #withEntries(caller: Caller, filter: MemoryFilter): Promise<MemoryFilter> {
    if (filter.kinds?.includes('entry') === false) return filter;
    const worktree = worktreeOf(caller, await this.#parts.refreshEntries?.(caller));
    return worktree === undefined ? filter : { ...filter, worktree };
  }

  async #ranked(
    caller: Caller,
    { question, filter, nearest, vector }: Found,
  ): Promise<{ asked: Asked; ranked: Ranked[]; replacers: Candidate[]; searched: number }> {
    const { recall, clock, wordVectors } = this.#parts;
    const now = clock.now();
    const { timeZone } = clock;
    const periods = await periodsIn(question.text, now, timeZone);
    const input = { question: withoutPeriods(question, periods), filter, periods, timeZone, nearest };
    const gathered = await recall.read((reader) => gather(reader, input));
    const { statistics, passages, replacers, searched } = gathered;
    const weighed = withRarities(withMisspellings(gathered.question, gathered.misspellings), statistics);
    const dayOf = localDaysIn(timeZone);
    const ranked = rank({
      question: weighed,
      periods,
      passages,
      found: new Set(gathered.refs.map(refKey)),
      sessions: gathered.sessions,
      similarities: await this.#similarities(vector, passages.flat()),
      today: dayOf(asOf(now, filter)) ?? 0,
      dayOfMemory: ({ createdAt }) => dayOf(createdAt) ?? 0,
      projectId: caller.project?.id ?? null,
      wordVectors: await wordVectors?.(),
    });
    const terms = contentOf(gathered.question);
    const holding = new Map(terms.map((term, place) => [term, statistics.holding[place] ?? 0]));
    return {
      asked: { question: weighed, periods, documents: statistics.documents, holding },
      ranked: ranked.filter(({ memory }) => isWithin(memory.createdAt, filter)),
      replacers,
      searched,
    };
  }

  async #similarities(
    vector: Float32Array | undefined,
    memories: readonly MemoryRef[],
  ): Promise<ReadonlyMap<string, number>> {
    if (vector === undefined) return new Map();
    const cosines = await this.#parts.meaning.similarities(vector, memories);
    return new Map(
      memories.flatMap((memory, place) => {
        const cosine = cosines[place];
        return cosine === undefined ? [] : [[refKey(memory), cosine] as const];
      }),
    );
  }

  async #judged(
    question: Question,
    ranked: Ranked[],
  ): Promise<{ ranked: Ranked[]; isJudged: boolean; notice?: string | undefined }> {
    const texts = ranked.slice(0, maxJudged).map(({ memory }) => `${memory.title ?? ''}\n${memory.text}`.trim());
    const { answer, notice } = await this.#parts.meaning.judge(question.text, texts);
    return {
      ranked: answer === undefined ? ranked : reranked(ranked, answer),
      isJudged: answer !== undefined,
      notice,
    };
  }
}

/** A query with the memories near to it. */
interface Found {
  question: Question;
  filter: MemoryFilter;
  nearest: readonly Neighbour[];
  /** The vector of the query, with an embedding model. */
  vector: Float32Array | undefined;
}

/** What files say in another worktree is not said in this one. */
function worktreeOf({ project }: Caller, place: CallerFolder | undefined): Worktree | undefined {
  if (project === null || place === undefined) return undefined;
  return { projectId: project.id, folder: place.folder };
}

const unclear = 'Nothing here clearly answers this; the results share only some words with it.';

const noModel =
  'Keyword search only, because no embedding model is set. Set BIGMIND_EMBEDDINGS to ollama or openai to search by meaning.';

const tooLong = 'Ask in a few plain words. Only the 64 most informative ones count.';

function requireQuestion(text: string): Question {
  const question = questionFrom(text);
  if (question.terms.length > 0) return question;
  throw refused('query', 'contains no word or number to search for', 'Ask with at least one word.');
}

/** With `until`, the question is about the state at that time, so recency counts back from there. */
function asOf(now: Date, { until }: MemoryFilter): string {
  return until !== undefined && Date.parse(until) < now.getTime() ? until : now.toISOString();
}

function newestOf({ contradictedBy }: Candidate): MemoryRef | undefined {
  const [newest] = contradictedBy.toSorted((one, other) => Number(other) - Number(one));
  return newest === undefined ? undefined : { kind: 'fact', id: newest };
}

/**
 * Places each fact directly after the newer one that contradicts it, up to the newest. The newer one is added if its
 * words did not match.
 */
function replacersFirst(ranked: readonly Ranked[], replacers: readonly Candidate[]): Ranked[] {
  const known = [...replacers.map(unranked), ...ranked];
  return withReplacersFirst(ranked, new Map(known.map((one) => [refKey(one.memory), one])));
}

function unranked(memory: Candidate): Ranked {
  return { memory, strength: 0, evidence: 0, document: 0, meaning: 0, resemblance: 0, words: [], factors: {} };
}

/** For a memory found by meaning alone, the cosine is the only evidence, and its score is the cosine. */
function nearTo(memory: Candidate | undefined, { similarity }: Neighbour): Ranked[] {
  if (memory === undefined) return [];
  const evidence = Math.max(0, Math.min(0.9999, similarity));
  return [{ ...unranked(memory), meaning: evidence, evidence, strength: evidence ** 2 }];
}
