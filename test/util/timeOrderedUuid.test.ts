import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timeOfUuid, timeOrderedUuid } from '../../src/util/timeOrderedUuid.ts';

describe('timeOrderedUuid', () => {
  it('reproduces the example of RFC 9562', () => {
    const time = new Date('2022-02-22T19:22:22.000Z');
    const random = '00000000-0000-4cc3-98c4-dc0c0c07398f';
    assert.equal(timeOrderedUuid(time, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('contains its creation time, unlike other ids', () => {
    assert.equal(timeOfUuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')?.toISOString(), '2022-02-22T19:22:22.000Z');
    assert.deepEqual([timeOfUuid(randomUUID()), timeOfUuid('message-1')], [undefined, undefined]);
  });

  it('sorts by time, and is never the same twice', () => {
    const times = [
      '1970-01-01T00:00:00.001Z',
      '2026-11-22T09:00:00.000Z',
      '2026-11-22T09:00:00.001Z',
      '9999-12-31T00:00Z',
    ];
    const ids = times.map((time) => timeOrderedUuid(new Date(time), randomUUID()));
    assert.deepEqual(ids.toSorted(), ids);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    const now = new Date();
    assert.notEqual(timeOrderedUuid(now, randomUUID()), timeOrderedUuid(now, randomUUID()));
  });
});
