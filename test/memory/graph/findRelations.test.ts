import assert from 'node:assert/strict';
import { findEntities } from '../../../src/memory/graph/findEntities.ts';
import { findRelations } from '../../../src/memory/graph/findRelations.ts';

/** As `from relation to`, with keys. */
function relationsIn(text: string): string[] {
  return findRelations(text, findEntities(text)).map(({ from, relation, to }) => `${from} ${relation} ${to}`);
}

describe('relations of a text', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['`loadCart` calls `cartTotal()`.', ['loadcart calls carttotal']],
    ['The `rates` package is imported by @cart/core.', ['@cart/core depends_on rates']],
    ['`loadCart` is used in src/cart.ts.', ['src/cart.ts uses loadcart']],
    ['The `cart_total` helper now uses the Redis client.', ['carttotal uses redis']],
    ['We switched from MySQL to PostgreSQL.', ['postgresql replaces mysql']],
    ['Replaced `loadCart` with `fetchCart`.', ['fetchcart replaces loadcart']],
    ['Renamed `loadCart` → `fetchCart`.', ['fetchcart replaces loadcart']],
    ['`loadCart` was renamed to `fetchCart`.', ['fetchcart replaces loadcart']],
    ['The `discount` function is defined in `rates.ts`.', ['discount part_of rates.ts']],
    ['PR #34 fixes #12.', ['#34 fixes #12']],
  ];
  for (const [text, expected] of cases)
    it(`finds one in: ${text}`, () => assert.deepEqual(relationsIn(text), expected));

  const texts = [
    '`loadCart` does not use `cartTotal`.',
    'If `loadCart` calls `cartTotal`, it fails.',
    'We should not think that `loadCart` uses Redis.',
    'Is it true that `loadCart` uses Redis?',
    '`loadCart` and `cartTotal` are new.',
    'Moved `loadCart` to `rates.ts`.',
    '`loadCart` works. Uses `cartTotal`.',
    '`loadCart` uses a thing that somebody else wrote long ago for a shop, and then `cartTotal`.',
  ];
  for (const text of texts) it(`finds none in: ${text}`, () => assert.deepEqual(relationsIn(text), []));

  it('relates only the given entities', () => {
    const text = '`loadCart` calls `cartTotal`. `cartTotal` uses Redis.';
    const given = findEntities(text).filter(({ kind }) => kind === 'symbol');
    assert.deepEqual(findRelations(text, given), [{ from: 'loadcart', to: 'carttotal', relation: 'calls' }]);
  });

  it('returns each relation once', () => {
    assert.deepEqual(relationsIn('`loadCart` calls `cartTotal`.\n`loadCart` also calls `cart_total`.'), [
      'loadcart calls carttotal',
    ]);
  });
});
