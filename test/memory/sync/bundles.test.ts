/** Which bundles are read next, what is missing, and what was there before. */
import assert from 'node:assert/strict';
import type { BundleName } from '../../../src/memory/sync/bundles.ts';
import {
  bundleFileName,
  bundleNameFrom,
  gapsIn,
  nextBundles,
  rewrittenIn,
  shownNames,
} from '../../../src/memory/sync/bundles.ts';

const own = 'a'.repeat(12);
const other = 'b'.repeat(12);
const third = 'c'.repeat(12);

function bundle(machine: string, sequence: number, digit = '0'): BundleName {
  return { machine, sequence, hash: digit.repeat(16) };
}

describe('the names of bundles', () => {
  it('are those of their files', () => {
    const name = bundle(other, 12, 'e');
    assert.equal(bundleFileName(name), '000012-eeeeeeeeeeeeeeee.bundle');
    assert.deepEqual(bundleNameFrom(other, bundleFileName(name)), name);
  });

  it('are none of the names of conflict copies and drafts', () => {
    const file = bundleFileName(bundle(other, 1));
    const copies = [
      file.replace('.bundle', ' (conflicted copy 2026-03-30).bundle'),
      file.replace('.bundle', ' 2.bundle'),
      `${file}.tmp`,
      `~${file}`,
    ];
    for (const copy of copies) assert.equal(bundleNameFrom(other, copy), undefined, copy);
  });
});

describe('the next bundles', () => {
  it('are those after the last one that was read, of the others, in their order', () => {
    const listed = [bundle(other, 3), bundle(own, 1), bundle(other, 1), bundle(other, 2), bundle(third, 1)];
    const positions = { [other]: { sequence: 1, hash: '' } };
    assert.deepEqual(nextBundles(listed, positions, own), [bundle(other, 2), bundle(other, 3), bundle(third, 1)]);
  });

  it('end at a gap, which is named, and go on for other machines', () => {
    const listed = [bundle(other, 1), bundle(other, 3), bundle(third, 1)];
    assert.deepEqual(nextBundles(listed, {}, own), [bundle(other, 1), bundle(third, 1)]);
    assert.deepEqual(gapsIn(listed, {}, own), [{ machine: other, sequence: 2 }]);
  });
});

describe('a place that was rewritten', () => {
  const positions = { [other]: { sequence: 2, hash: `${'1'.repeat(16)}more` } };

  it('is recognized by a bundle that is missing or was replaced', () => {
    assert.deepEqual(rewrittenIn([bundle(other, 2, '1')], positions), [{ machine: other, sequence: 1 }]);
    const replaced = [bundle(other, 1), bundle(other, 2, '2')];
    assert.deepEqual(rewrittenIn(replaced, positions), [{ machine: other, sequence: 2 }]);
  });

  it('is no place in which only new bundles appeared', () => {
    const grown = [bundle(other, 1), bundle(other, 2, '1'), bundle(other, 3), bundle(third, 1)];
    assert.deepEqual(rewrittenIn(grown, positions), []);
  });
});

describe('the names of machines', () => {
  it('get a suffix if two machines have the same one', () => {
    assert.deepEqual(shownNames({ [own]: 'laptop', [other]: 'laptop', [third]: 'tower' }), {
      [own]: 'laptop (aaaa)',
      [other]: 'laptop (bbbb)',
      [third]: 'tower',
    });
  });
});
