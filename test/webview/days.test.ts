/** Local days of the page and the moments at which they start and end, also if a day has 23 or 25 hours. */
import assert from 'node:assert/strict';
import { daysBetween, dayOf, endOfDay, startOfDay } from '../../webview/parts/design/days.ts';

describe('local days', () => {
  const zone = process.env['TZ'];
  before(() => (process.env['TZ'] = 'Europe/Berlin'));
  after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('begin and end at midnight in the time zone of the reader', () => {
    assert.equal(startOfDay('2026-07-01'), '2026-06-30T22:00:00.000Z');
    assert.equal(endOfDay('2026-07-01'), '2026-07-01T22:00:00.000Z');
  });

  it('have 23 or 25 hours when the clocks change', () => {
    const hours = (day: string): number =>
      (Date.parse(endOfDay(day) ?? '') - Date.parse(startOfDay(day) ?? '')) / 3_600_000;
    assert.equal(hours('2026-03-29'), 23);
    assert.equal(hours('2026-10-25'), 25);
  });

  it('end where the next one begins', () => {
    assert.equal(endOfDay('2026-03-29'), startOfDay('2026-03-30'));
  });

  it('are correct at the end of a year and before a leap day', () => {
    assert.equal(endOfDay('2026-12-31'), '2026-12-31T23:00:00.000Z');
    assert.equal(endOfDay('2028-02-28'), startOfDay('2028-02-29'));
  });

  it('are derived from a moment, and null for invalid input', () => {
    assert.equal(dayOf('2026-06-30T22:00:00.000Z'), '2026-07-01');
    assert.equal(dayOf('some time'), null);
    assert.equal(startOfDay('some day'), null);
  });

  it('are named by their distance in the largest fitting unit', () => {
    const days = ['2026-03-28', '2026-03-29', '2026-04-11', '2026-04-20', '2026-07-01', '2029-03-29', 'tomorrow'];
    assert.deepEqual(
      days.map((day) => daysBetween('2026-03-29', day)),
      [
        { value: -1, unit: 'day' },
        { value: 0, unit: 'day' },
        { value: 13, unit: 'day' },
        { value: 3, unit: 'week' },
        { value: 3, unit: 'month' },
        { value: 3, unit: 'year' },
        null,
      ],
    );
  });
});
