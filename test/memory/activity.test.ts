import assert from 'node:assert/strict';
import { Activity } from '../../src/memory/activity/activity.ts';
import type { ActivityStore, StoredTally } from '../../src/memory/activity/activity.ts';
import { badgeIds, badgesFrom, badgeMeasures, needsOf, streakTally } from '../../src/memory/activity/badges.ts';
import type { BadgeMeasure, Tally } from '../../src/memory/activity/badges.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { dayNumber } from '../../src/util/days.ts';

const caller: Caller = {
  user: { id: 'u', username: 'ada', displayName: null, role: 'member' },
  agent: { id: 'a', name: 'tests', version: null },
  project: null,
  conversationId: null,
  mode: 'personal',
};

type Summary = Awaited<ReturnType<ActivityStore['summary']>>;

/** An activity over sessions that started at these times. */
function activityOf(sessionTimes: string[], more: Partial<Summary> = {}, tally?: StoredTally): Activity {
  const none = tally ?? { have: 0, reachedAt: [] };
  return new Activity({
    sessionTimes: () => Promise.resolve(sessionTimes),
    summary: () => Promise.resolve({ sessionTimes, firstMemoryAt: null, topics: [], agents: [], ...more }),
    tallies: () =>
      Promise.resolve({
        sessions: none,
        memories: none,
        facts: none,
        summaries: none,
        agents: none,
        projects: none,
        imports: none,
        knowledge: none,
        reviews: none,
        resolutions: none,
        deprecations: none,
      }),
  });
}

/** The start times of one session at noon UTC on each of these days. */
const noonOf = (days: string[]): string[] => days.map((day) => `${day}T12:00:00.000Z`);
const inUtc = (today: string): { today: string; timeZone: string } => ({ today, timeZone: 'UTC' });

describe('a calendar', () => {
  it('covers 53 weeks up to today, and counts the sessions of each day', async () => {
    const times = ['2025-03-24', '2025-03-25', '2026-03-29', '2026-03-29', '2026-03-30', '2026-03-31'];
    const calendar = await activityOf([...noonOf(times), '1700000000']).calendar(caller, inUtc('2026-03-30'));
    assert.deepEqual(calendar, {
      from: '2025-03-25',
      to: '2026-03-30',
      days: [
        { day: '2025-03-25', sessions: 1 },
        { day: '2026-03-29', sessions: 2 },
        { day: '2026-03-30', sessions: 1 },
      ],
      years: [2026, 2025],
    });
  });

  it('has a full column for each of the 52 weeks before this one, whichever day a week starts on', async () => {
    for (const today of ['2026-03-29', '2026-03-30', '2026-04-04', '2024-02-29', '2027-01-01']) {
      const { from, to } = await activityOf([]).calendar(caller, inUtc(today));
      const [first, last] = [dayNumber(from) ?? 0, dayNumber(to) ?? 0];
      assert.deepEqual([to, last - first + 1], [today, 53 * 7], today);
    }
  });

  it('of a year includes its first day, its last day and the leap day', async () => {
    const times = noonOf(['2023-12-31', '2024-01-01', '2024-02-29', '2024-12-31', '2025-01-01']);
    const calendar = await activityOf(times).calendar(caller, { ...inUtc('2026-03-30'), year: 2024 });
    assert.deepEqual([calendar.from, calendar.to], ['2024-01-01', '2024-12-31']);
    assert.deepEqual(
      calendar.days.map(({ day }) => day),
      ['2024-01-01', '2024-02-29', '2024-12-31'],
    );
    assert.deepEqual(calendar.years, [2026, 2025, 2024, 2023]);
  });

  it('uses the days and years of the time zone of the reader', async () => {
    const daysIn = async (timeZone: string, times: string[]): Promise<string[]> => {
      const { days } = await activityOf(times).calendar(caller, { today: '2026-12-31', timeZone });
      return days.map(({ day, sessions }) => `${day} ${String(sessions)}`);
    };
    const evening = ['2026-03-30T18:29:00.000Z', '2026-03-30T18:31:00.000Z'];
    assert.deepEqual(await daysIn('Asia/Kolkata', evening), ['2026-03-30 1', '2026-03-31 1']);
    const night = ['2026-07-01T02:29:00.000Z', '2026-07-01T02:31:00.000Z'];
    assert.deepEqual(await daysIn('America/St_Johns', night), ['2026-06-30 1', '2026-07-01 1']);
    const aroundChange = ['2026-03-28T23:30:00.000Z', '2026-03-29T21:30:00.000Z', '2026-03-29T22:30:00.000Z'];
    assert.deepEqual(await daysIn('Europe/Berlin', aroundChange), ['2026-03-29 2', '2026-03-30 1']);
    const newYear = await activityOf(['2026-12-31T23:30:00.000Z']).calendar(caller, {
      today: '2027-01-01',
      timeZone: 'Europe/Berlin',
    });
    assert.deepEqual(newYear.years, [2027]);
  });

  it('rejects an invalid day, time zone or year', async () => {
    const activity = activityOf([]);
    await assert.rejects(activity.calendar(caller, inUtc('2026-02-29')), { code: 'invalid_input' });
    await assert.rejects(activity.calendar(caller, { today: '2026-03-30', timeZone: 'Mars/Olympus' }), {
      code: 'invalid_input',
    });
    await assert.rejects(activity.calendar(caller, { ...inUtc('2026-03-30'), year: 12 }), { code: 'invalid_input' });
  });
});

