/** Writing syntheses in the background of a window: when it works, with which writer, and when it rests. */
import assert from 'node:assert/strict';
import type { Writer } from '../../src/memory/graph/synthesis/sleepWork.ts';
import { synthesisText } from '../../src/memory/graph/synthesis/synthesis.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { SleepCycle } from '../../src/vscode/services/sleep/sleepCycle.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

/** An event of VS Code. */
class FakeEvent {
  readonly #listeners = new Set<() => void>();
  readonly event = (listener: () => void): { dispose: () => void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(): void {
    for (const listener of this.#listeners) listener();
  }
}

describe('writing syntheses in a window', () => {
  let open: TestMemory;
  let ada: Caller;
  let used: FakeEvent;
  let changed: FakeEvent;
  let uses: number;
  let cycle: SleepCycle;
  let lines: string[];
  let minute: number;
  let work: (() => void) | undefined;
  let settings: { idleMinutes: number; backstopMinutes: number };
  let isWanted: boolean;
  let isAllowed: boolean;
  let writer: Writer | undefined;
  let isTroubled: boolean;

  beforeEach(async () => {
    open = openTestMemory('personal', 'native', { density: 3 });
    ada = await open.caller();
    [used, changed, uses, lines, minute, work] = [new FakeEvent(), new FakeEvent(), 0, [], 0, undefined];
    settings = { idleMinutes: 15, backstopMinutes: 45 };
    [isWanted, isAllowed, isTroubled, writer] = [true, true, false, undefined];
    const note = (line: string): number => lines.push(line);
    cycle = new SleepCycle({
      access: { use: useMemory, onDidUse: used.event, onDidChange: changed.event },
      settings: () => {
        if (isTroubled) throw new Error('A setting is not valid.');
        return settings;
      },
      isWanted: () => isWanted,
      writer: { isAllowed: () => isAllowed, find: () => Promise.resolve(writer) },
      log: { info: note, warn: note, debug: note },
      now: () => minute * 60_000,
      after: (_, later) => {
        work = later;
        return () => {
          work = undefined;
        };
      },
    });
  });
  afterEach(async () => {
    cycle.dispose();
    await open.close();
  });

  const useMemory = async <T>(task: (opened: OpenMemory) => Promise<T>): Promise<T> => {
    uses += 1;
    const { memory, search } = open;
    const done = await task({ memory, search, caller: ada, callerIn: () => Promise.resolve(ada) });
    used.fire();
    return done;
  };
  const stateFacts = async (): Promise<void> => {
    for (const fact of ['The relay retries three times.', 'The relay runs once.', 'The relay logs each retry.']) {
      await useMemory(({ memory, caller }) =>
        memory.facts.store(caller, { fact, tags: ['relay'], type: 'observation' }),
      );
    }
    uses = 0;
  };
  /** Resolves once each look of these minutes is over. */
  const pass = async (minutes: number): Promise<void> => {
    for (let n = 0; n < minutes && work !== undefined; n += 1) {
      minute += 1;
      const look = work;
      look();
      while (work === look) await new Promise(setImmediate);
    }
  };
  const written = async (): Promise<string> => {
    const [synthesis] = await open.memory.consolidation.current(ada, 'all', ['relay']);
    return synthesis === undefined ? '' : synthesisText(synthesis);
  };
  const scripted = (ask: () => Promise<string>): Writer => ({
    dailyTokens: 50_000,
    model: { name: 'Scripted', inputTokens: 8_000, ask },
  });
  const sentence = JSON.stringify({ sentences: [{ text: 'The relay retries three times.', sources: [3] }] });

  it('opens no memory that the window did not use', async () => {
    await pass(60);
    assert.deepEqual([uses, work], [0, undefined]);
  });

  it('writes by a rule after the idle time, and logs one line', async () => {
    await stateFacts();
    await pass(14);
    assert.deepEqual([await written(), lines], ['', []]);
    await pass(2);
    assert.match(await written(), /retries three times/u);
    assert.deepEqual(lines, ['1 synthesis was written, all by a rule.']);
    await pass(60);
    assert.equal(lines.length, 1);
  });

  it('writes by the language model that is allowed, and logs the tokens', async () => {
    writer = scripted(() => Promise.resolve(sentence));
    await stateFacts();
    await pass(16);
    assert.match(lines.join('\n'), /^1 synthesis was written, 1 of them by Scripted, with \d+ tokens\.$/u);
  });

  it('logs why the model did not write', async () => {
    writer = scripted(() => Promise.reject(new Error('out of quota')));
    await stateFacts();
    await pass(16);
    assert.match(lines.join('\n'), /^1 synthesis was written, 0 of them by Scripted\. .*out of quota$/u);
  });

  it('sends nothing to the model once the user revokes the consent', async () => {
    let requests = 0;
    writer = scripted(() => Promise.resolve(sentence).finally(() => (requests += 1)));
    isAllowed = false;
    await stateFacts();
    await pass(16);
    assert.deepEqual([requests, await written(), lines], [0, '', []]);
  });

  it('does nothing while the idle time is 0', async () => {
    settings = { ...settings, idleMinutes: 0 };
    await stateFacts();
    assert.equal(work, undefined);
  });

  it('uses changed settings from the next use of the memory', async () => {
    await stateFacts();
    changed.fire();
    assert.equal(work, undefined);
    settings = { ...settings, idleMinutes: 2 };
    await stateFacts();
    await pass(3);
    assert.equal(lines.length, 1);
  });

  it('does not touch the memory while the window uses that of a server', async () => {
    isWanted = false;
    await stateFacts();
    await pass(60);
    assert.deepEqual([uses, await written()], [0, '']);
  });

  it('waits for valid settings', async () => {
    isTroubled = true;
    await stateFacts();
    assert.equal(work, undefined);
    isTroubled = false;
    used.fire();
    assert.notEqual(work, undefined);
  });

  it('ends with the window', async () => {
    await stateFacts();
    cycle.dispose();
    assert.equal(work, undefined);
    used.fire();
    assert.equal(work, undefined);
  });
});
