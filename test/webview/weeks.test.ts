/** The layout of the days of a year in the calendar, and its keyboard navigation. */
import assert from 'node:assert/strict';
import {
  dayByKey,
  firstWholeWeek,
  isDay,
  monthOf,
  sheetOf,
  stepBounds,
  stepOf,
  weekStartOf,
} from '../../webview/parts/calendar/weeks.ts';

const monday = 1;
const sunday = 7;

describe('the sheet of a calendar', () => {
  it('has a column for each week and a row for each day, starting at the first day of the week', () => {
    const { weeks } = sheetOf('2026-01-01', '2026-12-31', '2027-05-01', monday);
    assert.equal(weeks.length, 53);
    assert.deepEqual(weeks[0], [null, null, null, '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']);
    assert.deepEqual(weeks[1]?.[0], '2026-01-05');
    assert.deepEqual(sheetOf('2026-01-01', '2026-12-31', '2027-05-01', sunday).weeks[1]?.[0], '2026-01-04');
  });

  it('leaves future days empty, and keeps their place', () => {
    const { weeks, last } = sheetOf('2026-01-01', '2026-12-31', '2026-11-22', monday);
    assert.equal(last, '2026-11-22');
    assert.equal(weeks.length, 53);
    assert.deepEqual(weeks.at(-1), Array(7).fill(null));
  });

  it('places each month over the weeks that begin in it, and every column under a month', () => {
    for (const weekStart of [monday, sunday, 6]) {
      const { months, weeks } = sheetOf('2024-01-01', '2024-12-31', '2027-05-01', weekStart);
      assert.equal(
        months.reduce((sum, { columns }) => sum + columns, 0),
        weeks.length,
      );
      assert.equal(months.length, 12);
    }
    const rest = sheetOf('2026-01-01', '2026-12-31', '2026-01-10', monday);
    assert.deepEqual(rest.months, [{ day: '2026-01-01', columns: 53 }]);
  });

  it('begins a year up to today with a whole week', () => {
    assert.equal(firstWholeWeek('2025-11-17', monday), '2025-11-17');
    assert.equal(firstWholeWeek('2025-11-17', sunday), '2025-11-23');
    const { weeks } = sheetOf(firstWholeWeek('2025-11-17', sunday), '2026-11-22', '2026-11-22', sunday);
    assert.equal(weeks.length, 53);
    assert.equal(weeks[0]?.includes(null), false);
  });
});

describe('the month of a day', () => {
  it('is all its days, also in a leap year', () => {
    assert.deepEqual(monthOf('2026-03-09'), { from: '2026-03-01', to: '2026-03-31' });
    assert.deepEqual(monthOf('2024-02-29'), { from: '2024-02-01', to: '2024-02-29' });
    assert.deepEqual(monthOf('2026-02-01'), { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(monthOf('2025-12-31'), { from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('the keys of a calendar', () => {
  const sheet = sheetOf('2026-01-01', '2026-12-31', '2026-11-22', monday);
  const to = (day: string, key: string, ctrlKey = false): string | undefined => dayByKey(sheet, day, { key, ctrlKey });

  it('move by days and weeks', () => {
    assert.equal(to('2026-03-01', 'ArrowUp'), '2026-02-28');
    assert.equal(to('2026-03-01', 'ArrowDown'), '2026-03-02');
    assert.equal(to('2026-03-01', 'ArrowLeft'), '2026-02-22');
    assert.equal(to('2026-03-01', 'ArrowRight'), '2026-03-08');
  });

  it('move by months, to the last day of a shorter one', () => {
    assert.equal(to('2026-03-31', 'PageUp'), '2026-02-28');
    assert.equal(to('2026-03-31', 'PageDown'), '2026-04-30');
    assert.equal(to('2026-05-15', 'PageUp'), '2026-04-15');
  });

  it('move to the ends of a row, and with Ctrl to the first and the last day', () => {
    assert.equal(to('2026-03-02', 'Home'), '2026-01-05');
    assert.equal(to('2026-03-02', 'End'), '2026-11-16');
    assert.equal(to('2026-03-02', 'Home', true), '2026-01-01');
    assert.equal(to('2026-03-02', 'End', true), '2026-11-22');
  });

  it('stay within the existing days, and ignore other keys', () => {
    assert.equal(to('2026-01-02', 'ArrowLeft'), '2026-01-01');
    assert.equal(to('2026-11-20', 'PageDown'), '2026-11-22');
    assert.equal(to('2026-11-20', 'a'), undefined);
    assert.equal(to('2026-11-20', 'toString'), undefined);
  });
});

describe('the steps of a calendar', () => {
  it('distinguish small numbers of sessions', () => {
    const bounds = stepBounds([1, 2, 3, 4]);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 9].map((sessions) => stepOf(sessions, bounds)),
      [0, 1, 2, 3, 4, 4],
    );
  });

  it('do not make all days look idle because one was busy', () => {
    const bounds = stepBounds([1, 1, 2, 2, 4, 4, 6, 8, 300]);
    assert.ok(stepOf(6, bounds) >= 3);
    assert.equal(stepOf(300, bounds), 4);
  });

  it('increase even if all days are equal, or there are none', () => {
    for (const counts of [[], [1, 1, 1], [5, 5, 5, 5]]) {
      const [low, middle, high] = stepBounds(counts);
      assert.ok(low >= 1 && middle > low && high > middle);
    }
  });
});

describe('a day', () => {
  it('begins a week according to the region', () => {
    assert.equal(weekStartOf('de'), monday);
    assert.equal(weekStartOf('en-US'), sunday);
    assert.equal(weekStartOf('ar-EG'), 6);
  });

  it('is distinguished from other values that a page may contain', () => {
    assert.ok(isDay('2026-11-22'));
    for (const text of [null, '', 'fact:12', '2026-13-45', '2026-11-22T00:00']) assert.equal(isDay(text), false);
  });
});
