/** Pinned facts that a window keeps in the user memory of its chat, on a real disk and a real store. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPinnedRecord } from '../../src/clients/userMemory/pinnedRecord.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { PinnedKeeper } from '../../src/vscode/services/userMemory/pinnedKeeper.ts';
import { claudeMemories } from '../../src/clients/userMemory/pinnedHome.ts';
import { chatMemory } from '../../src/clients/userMemory/pinnedPlace.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, `Timed out: ${condition.toString()}`);
    await pause(5);
  }
}

describe('a window that keeps pinned facts in the user memory', () => {
  let home: TemporaryHome;
  let test: TestMemory;
  let ada: Caller;
  let globalStorage: string;
  let file: string;
  let isOn: boolean;
  /** Whether they are kept in other programs, and where these have their memories of the open folders. */
  let isInOthers: boolean;
  let openMemories: string[];
  let uses: number;
  let failures: unknown[];
  /** Of the failures. */
  let settings: (string | undefined)[];
  let minute: number;
  let keeper: PinnedKeeper;
  /** BigMind's folder. */
  let folder: string;
  /** Undefined while the memory cannot be opened. */
  let opened: (() => OpenMemory) | undefined;

  beforeEach(async () => {
    [home, test] = [temporaryHome(), openTestMemory()];
    ada = { ...(await test.caller()), origin: 'person' };
    globalStorage = join(home.path, 'User', 'globalStorage', 'bigmind.bigmind');
    ({ file } = chatMemory(globalStorage));
    [isOn, isInOthers, openMemories] = [true, false, []];
    [uses, failures, settings, minute] = [0, [], [], 0];
    folder = join(home.path, 'mcp');
    opened = () => ({
      ...{ memory: test.memory, search: test.search },
      ...{ caller: ada, callerIn: () => Promise.resolve(ada) },
    });
    keeper = aKeeper();
  });
  afterEach(async () => {
    keeper.dispose();
    await keeper.update();
    await test.close();
    home.remove();
  });

  const aKeeper = (): PinnedKeeper =>
    new PinnedKeeper({
      access: { use },
      home: () => folder,
      places: async () => {
        const others = await claudeMemories(globalStorage, isInOthers ? openMemories : []);
        return [
          { ...chatMemory(globalStorage), isWanted: () => isOn, isShared: false, setting: 'chat' },
          ...others.map((place) => ({ ...place, isWanted: () => isInOthers, isShared: true, setting: 'others' })),
        ];
      },
      isWanted: () => isOn || isInOthers,
      now: () => minute * 60_000,
      failed: (thrown, setting) => {
        failures.push(thrown);
        settings.push(setting);
      },
      log: { info: () => undefined, debug: () => undefined },
      pauses: { whenWell: 5, whenBroken: 5 },
    });
  const use = async <T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> => {
    uses += 1;
    if (opened === undefined) throw new BigMindError('store_unavailable', 'The disk is away.');
    return work(opened());
  };
  const shown = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  it('opens no memory and writes nothing while the setting is off', async () => {
    isOn = false;
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await keeper.start();
    assert.deepEqual([uses, existsSync(join(home.path, 'User'))], [0, false]);
  });

  it('follows what is pinned, changed, unpinned and erased, by whichever program', async () => {
    await keeper.start();
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await until(() => shown().includes('- We use pnpm.'));
    const { fact } = await test.memory.facts.store(ada, { category: 'preference', fact: 'Answer briefly.' });
    await test.memory.profiles.pin(ada, 'Answer briefly.');
    await until(() => shown().includes('- Answer briefly.'));
    await test.memory.profiles.repin(ada, 'We use pnpm.', 'We use npm.');
    await until(() => shown().includes('- We use npm.') && !shown().includes('pnpm'));
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    const { expected } = await test.memory.erasure.preview(ada, ref);
    await test.memory.erasure.erase(ada, ref, expected);
    await until(() => !shown().includes('briefly'));
    await test.memory.profiles.unpin(ada, 'We use npm.');
    await until(() => !existsSync(file));
  });

  it('removes them when the setting is turned off, and leaves what others wrote', async () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '- Mine.\n');
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await keeper.start();
    await until(() => shown().includes('pnpm'));
    isOn = false;
    await keeper.start();
    assert.equal(shown(), '- Mine.\n');
    await test.memory.profiles.pin(ada, 'Another.');
    await keeper.update();
    assert.equal(shown(), '- Mine.\n');
  });

  it('drops a fact that expires, and restores a removed file, without a change of the memory', async () => {
    const expiresAt = new Date(test.ports.clock.now().getTime() + 3_600_000).toISOString();
    await test.memory.facts.store(ada, { category: 'preference', fact: 'Code freeze.', expiresAt });
    for (const fact of ['Code freeze.', 'We use pnpm.']) await test.memory.profiles.pin(ada, fact);
    await keeper.start();
    await until(() => shown().includes('freeze'));
    test.pass(2);
    minute = 120;
    await until(() => !shown().includes('freeze') && shown().includes('pnpm'));
    rmSync(dirname(dirname(file)), { recursive: true });
    minute = 121;
    await until(() => shown().includes('pnpm'));
  });

  it('reports a file that cannot be written once, and writes it when that is over', async () => {
    mkdirSync(file, { recursive: true });
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await keeper.start();
    await until(() => failures.length > 0);
    await keeper.update();
    await keeper.update();
    assert.equal(failures.length, 1);
    assert.match(String(failures[0]), /bigmind\.md is a folder/u);
    rmSync(file, { recursive: true });
    await keeper.update();
    assert.match(shown(), /- We use pnpm\./u);
  });

  /** With one pinned fact of its user, who is not the one of the first. */
  async function anotherMemory(fact: string): Promise<{ memory: OpenMemory; close: () => Promise<void> }> {
    const other = openTestMemory();
    const caller: Caller = { ...(await other.caller({ username: 'eve' })), origin: 'person' };
    await other.memory.profiles.pin(caller, fact);
    const { memory, search } = other;
    return { memory: { memory, search, caller, callerIn: () => Promise.resolve(caller) }, close: () => other.close() };
  }

  it('replaces them with those of another memory in the same folder', async () => {
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await keeper.start();
    await until(() => shown().includes('pnpm'));
    const other = await anotherMemory('We use yarn.');
    opened = () => other.memory;
    await keeper.update();
    assert.match(shown(), /- We use yarn\.\n/u);
    assert.doesNotMatch(shown(), /pnpm/u);
    await other.close();
  });

  for (const [what, facts] of [
    ['those of the memory there', ['We use yarn.']],
    ['nothing, if nothing is pinned there', []],
  ] as const) {
    it(`replaces them, after a change of BigMind's folder, with ${what}, and keeps the lines of others`, async () => {
      await test.memory.profiles.pin(ada, 'We use pnpm.');
      await keeper.start();
      await until(() => shown().includes('pnpm'));
      await keeper.update();
      writeFileSync(file, shown().replace('- We use pnpm.', '- We use pnpm.\n- A note of the model.'));
      const former = folder;
      const other = await anotherMemory(facts[0] ?? 'Gone.');
      if (facts.length === 0) await other.memory.memory.profiles.unpin(other.memory.caller, 'Gone.');
      [folder, opened] = [join(home.path, 'elsewhere'), () => other.memory];
      // Environment variables change only with a new window.
      keeper.dispose();
      keeper = aKeeper();
      await keeper.start();
      await keeper.update();
      assert.doesNotMatch(shown(), /pnpm/u);
      assert.match(shown(), /- A note of the model\.\n/u);
      assert.equal(shown().includes('We use yarn.'), facts.length > 0);
      assert.deepEqual(Object.keys(await readPinnedRecord(former)), [], 'An erasure there would write them again.');
      await other.close();
    });
  }

  it('takes away those of a former folder that is gone, and keeps the lines of others', async () => {
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    await keeper.start();
    await until(() => shown().includes('pnpm'));
    await keeper.update();
    writeFileSync(file, shown().replace('- We use pnpm.', '- We use pnpm.\n- A note of the model.'));
    keeper.dispose();
    rmSync(folder, { recursive: true });
    const other = await anotherMemory('We use yarn.');
    [folder, opened] = [join(home.path, 'elsewhere'), () => other.memory];
    keeper = aKeeper();
    await keeper.start();
    await keeper.update();
    assert.doesNotMatch(shown(), /pnpm/u);
    assert.match(shown(), /- A note of the model\.\n[^]*- We use yarn\.\n/u);
    await other.close();
  });

  it('takes away those of a former folder even if the new memory does not open, and while it is turned off', async () => {
    await test.memory.profiles.pin(ada, 'We use pnpm.');
    for (const later of ['does not open', 'is turned off']) {
      [folder, isOn] = [join(home.path, 'mcp'), true];
      await keeper.update();
      assert.match(shown(), /pnpm/u);
      const working = opened;
      [folder, isOn] = [join(home.path, 'elsewhere'), later !== 'is turned off'];
      opened = undefined;
      await keeper.update();
      assert.equal(shown(), '', later);
      opened = working;
    }
    assert.deepEqual(readdirSync(globalStorage), []);
  });

  describe('of another program', () => {
    const memoryOf = (project: string): string =>
      join(home.path, '.claude', 'projects', project, 'memory', 'MEMORY.md');
    const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const isIn = (fact: string, ...paths: string[]): boolean => paths.every((path) => textOf(path).includes(fact));
    const own = '# Notes\n\n- Of Claude Code.\n';
    let shop: string;
    let blog: string;
    beforeEach(async () => {
      [shop, blog] = [memoryOf('-shop'), memoryOf('-blog')];
      mkdirSync(dirname(shop), { recursive: true });
      writeFileSync(shop, own);
      await test.memory.profiles.pin(ada, 'We use pnpm.');
    });

    it('keeps them there, also for folders that are no longer open, until its setting is off', async () => {
      await keeper.start();
      await until(() => isIn('pnpm', file));
      // With the other setting on, nothing in the memory changes.
      [isInOthers, openMemories] = [true, [shop, blog]];
      await keeper.start();
      assert.ok(isIn('- We use pnpm.', shop, blog));
      assert.ok(textOf(shop).startsWith(own));
      openMemories = [];
      await test.memory.profiles.unpin(ada, 'We use pnpm.');
      await until(() => textOf(shop) === own && !existsSync(blog));
      await test.memory.profiles.pin(ada, 'We use npm.');
      await until(() => isIn('- We use npm.', file, shop, blog));
      isInOthers = false;
      await keeper.start();
      assert.deepEqual([textOf(shop), existsSync(blog)], [own, false]);
      assert.ok(isIn('npm', file));
      assert.deepEqual(readdirSync(globalStorage), ['home-of-pinned-facts']);
    });

    it('keeps them elsewhere if one file cannot be written, whether it is to have them or not', async () => {
      [isInOthers, openMemories] = [true, [shop, blog]];
      await keeper.start();
      rmSync(blog);
      mkdirSync(blog);
      for (const wanted of [true, false]) {
        isInOthers = wanted;
        await test.memory.profiles.pin(ada, `Wanted: ${String(wanted)}.`);
        await keeper.start();
        assert.ok(isIn(`- Wanted: ${String(wanted)}.`, file));
      }
      assert.equal(textOf(shop), own);
      assert.deepEqual(settings, ['others']);
      assert.match(String(failures[0]), /MEMORY\.md is a folder/u);
    });

    it('leaves a file alone that has the facts of another BigMind', async () => {
      [isInOthers, openMemories] = [true, [shop]];
      await keeper.start();
      const theirs = textOf(shop);
      keeper.dispose();
      await keeper.update();
      [folder, globalStorage] = [join(home.path, 'elsewhere'), join(home.path, 'Other', 'globalStorage', 'bigmind')];
      keeper = aKeeper();
      await test.memory.profiles.pin(ada, 'We use yarn.');
      await keeper.start();
      assert.equal(textOf(shop), theirs);
      assert.match(String(failures[0]), /has the pinned facts of another BigMind/u);
    });
  });

  it('writes the same as another window, and neither repeats a line', async () => {
    const other = aKeeper();
    await Promise.all([keeper.start(), other.start()]);
    for (const fact of ['One.', 'Two.', 'Three.']) {
      await test.memory.profiles.pin(ada, fact);
      await Promise.all([keeper.update(), other.update()]);
    }
    other.dispose();
    await other.update();
    assert.equal(shown().split('\n').length, 6, shown());
    assert.deepEqual(failures, []);
  });
});
