/** `C`, `C++` and `C#` are different words, although the index has only their letters. */
import assert from 'node:assert/strict';
import { questionFrom } from '../../src/search/query/question.ts';
import { createTextComparer } from '../../src/memory/shared/similarity/similarity.ts';
import { indexText } from '../../src/search/query/words.ts';
import { openTestMemory } from '../support/memory.ts';

describe('names with signs', () => {
  const said = {
    'C++': 'The engine is written in C++.',
    'C#': 'The plugin is written in C#.',
    C: 'The driver is written in C.',
    'F#': 'The pricing is written in F#.',
    F: 'The report has an appendix F.',
    '.NET': 'The service runs on .NET.',
    net: 'The net must hold the tests.',
    'A*': 'The path is found by A* with a heuristic.',
    'g++': 'The release is built by g++ on Linux.',
    g: 'The parcel weighs 40 g at most.',
  };

  for (const asked of ['C++', 'C#', 'C', 'F#', '.NET', 'A*', 'g++', 'written in C++?', 'which part is in `C#`', 'c++'])
    it(`puts what says it first for "${asked}"`, async () => {
      const test = openTestMemory();
      const ada = await test.caller();
      for (const fact of Object.values(said)) {
        await test.memory.facts.store(ada, { category: 'codebase', fact });
        test.pass(1);
      }
      const name = Object.keys(said).find((one) => asked.toLowerCase().split(/[ ?`]/).includes(one.toLowerCase()));
      assert.equal((await test.search.find(ada, { query: asked })).results[0]?.text, said[name as keyof typeof said]);
      await test.close();
    });

  it('are named exactly in a query, unless it asks for several', () => {
    const exactOf = (query: string): (string | undefined)[] =>
      questionFrom(query).terms.flatMap(({ exact }) => exact ?? []);
    assert.deepEqual(exactOf('port C++17 to C#'), []);
    assert.deepEqual(exactOf('C/C++ headers'), []);
    assert.deepEqual(exactOf('the "C++" compiler (g++).'), ['c++', 'g++']);
    assert.deepEqual(exactOf('Node.js, main.ts, issue repo#12, Ctrl+K and **bold**'), []);
  });

  const { read, compare } = createTextComparer(indexText);
  const similarity = (one: string, other: string): number => compare(read(one), read(other)).similarity;

  it('make texts differ', () => {
    for (const [one, other] of [
      ['Use C++ for the engine', 'Use C# for the engine'],
      ['Use C for the engine', 'Use C++ for the engine'],
      ['Host the service on .NET', 'Host the service on net'],
      ['Find the path by A*', 'Find the path by A'],
    ] as const)
      assert.ok(similarity(one, other) < 0.8, `${one} | ${other}`);
    assert.equal(similarity('Use C++ for the engine', 'Use cpp for the engine') >= 0.8, true);
    assert.equal(similarity('Use *Redis* for the cache.', 'Use Redis for the cache'), 1);
  });
});
