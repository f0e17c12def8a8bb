import assert from 'node:assert/strict';
import { dayNumber, dayText, intervalOfDay, isTimeZone, localDaysIn } from '../../src/util/days.ts';

describe('a day', () => {
  const numberOf = (day: string): number => dayNumber(day) ?? assert.fail(`${day} is no day`);
  const dayOf = (iso: string, timeZone: string): string => {
    const number = localDaysIn(timeZone)(iso);
    return number === undefined ? 'no day' : dayText(number);
  };
  const hoursOf = (day: string, timeZone: string): [string, number] => {
    const { since, until } = intervalOfDay(numberOf(day), timeZone);
    return [since, (Date.parse(until) - Date.parse(since)) / 3_600_000];
  };

  it('is one that the calendar has', () => {
    assert.equal(numberOf('2024-02-29') + 1, numberOf('2024-03-01'));
    for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', '']) {
      assert.equal(dayNumber(text), undefined, text);
    }
  });

  it('is the one of the zone, also where that is not whole hours from UTC', () => {
    assert.equal(dayOf('2026-03-30T18:29:59.999Z', 'Asia/Kolkata'), '2026-03-30');
    assert.equal(dayOf('2026-03-30T18:30:00.000Z', 'Asia/Kolkata'), '2026-03-31');
    assert.equal(dayOf('2026-07-01T02:29:59.000Z', 'America/St_Johns'), '2026-06-30');
    assert.equal(dayOf('2026-07-01T02:30:00.000Z', 'America/St_Johns'), '2026-07-01');
    assert.equal(dayOf('2026-12-31T23:30:00.000Z', 'Europe/Berlin'), '2027-01-01');
    assert.equal(dayOf('2024-02-29T23:30:00.000Z', 'UTC'), '2024-02-29');
    assert.equal(dayOf('1700000000', 'UTC'), 'no day');
  });

  it('ends at the same clock before and after the clocks change', () => {
    const berlin = localDaysIn('Europe/Berlin');
    // Clocks go forward on 29 March 2026 and back on 25 October, at 01:00 UTC.
    for (const [iso, day] of [
      ['2026-03-28T22:59:00.000Z', '2026-03-28'],
      ['2026-03-28T23:00:00.000Z', '2026-03-29'],
      ['2026-03-29T21:59:00.000Z', '2026-03-29'],
      ['2026-03-29T22:00:00.000Z', '2026-03-30'],
      ['2026-10-24T22:00:00.000Z', '2026-10-25'],
      ['2026-10-25T22:59:00.000Z', '2026-10-25'],
      ['2026-10-25T23:00:00.000Z', '2026-10-26'],
    ] as const) {
      assert.equal(dayText(berlin(iso) ?? 0), day, iso);
    }
  });

  it('has 23, 24 or 25 hours', () => {
    assert.deepEqual(hoursOf('2026-03-29', 'Europe/Berlin'), ['2026-03-28T23:00:00.000Z', 23]);
    assert.deepEqual(hoursOf('2026-10-25', 'Europe/Berlin'), ['2026-10-24T22:00:00.000Z', 25]);
    assert.deepEqual(hoursOf('2026-03-30', 'Asia/Kolkata'), ['2026-03-29T18:30:00.000Z', 24]);
    assert.deepEqual(hoursOf('2026-03-08', 'America/St_Johns'), ['2026-03-08T03:30:00.000Z', 23]);
    assert.deepEqual(hoursOf('2026-01-01', 'Pacific/Kiritimati'), ['2025-12-31T10:00:00.000Z', 24]);
  });

  it('begins when the zone says so where there is no midnight, and is empty where it was left out', () => {
    // In Beirut midnight of 26 March 2017 became one o'clock; Samoa had no 30 December 2011.
    assert.deepEqual(hoursOf('2017-03-26', 'Asia/Beirut'), ['2017-03-25T22:00:00.000Z', 23]);
    assert.equal(hoursOf('2011-12-30', 'Pacific/Apia')[1], 0);
  });

  it('is told in zones that there are', () => {
    assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone), [true, true, false, false]);
  });
});
