/**
 * Writes syntheses for entities with enough new memories, one entity after another. One process works
 * for a user at a time, by a lease in the store. What was written stays, so a run can end at any point, and the next one
 * continues. A language model writes if the caller passes one and the daily limit allows it; a rule otherwise.
 */
import { estimateTokens } from '../../../util/tokens.ts';
import type { Caller, CallingUser, ProjectScope, User } from '../../shared/identity.ts';
import { refKey } from '../../shared/memoryRef.ts';
import { maySendAutomatically } from '../../trust/trust.ts';
import { isStopWord } from '../../summarize/words/stopWords.ts';
import type { EntityName } from '../graphStore.ts';
import type { BackgroundRun, RunOutcome } from '../../shared/background/backgroundRuns.ts';
import type { Material, SleepOptions, SleepParts, SleepReport, Writer } from './sleepWork.ts';
import { answerTokens, SleepWork } from './sleepWork.ts';
import type { DueEntity, JudgedSource, Synthesis } from './synthesis.ts';
import { synthesisText } from './synthesis.ts';
import { synthesisRequest } from './synthesisRequest.ts';
import type { SynthesisStore } from './synthesisStore.ts';

/** Of an entity, the newest. */
const maxSources = 500;
/** Entities of one run. */
const maxDue = 500;
/** Milliseconds for which a run may be silent before another process takes over; longer than a model may take. */
const leaseMs = 180_000;

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

const shownRuns = 10;
/** Writes syntheses for a caller, and reads what it wrote. */
export class Consolidation {
  readonly #store: SynthesisStore;
  readonly #parts: SleepParts;

  constructor(store: SynthesisStore, parts: SleepParts) {
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
  runs(caller: Caller): Promise<BackgroundRun[]> {
    return this.#store.runs.list(caller.user.id, shownRuns);
  }

  /**
   * Writes what is due. Returns the run of another process if there is one. An error of the store rejects; one of the
   * model ends its use, and the rule writes the rest.
   */
  async run(caller: CallingUser, options: SleepOptions = {}): Promise<SleepReport | { running: BackgroundRun }> {
    const holder = this.#parts.ports.newId();
    const begun = await this.#store.runs.begin({ userId: caller.user.id, holder, ...this.#leaseTimes() });
    if ('running' in begun) return begun;
    const held = { userId: caller.user.id, runId: begun.runId, holder };
    const work = new SleepWork(this.#store, { ...this.#parts, held, options });
    let outcome: RunOutcome = 'failed';
    try {
      const used = await this.#usedToday(caller);
      outcome = await work.write(caller, used, {
        due: () => this.#due(caller),
        materialFor: (entity) => this.#materialFor(caller, entity),
        leaseUntil: () => this.#leaseTimes().until,
      });
      return { outcome, ...work.report };
    } finally {
      await this.#store.runs.end({ ...held, progress: work.progress, now: this.#now(), outcome });
    }
  }

  /**
   * The synthesis that orients a reader who asks this: that of the first of the entities that has one. `entities` are
   * those that the question names; see `Graph.namedIn`.
   */
  async forQuestion(
    caller: Caller,
    scope: ProjectScope,
    { question, entities }: { question: string; entities: readonly EntityName[] },
  ): Promise<FoundSynthesis | undefined> {
    const keys = entities.map(({ key }) => key);
    const found = await this.inScope(caller, scope, keys);
    for (const entity of entities) {
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

  /** Another text once a memory was stored or changed; see `SynthesisStore.newest`. */
  newestMemory(): Promise<string> {
    return this.#store.newest();
  }

  /** Everybody who was not erased, for a server that acts for them. */
  users(): Promise<User[]> {
    return this.#store.users();
  }

  /** Whose memories were stored or changed after a document; see `SynthesisStore.changedFor`. */
  changedFor(after: number | undefined): Promise<{ newest: number; userIds: (string | null)[] }> {
    return this.#store.changedFor(after);
  }

  /** The current version and up to 20 older ones. */
  versions(caller: Caller, entity: string, projectId: string | null): Promise<Synthesis[]> {
    return this.#store.versions({ userId: caller.user.id, entity, projectId });
  }

  #due(caller: CallingUser): Promise<DueEntity[]> {
    const { density } = this.#parts;
    return this.#store.due({ userId: caller.user.id, density, limit: maxDue, now: this.#now() });
  }

  /** The sources that may be used: nothing from the web, and nothing that reads like instructions. */
  async #materialFor(caller: CallingUser, { key, projectId }: DueEntity): Promise<Material> {
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
    return { sources, previous, projectName: listed[0]?.projectName ?? null };
  }

  /** The share of the question's words that it contains, 0 to 1. */
  #coverage(question: string, synthesis: Synthesis): number {
    const { indexText } = this.#parts.ports;
    const words = question.split(/\s+/u).filter((word) => !isStopWord(word));
    const wanted = [...new Set(indexText(words.join(' ')).split(' '))].filter((word) => word !== '');
    const said = new Set(indexText(synthesisText(synthesis)).split(' '));
    return wanted.length === 0 ? 0 : wanted.filter((word) => said.has(word)).length / wanted.length;
  }

  #usedToday(caller: CallingUser): Promise<number> {
    const day = this.#parts.ports.clock.now().getTime() - 24 * 3_600_000;
    return this.#store.runs.tokensSince(caller.user.id, new Date(day).toISOString());
  }

  #now(): string {
    return this.#parts.ports.clock.now().toISOString();
  }

  #leaseTimes(): { now: string; until: string } {
    const now = this.#parts.ports.clock.now();
    return { now: now.toISOString(), until: new Date(now.getTime() + leaseMs).toISOString() };
  }
}
