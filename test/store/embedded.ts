/** A store whose memories are embedded by a model that counts letters, with a clock that the test controls. */
import type { EmbeddingTask } from '../../src/memory/recall/embeddings.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { NewFact } from '../../src/memory/facts/factStore.ts';
import type { MemoryFilter } from '../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../src/memory/store.ts';
import { anEmptyStore } from './emptyStore.ts';
import { aFact, moment, noJudgement, openStore, visit } from './support.ts';
import type { EngineName } from './support.ts';

export const model = 'tests:tiny';
/** In seconds. */
export const lease = 300;

/** Counts each letter in a text, so that similar texts point in similar directions. */
export function direction(text: string): Float32Array {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const place = letter.charCodeAt(0) - 97;
    if (place >= 0 && place < 26) vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector.map((value) => value - 0.1);
}

export class EmbeddedStore {
  readonly store: Store;
  readonly ada: Caller;
  readonly #openAgain: () => Store;
  readonly #time: { now: number };

  private constructor(opened: { store: Store; ada: Caller; openAgain: () => Store; time: { now: number } }) {
    this.store = opened.store;
    this.ada = opened.ada;
    this.#openAgain = opened.openAgain;
    this.#time = opened.time;
  }

  static async open(engine: EngineName): Promise<EmbeddedStore> {
    const file = anEmptyStore(engine);
    const time = { now: Date.parse(moment) };
    const openAgain = (): Store => openStore(engine, file, { now: () => new Date(time.now) });
    const store = openAgain();
    return new EmbeddedStore({ store, ada: await visit(store), openAgain, time });
  }

  /** In milliseconds since 1970. */
  get now(): number {
    return this.#time.now;
  }

  /** Opens the store the way another process would. */
  openAgain(): Store {
    return this.#openAgain();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  pass(seconds: number): void {
    this.#time.now += seconds * 1_000;
  }

  /** Stores a fact and returns its id. */
  async say(fact: string, more: Partial<NewFact> = {}): Promise<number> {
    return (await this.store.facts.add(aFact(this.ada, fact, more), noJudgement)).fact.id;
  }

  claim(limit = 100, from = this.store): Promise<EmbeddingTask[]> {
    return from.embeddings.claim(model, limit, lease);
  }

  finish(tasks: readonly EmbeddingTask[], vectorOf: (text: string) => Float32Array = direction): Promise<number> {
    const finished = tasks.map((task) => ({ task, vector: vectorOf(task.text) }));
    return this.store.embeddings.complete(model, finished);
  }

  async workOff(): Promise<void> {
    for (let tasks = await this.claim(1_000); tasks.length > 0; tasks = await this.claim(1_000))
      await this.finish(tasks);
  }

  /** The numbers of embedded, waiting and failing memories. */
  async progress(): Promise<[number, number, number]> {
    const { embedded, waiting, failing } = await this.store.embeddings.progress(model);
    return [embedded, waiting, failing];
  }

  /** Returns the kind and id of the memories that ada may see, nearest first. */
  async nearest(text: string, more: Partial<MemoryFilter> = {}, limit = 10, from = this.store): Promise<string[]> {
    const filter: MemoryFilter = { userId: this.ada.user.id, scope: 'all', ...more };
    const found = await from.embeddings.nearest(model, direction(text), filter, limit);
    return found.map(({ kind, id }) => `${kind} ${id}`);
  }

  async archive(contents: readonly string[]): Promise<void> {
    const { user, agent } = this.ada;
    const session = { id: '11111111-1111-4111-8111-111111111111', startedAt: moment, oneLiner: 'talk' };
    const common = { externalSessionId: 'talk', session, role: 'user', type: 'text', speaker: null } as const;
    await this.store.archive.append({
      userId: user.id,
      agentId: agent.id,
      projectId: null,
      now: moment,
      messages: contents.map((content, seq) => {
        const message = { uid: `message-${String(seq)}`, seq, content, sourceRef: null, contentHash: content };
        return { ...common, ...message, createdAt: moment };
      }),
    });
  }

  async endSession(id: string, oneLiner: string): Promise<void> {
    const version = (await this.store.sessions.get(id))?.version ?? 0;
    const noDetails = { topics: null, outcome: null, importance: null, summary: null };
    await this.store.sessions.end({ id, version, oneLiner, ...noDetails, now: moment });
  }
}
