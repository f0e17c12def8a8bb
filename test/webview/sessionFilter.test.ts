/** The filter of the sessions: its kept state, its days, and the query for it. */
import assert from 'node:assert/strict';
import {
  allSessions,
  daysOf,
  onDays,
  sessionFilterFrom,
  sessionsQuestion,
  type SessionFilter,
} from '../../webview/views/sessions/sessionFilter.ts';

const today = '2026-03-02';
const anyTime = { topic: null, project: null, withEmpty: false, since: null, until: null };
/** Local midnight. */
const start = (month: number, day: number): string => new Date(2026, month - 1, day).toISOString();

describe('the filter of the sessions', () => {
  it('has the days of each period, today included', () => {
    const days = (filter: Partial<SessionFilter>): unknown => daysOf({ ...allSessions, ...filter }, today);
    assert.deepEqual(days({}), { from: null, to: null });
    assert.deepEqual(days({ period: 'yesterday' }), { from: '2026-03-01', to: null });
    assert.deepEqual(days({ period: 'week' }), { from: '2026-02-24', to: null });
    assert.deepEqual(days({ period: 'month' }), { from: '2026-02-01', to: null });
    assert.deepEqual(days({ period: 'days', to: '2026-02-01' }), { from: null, to: '2026-02-01' });
  });

  it('asks for whole days of the reader, in either order', () => {
    assert.deepEqual(sessionsQuestion(allSessions, today), anyTime);
    const whole = { ...anyTime, since: start(2, 3), until: start(2, 6) };
    for (const [from, to] of [
      ['2026-02-03', '2026-02-05'],
      ['2026-02-05', '2026-02-03'],
    ] as const)
      assert.deepEqual(sessionsQuestion({ ...allSessions, ...onDays({ from, to }) }, today), whole);
    const week = sessionsQuestion({ ...allSessions, period: 'week', project: 'shop', topic: 'lamp' }, today);
    assert.deepEqual(week, { ...anyTime, since: start(2, 24), project: 'shop', topic: 'lamp' });
  });

  it('asks the same all day, so that the list stays', () => {
    const filter: SessionFilter = { ...allSessions, period: 'month' };
    assert.deepEqual(sessionsQuestion(filter, today), sessionsQuestion(filter, today));
  });

  it('keeps what it knows of the kept state', () => {
    assert.deepEqual(sessionFilterFrom({ topic: 'lamp' }), { ...allSessions, topic: 'lamp' });
    const earlier = sessionFilterFrom({ topic: 'lamp', since: '2026-02-02', until: null });
    assert.deepEqual(sessionsQuestion(earlier, today), { ...anyTime, topic: 'lamp' });
    const days = { ...allSessions, ...onDays({ from: '2026-02-03', to: '2026-02-05' }) };
    assert.deepEqual(sessionFilterFrom(structuredClone(days)), days);
    for (const kept of [undefined, null, 'all', 7, [], { period: 'year' }, { topic: 3 }])
      assert.deepEqual(sessionFilterFrom(kept), allSessions);
    assert.equal(sessionFilterFrom({ ...days, from: '3 February' }).from, null);
  });
});
