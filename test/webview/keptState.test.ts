/** Whether a page recognizes the store that it showed before. */
import assert from 'node:assert/strict';
import type { HostLink } from '../../webview/host/hostLink.ts';
import { KeptState } from '../../webview/shell/keptState.ts';

describe('a page that showed a store', () => {
  const before = { memoryId: 'one', formerMemoryId: null, username: 'ada', location: '/home/ada/memory.db' };

  function shown(state?: unknown): KeptState {
    const link: HostLink = {
      abilities: { host: 'browser', opensTexts: false, opensSources: false, whileWaiting: [] },
      send: () => undefined,
      onMessage: () => undefined,
      restore: () => state,
      keep: () => undefined,
    };
    const kept = new KeptState(link);
    kept.adopt(before);
    return kept;
  }

  it('does not recognize another store at the same location', () => {
    assert.equal(shown().knows({ ...before, memoryId: 'two' }), false);
    assert.equal(shown().knows({ ...before, memoryId: 'two', formerMemoryId: 'three' }), false);
  });

  it('recognizes the new store after everything was erased on purpose', () => {
    assert.equal(shown().knows({ ...before, memoryId: 'two', formerMemoryId: 'one' }), true);
  });

  it('opens what replaced the view that it showed, and keeps its input', () => {
    const state = { route: { view: 'decisions', item: 'fact:12' }, views: { note: 'a' }, memory: null };
    const kept = shown(state);
    assert.deepEqual([kept.route, kept.of('note')], [{ view: 'knowledge', item: 'decision/fact:12' }, 'a']);
    const activity = shown({ ...state, route: { view: 'activity', item: '2026-03-09' } });
    assert.deepEqual(activity.route, { view: 'sessions', item: '2026-03-09' });
    assert.deepEqual(shown({ ...state, route: { view: 'gone', item: null } }).route, { view: 'home', item: null });
  });
});
