import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { dateWordsOf, daysOf, isDateWord, periodsIn } from '../../src/search/query/calendar.ts';
import { dayNumber, dayText as dateOf } from '../../src/util/days.ts';
import { cpuMs } from '../support/cpuTime.ts';

const monday = new Date('2026-03-30T09:15:00.000Z');

/** Each period as `from..to`, or as one date if it is one day. */
async function datesIn(question: string, now = monday, timeZone = 'UTC'): Promise<string[]> {
  const periods = await periodsIn(question, now, timeZone);
  return periods.map(({ from, to }) => (from === to ? dateOf(from) : `${dateOf(from)}..${dateOf(to)}`));
}

describe('periods in a query', () => {
  const named: [question: string, ...periods: string[]][] = [
    ['What did we do yesterday?', '2026-03-29'],
    ['what did we do today', '2026-03-30'],
    ['what did we fix this morning', '2026-03-30'],
    ['what did we do last Tuesday?', '2026-03-24'],
    ['what was decided on Monday', '2026-03-30'],
    ['what broke three days ago', '2026-03-27'],
    ['what did we do two weeks ago', '2026-03-16'],
    ['what happened last week', '2026-03-23..2026-03-29'],
    ['what happened this week', '2026-03-30..2026-04-05'],
    ['what is due next month', '2026-04-01..2026-04-30'],
    ['what did we release last year', '2025-01-01..2025-12-31'],
    ['what happened in May 2023?', '2023-05-01..2023-05-31'],
    ['what happened May 12, 2023', '2023-05-12'],
    ['the demo of March 5th 2024', '2024-03-05'],
    ['the demo of 2nd of March 2024', '2024-03-02'],
    ['what about 2023-02-28', '2023-02-28'],
    ['from March 2 to March 4 2025', '2025-03-02..2025-03-04'],
    ['between us: in June 2023 and in July 2024', '2023-06-01..2023-06-30', '2024-07-01..2024-07-31'],
    ['what did we plan in 2021', '2021-01-01..2021-12-31'],
    ['2021', '2021-01-01..2021-12-31'],
    ['yesterday, or was it yesterday?', '2026-03-29'],
  ];
  for (const [question, ...periods] of named) {
    it(`are ${periods.join(' and ')} in "${question}"`, async () => {
      assert.deepEqual(await datesIn(question), periods);
    });
  }

  const none = [
    'on February 30',
    '2023-02-30',
    '31.4.2024',
    '2021-13-45',
    'what happened in May',
    'may I ask',
    'the next step and the last word',
    'version 2.0.2021',
    'ticket 20211',
    '99999999 years ago',
    'last 99999999999 weeks',
    '9999999999999999999999 days ago',
  ];
  for (const question of none) {
    it(`are absent from "${question}"`, async () => {
      assert.deepEqual(await datesIn(question), []);
    });
  }

  it('cover the whole year if the day does not exist', async () => {
    assert.deepEqual(await datesIn('on 30 February 2024'), ['2024-01-01..2024-12-31']);
  });

  it('refer to the right month even on a day that the month lacks', async () => {
    assert.deepEqual(await datesIn('last month'), ['2026-02-01..2026-02-28']);
    const endOfAugust = new Date('2026-08-31T23:00:00Z');
    assert.deepEqual(await datesIn('two months ago', endOfAugust), ['2026-06-01..2026-06-30']);
    assert.deepEqual(await datesIn('six months ago', endOfAugust), ['2026-02-01..2026-02-28']);
    assert.deepEqual(await datesIn('next month', endOfAugust), ['2026-09-01..2026-09-30']);
  });

  it('treat Monday as the first day of the week', async () => {
    for (const day of ['2026-03-30', '2026-04-01', '2026-04-05']) {
      const now = new Date(`${day}T12:00:00Z`);
      assert.deepEqual(await datesIn('this week', now), ['2026-03-30..2026-04-05'], day);
      assert.deepEqual(await datesIn('last week', now), ['2026-03-23..2026-03-29'], day);
      assert.deepEqual(await datesIn('next week', now), ['2026-04-06..2026-04-12'], day);
    }
  });

  it('use the days of the reader, ahead of UTC and behind it', async () => {
    assert.deepEqual(await datesIn('yesterday', monday, 'Pacific/Auckland'), ['2026-03-29']);
    assert.deepEqual(await datesIn('yesterday', new Date('2026-03-30T12:00:00Z'), 'Pacific/Auckland'), ['2026-03-30']);
    assert.deepEqual(await datesIn('yesterday', monday, 'Pacific/Pago_Pago'), ['2026-03-28']);
    assert.deepEqual(await datesIn('last month', new Date('2026-03-01T02:00:00Z'), 'America/New_York'), [
      '2026-01-01..2026-01-31',
    ]);
  });

  it('say whether they are relative to today', async () => {
    const relative = async (question: string): Promise<boolean[]> =>
      (await periodsIn(question, monday, 'UTC')).map((period) => period.relative);
    assert.deepEqual(await relative('last Tuesday'), [true]);
    assert.deepEqual(await relative('two weeks ago'), [true]);
    assert.deepEqual(await relative('in May 2023'), [false]);
    assert.deepEqual(await relative('on 2023-05-08'), [false]);
    assert.deepEqual(await relative('in 2021'), [false]);
  });

  it('are at most eight, and are found fast, however many are named', async () => {
    const many = Array.from({ length: 600 }, (_, n) => `on May ${String((n % 28) + 1)}, ${String(1990 + n)}`);
    const start = cpuMs();
    assert.equal((await periodsIn(many.join(' '), monday, 'UTC')).length, 8);
    for (const text of ['last '.repeat(2000), 'jan-'.repeat(2500), `${'9'.repeat(9990)} ago`, 'between '.repeat(1200)])
      await periodsIn(`${text} yesterday`, monday, 'UTC');
    assert.ok(cpuMs() - start < 2000);
  });

  it('need no parser for words that only resemble a time', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => (name.startsWith('chrono') && loaded.push(name), next(name, context)) });
      const { periodsIn } = await import('./src/search/query/calendar.ts');
      const loadedAfter = async (question) => (await periodsIn(question, new Date(0), 'UTC'), loaded.length);
      console.log(await loadedAfter('may I see the next step and the plan of 2021 again, march on'), await loadedAfter('last week'));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
    });
    assert.match(stdout, /^0 [1-9]/u, stderr);
  });
});

