import assert from 'node:assert/strict';
import { isoTimeFrom, localMinute } from '../../src/util/time.ts';

describe('isoTimeFrom', () => {
  const cases: [string | number, string | undefined][] = [
    ['2026-03-30T09:15:00Z', '2026-03-30T09:15:00.000Z'],
    ['2026-03-30T09:15:00+02:00', '2026-03-30T07:15:00.000Z'],
    ['2026-03-30T09:15:00', '2026-03-30T09:15:00.000Z'],
    ['2026-03-30 09:15:00', '2026-03-30T09:15:00.000Z'],
    ['2026-03-30', '2026-03-30T00:00:00.000Z'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    [1_774_861_200, '2026-03-30T09:00:00.000Z'],
    [1_774_861_200_000, '2026-03-30T09:00:00.000Z'],
    ['yesterday-ish', undefined],
    ['', undefined],
  ];
  for (const [given, expected] of cases) {
    it(`reads ${JSON.stringify(given)} as ${expected ?? 'no date'}`, () => {
      assert.equal(isoTimeFrom(given), expected);
    });
  }
});

describe('localMinute', () => {
  it('shows a time in the zone asked for', () => {
    assert.equal(localMinute('2026-03-30T07:15:00.000Z', 'Europe/Berlin'), '2026-03-30 09:15');
  });

  it('shows what is no time as it stands', () => {
    assert.equal(localMinute('long ago', 'UTC'), 'long ago');
  });
});
