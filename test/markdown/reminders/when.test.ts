/** When a reminder is due, in words. */
import assert from 'node:assert/strict';
import { readWhen, requireWhen } from '../../../src/markdown/reminders/when.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import { dayTexts, nextSessionTexts, otherTexts, topicTexts } from './whenTexts.ts';

const today = '2026-11-25';

describe('when a reminder is due', () => {
  for (const [text, day] of dayTexts) {
    it(`is ${day} for: ${text}`, () => assert.deepEqual(readWhen(text, today), { kind: 'date', day }));
  }
  for (const text of nextSessionTexts) {
    it(`is the next session for: ${text}`, () => assert.deepEqual(readWhen(text, today), { kind: 'nextSession' }));
  }
  for (const [text, ...topics] of topicTexts) {
    it(`is when a topic comes up for: ${text}`, () =>
      assert.deepEqual(readWhen(text, today), { kind: 'topics', topics }));
  }
  for (const text of otherTexts) {
    it(`is not known for: ${text}`, () => assert.equal(readWhen(text, today), undefined));
  }

  it('is counted over the ends of months and years', () => {
    const dayOf = (text: string, from: string): unknown => readWhen(text, from);
    for (const [text, from, day] of [
      ['tomorrow', '2026-12-31', '2027-01-01'],
      ['in a month', '2027-01-31', '2027-02-28'],
      ['in 2 months', '2026-12-31', '2027-02-28'],
      ['next month', '2026-12-31', '2027-01-01'],
      ['next week', '2026-12-31', '2027-01-04'],
      ['January 5', '2026-12-31', '2027-01-05'],
      ['December 31', '2026-12-31', '2026-12-31'],
      ['in a year', '2028-02-29', '2029-02-28'],
      ['Monday', '2026-11-29', '2026-11-30'],
      ['下周日', '2026-11-29', '2026-12-06'],
    ] as const) {
      assert.deepEqual(dayOf(text, from), { kind: 'date', day }, text);
    }
  });

  it('is read quickly, however long the text is', () => {
    const start = performance.now();
    for (const part of ['when I mention a, ', 'in 3 days ', ' wenn ich '.repeat(3), '当我提到', '20. ']) {
      assert.equal(readWhen(part.repeat(20_000), today), undefined);
      readWhen(part.repeat(20).slice(0, 190), today);
    }
    assert.ok(performance.now() - start < 500);
  });

  it('is asked for with the forms that can be used', () => {
    assert.deepEqual(requireWhen('morgen', today), { kind: 'date', day: '2026-11-26' });
    assert.throws(
      () => requireWhen('when I have time', today),
      (thrown) =>
        thrown instanceof BigMindError &&
        thrown.code === 'invalid_input' &&
        /does not recognize "when I have time" as a time\..*next session/u.test(thrown.sentence),
    );
  });
});