describe('days of a memory', () => {
  const dayOfMessage = dayNumber('2023-05-08') ?? 0;
  const cases: [text: string, ...days: string[]][] = [
    ['We went to the museum.'],
    ['I went yesterday', '2023-05-07'],
    ['tomorrow we fly', '2023-05-09'],
    ['We met LAST TUESDAY', '2023-05-02'],
    ['last Monday', '2023-05-01'],
    ['next Monday', '2023-05-15'],
    ['next Friday', '2023-05-12'],
    ['it broke last week', '2023-05-01'],
    ['two weeks ago and 3 days ago', '2023-04-24', '2023-05-05'],
    ['a year ago', '2022-05-08'],
    ['yesterdays and lastly weeks agog'],
  ];
  for (const [text, ...days] of cases) {
    it(`of "${text}" are the day it was said${days.length > 0 ? ` and ${days.join(', ')}` : ' alone'}`, () => {
      assert.deepEqual(daysOf(text, dayOfMessage).map(dateOf), ['2023-05-08', ...days]);
    });
  }

  it('match the words of their dates', () => {
    assert.deepEqual([...dateWordsOf([dayOfMessage])].sort(), ['2023', '8', 'may']);
    for (const word of ['may', 'monday', '2023', '8']) assert.ok(isDateWord(word), word);
    for (const word of ['deploy', '20231', 'mondays']) assert.ok(!isDateWord(word), word);
  });
});