describe('a streak', () => {
  const streakOn = async (today: string, days: string[]): Promise<[number, number]> => {
    const { streak } = await activityOf(noonOf(days)).summary(caller, inUtc(today));
    return [streak.current, streak.longest];
  };

  it('is not broken while today has no session yet', async () => {
    const days = ['2026-03-27', '2026-03-28', '2026-03-29'];
    assert.deepEqual(await streakOn('2026-03-29', days), [3, 3]);
    assert.deepEqual(await streakOn('2026-03-30', days), [3, 3]);
    assert.deepEqual(await streakOn('2026-03-31', days), [0, 3]);
  });

  it('counts each day once, across month ends and leap days, and no day after today', async () => {
    const days = ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-01', '2024-03-04', '2024-03-05'];
    assert.deepEqual(await streakOn('2024-03-04', days), [1, 3]);
    assert.deepEqual(await streakOn('2024-03-04', []), [0, 0]);
  });

  it('continues across nights with a clock change', async () => {
    const times = ['2026-03-28T11:00:00.000Z', '2026-03-28T23:30:00.000Z', '2026-03-29T22:30:00.000Z'];
    const { streak, activeDays } = await activityOf(times).summary(caller, {
      today: '2026-03-30',
      timeZone: 'Europe/Berlin',
    });
    assert.deepEqual([streak.current, activeDays], [3, 3]);
  });
});

describe('a summary of activity', () => {
  it('starts with the first session or memory, whichever is earlier', async () => {
    const sinceOf = async (times: string[], firstMemoryAt: string | null): Promise<string | null> =>
      (await activityOf(times, { firstMemoryAt }).summary(caller, inUtc('2026-03-30'))).since;
    assert.equal(await sinceOf(noonOf(['2026-02-01', '2026-01-05']), '2026-01-07T00:00:00.000Z'), '2026-01-05');
    assert.equal(await sinceOf(noonOf(['2026-02-01']), '2026-01-07T00:00:00.000Z'), '2026-01-07');
    assert.equal(await sinceOf([], null), null);
  });

  it('merges topics across case into the most common spelling, and lists at most 20, most frequent first', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ topics: [`t${String(index + 10)}`], sessions: 1 }));
    const topics = [
      ...many,
      { topics: ['api', 'API'], sessions: 1 },
      { topics: ['API'], sessions: 2 },
      { topics: ['api', 'Auth'], sessions: 1 },
      { topics: ['Auth'], sessions: 1 },
    ];
    const { topics: listed } = await activityOf([], { topics }).summary(caller, inUtc('2026-03-30'));
    assert.equal(listed.length, 20);
    assert.deepEqual(listed.slice(0, 3), [
      { topic: 'API', sessions: 4 },
      { topic: 'Auth', sessions: 2 },
      { topic: 't10', sessions: 1 },
    ]);
  });
});

describe('badges', () => {
  const tallies = (one: BadgeMeasure, tally: Tally): Record<BadgeMeasure, Tally> => {
    const none: Tally = { have: 0, reachedOn: new Map() };
    const all = Object.fromEntries(badgeMeasures.map((measure) => [measure, measure === one ? tally : none]));
    return all as Record<BadgeMeasure, Tally>;
  };

  it('are all shown, earned or not, each with a unique id', () => {
    const badges = badgesFrom(tallies('facts', { have: 0, reachedOn: new Map() }));
    assert.deepEqual(
      badges.map(({ id }) => id),
      badgeIds,
    );
    assert.equal(new Set(badgeIds).size, badgeIds.length);
    assert.ok(badges.every(({ earnedOn, have, need }) => earnedOn === null && have < need));
  });

  it('show the day on which each step was reached, and the progress to the next', () => {
    const reachedOn = new Map([[100, '2026-03-30']]);
    const badges = badgesFrom(tallies('facts', { have: 120, reachedOn }));
    assert.deepEqual(
      badges.filter(({ id }) => id.startsWith('facts-')),
      [
        { id: 'facts-100', earnedOn: '2026-03-30', have: 120, need: 100 },
        { id: 'facts-1000', earnedOn: null, have: 120, need: 1000 },
      ],
    );
  });

  it('for streaks are earned on the day that completes the first streak of that length', () => {
    const from = dayNumber('2026-01-01') ?? 0;
    const run = (start: number, length: number): number[] => Array.from({ length }, (_, index) => start + index);
    const { have, reachedOn } = streakTally([...run(from, 8), ...run(from + 20, 31)]);
    assert.equal(have, 31);
    assert.deepEqual(
      [...reachedOn],
      [
        [7, '2026-01-07'],
        [30, '2026-02-19'],
      ],
    );
    assert.deepEqual(needsOf('streak'), [7, 30, 100]);
  });

  it('use the day in the time zone of the reader', async () => {
    const tally = { have: 1, reachedAt: ['2026-03-30T20:00:00.000Z'] };
    const badges = await activityOf([], {}, tally).badges(caller, { today: '2026-03-31', timeZone: 'Asia/Kolkata' });
    assert.equal(badges.find(({ id }) => id === 'first-memory')?.earnedOn, '2026-03-31');
  });
});
