/** Several real processes share one store: no acknowledged write is lost, and a killed process does no harm. */
import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspectHeader } from '../../src/store/sqlite/engine/databaseHeader.ts';
import { factsIn, startWriter, troubleIn } from './processes.ts';
import type { Writer } from './processes.ts';
import {
  aFact,
  aFile,
  codeOf,
  fileEngineNames,
  findMemories,
  openStore,
  removeFolders,
  visit,
  noJudgement,
} from './support.ts';
import type { FileEngineName } from './support.ts';

after(removeFolders);

const names = ['alpha', 'beta', 'gamma', 'delta'];

const startAll = (engine: FileEngineName, file: string, count: number, reads: 'reads' | '' = ''): Promise<Writer[]> =>
  Promise.all(names.map((name) => startWriter(engine, file, name, count, reads)));

async function finish(writers: readonly Writer[]): Promise<void> {
  for (const writer of writers) assert.equal(await writer.done, 0, writer.errors);
}

for (const engine of fileEngineNames) {
  describe(`processes that share a store (${engine})`, () => {
    it('lose none of 4 x 200 facts and find their own while writing', async () => {
      const file = aFile();
      const writers = await startAll(engine, file, 200, 'reads');
      for (const writer of writers) writer.begin();
      await finish(writers);
      const facts = await factsIn(engine, file);
      assert.equal(facts.size, 800);
      assert.ok(
        writers.every(({ acknowledged }) => acknowledged.length === 200 && acknowledged.every((one) => facts.has(one))),
      );
      assert.deepEqual(await troubleIn(engine, file), []);
    });

    it('create only one store if all of them find no file', async () => {
      for (let round = 0; round < (engine === 'native' ? 3 : 2); round += 1) {
        const file = aFile();
        const writers = await startAll(engine, file, 3);
        for (const writer of writers) writer.begin();
        await finish(writers);
        assert.equal((await factsIn(engine, file)).size, 12);
        assert.deepEqual(await troubleIn(engine, file), []);
      }
    });

    it('survive kill -9 during a write: every acknowledged fact is in an intact file', async () => {
      const rounds = Array.from({ length: 10 }, (_, round) => round);
      // Five at a time, because most of the time after a kill is spent waiting for the dead process's lock.
      for (const pair of [rounds.slice(0, 5), rounds.slice(5)]) {
        await Promise.all(pair.map((round) => killOnce(engine, round)));
      }
    });
  });
}

/** Kills a process that keeps writing, shortly after its first facts; another one then continues. */
async function killOnce(engine: FileEngineName, round: number): Promise<void> {
  const file = aFile();
  const victim = await startWriter(engine, file, 'victim', 1_000_000);
  victim.begin();
  while (victim.acknowledged.length < 3 + round) await new Promise((resolve) => setTimeout(resolve, 2 + round));
  victim.child.kill('SIGKILL');
  await victim.done;
  const header = inspectHeader(readFileSync(file));
  assert.equal(header.kind, 'sqlite');
  const next = await startWriter(engine, file, 'next', 5);
  next.begin();
  await finish([next]);
  const facts = await factsIn(engine, file);
  const lost = [...victim.acknowledged, ...next.acknowledged].filter((fact) => !facts.has(fact));
  assert.deepEqual(lost, []);
  assert.deepEqual(await troubleIn(engine, file), []);
  assert.deepEqual(
    readdirSync(dirname(file)).filter((name) => name.endsWith('.tmp')),
    [],
  );
}

describe('a file that is being replaced', () => {
  it('is always complete for readers', async () => {
    const file = aFile();
    const writer = await startWriter('wasm', file, 'busy', 60);
    writer.begin();
    let reads = 0;
    const over = new AbortController();
    void writer.done.then(() => {
      over.abort();
    });
    while (!over.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      const bytes = readIfThere(file);
      if (bytes === undefined) continue;
      const header = inspectHeader(bytes);
      assert.ok(header.kind === 'sqlite' && bytes.length === header.expectedBytes);
      reads += 1;
    }
    await finish([writer]);
    assert.ok(reads > 20, `only ${String(reads)} reads`);
  });

  function readIfThere(file: string): Uint8Array | undefined {
    try {
      return readFileSync(file);
    } catch {
      return undefined;
    }
  }
});

describe('the two engines on one file', () => {
  it('do not mix: sql.js refuses to read or write a store of the native engine', async () => {
    const file = aFile();
    const native = openStore('native', file);
    const caller = await visit(native);
    const wasm = openStore('wasm', file);
    assert.equal(await codeOf(wasm.facts.get(1)), 'engine_unavailable');
    assert.equal(await codeOf(wasm.facts.add(aFact(caller, 'x'), noJudgement)), 'engine_unavailable');
    await native.facts.add(aFact(caller, 'still fine'), noJudgement);
    await Promise.all([native.close(), wasm.close()]);
    assert.deepEqual(await troubleIn('native', file), []);
    const later = openStore('wasm', file);
    assert.equal(await codeOf(later.facts.get(1)), 'engine_unavailable', 'even if no process has it open');
    await later.close();
  });

  it('hand over: the native engine keeps and finds every row, and sql.js refuses from then on', async () => {
    const file = aFile();
    const wasm = openStore('wasm', file);
    const caller = await visit(wasm, { project: null });
    for (let n = 0; n < 20; n += 1) await wasm.facts.add(aFact(caller, `zebra ${String(n)}`), noJudgement);
    const before = await wasm.portability.read('now', 'ada');
    const native = openStore('native', file);
    assert.deepEqual(await native.portability.read('now', 'ada'), before);
    assert.equal((await findMemories(native, caller, ['zebra'], { limit: 50 })).length, 20);
    assert.equal(await codeOf(wasm.facts.get(1)), 'engine_unavailable');
    assert.equal(await codeOf(wasm.facts.add(aFact(caller, 'late'), noJudgement)), 'engine_unavailable');
    await Promise.all([native.close(), wasm.close()]);
    assert.deepEqual(await troubleIn('native', file), []);
  });

  it('hand over during writes: what sql.js acknowledged is kept, and its next write is refused', async () => {
    for (let round = 0; round < 2; round += 1) {
      const file = aFile();
      const writers = await Promise.all(['one', 'two'].map((name) => startWriter('wasm', file, name, 100_000)));
      for (const writer of writers) writer.begin();
      while (writers.some(({ acknowledged }) => acknowledged.length < 3 + round))
        await new Promise((resolve) => setTimeout(resolve, 3));
      const native = openStore('native', file);
      const caller = await visit(native);
      await native.facts.add(aFact(caller, 'taken over'), noJudgement);
      for (const writer of writers) {
        assert.notEqual(await writer.done, 0);
        assert.match(writer.errors, /engine_unavailable/u);
      }
      await native.close();
      const facts = await factsIn('native', file);
      assert.ok(facts.has('taken over'));
      assert.deepEqual(
        writers.flatMap(({ acknowledged }) => acknowledged.filter((fact) => !facts.has(fact))),
        [],
      );
      assert.deepEqual(await troubleIn('native', file), []);
    }
  });
});
