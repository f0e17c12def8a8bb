/** The worker that embeds in the background: what it does, and how it handles failures. */
import { strict as assert } from 'node:assert';
import { Embedder } from '../../src/search/embedding/embedder.ts';
import type { EmbedderState } from '../../src/search/embedding/embedder.ts';
import type { EmbeddingProvider } from '../../src/search/embedding/servers/provider.ts';
import { QuestionLane } from '../../src/search/embedding/questionLane.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import { EmbeddedStore, lease } from '../store/embedded.ts';
import { removeFolders } from '../store/support.ts';
import { down, FakeModel, FakeTimers, refusal, until } from './fakeModel.ts';

after(removeFolders);

describe('the embedder', () => {
  let here: EmbeddedStore;
  let model: FakeModel;
  let timers: FakeTimers;
  let embedders: Embedder[];

  beforeEach(async () => {
    here = await EmbeddedStore.open('native');
    model = new FakeModel();
    timers = new FakeTimers();
    embedders = [];
  });
  afterEach(async () => {
    for (const embedder of embedders) await embedder.close();
    await here.close();
  });

  const start = (
    provider: EmbeddingProvider = model,
    store = here.store,
    questions: QuestionLane = new QuestionLane(),
  ): Embedder => {
    const clock = { now: () => new Date(here.now) };
    const embedder = new Embedder({ store: store.embeddings, provider, clock, after: timers.after, questions });
    embedders.push(embedder);
    embedder.wake();
    return embedder;
  };
  const pausing = (count = 1): Promise<void> => until(() => timers.pauses.length === count);

  it('embeds stored texts in batches, reports its progress, and then rests', async () => {
    await here.archive(Array.from({ length: 70 }, (_, seq) => `message ${String(seq)}`));
    const embedder = start();
    const states: EmbedderState[] = [];
    embedder.onProgress((state) => states.push(state));
    await pausing();
    assert.deepEqual(
      model.requests.map((texts) => texts.length),
      [4, 8, 16, 32, 10],
    );
    assert.deepEqual(
      states.map(({ activity, progress }) => [activity, progress?.embedded]),
      [
        ['working', 4],
        ['working', 12],
        ['working', 28],
        ['working', 60],
        ['working', 70],
        ['resting', 70],
      ],
    );
    assert.deepEqual(timers.pauses, [15_000]);
  });

  it('embeds later texts when woken, or by polling if another process wrote them', async () => {
    const embedder = start();
    await pausing();
    await here.say('one');
    embedder.wake();
    await until(async () => (await here.progress())[0] === 1);
    await pausing();
    await here.say('two');
    timers.ring();
    await until(async () => (await here.progress())[0] === 2);
  });

  it('sends long texts a few at a time', async () => {
    await here.archive(Array.from({ length: 60 }, (_, seq) => `${String(seq)} ${'x'.repeat(3_000)}`));
    start();
    await pausing();
    assert.deepEqual(
      model.requests.map((texts) => texts.length),
      [4, 8, 16, 16, 16],
    );
  });

  for (const [seconds, sizes] of [
    [0.1, [4, 5, 5, 5, 1]],
    [0.3, [4, ...Array<number>(16).fill(1)]],
  ] as const) {
    it(`limits batches to half a second of work for a model that needs ${String(seconds)} s per text`, async () => {
      await here.archive(Array.from({ length: 20 }, (_, seq) => `message ${String(seq)}`));
      model.respond = (texts) => here.pass(texts.length * seconds);
      start();
      await pausing();
      assert.deepEqual(
        model.requests.map((texts) => texts.length),
        sizes,
      );
    });
  }

  it('renews the lease on its tasks while it works, however long the model takes', async () => {
    await here.archive(['one', 'two', 'three', 'bad']);
    const others = here.openAgain();
    const taken: number[] = [];
    model.respond = async (texts) => {
      here.pass(59);
      taken.push((await here.claim(100, others)).length);
      if (texts.includes('bad')) throw refusal('input');
    };
    start();
    await pausing();
    assert.deepEqual([await here.progress(), taken.length], [[3, 1, 0], 5]);
    assert.ok(
      taken.every((count) => count === 0),
      String(taken),
    );
    await others.close();
  });

  it('sends nothing while a query is running, and continues afterwards', async () => {
    await here.archive(Array.from({ length: 30 }, (_, seq) => `message ${String(seq)}`));
    const questions = new QuestionLane();
    let answer: () => void = () => undefined;
    const query = questions.ask(() => new Promise<void>((done) => (answer = done)));
    const embedder = start(model, here.store, questions);
    await until(async () => (await here.store.embeddings.progress('tests:tiny')).held > 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(model.requests, []);
    answer();
    await query;
    await until(() => embedder.state.progress?.embedded === 30);
  });

  it('stops even while a query is running', async () => {
    await here.say('one');
    const questions = new QuestionLane();
    void questions.ask(() => new Promise<void>(() => undefined));
    const embedder = start(model, here.store, questions);
    await until(async () => (await here.store.embeddings.progress('tests:tiny')).held > 0);
    await embedder.close();
    assert.deepEqual(model.requests, []);
    assert.equal((await here.claim()).length, 1, 'its tasks are released');
  });

  it('lets queries through within seconds if the server handles one request at a time', async () => {
    await here.archive(Array.from({ length: 200 }, (_, seq) => `message ${String(seq)}`));
    let line: Promise<unknown> = Promise.resolve();
    model.respond = (texts) => {
      const turn = line.then(() => new Promise<void>((resolve) => setTimeout(resolve, texts.length * 40)));
      line = turn;
      return turn;
    };
    const questions = new QuestionLane();
    const embedder = new Embedder({
      store: here.store.embeddings,
      provider: model,
      clock: { now: () => new Date() },
      after: timers.after,
      questions,
    });
    embedders.push(embedder);
    const clock = { now: () => new Date(), timeZone: 'UTC' };
    const meaning = new Meaning(here.store.embeddings, { embedding: model, questions }, clock);
    embedder.wake();
    await until(() => model.requests.length > 2);
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now();
      assert.ok((await meaning.embed('message')).answer);
      const took = performance.now() - startedAt;
      assert.ok(took < 5_000, `${String(took)} ms`);
    }
    assert.ok(embedder.state.progress !== undefined && embedder.state.progress.embedded < 200, 'it is still embedding');
  });

  it('waits longer after each failure of the model, counts none against a memory, and then continues', async () => {
    await here.say('one');
    model.respond = () => Promise.reject(down());
    const embedder = start();
    const pauses: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await pausing();
      pauses.push(...timers.pauses);
      assert.equal(embedder.state.activity, 'waiting');
      timers.ring();
    }
    assert.deepEqual(
      pauses,
      [5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1_000),
    );
    await pausing();
    assert.deepEqual(await here.progress(), [0, 1, 0]);
    assert.equal((await here.store.embeddings.progress('tests:tiny')).lastError, 'Nobody answers.');
    model.respond = () => undefined;
    timers.ring();
    await until(() => embedder.state.activity === 'resting');
    assert.deepEqual(await here.progress(), [1, 0, 0]);
    assert.equal(embedder.state.error, undefined);
  });

  it('does not call a failed model again for each new memory', async () => {
    await here.say('one');
    model.respond = () => Promise.reject(down());
    const embedder = start();
    await pausing();
    const requestCount = model.requests.length;
    embedder.wake();
    await here.say('two');
    embedder.wake();
    assert.deepEqual([model.requests.length, timers.pauses], [requestCount, [5_000]]);
  });

  it('retries after the time that a busy server requests', async () => {
    await here.archive(['one', 'two']);
    model.respond = () => Promise.reject(down({ status: 429, retryAfterSeconds: 90 }));
    start();
    await pausing();
    assert.deepEqual(timers.pauses, [90_000]);
    assert.equal(model.requests.length, 1);
  });

  it('sends smaller batches to a slow server before it considers it down', async () => {
    await here.archive(Array.from({ length: 40 }, (_, seq) => `message ${String(seq)}`));
    model.respond = (texts) => (texts.length > 5 ? Promise.reject(down()) : undefined);
    const embedder = start();
    await until(() => embedder.state.activity === 'resting' && embedder.state.progress !== undefined);
    assert.deepEqual(await here.progress(), [40, 0, 0]);
  });

  it('isolates the one refused text, embeds all others, and sends half of it the next time', async () => {
    const bad = 'bad '.repeat(400).trim();
    await here.archive([...Array.from({ length: 20 }, (_, seq) => `good ${String(seq)}`), bad]);
    model.respond = (texts) => (texts.some((text) => text.length > 900) ? Promise.reject(refusal('input')) : undefined);
    start();
    await pausing();
    assert.deepEqual(await here.progress(), [20, 1, 0]);
    here.pass(11);
    timers.ring();
    await until(async () => (await here.progress())[0] === 21);
    assert.equal(model.requests.at(-1)?.[0]?.length, 799);
  });

  it('gives up on a text that is refused at any length, and continues with others', async () => {
    await here.say('bad');
    model.respond = (texts) => (texts.includes('bad') ? Promise.reject(refusal('request')) : undefined);
    const embedder = start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await pausing();
      here.pass(3_600);
      timers.ring();
    }
    await pausing();
    assert.deepEqual(await here.progress(), [0, 0, 1]);
    await here.say('good');
    embedder.wake();
    await until(async () => (await here.progress())[0] === 1);
  });

  it('counts no attempt against a memory for a wrong key or model', async () => {
    await here.archive(['one', 'two', 'three']);
    model.respond = () => Promise.reject(refusal('key'));
    const embedder = start();
    await pausing();
    assert.equal(embedder.state.error?.code, 'provider_refused');
    assert.equal(model.requests.length, 2, 'the batch and a probe text');
    assert.deepEqual(
      (await here.claim()).map(({ attempts }) => attempts),
      [0, 0, 0],
    );
  });

  it('treats a vector without direction as a refusal of that text', async () => {
    await here.say('one');
    const empty: EmbeddingProvider = {
      model: 'tests:tiny',
      label: '',
      embed: (texts) => Promise.resolve(texts.map(() => new Float32Array(26))),
    };
    start(empty);
    await pausing();
    assert.match((await here.store.embeddings.progress('tests:tiny')).lastError ?? '', /no vector/u);
  });

  it('embeds everything again for another model, and starts over if the vector length changes', async () => {
    await here.archive(['one', 'two']);
    const first = start();
    await pausing();
    await first.close();
    const other = new FakeModel('tests:other');
    start(other);
    await until(async () => (await here.store.embeddings.progress('tests:other')).embedded === 2);
    const longer: EmbeddingProvider = {
      model: 'tests:other',
      label: '',
      embed: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 2, 3))),
    };
    await here.say('three');
    start(longer);
    await until(async () => (await here.store.embeddings.progress('tests:other')).embedded === 3);
  });

  it('shares the work with another embedder without embedding a text twice', async () => {
    await here.archive(Array.from({ length: 300 }, (_, seq) => `message ${String(seq)}`));
    const again = here.openAgain();
    const second = new FakeModel();
    const both = (): boolean => model.requests.length > 0 && second.requests.length > 0;
    for (const one of [model, second]) one.respond = () => until(both);
    const other = start(second, again);
    start();
    await until(async () => (await here.progress())[0] === 300);
    const texts = [...model.requests, ...second.requests].flat();
    assert.equal(new Set(texts).size, texts.length);
    await other.close();
    await again.close();
  });

  it('takes over the tasks of a process that died', async () => {
    await here.store.embeddings.useModel('tests:tiny');
    await here.archive(['one', 'two']);
    assert.equal((await here.claim()).length, 2);
    start();
    await pausing();
    assert.deepEqual(await here.progress(), [0, 2, 0]);
    here.pass(lease + 1);
    timers.ring();
    await until(async () => (await here.progress())[0] === 2);
  });

  it('stops soon, releases its tasks, and ignores later wakes', async () => {
    await here.say('one');
    model.respond = () => new Promise(() => undefined);
    const embedder = start();
    await until(() => model.requests.length === 1);
    const startedAt = performance.now();
    await embedder.close();
    assert.ok(performance.now() - startedAt < 5_000);
    assert.deepEqual(
      (await here.claim()).map(({ attempts }) => attempts),
      [0],
    );
    embedder.wake();
    assert.deepEqual(timers.pauses, []);
  });

  it('survives a failing store and a failing listener', async () => {
    await here.say('one');
    let isBroken = true;
    const store = {
      ...here.store.embeddings,
      claim: (...args: Parameters<typeof here.store.embeddings.claim>) =>
        isBroken ? Promise.reject(new Error('disk full')) : here.store.embeddings.claim(...args),
    };
    const embedder = new Embedder({
      store,
      provider: model,
      clock: { now: () => new Date(here.now) },
      after: timers.after,
    });
    embedders.push(embedder);
    embedder.onProgress(() => {
      throw new Error('the listener failed');
    });
    embedder.wake();
    await pausing();
    assert.equal(embedder.state.activity, 'waiting');
    isBroken = false;
    timers.ring();
    await until(async () => (await here.progress())[0] === 1);
  });
});
