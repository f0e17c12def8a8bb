import assert from 'node:assert/strict';
import type { PeriodInput } from '../../src/memory/recap/recapPeriod.ts';
import { periodFrom } from '../../src/memory/recap/recapPeriod.ts';

const clock = { now: () => new Date('2026-03-30T22:30:00.000Z'), timeZone: 'Europe/Berlin' };
const now = '2026-03-30T22:30:00.001Z';

describe('the period of a recap', () => {
  const cases: [PeriodInput, string, string][] = [
    [{}, '2026-03-23T22:30:00.000Z', now],
    [{ since: ' ', until: '' }, '2026-03-23T22:30:00.000Z', now],
    [{ since: '36h' }, '2026-03-29T10:30:00.000Z', now],
    [{ since: '2 weeks ago' }, '2026-03-16T22:30:00.000Z', now],
    [{ since: 'last month' }, '2026-02-28T22:30:00.000Z', now],
    // In Berlin it is already 31 March, and summer time began on 29 March.
    [{ since: 'today' }, '2026-03-30T22:00:00.000Z', now],
    [{ since: 'yesterday' }, '2026-03-29T22:00:00.000Z', now],
    [{ since: '2026-03-01', until: '2026-03-29' }, '2026-02-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    [{ since: '2026-03-01T08:00:00Z', until: '1d' }, '2026-03-01T08:00:00.000Z', '2026-03-29T22:30:00.001Z'],
    [{ until: '2020-01-01' }, '2019-12-25T23:00:00.000Z', '2020-01-01T23:00:00.000Z'],
    [{ until: '30d' }, '2026-02-21T22:30:00.000Z', '2026-02-28T22:30:00.001Z'],
    [{ since: '1d', until: '9999-12-31' }, '2026-03-29T22:30:00.000Z', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [input, since, until] of cases) {
    it(`is read from ${JSON.stringify(input)}`, () => {
      assert.deepEqual(periodFrom(input, clock), { since, until });
    });
  }

  for (const text of [
    'soon',
    '7',
    'foo 2026',
    '2026-02-30',
    '2026-13-01',
    '-3d',
    '7 years',
    '12:30',
    '0d',
    '00 weeks',
  ]) {
    it(`refuses "${text}" as a date`, () => {
      const refusal = { code: 'invalid_input', message: `since is "${text}", which is not a date.` };
      assert.throws(() => periodFrom({ since: text }, clock), refusal);
    });
  }

  it('refuses to end before it begins', () => {
    const refusal = { code: 'invalid_input', message: 'since is after the end of the period, 2026-03-02.' };
    assert.throws(() => periodFrom({ since: '2026-03-03', until: '2026-03-02' }, clock), refusal);
    assert.throws(() => periodFrom({ since: '2027-01-01' }, clock), { code: 'invalid_input' });
  });
});
