/**
 * The sleep cycle: writes syntheses for entities with enough new memories, one entity after another. One process works
 * for a user at a time, by a lease in the store. What was written stays, so a run can end at any point, and the next one
 * continues. A language model writes if the caller passes one and the daily limit allows it; a rule otherwise.
 */
import { estimateTokens } from '../../../util/tokens.ts';
import type { Catalogue } from '../../recall/catalogue.ts';
import type { Caller, ProjectScope } from '../../shared/identity.ts';
import { refKey } from '../../shared/memoryRef.ts';
import type { Ports } from '../../shared/ports.ts';
import type { LanguageModel } from '../../summarize/summaries.ts';
import { worseOrigin } from '../../trust/origin.ts';
import { maySendAutomatically } from '../../trust/trust.ts';
import { isStopWord } from '../../summarize/words/stopWords.ts';
import type { Graph } from '../graph.ts';
import type { EntityName } from '../graphStore.ts';
import { extractSynthesis } from './extract.ts';
import type { SleepOutcome, SleepProgress, SleepRun } from './sleepRun.ts';
import type { DueEntity, JudgedSource, Synthesis, SynthesisContent } from './synthesis.ts';
import { synthesisText } from './synthesis.ts';
import { synthesisFromAnswer } from './synthesisAnswer.ts';
import { synthesisRequest } from './synthesisRequest.ts';
import type { SynthesisStore } from './synthesisStore.ts';

/** Of an entity, the newest. */
const maxSources = 500;
/** Entities of one run. */
const maxDue = 500;
/** Milliseconds for which a run may be silent before another process takes over; longer than a model may take. */
const leaseMs = 180_000;

/** A language model that the user allowed, and what it may use on a day. */
export interface Writer {
  model: LanguageModel;
  name: string;
  /** Tokens that it may read and write on a day, of all runs; 0 for none. */
  dailyTokens: number;
}

export interface SleepOptions {
  /** Absent: a rule writes. */
  writer?: Writer | undefined;
  /** Called before each entity; false cancels the run. It may wait, so that other work gets its turn. */
  shouldContinue?: (progress: SleepProgress) => boolean | Promise<boolean>;
}

export interface SleepReport extends SleepProgress {
  outcome: SleepOutcome;
  /** How many of them the model wrote. */
  byModel: number;
  /** Why the model wrote no more; undefined if it was not needed, or wrote all. */
  notice?: string;
}

/** What a run would do. */
export interface SleepPreview {
  due: number;
  /** What a model would read and write, by a high estimate; 0 without one. */
  tokens: number;
  /** Used today. */
  usedTokens: number;
}

/** A synthesis that a question leads to. */
export interface FoundSynthesis {
  entity: EntityName;
  synthesis: Synthesis;
  /** 0 to 1: the share of the question's words that it contains. */
  score: number;
}

interface Parts {
  graph: Graph;
  catalogue: Pick<Catalogue, 'listNamed'>;
  ports: Pick<Ports, 'clock' | 'newId' | 'redact' | 'indexText'>;
  /** Memories from which an entity gets a synthesis, and new ones from which it gets another. */
  density: number;
}

const shownRuns = 10;
/** What a model writes for one synthesis, by a high estimate. */
const answerTokens = 700;

/** Runs the sleep cycle for a caller, and reads what it wrote. */
export class Consolidation {
  readonly #store: SynthesisStore;
  readonly #parts: Parts;

  constructor(store: SynthesisStore, parts: Parts) {
    this.#store = store;
    this.#parts = parts;
  }

  /**
   * Entities that are due, and what a model would cost; nothing is written. `shouldContinue` is called before each
   * entity that the model would write; once it is false, the others are left out of the cost.
   */
  async preview(
    caller: Caller,
    writer?: Writer,
    shouldContinue: () => boolean | Promise<boolean> = () => true,
  ): Promise<SleepPreview> {
    const due = await this.#due(caller);
    const usedTokens = await this.#usedToday(caller);
    if (writer === undefined) return { due: due.length, tokens: 0, usedTokens };
    let tokens = 0;
    for (const entity of due) {
      if (!(await shouldContinue())) break;
      const { sources, previous } = await this.#materialFor(caller, entity);
      tokens +=
        estimateTokens(synthesisRequest(entity, sources, previous, writer.model.inputTokens).text) + answerTokens;
    }
    return { due: due.length, tokens, usedTokens };
  }

  /** The last runs, newest first; one without an end may be in progress. */
  runs(caller: Caller): Promise<SleepRun[]> {
    return this.#store.runs(caller.user.id, shownRuns);
  }

