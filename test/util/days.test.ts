import assert from 'node:assert/strict';
import { dayNumber, dayText, isTimeZone } from '../../src/util/days.ts';
import { localDaysIn, startOfDay } from '../../src/util/time.ts';

describe('a day', () => {
  const numberOf = (day: string): number => dayNumber(day) ?? assert.fail(`${day} is not a day`);
  const dayOf = (iso: string, timeZone: string): string => {
    const number = localDaysIn(timeZone)(iso);
    return number === undefined ? 'no day' : dayText(number);
  };

  it('must exist in the calendar', () => {
    assert.equal(numberOf('2024-02-29') + 1, numberOf('2024-03-01'));
    for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', '']) {
      assert.equal(dayNumber(text), undefined, text);
    }
  });

  it('follows the time zone, even if its offset is not in whole hours', () => {
    assert.equal(dayOf('2026-03-30T18:29:59.999Z', 'Asia/Kolkata'), '2026-03-30');
    assert.equal(dayOf('2026-03-30T18:30:00.000Z', 'Asia/Kolkata'), '2026-03-31');
    assert.equal(dayOf('2026-07-01T02:29:59.000Z', 'America/St_Johns'), '2026-06-30');
    assert.equal(dayOf('2026-07-01T02:30:00.000Z', 'America/St_Johns'), '2026-07-01');
    assert.equal(dayOf('2026-12-31T23:30:00.000Z', 'Europe/Berlin'), '2027-01-01');
    assert.equal(dayOf('2024-02-29T23:30:00.000Z', 'UTC'), '2024-02-29');
    assert.equal(dayOf('1700000000', 'UTC'), 'no day');
  });

  it('starts where the day before it ends, whatever the clocks do', () => {
    for (const timeZone of [
      'UTC',
      'Europe/Berlin',
      'America/Santiago',
      'America/Havana',
      'Asia/Kolkata',
      'Pacific/Kiritimati',
    ]) {
      for (let day = numberOf('2023-01-01'); day <= numberOf('2023-12-31'); day += 1) {
        const start = startOfDay(day, timeZone);
        assert.equal(dayOf(start, timeZone), dayText(day), timeZone);
        const before = new Date(Date.parse(start) - 1).toISOString();
        assert.equal(dayOf(before, timeZone), dayText(day - 1), timeZone);
      }
    }
  });

  it('ends at local midnight before and after clock changes', () => {
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

  it('is skipped if its zone skipped it', () => {
    // Samoa skipped 30 December 2011.
    assert.equal(dayOf('2011-12-30T09:59:59.000Z', 'Pacific/Apia'), '2011-12-29');
    assert.equal(dayOf('2011-12-30T10:00:00.000Z', 'Pacific/Apia'), '2011-12-31');
  });

  it('is converted only in known time zones', () => {
    assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone), [true, true, false, false]);
  });
});
