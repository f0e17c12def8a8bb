/**
 * The work of one run that writes syntheses: it goes through the due entities, and counts what it did. It asks before each
 * entity whether it may continue. A language model writes until its daily limit or its first failure; a rule otherwise.
 */
import { estimateTokens } from '../../../util/tokens.ts';
import type { Catalogue } from '../../recall/catalogue.ts';
import type { CallingUser } from '../../shared/identity.ts';
import type { LanguageModel } from '../../shared/languageModel.ts';
import { refKey } from '../../shared/memoryRef.ts';
import type { Ports } from '../../shared/ports.ts';
import { worseOrigin } from '../../trust/origin.ts';
import type { Graph } from '../graph.ts';
import { extractSynthesis, isWorthKeeping } from './extract.ts';
import type { RunOutcome, RunProgress } from '../../shared/background/backgroundRuns.ts';
import type { DueEntity, JudgedSource, Synthesis, SynthesisContent } from './synthesis.ts';
import { synthesisFromAnswer } from './synthesisAnswer.ts';
import { synthesisRequest } from './synthesisRequest.ts';
import type { SynthesisStore } from './synthesisStore.ts';

/** A language model that the user allowed, and what it may use on a day. */
export interface Writer {
  model: LanguageModel;
  /** Tokens that it may read and write on a day, of all runs; 0 for none. */
  dailyTokens: number;
}

export interface SleepOptions {
  /** Absent: a rule writes. */
  writer?: Writer | undefined;
  /** Called before each entity; false cancels the run. It may wait, so that other work gets its turn. */
  shouldContinue?: (progress: RunProgress) => boolean | Promise<boolean>;
}

/** A synthesis that a run wrote. */
export interface WrittenSynthesis {
  /** Of the entity. */
  name: string;
  /** A name; null for memories without a project. */
  project: string | null;
  /** Memories that it rests on. */
  sources: number;
}

export interface SleepReport extends RunProgress {
  outcome: RunOutcome;
  /** In the order in which they were written; `done` also counts the entities of which no memory says enough. */
  written: WrittenSynthesis[];
  /** How many of them the model wrote. */
  byModel: number;
  /** Why the model wrote no more; undefined if it was not needed, or wrote all. */
  notice?: string | undefined;
}

/** What a run needs from others. */
export interface SleepParts {
  graph: Graph;
  catalogue: Pick<Catalogue, 'listNamed'>;
  ports: Pick<Ports, 'clock' | 'newId' | 'redact' | 'indexText'>;
  /** Memories from which an entity gets a synthesis, and new ones from which it gets another. */
  density: number;
}

/** Milliseconds between two notes of the progress, unless more became due: each of them takes the write lock. */
const renewalMs = 1_000;

/** What a model writes for one synthesis, by a high estimate. */
export const answerTokens = 700;

/** What a synthesis is written from. */
export interface Material {
  sources: JudgedSource[];
  previous: Synthesis | undefined;
  /** Of all sources; null for none. */
  projectName: string | null;
}

interface Written {
  content: SynthesisContent;
  writtenBy: string;
  tokens: number;
  /** What a model saw: any of it may be in its words. */
  read: readonly JudgedSource[];
}

interface WorkParts extends SleepParts {
  held: { userId: string; runId: number; holder: string };
  options: SleepOptions;
}

/** One run: its progress, and what its model may still use. */
export class SleepWork {
  readonly #store: SynthesisStore;
  readonly #parts: WorkParts;
  readonly #progress: RunProgress = { due: 0, done: 0, tokens: 0 };
  readonly #written: WrittenSynthesis[] = [];
  #byModel = 0;
  #notice: string | undefined;
  #usedBefore = 0;

  constructor(store: SynthesisStore, parts: WorkParts) {
    this.#store = store;
    this.#parts = parts;
  }

  get progress(): RunProgress {
    return { ...this.#progress };
  }

  get report(): Omit<SleepReport, 'outcome'> {
    const notice = this.#notice;
    return {
      ...this.#progress,
      written: [...this.#written],
      byModel: this.#byModel,
      notice,
    };
  }

  async write(
    caller: CallingUser,
    usedBefore: number,
    from: {
      due: () => Promise<DueEntity[]>;
      materialFor: (entity: DueEntity) => Promise<Material>;
      leaseUntil: () => string;
    },
  ): Promise<RunOutcome> {
    this.#usedBefore = usedBefore;
    let renewed = { at: 0, due: 0 };
    const mayContinue = async (): Promise<boolean> => {
      const { options, held } = this.#parts;
      if (options.shouldContinue !== undefined && !(await options.shouldContinue(this.progress))) return false;
      const now = this.#parts.ports.clock.now().getTime();
      const { due } = this.progress;
      if (now - renewed.at < renewalMs && due === renewed.due) return true;
      renewed = { at: now, due };
      return this.#store.runs.renew({ ...held, progress: this.progress, until: from.leaseUntil() });
    };
    do {
      if (!(await mayContinue())) return 'cancelled';
    } while ((await this.#parts.graph.scanOnce(caller)).isWaiting);
    const { userId } = this.#parts.held;
    await this.#parts.graph.settle(caller);
    await this.#store.removeUnfit(userId, isWorthKeeping);
    const due = await from.due();
    this.#progress.due = due.length;
    for (const entity of due) {
      if (!(await mayContinue())) return 'cancelled';
      await this.#writeOne(caller, entity, await from.materialFor(entity));
    }
    // Who shows progress sees the last one done.
    await mayContinue();
    return 'done';
  }

  async #writeOne(caller: CallingUser, entity: DueEntity, { sources, previous, projectName }: Material): Promise<void> {
    const aliases = await this.#parts.graph.namesOf(caller, entity.key);
    const names = [entity.name, ...aliases.map(({ key }) => key)];
    const written = (await this.#byWriter(entity, sources, previous)) ?? {
      content: extractSynthesis(sources, { ...entity, names }, this.#parts.ports.indexText),
      writtenBy: 'rule',
      tokens: 0,
      read: [],
    };
    const { content, writtenBy, tokens, read } = written;
    // Also without a sentence, so that the same memories are not read again in each run.
    const used = usedIn(content, sources);
    const stored = await this.#store.store({
      ...content,
      userId: caller.user.id,
      entity: entity.key,
      projectId: entity.projectId,
      writtenBy,
      origin: sources.map(({ origin }) => origin).reduce(worseOrigin, 'person'),
      memories: entity.memories,
      throughDocument: entity.newest,
      tokens,
      sources: [...new Set([...used, ...read])],
      now: this.#parts.ports.clock.now().toISOString(),
    });
    if (stored === 'changed') return;
    this.#progress.done += 1;
    if (used.length === 0) return;
    this.#written.push({ name: entity.name, project: projectName, sources: used.length });
    if (writtenBy !== 'rule') this.#byModel += 1;
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
      return content && { content, writtenBy: writer.model.name, tokens, read: [...numbered, ...known] };
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