  /**
   * Writes what is due. Returns the run of another process if there is one. An error of the store rejects; one of the
   * model ends its use, and the rule writes the rest.
   */
  async run(caller: Caller, options: SleepOptions = {}): Promise<SleepReport | { running: SleepRun }> {
    const holder = this.#parts.ports.newId();
    const begun = await this.#store.begin({ userId: caller.user.id, holder, ...this.#leaseTimes() });
    if ('running' in begun) return begun;
    const held = { userId: caller.user.id, runId: begun.runId, holder };
    const run = new Run(this.#store, { ...this.#parts, held, options });
    let outcome: SleepOutcome = 'failed';
    try {
      const used = await this.#usedToday(caller);
      outcome = await run.write(caller, used, {
        due: () => this.#due(caller),
        materialFor: (entity) => this.#materialFor(caller, entity),
        leaseUntil: () => this.#leaseTimes().until,
      });
      return { outcome, ...run.report };
    } finally {
      await this.#store.end({ ...held, progress: run.progress, now: this.#now(), outcome });
    }
  }

  /**
   * The synthesis that orients a reader who asks this: of the entity with fewest memories that the question names.
   * Undefined if there is none.
   */
  async forQuestion(caller: Caller, scope: ProjectScope, question: string): Promise<FoundSynthesis | undefined> {
    const named = await this.#parts.graph.namedIn(caller, scope, question);
    const keys = named.map(({ key }) => key);
    const found = await this.inScope(caller, scope, keys);
    for (const entity of named) {
      const synthesis = found.find((one) => one.entity === entity.key && one.sentences.length > 0);
      if (synthesis !== undefined) return { entity, synthesis, score: this.#coverage(question, synthesis) };
    }
    return undefined;
  }

  /** The current syntheses of these entities in the projects of the scope. */
  inScope(caller: Caller, scope: ProjectScope, entities: readonly string[]): Promise<Synthesis[]> {
    if (scope === 'all') return this.current(caller, scope, entities);
    return this.current(caller, 'unknown' in scope ? [] : [...new Set([scope.projectId, null])], entities);
  }

  /** The current syntheses of these entities in the projects; `all` is each. */
  current(
    caller: Caller,
    projectIds: readonly (string | null)[] | 'all',
    entities: readonly string[],
  ): Promise<Synthesis[]> {
    if (entities.length === 0) return Promise.resolve([]);
    return this.#store.current(caller.user.id, projectIds, entities);
  }

  /** Another text once a memory was stored or changed. */
  newestMemory(): Promise<string> {
    return this.#store.newest();
  }

  /** The current version and up to 20 older ones. */
  versions(caller: Caller, entity: string, projectId: string | null): Promise<Synthesis[]> {
    return this.#store.versions({ userId: caller.user.id, entity, projectId });
  }

  #due(caller: Caller): Promise<DueEntity[]> {
    const { density } = this.#parts;
    return this.#store.due({ userId: caller.user.id, density, limit: maxDue, now: this.#now() });
  }

  /** The sources that may be used: nothing from the web, and nothing that reads like instructions. */
  async #materialFor(caller: Caller, { key, projectId }: DueEntity): Promise<Material> {
    const place = { userId: caller.user.id, entity: key, projectId };
    const texts = await this.#store.sources(place, maxSources, this.#now());
    const listed = await this.#parts.catalogue.listNamed(
      caller,
      texts.map(({ ref }) => ref),
    );
    const known = new Map(listed.map((memory) => [refKey(memory), memory]));
    const sources = texts.flatMap((source): JudgedSource[] => {
      const memory = known.get(refKey(source.ref));
      if (memory === undefined || memory.readsLikeOrders) return [];
      const { origin, confidence, type, kind, status } = memory;
      if (!maySendAutomatically({ origin, texts: [source.text] })) return [];
      const isSettled = type === 'decision' || (kind === 'knowledge' && status !== 'pending');
      return [{ ...source, origin: origin ?? 'agent', confidence: confidence ?? 1, isSettled }];
    });
    const [previous] = await this.#store.current(caller.user.id, [projectId], [key]);
    return { sources, previous };
  }

  /** The share of the question's words that it contains, 0 to 1. */
  #coverage(question: string, synthesis: Synthesis): number {
    const { indexText } = this.#parts.ports;
    const words = question.split(/\s+/u).filter((word) => !isStopWord(word));
    const wanted = [...new Set(indexText(words.join(' ')).split(' '))].filter((word) => word !== '');
    const said = new Set(indexText(synthesisText(synthesis)).split(' '));
    return wanted.length === 0 ? 0 : wanted.filter((word) => said.has(word)).length / wanted.length;
  }

  #usedToday(caller: Caller): Promise<number> {
    const day = this.#parts.ports.clock.now().getTime() - 24 * 3_600_000;
    return this.#store.tokensSince(caller.user.id, new Date(day).toISOString());
  }

  #now(): string {
    return this.#parts.ports.clock.now().toISOString();
  }

  #leaseTimes(): { now: string; until: string } {
    const now = this.#parts.ports.clock.now();
    return { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() };
  }
}

interface Material {
  sources: JudgedSource[];
  previous: Synthesis | undefined;
}

