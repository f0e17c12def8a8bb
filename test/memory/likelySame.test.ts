/** Which names are proposed as equal: never applied, and rather none than a wrong one. */
import assert from 'node:assert/strict';
import { entityKey, type EntityKind } from '../../src/memory/graph/entities.ts';
import type { EntityName } from '../../src/memory/graph/graphStore.ts';
import { likelySame, searchPartOf } from '../../src/memory/graph/likelySame.ts';

const named = (name: string, kind: EntityKind = 'concept'): EntityName => ({ key: entityKey(name), name, kind });
const proposed = (name: string, others: readonly string[], kind: EntityKind = 'concept'): string[] =>
  likelySame(
    named(name, kind),
    others.map((other) => named(other, kind)),
  ).map((one) => one.name);

describe('names that probably mean the same', () => {
  it('are a file and a path that ends with it', () => {
    assert.deepEqual(proposed('sqlGraph.ts', ['src/store/sqlGraph.ts', 'src/store/sqlGraphs.ts', 'graph.ts']), [
      'src/store/sqlGraph.ts',
    ]);
    assert.deepEqual(proposed('src/store/sqlGraph.ts', ['sqlGraph.ts', 'store\\sqlGraph.ts', 'other/sqlGraph.ts']), [
      'sqlGraph.ts',
      'store\\sqlGraph.ts',
    ]);
  });

  it('are not a file and several different paths that end with it', () => {
    assert.deepEqual(proposed('index.ts', ['src/a/index.ts', 'src/b/index.ts']), []);
    assert.deepEqual(proposed('index.ts', ['src/a/index.ts', 'a/index.ts']), ['src/a/index.ts', 'a/index.ts']);
  });

  it('are not two folders or packages that end alike', () => {
    assert.deepEqual(proposed('graph', ['src/memory/graph', '@scope/graph']), []);
  });

  it('are a word and its plural', () => {
    assert.deepEqual(proposed('rate limit', ['Rate Limits', 'rate limiter']), ['Rate Limits']);
    assert.deepEqual(proposed('queries', ['query', 'querying']), ['query']);
    assert.deepEqual(proposed('batch', ['batches']), ['batches']);
    assert.deepEqual(proposed('address', ['addresss', 'addresses']), ['addresses']);
  });

  it('are not the names of two people that differ by a letter', () => {
    assert.deepEqual(proposed('Robert', ['Roberts'], 'person'), []);
  });

  it('are spellings that differ by dots, but not by other signs', () => {
    assert.deepEqual(proposed('Node.js', ['NodeJS', 'node']), ['NodeJS']);
    assert.deepEqual(proposed('Cpp', ['C++', 'C#']), []);
    assert.deepEqual(proposed('std', ['std++']), []);
  });

  it('are at most five', () => {
    const dotted = ['a.bcdef', 'ab.cdef', 'abc.def', 'abcd.ef', 'abcde.f', 'a.b.cdef'];
    assert.equal(proposed('abcdef', dotted).length, 5);
  });

  it('share a part by which they are found', () => {
    for (const [one, other] of [
      ['rate limit', 'Rate Limits'],
      ['queries', 'query'],
      ['sqlGraph.ts', 'src/store/sqlGraph.ts'],
      ['boxes', 'box'],
    ] as const) {
      assert.ok(entityKey(other).includes(searchPartOf({ name: one })?.toLowerCase() ?? '?'), one);
      assert.ok(entityKey(one).includes(searchPartOf({ name: other })?.toLowerCase() ?? '?'), other);
    }
    assert.equal(searchPartOf({ name: 'C' }), undefined);
  });
});
