import assert from 'node:assert/strict';
import { isoTimeFrom, localMinute, localSpanOf, zoneOffset } from '../../src/util/time.ts';

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
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-31T23:15:00-02:00', '2026-04-01T01:15:00.000Z'],
    ['31 May 2023', '2023-05-31T00:00:00.000Z'],
    ['May 31, 2023 10:00', '2023-05-31T10:00:00.000Z'],
    ['Wed, 31 May 2023 10:00:00 GMT', '2023-05-31T10:00:00.000Z'],
    ['Wed May 31 2023 10:00:00 GMT', '2023-05-31T10:00:00.000Z'],
    ['10:31 am on 30 June, 2023', '2023-06-30T10:31:00.000Z'],
    ['2026-02-30', undefined],
    ['2026-02-29', undefined],
    ['2026-02-30T10:00:00.000Z', undefined],
    ['2026/04/31', undefined],
    ['2026-06-31 10:00', undefined],
    ['2026-13-01', undefined],
    ['0000-00-00', undefined],
    ['30 February 2026', undefined],
    ['Feb 30, 2026', undefined],
    ['Sunday 30 February 2024', undefined],
    ['02/30/2024', undefined],
    ['10:31 Feb 3, 2024', '2024-02-03T10:31:00.000Z'],
    ['2031 Feb 3', '2031-02-03T00:00:00.000Z'],
    ['1:56 pm on 31 June, 2023', undefined],
    ['99999-01-01', undefined],
    ['+275760-09-13', undefined],
    [Number.NaN, undefined],
    [1e300, undefined],
  ];
  for (const [given, expected] of cases) {
    it(`reads ${JSON.stringify(given)} as ${expected ?? 'no date'}`, () => {
      assert.equal(isoTimeFrom(given), expected);
    });
  }
});

describe('localMinute', () => {
  it('shows a time in the requested zone', () => {
    assert.equal(localMinute('2026-03-30T07:15:00.000Z', 'Europe/Berlin'), '2026-03-30 09:15');
  });

  it('returns an invalid time unchanged', () => {
    assert.equal(localMinute('long ago', 'UTC'), 'long ago');
  });
});

describe('the span of a local day', () => {
  for (const [what, day, timeZone, start, end] of [
    ['in UTC', '2026-12-01', 'UTC', '2026-12-01T00:00:00.000Z', '2026-12-01T23:59:59.999Z'],
    ['east of it', '2026-12-01', 'Pacific/Kiritimati', '2026-11-30T10:00:00.000Z', '2026-12-01T09:59:59.999Z'],
    ['west of it', '2026-12-01', 'Etc/GMT+12', '2026-12-01T12:00:00.000Z', '2026-12-02T11:59:59.999Z'],
    ['with 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['with 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['without midnight', '2023-09-03', 'America/Santiago', '2023-09-03T04:00:00.000Z', '2023-09-04T02:59:59.999Z'],
    ['with two midnights', '2023-11-05', 'America/Havana', '2023-11-05T04:00:00.000Z', '2023-11-06T04:59:59.999Z'],
    ['at the end of the calendar', '9999-12-31', 'Etc/GMT+12', '9999-12-31T12:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['written otherwise', 'December 1, 2026', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z', '2026-12-01T14:59:59.999Z'],
  ] as const) {
    it(`is known for one ${what}`, () => {
      assert.deepEqual(localSpanOf(day, timeZone), { start, end });
    });
  }

  it('is unknown for a time and for what is no day', () => {
    for (const text of ['2026-12-01T00:00:00Z', '2026-12-01 00:00', '2026-02-30', 'soon', ''])
      assert.equal(localSpanOf(text, 'Europe/Berlin'), undefined, text);
  });
});

describe('the offset of a time zone', () => {
  const zones: [zone: string, time: string, minutes: number][] = [
    ['UTC', '2026-03-30T09:15:00Z', 0],
    ['Pacific/Auckland', '2026-03-30T09:15:00Z', 780],
    ['Pacific/Auckland', '2026-07-01T00:00:30.500Z', 720],
    ['America/Los_Angeles', '2026-03-30T09:15:00Z', -420],
    ['Asia/Kolkata', '2026-03-30T09:15:00Z', 330],
    ['Pacific/Kiritimati', '2026-12-31T12:00:00Z', 840],
  ];
  for (const [zone, time, minutes] of zones) {
    it(`${zone} is ${String(minutes)} minutes at ${time}`, () => {
      assert.equal(zoneOffset(Date.parse(time), zone), minutes * 60_000);
    });
  }
});
