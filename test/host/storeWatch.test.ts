/** The watch tells of what others write, and of a store that breaks and heals, and asks only while somebody looks. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreWatch } from '../../src/vscode/platform/storeWatch.ts';

const broken = undefined;

/** A store whose change token is whatever stands in `token`; undefined is a store that does not answer. */
class FakeStore {
  token: string | undefined = 'a';
  looks = 0;
  /** Settled by hand when set, for an answer that takes its time. */
  delay: Promise<unknown> = Promise.resolve();

  readonly readToken = async (): Promise<string> => {
    this.looks += 1;
    await this.delay;
    if (this.token === undefined) throw new Error('The store does not answer.');
    return this.token;
  };

  /** Waits until the store was asked again, and the answer was thought about. */
  async nextLook(): Promise<void> {
    const before = this.looks;
    while (this.looks < before + 2) await pause(1);
  }
}

describe('the watch over the store', () => {
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
    await store.nextLook();
    return changes - before;
  }

  it('tells once of each change, and of nothing else', async () => {
    watch.start();
    await store.nextLook();
    assert.equal(await changesAfter('a'), 0);
    assert.equal(await changesAfter('b'), 1);
    assert.equal(await changesAfter('b'), 0);
  });

  it('tells that a store broke, once, and that it answers again, though nothing was written', async () => {
    watch.start();
    await store.nextLook();
    assert.equal(await changesAfter(broken), 1);
    assert.equal(await changesAfter(broken), 0);
    assert.equal(await changesAfter('a'), 1);
    assert.equal(await changesAfter('a'), 0);
  });

  it('tells nothing of a store that never answered, until it does', async () => {
    store.token = broken;
    watch.start();
    await store.nextLook();
    assert.equal(changes, 0);
    assert.equal(await changesAfter('a'), 1);
  });

  it('looks more rarely at a store that is broken', async () => {
    const rare = new StoreWatch(store.readToken, () => (changes += 1), { whenWell: 1, whenBroken: 60_000 });
    store.token = broken;
    rare.start();
    await pause(20);
    rare.stop();
    assert.equal(store.looks, 1);
  });

  it('asks nothing once it was stopped, and keeps an answer that comes late to itself', async () => {
    const gate = new EventEmitter();
    store.delay = once(gate, 'answer');
    watch.start();
    watch.stop();
    gate.emit('answer');
    await pause(20);
    assert.deepEqual([store.looks, changes], [1, 0]);
  });

  it('looks at one pace, however often it was started', async () => {
    const slow = new StoreWatch(store.readToken, () => (changes += 1), { whenWell: 60_000, whenBroken: 60_000 });
    slow.start();
    slow.start();
    await pause(20);
    slow.stop();
    assert.equal(store.looks, 1);
  });
});