interface Written {
  content: SynthesisContent;
  writtenBy: string;
  tokens: number;
  /** What a model saw: any of it may be in its words. */
  read: readonly JudgedSource[];
}

interface RunParts extends Parts {
  held: { userId: string; runId: number; holder: string };
  options: SleepOptions;
}

/** One run: its progress, and what its model may still use. */
class Run {
  readonly #store: SynthesisStore;
  readonly #parts: RunParts;
  readonly #progress: SleepProgress = { due: 0, done: 0, tokens: 0 };
  #byModel = 0;
  #notice: string | undefined;
  #usedBefore = 0;

  constructor(store: SynthesisStore, parts: RunParts) {
    this.#store = store;
    this.#parts = parts;
  }

  get progress(): SleepProgress {
    return { ...this.#progress };
  }

  get report(): Omit<SleepReport, 'outcome'> {
    const notice = this.#notice;
    return { ...this.#progress, byModel: this.#byModel, ...(notice !== undefined && { notice }) };
  }

  async write(
    caller: Caller,
    usedBefore: number,
    from: {
      due: () => Promise<DueEntity[]>;
      materialFor: (entity: DueEntity) => Promise<Material>;
      leaseUntil: () => string;
    },
  ): Promise<SleepOutcome> {
    this.#usedBefore = usedBefore;
    const mayContinue = async (): Promise<boolean> => {
      const { options, held } = this.#parts;
      if (options.shouldContinue !== undefined && !(await options.shouldContinue(this.progress))) return false;
      return this.#store.renew({ ...held, progress: this.progress, until: from.leaseUntil() });
    };
    do {
      if (!(await mayContinue())) return 'cancelled';
    } while ((await this.#parts.graph.scanOnce(caller)).isWaiting);
    const through = Number(await this.#store.newest());
    const due = await from.due();
    this.#progress.due = due.length;
    for (const entity of due) {
      if (!(await mayContinue())) return 'cancelled';
      await this.#writeOne(caller, entity, { ...(await from.materialFor(entity)), through });
    }
    // Who shows progress sees the last one done.
    await mayContinue();
    return 'done';
  }

  async #writeOne(
    caller: Caller,
    entity: DueEntity,
    { sources, previous, through }: Material & { through: number },
  ): Promise<void> {
    const names = [entity.name, entity.key, ...(await this.#parts.graph.namesOf(caller, entity.key))];
    const written = (await this.#byWriter(entity, sources, previous)) ?? {
      content: extractSynthesis(sources, names, this.#parts.ports.indexText),
      writtenBy: 'rule',
      tokens: 0,
      read: [],
    };
    const { content, writtenBy, tokens, read } = written;
    // Also without a sentence, so that the same memories are not read again in each run.
    const stored = await this.#store.store({
      ...content,
      userId: caller.user.id,
      entity: entity.key,
      projectId: entity.projectId,
      writtenBy,
      origin: sources.map(({ origin }) => origin).reduce(worseOrigin, 'person'),
      memories: entity.memories,
      throughDocument: through,
      tokens,
      sources: [...new Set([...usedIn(content, sources), ...read])],
      now: this.#parts.ports.clock.now().toISOString(),
    });
    if (stored === 'stored') this.#progress.done += 1;
    if (stored === 'stored' && writtenBy !== 'rule') this.#byModel += 1;
  }

  /** Undefined: the rule writes. */
  async #byWriter(
    entity: DueEntity,
    sources: readonly JudgedSource[],
    previous: Synthesis | undefined,
  ): Promise<Written | undefined> {
    const { writer } = this.#parts.options;
    if (writer === undefined || this.#notice !== undefined || sources.length === 0) return undefined;
    const { text, numbered } = synthesisRequest(entity, sources, previous, writer.model.inputTokens);
    const asked = estimateTokens(text);
    if (this.#usedBefore + this.#progress.tokens + asked + answerTokens > writer.dailyTokens) {
      this.#notice = 'The daily limit of tokens is reached, so the rest was written by a rule.';
      return undefined;
    }
    try {
      const answer = await writer.model.ask(text);
      const tokens = asked + estimateTokens(answer);
      this.#progress.tokens += tokens;
      const content = synthesisFromAnswer(answer, numbered, this.#parts.ports);
      const known = previous === undefined ? [] : usedIn(previous, sources);
      return content && { content, writtenBy: writer.name, tokens, read: [...numbered, ...known] };
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      this.#notice = `The language model did not answer, so a rule wrote the rest: ${why}`;
      return undefined;
    }
  }
}

/** The sources that a sentence or a conflict names. */
function usedIn({ sentences, conflicts }: SynthesisContent, sources: readonly JudgedSource[]): JudgedSource[] {
  const all = [...sentences, ...conflicts.flatMap(({ statements }) => statements)];
  const used = new Set(all.flatMap((one) => one.sources.map(refKey)));
  return sources.filter(({ ref }) => used.has(refKey(ref)));
}
