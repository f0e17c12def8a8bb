/** The watch reports writes by others, and a store that breaks or recovers. It polls only between start and stop. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreWatch } from '../../src/vscode/platform/storeWatch.ts';

const broken = undefined;

/** A store whose change token is `token`; undefined means that the store does not answer. */
class FakeStore {
  token: string | undefined = 'a';
  reads = 0;
  /** Delays each read until it settles. */
  delay: Promise<unknown> = Promise.resolve();

  readonly readToken = async (): Promise<string> => {
    this.reads += 1;
    await this.delay;
    if (this.token === undefined) throw new Error('The store does not answer.');
    return this.token;
  };

  /** Waits for two more reads, so that the watch has processed the first of them. */
  async nextRead(): Promise<void> {
    const before = this.reads;
    while (this.reads < before + 2) await pause(1);
  }
}

describe('the store watch', () => {
  let store: FakeStore;
  let changes: number;
  let watch: StoreWatch;
  beforeEach(() => {
    store = new FakeStore();
    changes = 0;
    watch = new StoreWatch(store.readToken, () => (changes += 1), { whenWell: 1, whenBroken: 1 });
  });
  afterEach(() => watch.stop());

  async function changesAfter(token: string | undefined): Promise<number> {
    const before = changes;
    store.token = token;
    await store.nextRead();
    return changes - before;
  }

  it('reports each change once, and nothing else', async () => {
    watch.start();
    await store.nextRead();
    assert.equal(await changesAfter('a'), 0);
    assert.equal(await changesAfter('b'), 1);
    assert.equal(await changesAfter('b'), 0);
  });

  it('reports once that a store broke, and once that it answers again without a write', async () => {
    watch.start();
    await store.nextRead();
    assert.equal(await changesAfter(broken), 1);
    assert.equal(await changesAfter(broken), 0);
    assert.equal(await changesAfter('a'), 1);
    assert.equal(await changesAfter('a'), 0);
  });

  it('reports nothing for a store that never answered, until it answers', async () => {
    store.token = broken;
    watch.start();
    await store.nextRead();
    assert.equal(changes, 0);
    assert.equal(await changesAfter('a'), 1);
  });

  it('polls a broken store less often', async () => {
    const slowWhenBroken = new StoreWatch(store.readToken, () => (changes += 1), { whenWell: 1, whenBroken: 60_000 });
    store.token = broken;
    slowWhenBroken.start();
    await pause(20);
    slowWhenBroken.stop();
    assert.equal(store.reads, 1);
  });

  it('polls no more after a stop, and ignores an answer that arrives later', async () => {
    const gate = new EventEmitter();
    store.delay = once(gate, 'answer');
    watch.start();
    watch.stop();
    gate.emit('answer');
    await pause(20);
    assert.deepEqual([store.reads, changes], [1, 0]);
  });

  it('polls at one interval, however often it was started', async () => {
    const slow = new StoreWatch(store.readToken, () => (changes += 1), { whenWell: 60_000, whenBroken: 60_000 });
    slow.start();
    slow.start();
    await pause(20);
    slow.stop();
    assert.equal(store.reads, 1);
  });
});
