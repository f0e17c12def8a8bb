import assert from 'node:assert/strict';
import { entityKey, kindOfName } from '../../../src/memory/graph/entities.ts';

describe('the key of an entity', () => {
  const sameNames: readonly (readonly string[])[] = [
    ['hive_mind_proxy', 'Hive-Mind Proxy', 'hiveMindProxy', 'HIVE_MIND_PROXY', '`hive_mind_proxy`'],
    ['loadOrder()', 'loadOrder', 'load_order', 'loadOrder(id, options)'],
    ['#42', 'PR 42', 'PR #42', 'pull request 42', 'GH-42'],
    [
      'src/orders/total.ts',
      './src/orders/total.ts',
      'src\\orders\\total.ts',
      'src/orders/total.ts:12',
      'SRC/orders/total.ts#L3-L9',
    ],
    ['@mira', 'mira'],
    ['mira/ledger', 'https://github.com/mira/ledger', 'git@github.com:mira/ledger.git'],
    ['mira/ledger#5', 'https://github.com/mira/ledger/issues/5'],
    ['Ledger::post', 'Ledger.post'],
  ];
  for (const names of sameNames) {
    it(`is one for ${names.join(', ')}`, () => assert.equal(new Set(names.map(entityKey)).size, 1));
  }

  const otherNames: readonly (readonly [string, string])[] = [
    ['my-file.ts', 'my_file.ts'],
    ['src/total.ts', 'total.ts'],
    ['step-1-2', 'step-12'],
    ['C#', 'C++'],
    ['@ledger/core', 'core'],
    [`${'long '.repeat(60)}one`, `${'long '.repeat(60)}two`],
  ];
  for (const [one, other] of otherNames) {
    it(`differs for ${one.slice(-20)} and ${other.slice(-20)}`, () =>
      assert.notEqual(entityKey(one), entityKey(other)));
  }

  it('is never empty for a name with a letter or digit, and has at most 120 characters', () => {
    for (const name of [
      'a',
      '7',
      '-a-',
      '(x)',
      '@b',
      '#',
      '""c',
      '服务',
      'é',
      '١',
      'x'.repeat(5_000),
      '😀a'.repeat(90),
    ]) {
      const key = entityKey(name);
      assert.ok(key.length <= 120 && (key !== '' || name === '#'), name);
    }
  });

  it('is computed quickly for a name of a megabyte', () => {
    const names = [`x${"'".repeat(1_000_000)}x`, `x${"'".repeat(1_000_000)}y`];
    assert.equal(new Set(names.map(entityKey)).size, 2);
    assert.deepEqual(names.map(kindOfName), ['concept', 'concept']);
  });

  it('ignores characters that nobody can see', () => {
    assert.equal(entityKey('load\u200bOrder\u202e'), entityKey('loadOrder'));
  });
});

describe('the kind of a stated name', () => {
  const kinds: readonly (readonly [string, string])[] = [
    ['src/orders/total.ts', 'file'],
    ['Dockerfile', 'file'],
    ['C:\\Work Files\\plan.md', 'file'],
    ['#123', 'issue'],
    ['SHOP-77', 'issue'],
    ['mira/ledger#5', 'issue'],
    ['src/orders', 'file'],
    ['E0308', 'error'],
    ['E1234', 'error'],
    ['ENOENT', 'error'],
    ['HTTP 503', 'error'],
    ['LedgerClosedError', 'error'],
    ['@ledger/core', 'package'],
    ['@mira', 'person'],
    ['https://github.com/mira/ledger', 'project'],
    ['PostgreSQL', 'service'],
    ['loadOrder()', 'symbol'],
    ['hive_mind_proxy', 'symbol'],
    ['Ledger.post', 'symbol'],
    ['the checkout flow', 'concept'],
    ['UTF-8', 'concept'],
    ['checkout', 'concept'],
    ['x'.repeat(10_000), 'concept'],
  ];
  for (const [name, kind] of kinds) {
    it(`is ${kind} for ${name.slice(0, 40)}`, () => assert.equal(kindOfName(name), kind));
  }
});
