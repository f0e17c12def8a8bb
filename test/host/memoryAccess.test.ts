/** Work finishes in the store that it started with. Work after a changed setting or folder uses the new one. */
import { EventEmitter, once } from 'node:events';
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { ProjectRef } from '../../src/memory/shared/identity.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import type { MemorySource, OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { openTestMemory } from '../support/memory.ts';

/** A place that counts how often its store is opened and closed. Each opening creates a real, empty store. */
class FakePlace {
  readonly location: string;
  project: ProjectRef | undefined;
  opened = 0;
  closed = 0;
  /** The error with which opening fails while it is set. */
  failure: Error | undefined;

  constructor(location: string) {
    this.location = location;
  }

  readonly source = (): MemorySource => ({
    location: this.location,
    open: () => {
      this.opened += 1;
      if (this.failure !== undefined) return Promise.reject(this.failure);
      const { memory, search, close } = openTestMemory();
      return Promise.resolve({
        memory,
        search,
        close: () => {
          this.closed += 1;
          return close();
        },
      });
    },
    visitor: (folder) =>
      Promise.resolve({
        username: 'ada',
        agent: { name: 'tests', version: '1' },
        project: folder === undefined ? this.project : { key: folder.uri.path, name: folder.name },
        conversationId: null,
      }),
  });
}

describe('access to the memory', () => {
  const log = vscode.window.createOutputChannel('BigMind access tests', { log: true });
  after(() => log.dispose());

  let place: FakePlace;
  let elsewhere: FakePlace;
  let current: FakePlace;
  let access: MemoryAccess;
  beforeEach(() => {
    place = new FakePlace('here');
    elsewhere = new FakePlace('elsewhere');
    current = place;
    access = new MemoryAccess(() => current.source(), log);
  });
  afterEach(() => access.dispose());

  const remember = ({ memory, caller }: OpenMemory, fact: string): Promise<unknown> =>
    memory.facts.store(caller, { category: 'decision', fact });
  const countFacts = ({ memory }: OpenMemory): Promise<number> =>
    memory.maintenance.totals(null).then(({ facts }) => facts);

  /** Work that waits for `finish` and then writes. */
  async function beginLongWork(): Promise<{ finish: () => void; done: Promise<number> }> {
    const gate = new EventEmitter();
    const begun = once(gate, 'begun');
    const done = access.use(async (opened) => {
      const finished = once(gate, 'finish');
      gate.emit('begun');
      await finished;
      await remember(opened, 'The long work was done');
      return countFacts(opened);
    });
    await begun;
    return { finish: () => gate.emit('finish'), done };
  }

  it('leaves nothing open and opens nothing after disposal', async () => {
    const work = await beginLongWork();
    access.dispose();
    await assert.rejects(access.use(countFacts), { code: 'store_unavailable' });
    work.finish();
    await work.done;
    await pause(50);
    assert.deepEqual([place.opened, place.closed], [1, 1]);
  });

  it('opens the store at the first use, and only once', async () => {
    assert.equal(place.opened, 0);
    await Promise.all([access.use(countFacts), access.use(countFacts)]);
    await access.use(countFacts);
    assert.deepEqual([place.opened, place.closed], [1, 0]);
  });

  it('lets work finish in the store that it started with, then closes that store', async () => {
    const { finish, done } = await beginLongWork();
    current = elsewhere;
    access.reset();
    assert.equal(access.location, 'elsewhere');
    assert.equal(await access.use(countFacts), 0);
    assert.deepEqual([place.closed, elsewhere.opened], [0, 1]);
    finish();
    assert.equal(await done, 1);
    assert.deepEqual([place.closed, elsewhere.closed], [1, 0]);
  });

  it('closes an unused store at once', async () => {
    await access.use(countFacts);
    access.reset();
    await access.use(countFacts);
    assert.deepEqual([place.opened, place.closed], [2, 1]);
  });

  it('determines the caller again after the folder changed, and leaves the store open', async () => {
    const projectOf = ({ caller }: OpenMemory): Promise<string | undefined> => Promise.resolve(caller.project?.name);
    assert.equal(await access.use(projectOf), undefined);
    place.project = { key: '/home/ada/harbour', name: 'harbour' };
    assert.equal(await access.use(projectOf), undefined);
    access.resetCaller();
    assert.equal(await access.use(projectOf), 'harbour');
    assert.deepEqual([place.opened, place.closed], [1, 0]);
  });

  it('knows the caller in the project of each of several folders', async () => {
    place.project = { key: '/home/ada/harbour', name: 'harbour' };
    const folder = { uri: vscode.Uri.file('/home/ada/quay'), name: 'quay', index: 1 };
    const projects = await access.use(async ({ callerIn }) => {
      const callers = await Promise.all([callerIn(folder), callerIn(undefined)]);
      return callers.map(({ project }) => project?.name);
    });
    assert.deepEqual(projects, ['quay', 'harbour']);
  });

  it('reports a reset of the store and of the caller', () => {
    let changes = 0;
    access.onDidChange(() => (changes += 1));
    access.reset();
    access.resetCaller();
    assert.equal(changes, 2);
  });

  it('reports each successful use of the current memory', async () => {
    let uses = 0;
    access.onDidUse(() => (uses += 1));
    await access.use(countFacts);
    assert.equal(uses, 1);
    await assert.rejects(access.use(() => Promise.reject(new Error('boom'))));
    const { finish, done } = await beginLongWork();
    access.reset();
    finish();
    await done;
    assert.equal(uses, 1);
  });

  it('tries again at the next use if opening failed', async () => {
    place.failure = new BigMindError('store_locked', 'Somebody has it.');
    await assert.rejects(access.use(countFacts), place.failure);
    place.failure = undefined;
    assert.equal(await access.use(countFacts), 0);
    assert.equal(place.opened, 2);
  });

  it('opens the store again after it was replaced', async () => {
    const replaced = new BigMindError('store_replaced', 'It is another one.');
    await assert.rejects(
      access.use(() => Promise.reject(replaced)),
      replaced,
    );
    await access.use(countFacts);
    assert.deepEqual([place.opened, place.closed], [2, 1]);
  });

  it('stays open if work fails for another reason', async () => {
    await assert.rejects(
      access.use(() => Promise.reject(new Error('no headline'))),
      /no headline/u,
    );
    await access.use(countFacts);
    assert.deepEqual([place.opened, place.closed], [1, 0]);
  });

  it('rejects work while a setting is invalid, and recovers once it is valid', async () => {
    let isInvalid = true;
    const accessWithSetting = new MemoryAccess(() => {
      if (isInvalid) throw new BigMindError('invalid_input', 'Not a full path.');
      return place.source();
    }, log);
    await assert.rejects(accessWithSetting.use(countFacts), /Not a full path/u);
    isInvalid = false;
    accessWithSetting.reset();
    assert.equal(await accessWithSetting.use(countFacts), 0);
    accessWithSetting.dispose();
  });
});
