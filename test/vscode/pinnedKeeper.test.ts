/** Pinned facts that a window keeps in the user memory of its chat, on a real disk and a real store. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { PinnedKeeper } from '../../src/vscode/services/userMemory/pinnedKeeper.ts';
import { pinnedFileBeside } from '../../src/clients/userMemory/pinnedPlace.ts';
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
  let file: string;
  let isOn: boolean;
  let uses: number;
  let failures: unknown[];
  let minute: number;
  let keeper: PinnedKeeper;

  beforeEach(async () => {
    [home, test] = [temporaryHome(), openTestMemory()];
    ada = { ...(await test.caller()), origin: 'person' };
    file = pinnedFileBeside(join(home.path, 'User', 'globalStorage', 'bigmind.bigmind'));
    [isOn, uses, failures, minute] = [true, 0, [], 0];
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
      home: () => join(home.path, 'mcp'),
      file,
      isWanted: () => isOn,
      now: () => minute * 60_000,
      failed: (thrown) => failures.push(thrown),
      log: { info: () => undefined, debug: () => undefined },
      pauses: { whenWell: 5, whenBroken: 5 },
    });
  const use = <T>(work: (opened: OpenMemory) => Promise<T>): Promise<T> => {
    uses += 1;
    const { memory, search } = test;
    return work({ memory, search, caller: ada, callerIn: () => Promise.resolve(ada) });
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
